"""The clock of a game in the terminal: main time and an increment for each move."""

from __future__ import annotations

import time
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterable
from typing import NamedTuple

from engined_protocol.messages import Clock

from .wording import PLAIN, Wording


class TimeControl(NamedTuple):
    """Seconds for the game, and those added after each move."""

    main: float
    increment: float


def time_control(text: str) -> TimeControl:
    """For the ``type`` of an option: ``300``, ``300+5``, ``5:00+5``."""
    main, _, increment = text.partition("+")
    try:
        *minutes, seconds = (float(part) for part in main.split(":"))
        control = TimeControl(60 * sum(minutes) + seconds, float(increment or 0))
    except ValueError:
        raise ArgumentTypeError(f"seconds such as 300, or 5:00+3 with three more a move, not {text!r}") from None
    if len(minutes) > 1 or not 0 < control.main <= 1e6 or not 0 <= control.increment <= 1e6:
        raise ArgumentTypeError(f"not a time for a game: {text!r}")
    return control


class GameClock:
    """Counts down for the seat to move."""

    def __init__(self, seats: Iterable[str], control: TimeControl, now: Callable[[], float] = time.monotonic) -> None:
        self._seats, self._main, self._increment = tuple(seats), control.main, control.increment
        self._now = now
        self.reset()

    def reset(self) -> None:
        """A new game, and nobody's turn yet."""
        self._left = dict.fromkeys(self._seats, self._main)
        self._mover, self._since = "", self._now()

    def turn(self, mover: str) -> str:
        """It is this seat's turn now; nobody's for an empty name. The seat that has moved too late, if one has."""
        moved, late = self._mover, ""
        if moved:
            self._left[moved] = self.left(moved)
            late = moved if self._left[moved] <= 0 else ""
            if mover != moved:
                self._left[moved] += self._increment
        self._mover, self._since = mover, self._now()
        return late

    def left(self, seat: str) -> float:
        """Seconds."""
        return self._left[seat] - (self._now() - self._since if seat == self._mover else 0.0)

    def told(self, seat: str) -> Clock:
        """For the engine."""
        return Clock(remaining=max(0.0, self.left(seat)), increment=self._increment)

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
