"""Giving way: a search is held while others have their turn, and then goes on where it was, node for node."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol
from weakref import WeakSet


class Holdable(Protocol):
    """What works for a task: kernels, which come to :meth:`Pause.wait`, or another task."""

    def hold(self) -> None:
        """Have it give way soon. From any thread."""
        ...

    def go_on(self) -> None:
        """Have it work again. From any thread."""
        ...


class Pause:
    """Where the threads of one task wait while others have their turn. Thread-safe."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._held = False
        self._at_work: WeakSet[Holdable] = WeakSet()

    def add(self, holdable: Holdable) -> None:
        """The task uses this as long as it lives."""
        with self._changed:
            self._at_work.add(holdable)
            if self._held:
                holdable.hold()

    def hold(self) -> None:
        """Have the task wait from now on."""
        with self._changed:
            self._held = True
            for holdable in self._at_work:
                holdable.hold()

    @property
    def held(self) -> bool:
        """Whether the task is to wait."""
        return self._held

    def go_on(self) -> None:
        """It is the task's turn again."""
        with self._changed:
            self._held = False
            for holdable in self._at_work:
                holdable.go_on()
            self._changed.notify_all()

    def look(self) -> None:
        """Have those who wait see whether their end has come meanwhile."""
        with self._changed:
            self._changed.notify_all()

    def wait(self, ended: Callable[[], bool]) -> None:
        """Wait while the task is held, or until it has ended."""
        with self._changed:
            self._changed.wait_for(lambda: not self._held or ended())
