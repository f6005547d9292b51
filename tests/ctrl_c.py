"""Ctrl-C, as a terminal or Jupyter would send it to this process."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

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
