"""A signal that comes between a look for signals and the wait that follows it."""

from __future__ import annotations

import atexit
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from engined_client.terminal import ctrl_c
from engined_client.terminal.ctrl_c import heard
from tests.patience import PATIENCE, until


class Wait:
    """A wait of this thread that only Ctrl-C ends, or the test when nothing else has."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.lock.acquire()
        self.read, self.write = os.pipe()
        self.given_up = False

    def for_a_lock(self) -> None:
        self.lock.acquire()

    def for_bytes(self) -> None:
        os.read(self.read, 1)

    def for_one_of_many(self) -> None:
        select.select([self.read], [], [])

    def give_up(self) -> None:
        self.given_up = True
        self.lock.release()
        os.write(self.write, b".")

    def close(self) -> None:
        os.close(self.read)
        os.close(self.write)


@pytest.fixture(autouse=True)
def ends_otherwise() -> Iterator[None]:
    """This process does not end after a press."""
    before = signal.getsignal(signal.SIGINT)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(atexit, "register", lambda *call: None)
        yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def wait() -> Iterator[Wait]:
    one = Wait()
    yield one
    one.close()


@pytest.mark.parametrize("which", [Wait.for_a_lock, Wait.for_bytes, Wait.for_one_of_many])
def test_ctrl_c_ends_a_wait_that_it_did_not_interrupt(wait: Wait, which: Callable[[Wait], None]) -> None:
    """The signal is taken by another thread: Python marks it as come, as when it comes just before a wait, and nothing
    wakes the thread that waits.
    """
    main_thread, done = threading.get_ident(), threading.Event()

    def waits() -> bool:
        return sys._current_frames()[main_thread].f_code is which.__code__

    def press() -> None:
        until(waits, "the main thread waits")
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)
        if not done.wait(PATIENCE):
            wait.give_up()

    pressing = threading.Thread(target=press)
    with heard():
        pressing.start()
        with pytest.raises(KeyboardInterrupt):
            which(wait)
        done.set()
        pressing.join(PATIENCE)
    assert not wait.given_up


def test_two_signals_of_one_press_are_one_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    with heard():
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        clock[0] += ctrl_c.ONE_PRESS / 2
        signal.raise_signal(signal.SIGINT)
        clock[0] += ctrl_c.ONE_PRESS
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_a_command_that_ends_hears_no_more_of_its_press(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the press on to the very end, in which Python lets SIGINT kill unless it is ignored."""
    registered: list[tuple[object, ...]] = []
    monkeypatch.setattr(time, "monotonic", lambda: 100.0)
    monkeypatch.setattr(atexit, "register", lambda *call: registered.append(call))
    with heard(), pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
    signal.raise_signal(signal.SIGINT)
    assert registered == [(signal.signal, signal.SIGINT, signal.SIG_IGN)]


def test_a_command_that_is_to_ignore_ctrl_c_does() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with heard():
            signal.raise_signal(signal.SIGINT)
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_signals_are_as_they_were_afterwards() -> None:
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGURG)}
    with heard():
        pass
    assert {number: signal.getsignal(number) for number in handlers} == handlers
    assert signal.set_wakeup_fd(-1) == -1
