"""Ctrl-C is heard whenever it comes, and once.

Python's handlers run between two of its instructions, or when a signal interrupts a wait. For one that comes after the
last instruction before a wait, and before the wait has begun, they would run when that ends: never, if Ctrl-C was to
end it. So the signal is told to a thread too, which interrupts the wait once more.

One press may send several signals: `timeout` signals a command and then its whole process group, and so does a
terminal beside a shell that passes it on. The second must not end what the first began, as an analysis that is about to
print its result, nor kill it while Python ends: what belongs to the press is passed over until then, and from then on
SIGINT is ignored.
"""

from __future__ import annotations

import atexit
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

KNOCK = signal.SIGURG
"""The signal that ends a wait of the main thread, which then sees what else has come. Where no handler is set for it,
it does nothing.
"""
ONE_PRESS = 0.5
"""Seconds after an interrupt in which another SIGINT belongs to the same press."""
PAUSES = (0.05, 0.2, 1.0, 5.0)
"""Seconds before each knock: the first knocks may come too early as well, on a machine with much to do."""


@contextmanager
def heard() -> Iterator[None]:
    """Within this, the main thread, which is to call it, hears signals in any wait, and a press of Ctrl-C once."""
    told, telling = os.pipe()
    os.set_blocking(telling, False)
    listener = _Listener(told)
    handler = signal.signal(KNOCK, listener.answer)
    interrupt, presses = signal.getsignal(signal.SIGINT), _Presses()
    if interrupt is signal.default_int_handler:  # not where whoever started us has SIGINT ignored
        signal.signal(signal.SIGINT, presses.interrupt)
    before = signal.set_wakeup_fd(telling, warn_on_full_buffer=False)
    threading.Thread(target=listener.listen, daemon=True).start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        if presses.lasts():
            atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
        else:
            signal.signal(signal.SIGINT, interrupt)
        signal.signal(KNOCK, handler)
        os.close(telling)


class _Presses:
    """What SIGINT does: it raises KeyboardInterrupt, once for a press."""

    def __init__(self) -> None:
        self._raised = -ONE_PRESS
        """The time at which it was raised last, in seconds of the monotonic clock."""

    def interrupt(self, number: int, frame: FrameType | None) -> None:
        """Raise KeyboardInterrupt, unless it was raised a moment ago."""
        if not self.lasts():
            self._raised = time.monotonic()
            signal.default_int_handler(number, frame)

    def lasts(self) -> bool:
        """Return whether another SIGINT would belong to a press that was told already."""
        return time.monotonic() - self._raised < ONE_PRESS


class _Listener:
    """The listener hears of signals in a thread of its own, beside the main one."""

    def __init__(self, told: int) -> None:
        """``told``: where the numbers of signals come in."""
        self._told, self._main_thread = told, threading.get_ident()
        self._answered = False

    def answer(self, _number: int, _frame: object) -> None:
        """The main thread has seen all that came before the last knock: handlers run one after the other."""
        self._answered = True

    def listen(self) -> None:
        """Knock after each signal, until no more can come."""
        with open(self._told, "rb", buffering=0) as signals:
            while number := signals.read(1):
                if number[0] != KNOCK:
                    self._knock()

    def _knock(self) -> None:
        self._answered = False
        for pause in PAUSES:
            time.sleep(pause)
            if self._answered:
                return
            signal.pthread_kill(self._main_thread, KNOCK)
