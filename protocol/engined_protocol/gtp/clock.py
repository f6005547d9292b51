"""The clocks of a GTP game: ``time_settings``, ``time_left``, and what the engine itself used."""

from __future__ import annotations

from enum import StrEnum
from math import inf

from msgspec import Struct

from ..messages import Clock
from ..text.lag import Lag

SHORTEST = 0.01
"""Seconds that a move gets at least where it may take none."""


class Byoyomi(StrEnum):
    """What a byoyomi time for 0 stones means: controllers of Othello disagree with GTP."""

    UNLIMITED = "unlimited"
    """No time limit at all (GTP 2)."""
    INCREMENT = "increment"
    """Added to the main time after each move."""
    PER_MOVE = "per-move"
    """There is so much time for each move, once the main time is gone."""
    REFILLS = "refills"
    """The time left is raised to this at the start of a turn, if it is less, as some servers of Go have it."""


class _Control(Struct, frozen=True):
    """A time control, in seconds. ``stones`` moves must be made in each ``period`` after ``main``; or ``main``
    refills to ``period`` at the start of each turn; or ``increment`` is added to it after each move.
    """

    main: float
    period: float = 0.0
    stones: int = 0
    increment: float = 0.0
    refills: bool = False
    most: float = inf
    """The most that the increment may fill the main time up to, in seconds."""
    longest: float = 0.0
    """The most that one move may take, in seconds; 0 if it may take all that there is."""


class _Left(Struct, frozen=True):
    """What one colour has: in main time while ``stones`` is 0."""

    seconds: float
    stones: int = 0
    counted: bool = False
    """Whether the engine counted this itself, after a move of its own."""


class GameClocks:
    """Both colours' clocks; colour 0 is Black."""

    def __init__(self, byoyomi: Byoyomi = Byoyomi.UNLIMITED) -> None:
        self.byoyomi = byoyomi
        self._control: _Control | None = None
        self._left: dict[int, _Left] = {}
        self._lag = Lag()

    def set(self, main: float, period: float, stones: int, byoyomi: Byoyomi | None = None) -> None:
        """``time_settings``: main time, byoyomi time, byoyomi stones, and what such a time for 0 stones means here."""
        if main == 0 and period == 0:
            self._control = None
        elif period > 0 and stones == 0:
            self._control = {
                Byoyomi.UNLIMITED: None,
                Byoyomi.INCREMENT: _Control(main, increment=period),
                Byoyomi.PER_MOVE: _Control(main, period, 1),
                Byoyomi.REFILLS: _Control(main, period, refills=True),
            }[byoyomi or self.byoyomi]
        else:
            self._control = _Control(main, period, stones)
        self.restart()

    def set_capped(self, main: float, increment: float, most: float | None, longest: float | None) -> None:
        """An increment that fills the main time up to ``most`` alone, and ``longest`` for a move; None is no limit."""
        self._control = _Control(
            main,
            increment=increment,
            most=inf if most is None else most,
            longest=0.0 if longest is None else max(longest, SHORTEST),
        )
        self.restart()

    def restart(self) -> None:
        """A new game: full clocks."""
        control = self._control
        self._left = {} if control is None else {colour: self._entered(control) for colour in (0, 1)}

    def tell(self, colour: int, seconds: float, stones: int) -> None:
        """``time_left``: the controller's word on one clock, also when there were no settings.

        After a move of the engine's own it shows what was lost on the way.
        """
        left = self._left.get(colour)
        if left is not None and left.counted and left.stones == stones:
            self._lag.see(left.seconds - seconds)
        self._left[colour] = _Left(seconds, stones)

    def spend(self, colour: int, seconds: float) -> None:
        """The engine used time for a move."""
        left = self._left.get(colour)
        if left is None:
            return
        control = self._control or _Control(left.seconds)
        remaining = left.seconds - seconds
        if control.refills:
            remaining = max(left.seconds, control.period) - seconds
            # Below the period, what the controller tells next may be refilled already.
            self._left[colour] = _Left(max(remaining, 0.0), counted=remaining >= control.period)
        elif left.stones:
            stones = left.stones - 1
            self._left[colour] = _Left(max(remaining, 0.0), stones, counted=True)
            if stones == 0:
                self._left[colour] = _Left(control.period or max(remaining, 0.0), control.stones)
        elif remaining > 0 or not control.stones:
            filled = min(max(remaining, 0.0) + control.increment, control.most)
            self._left[colour] = _Left(filled, counted=True)
        else:
            self._left[colour] = _Left(control.period, control.stones)

    def clock(self, colour: int) -> Clock | None:
        """What a colour has left; None without a limit."""
        left = self._left.get(colour)
        if left is None:
            return None
        if left.stones:
            return Clock(remaining=0.0, byoyomi=left.seconds, stones=left.stones, lag=self._lag.seconds)
        control = self._control or _Control(left.seconds)
        return Clock(
            remaining=left.seconds,
            increment=control.increment,
            byoyomi=control.period,
            refills=control.refills,
            stones=control.stones,
            longest=control.longest,
            lag=self._lag.seconds,
        )

    @staticmethod
    def _entered(control: _Control) -> _Left:
        return _Left(control.main) if control.main > 0 else _Left(control.period, control.stones)
