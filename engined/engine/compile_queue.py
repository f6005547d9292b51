"""Machine code that is to be made: what was compiled before is loaded at once, the rest in the order of need."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from queue import SimpleQueue
from typing import Protocol

LOADERS = 2
"""Parts that are loaded at once."""
COMPILERS = 2
"""Parts that are compiled at once: one that nobody may ever play does not hold up the one being played."""


class CompileWork(Protocol):
    """A part of a variant's machine code."""

    def look(self) -> bool:
        """Whether it has been compiled before. It must not raise."""
        ...

    @property
    def needed(self) -> bool:
        """Whether somebody waits for it."""
        ...

    def make(self) -> None:
        """Load or compile it. It must not raise."""
        ...


class CompileQueue:
    """The orders that wait, and a few threads for them. Thread-safe."""

    def __init__(self) -> None:
        self._new: SimpleQueue[CompileWork | None] = SimpleQueue()
        self._changed = threading.Condition()
        self._to_compile: list[CompileWork] = []
        self._closed = False
        self._started: Counter[str] = Counter()

    def add(self, order: CompileWork) -> None:
        """Have something made soon."""
        self._new.put(order)
        self._start(self._load, LOADERS)

    def close(self) -> None:
        """End the threads when they have done what they were asked for."""
        for _ in range(LOADERS):
            self._new.put(None)
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _start(self, work: Callable[[], None], most: int) -> None:
        """Start one more thread for a kind of work, of at most so many."""
        with self._changed:
            if self._started[work.__name__] < most:
                self._started[work.__name__] += 1
                threading.Thread(target=work, name="compiler", daemon=True).start()

    def _load(self) -> None:
        while (order := self._new.get()) is not None:
            if order.look():
                order.make()
            else:
                self._put_off(order)

    def _put_off(self, order: CompileWork) -> None:
        """Leave it to a compiler."""
        with self._changed:
            self._to_compile.append(order)
            self._changed.notify()
        self._start(self._compile, COMPILERS)

    def _compile(self) -> None:
        while (order := self._next()) is not None:
            order.make()

    def _next(self) -> CompileWork | None:
        """The order that somebody waits for, else the oldest; None: no more will come."""
        with self._changed:
            self._changed.wait_for(lambda: bool(self._to_compile) or self._closed)
            if not self._to_compile:
                return None
            order = next((order for order in self._to_compile if order.needed), self._to_compile[0])
            self._to_compile.remove(order)
            return order
