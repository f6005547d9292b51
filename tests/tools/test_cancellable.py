"""Work in an event loop that is ended by a signal puts away what it has open."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from types import FrameType

import pytest

from engined.tools import cancellable


def _raises(number: int, frame: FrameType | None) -> None:
    """A handler that asyncio does not replace by one of its own, as commands have."""
    raise KeyboardInterrupt


@pytest.fixture(autouse=True)
def handler() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, _raises)
    yield
    signal.signal(signal.SIGINT, before)


class Work:
    """Signals that come while it works, and while it puts away what it has open."""

    def __init__(self, working: tuple[signal.Signals, ...], ending: tuple[signal.Signals, ...] = ()) -> None:
        self.working, self.ending = working, ending
        self.put_away = False

    async def run(self) -> None:
        try:
            for number in self.working:
                signal.raise_signal(number)
            await asyncio.Event().wait()
        finally:
            for number in self.ending:
                signal.raise_signal(number)
            await asyncio.sleep(0.01)
            self.put_away = True


@pytest.mark.parametrize(
    "work",
    [
        Work((signal.SIGINT,)),
        Work((signal.SIGINT, signal.SIGINT)),
        Work((signal.SIGINT,), (signal.SIGINT, signal.SIGTERM)),
        Work((signal.SIGTERM,), (signal.SIGINT,)),
    ],
)
def test_ctrl_c_lets_it_end_in_order(work: Work) -> None:
    with pytest.raises(KeyboardInterrupt):
        cancellable.run(work.run())
    assert work.put_away
    assert signal.getsignal(signal.SIGINT) is _raises


def test_sigterm_lets_it_end_in_order() -> None:
    work = Work((signal.SIGTERM,), (signal.SIGTERM,))
    with pytest.raises(asyncio.CancelledError):
        cancellable.run(work.run())
    assert work.put_away
    assert signal.getsignal(signal.SIGINT) is _raises


def test_who_ignores_ctrl_c_goes_on() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    done: list[bool] = []

    async def run() -> None:
        signal.raise_signal(signal.SIGINT)
        await asyncio.sleep(0.01)
        done.append(True)

    cancellable.run(run())
    assert done == [True]
