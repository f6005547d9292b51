"""Ctrl-C, as a terminal or Jupyter would send it to this process."""

from __future__ import annotations

import _weakrefset
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Self

from tests.patience import PATIENCE

AGAIN = 0.05
"""Seconds between two presses. The first is lost where the main thread is about to wait for a lock: its handler runs
between two instructions of Python, and there is none before the lock is there."""
POLL = 0.001
"""Seconds between two looks whether it is time to press."""


@contextmanager
def interrupted(ready: Callable[[], object]) -> Iterator[None]:
    """KeyboardInterrupt is raised in what is inside, in the main thread, once, as soon as this is so."""
    taken = threading.Event()

    def take(_number: int, _frame: FrameType | None) -> None:
        if not taken.is_set():
            taken.set()
            raise KeyboardInterrupt

    def press() -> None:
        while not ready():
            if taken.wait(POLL):
                return
        while not taken.is_set():
            os.kill(os.getpid(), signal.SIGINT)
            taken.wait(AGAIN)

    before = signal.signal(signal.SIGINT, take)
    presses = threading.Thread(target=press)
    try:
        presses.start()
        yield
    finally:
        taken.set()
        presses.join(PATIENCE)
        signal.signal(signal.SIGINT, before)


class Interruption:
    """A KeyboardInterrupt that is raised before one instruction of this thread, here or in Python's own library.

    It is never raised in what Python calls when a weak reference dies, for there Python only complains of it.
    """

    def __init__(self, instruction: int) -> None:
        """``instruction``: how many are executed before it, all in functions that are called within the block."""
        self._left = instruction
        self.came = False

    def __enter__(self) -> Self:
        self._before = sys.gettrace()
        sys.settrace(self._watch)
        return self

    def __exit__(self, *_error: object) -> None:
        sys.settrace(self._before)

    def _watch(self, frame: FrameType, event: str, _argument: object) -> Callable[..., Any] | None:
        if frame.f_code.co_filename == _weakrefset.__file__:
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        if event == "opcode" and not self.came:
            self._left -= 1
            if self._left < 0:
                self.came = True
                raise KeyboardInterrupt
        return self._watch
