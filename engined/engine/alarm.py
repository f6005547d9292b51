"""Calls at set times, all on one thread."""

from __future__ import annotations

import heapq
import itertools
import threading
import time
import weakref
from typing import Protocol

FEW = 1000
"""Calls that are not worth looking through for those that nobody waits for any more."""


class Sleeper(Protocol):
    """Who is to be called."""

    def wake_up(self) -> None:
        """The time has come. On the alarm's thread: it must not take long, nor raise."""
        ...


class Alarm:
    """Calls whoever is still there at the time. Thread-safe."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._changed = threading.Condition()
        self._numbers = itertools.count()
        self._calls: list[tuple[float, int, weakref.ref[Sleeper]]] = []
        """The heap of calls to come, the next one first."""
        self._most = FEW
        self._thread: threading.Thread | None = None

    def set(self, moment: float, sleeper: Sleeper) -> None:
        """Call at a moment of the monotonic clock, or soon after."""
        with self._changed:
            if len(self._calls) > self._most:
                self._calls = [call for call in self._calls if call[-1]() is not None]
                heapq.heapify(self._calls)
                self._most = max(2 * len(self._calls), FEW)
            heapq.heappush(self._calls, (moment, next(self._numbers), weakref.ref(sleeper)))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()
            elif self._calls[0][0] == moment:
                self._changed.notify()

    def _run(self) -> None:
        while True:
            with self._changed:
                while self._calls and (left := self._calls[0][0] - time.monotonic()) > 0:
                    self._changed.wait(left)
                if not self._calls:
                    self._thread = None
                    return
                sleeper = heapq.heappop(self._calls)[-1]()
            if sleeper is not None:
                sleeper.wake_up()
            sleeper = None
