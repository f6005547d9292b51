"""Events from other threads, and the descriptor that wakes the daemon's loop for them."""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

T = TypeVar("T")


class EventQueue(Generic[T]):
    """A queue that can be polled. :meth:`post` may be called from any thread and from signal handlers."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[T] = SimpleQueue()
        self._read, self._write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._closing = threading.RLock()
        """Held while the descriptors are used from any thread. A signal's handler may find it held by its own."""
        self._closed = False

    def fileno(self) -> int:
        """Readable when there may be something to take."""
        return self._read

    @property
    def waker(self) -> int:
        """A descriptor that does not block: a byte written to it wakes the reader."""
        return self._write

    def post(self, item: T) -> None:
        """Put an item in and wake the reader; after :meth:`close`, nothing happens."""
        with self._closing:
            if self._closed:
                return
            self._queue.put(item)
            with suppress(BlockingIOError):  # a pipe full of wake-up calls needs no other
                os.write(self._write, b"!")

    def take(self, most: int) -> list[T]:
        """The next items, in order; while some are left, the queue stays readable."""
        with suppress(BlockingIOError):  # nobody called since
            os.read(self._read, 65536)
        items: list[T] = []
        with suppress(Empty):
            while len(items) < most:
                items.append(self._queue.get_nowait())
        if len(items) == most:
            with suppress(BlockingIOError):  # as in post
                os.write(self._write, b"!")
        return items

    def close(self) -> None:
        """Take no more."""
        with self._closing:
            self._closed = True
            os.close(self._read)
            os.close(self._write)
