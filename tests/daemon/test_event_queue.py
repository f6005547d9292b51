"""Waking the loop from other threads and from signal handlers."""

from __future__ import annotations

import os
import select
import threading

from engined.daemon.event_queue import EventQueue


def is_readable(descriptor: int, seconds: float = 0.0) -> bool:
    return bool(select.select([descriptor], [], [], seconds)[0])


def test_a_queue_wakes_its_reader() -> None:
    queue: EventQueue[int] = EventQueue()
    assert not is_readable(queue.fileno())
    assert queue.take(100) == []

    def post() -> None:
        for number in range(1000):
            queue.post(number)

    threads = [threading.Thread(target=post) for _ in range(4)]
    for thread in threads:
        thread.start()
    got: list[int] = []
    while len(got) < 4000:
        assert is_readable(queue.fileno(), 20)
        got += queue.take(100)
    for thread in threads:
        thread.join()
    assert sorted(got) == sorted(list(range(1000)) * 4)
    queue.take(100)
    assert not is_readable(queue.fileno())
    queue.close()
    queue.post(1)


def test_what_is_left_is_there_at_the_next_look() -> None:
    queue: EventQueue[int] = EventQueue()
    for number in range(5):
        queue.post(number)
    taken = []
    while is_readable(queue.fileno()):
        taken.append(queue.take(2))
    assert taken[:3] == [[0, 1], [2, 3], [4]]
    queue.close()


def test_posts_do_not_wait_for_the_reader() -> None:
    queue: EventQueue[int] = EventQueue()
    for number in range(100_000):  # more than a pipe holds
        queue.post(number)
    assert queue.take(100_001) == list(range(100_000))
    queue.close()


def test_a_byte_to_the_waker_is_no_event() -> None:
    """As a signal writes it, before its handler posts anything."""
    queue: EventQueue[int] = EventQueue()
    os.write(queue.waker, b"\x0f")
    assert is_readable(queue.fileno())
    assert queue.take(100) == []
    assert not is_readable(queue.fileno())
    queue.close()
