"""Waking the loop from other threads, and writing to readers that do not read."""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Iterator

import pytest

from engined.daemon.event_queue import EventQueue
from engined.daemon.stdio import MOST_UNREAD, Stdio


def is_readable(descriptor: int, seconds: float = 0.0) -> bool:
    return bool(select.select([descriptor], [], [], seconds)[0])


def is_waiting(console: Stdio) -> bool:
    """Read anew: what was true before a call need not be true after it."""
    return console.waiting


def is_broken(console: Stdio) -> bool:
    """Read anew, as above."""
    return console.broken


def test_a_mailbox_wakes_its_reader() -> None:
    event_queue: EventQueue[int] = EventQueue()
    assert not is_readable(event_queue.fileno())
    assert event_queue.take() == []

    def post() -> None:
        for number in range(1000):
            event_queue.post(number)

    threads = [threading.Thread(target=post) for _ in range(4)]
    for thread in threads:
        thread.start()
    got: list[int] = []
    while len(got) < 4000:
        assert is_readable(event_queue.fileno(), 20)
        got += event_queue.take()
    for thread in threads:
        thread.join()
    assert sorted(got) == sorted(list(range(1000)) * 4)
    event_queue.take()
    assert not is_readable(event_queue.fileno())
    event_queue.close()
    event_queue.post(1)


def test_posts_do_not_wait_for_the_reader() -> None:
    event_queue: EventQueue[int] = EventQueue()
    for number in range(100_000):  # more than a pipe holds
        event_queue.post(number)
    assert event_queue.take() == list(range(100_000))
    event_queue.close()


@pytest.fixture
def pipes() -> Iterator[tuple[Stdio, int, int]]:
    """A console, and the ends from which its output and its error output can be read."""
    (read_in, write_in), (read_out, write_out), (read_error, write_error) = os.pipe(), os.pipe(), os.pipe()
    os.close(write_in)
    yield Stdio(read_in, write_out, write_error), read_out, read_error
    for descriptor in (read_in, write_out, write_error, read_error):
        os.close(descriptor)


def test_what_a_slow_reader_leaves_is_written_later(pipes: tuple[Stdio, int, int]) -> None:
    console, out, error = pipes
    text = "".join(f"line {number}\n" for number in range(50_000))
    console.write(text, "aside\n")
    assert is_waiting(console)
    said = b""
    while is_waiting(console):
        said += os.read(out, 65536)
        console.pump()
    while is_readable(out):
        said += os.read(out, 65536)
    assert said.decode() == text
    assert os.read(error, 100) == b"aside\n"
    assert console.read() == b""
    os.close(out)


def test_only_ascii_leaves(pipes: tuple[Stdio, int, int]) -> None:
    console, out, _ = pipes
    console.write("caf\u00e9 \u2603\n")
    assert os.read(out, 100) == b"caf? ?\n"
    os.close(out)


def test_a_reader_that_is_gone_is_noticed(pipes: tuple[Stdio, int, int]) -> None:
    console, out, _ = pipes
    os.close(out)
    assert not is_broken(console)
    console.write("hello\n")
    assert is_broken(console)
    assert not is_waiting(console)


def test_a_reader_that_never_reads_is_given_up(pipes: tuple[Stdio, int, int]) -> None:
    console, out, _ = pipes
    console.write("x" * (MOST_UNREAD // 2))
    assert not is_broken(console)
    console.write("x" * MOST_UNREAD)
    assert is_broken(console)
    os.close(out)
