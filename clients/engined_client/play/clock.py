"""The clock of a game in the terminal: main time, and an increment for each move or byo-yomi."""

from __future__ import annotations

import time
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterable
from typing import NamedTuple

from engined_protocol.messages import Clock

from ..drawing.wording import PLAIN, Wording


class TimeControl(NamedTuple):
    """Seconds for the game, those added after each move, and what the clock is raised to when a turn begins."""

    main: float
    increment: float = 0.0
    byoyomi: float = 0.0


def time_control(text: str) -> TimeControl:
    """For the ``type`` of an option: ``300``, ``300+5``, ``5:00+5``."""
    main, _, increment = text.partition("+")
    try:
        control = TimeControl(_seconds(main), float(increment or 0))
    except ValueError:
        raise ArgumentTypeError(f"seconds such as 300, or 5:00+3 with three more a move, not {text!r}") from None
    if not 0 < control.main <= 1e6 or not 0 <= control.increment <= 1e6:
        raise ArgumentTypeError(f"not a time for a game: {text!r}")
    return control


def byoyomi(text: str) -> float:
    """Seconds for each move, for the ``type`` of an option: ``30``, ``0:30``."""
    try:
        seconds = _seconds(text)
    except ValueError:
        raise ArgumentTypeError(f"seconds such as 30 or 0:30, not {text!r}") from None
    if not 0 < seconds <= 1e6:
        raise ArgumentTypeError(f"not a time for a move: {text!r}")
    return seconds


def _seconds(text: str) -> float:
    """Of ``300`` or ``5:00``. Raises ValueError."""
    minutes, colon, seconds = text.rpartition(":")
    return (60 * float(minutes) if colon else 0.0) + float(seconds)


class GameClock:
    """Counts down for the seat to move.

    With byo-yomi, what a seat has left is raised to that at the start of its turn if it is less.
    """

    def __init__(self, seats: Iterable[str], control: TimeControl, now: Callable[[], float] = time.monotonic) -> None:
        self._seats, self._control = tuple(seats), control
        self._now = now
        self.reset()

    def reset(self) -> None:
        """A new game, and nobody's turn yet."""
        self._left = dict.fromkeys(self._seats, self._control.main)
        self._mover, self._since = "", self._now()

    def turn(self, mover: str) -> str:
        """It is this seat's turn now; nobody's for an empty name. The seat that has moved too late, if one has."""
        moved, late = self._mover, ""
        if moved:
            self._left[moved] = self.left(moved)
            late = moved if self._left[moved] <= 0 else ""
            if mover != moved:
                self._left[moved] += self._control.increment
        if mover and mover != moved:
            self._left[mover] = max(self._left[mover], self._control.byoyomi)
        self._mover, self._since = mover, self._now()
        return late

    def left(self, seat: str) -> float:
        """Seconds."""
        return self._left[seat] - (self._now() - self._since if seat == self._mover else 0.0)

    def told(self, seat: str) -> Clock:
        """For the engine."""
        left, period = max(0.0, self.left(seat)), self._control.byoyomi
        if period:
            # What is gone of this turn is not refilled.
            return Clock(remaining=left, byoyomi=min(period, left), refills=True)
        return Clock(remaining=left, increment=self._control.increment)

    def line(self, words: Wording = PLAIN) -> str:
        """What is left of each seat's time."""
        times = ", ".join(f"{words.told(seat)} {_shown(self.left(seat))}" for seat in self._left)
        return words("clock: {times}", times=times)


def _shown(seconds: float) -> str:
    """``4:58``; tenths in the last ten seconds."""
    if seconds < 10:
        return f"0:{max(0.0, seconds):04.1f}"
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"
