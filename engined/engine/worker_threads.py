"""Threads for tasks: one that has ended its task waits for another for a while. To start one takes as long as a short
search, and keeps whoever starts it waiting for the system.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue

IDLE = 2.0
"""Seconds that a thread waits for something to do."""


class WorkerThreads:
    """Threads, as many as there is work at once. Thread-safe."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.Lock()
        self._idle = 0
        """Threads that wait, less those that something has been put in the queue for."""
        self._queue: SimpleQueue[Callable[[], None]] = SimpleQueue()

    def run(self, work: Callable[[], None]) -> None:
        """Have it done at once. It must not raise."""
        with self._lock:
            waits = self._idle > 0
            self._idle -= waits
        if waits:
            self._queue.put(work)
        else:
            threading.Thread(target=self._serve, args=(work,), name=self._name, daemon=True).start()

    def _serve(self, work: Callable[[], None] | None) -> None:
        while work is not None:
            work()
            work = None  # what it holds is free while the thread waits
            work = self._next()

    def _next(self) -> Callable[[], None] | None:
        with self._lock:
            self._idle += 1
        try:
            return self._queue.get(timeout=IDLE)
        except Empty:
            with self._lock:
                if self._idle:
                    self._idle -= 1
                    return None
            return self._queue.get()  # it is on its way
