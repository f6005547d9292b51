"""Says on standard error that a variant is being compiled, and for how long: on a terminal with a clock that runs, into
a pipe in one line.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable

from engined_protocol.job_state import preparation

from ..drawing.wording import Language, Wording
from .output import write_over

TICK = 1.0


class CompileNotice:
    """Hears what jobs wait for (``state`` of their news), from any thread.

    Without a ``clock`` a terminal gets by ``complain`` the one line that a pipe gets: for commands that draw where the
    clock would.
    """

    def __init__(self, complain: Callable[[str], None], language: Language = "en", *, clock: bool = True) -> None:
        self._complain = complain
        self._words = Wording(language=language)
        self._clock = clock and sys.stderr.isatty()
        self._told: set[str] = set()
        self._ended = threading.Event()
        self._ticking: threading.Thread | None = None

    def hear(self, state: str) -> None:
        """A job waits for this; empty: for nothing any more."""
        waits = preparation(state)
        if waits is None or waits.doing != "compiling":
            self._stop()
        elif self._ticking is None and self._clock:
            self._ended.clear()
            self._ticking = threading.Thread(target=self._tick, args=(waits.variant,), daemon=True)
            self._ticking.start()
        elif waits.variant not in self._told and not self._clock:
            self._told.add(waits.variant)
            self._complain(self._words("compiling {variant} (once; usually 5 to 60 s)", variant=waits.variant))

    def _tick(self, variant: str) -> None:
        begun = time.monotonic()
        while not self._ended.is_set():
            seconds = f"{time.monotonic() - begun:.0f}"
            write_over(
                self._words("compiling {variant}: {seconds} s (usually 5 to 60)", variant=variant, seconds=seconds)
            )
            self._ended.wait(TICK)
        write_over("")

    def _stop(self) -> None:
        if self._ticking is not None:
            self._ended.set()
            self._ticking.join()
            self._ticking = None
