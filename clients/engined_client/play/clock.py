"""The clock of a game in the terminal: how it is asked for, and what is drawn of the one that the daemon keeps."""

from __future__ import annotations

import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable

from engined_protocol.messages import Position, TimeControl

from ..drawing.wording import PLAIN, Wording
from ..terminal.command import WrongInput
from ..terminal.parsing import duration

MOST = 1e6
"""Seconds that can be asked for."""
_seconds = duration(float)
"""Times are read as other options read them. Raises ValueError."""


def time_control(text: str) -> TimeControl:
    """Read a time control, as the ``type`` of an option: ``300``, ``300+5``, ``5:00+5``, ``5m+5s``."""
    main, _, increment = text.partition("+")
    try:
        seconds, more = _seconds(main), _seconds(increment or "0")
    except ValueError:
        raise ArgumentTypeError(f"seconds such as 300, or 5:00+3 with three more a move, not {text!r}") from None
    if not 0 < seconds <= MOST or not 0 <= more <= MOST:
        raise ArgumentTypeError(f"not a time for a game: {text!r}")
    return TimeControl(main=seconds, increment=more)


def byoyomi(text: str) -> float:
    """Seconds for each move, for the ``type`` of an option: ``30``, ``30s``, ``0:30``."""
    try:
        seconds = _seconds(text)
    except ValueError:
        raise ArgumentTypeError(f"seconds such as 30 or 0:30, not {text!r}") from None
    if not 0 < seconds <= MOST:
        raise ArgumentTypeError(f"not a time for a move: {text!r}")
    return seconds


def add_clock_options(parser: ArgumentParser) -> None:
    """Add ``--clock`` and ``--byoyomi``, of which :func:`clocks_of` makes the clocks of a game."""
    parser.add_argument(
        "--clock", metavar="TIME", type=time_control, help="seconds for each seat's game, as 300, 5:00 or 5:00+3 a move"
    )
    parser.add_argument(
        "--byoyomi",
        metavar="TIME",
        type=byoyomi,
        help="at the start of a turn the clock is raised to that if less is left; without --clock, so much a move",
    )


def clocks_of(arguments: Namespace) -> TimeControl | None:
    """The clocks that are wanted. Raises WrongInput."""
    if arguments.byoyomi is None:
        return arguments.clock  # type: ignore[no-any-return]
    main = 0.0 if arguments.clock is None else arguments.clock.main
    if arguments.clock is not None and arguments.clock.increment:
        raise WrongInput("--byoyomi: a clock has byo-yomi, or gets more with each move")
    return TimeControl(main=main, byoyomi=arguments.byoyomi)


class ClockFace:
    """What the clocks of a session show, from when a position told of them on."""

    def __init__(self, position: Position, now: Callable[[], float] = time.monotonic) -> None:
        assert position.clock is not None
        self._left = dict(zip(position.seats, position.clock.left, strict=True))
        self._running = position.clock.running
        self._now = now
        self._since = now()

    def left(self, seat: str) -> float:
        """Seconds."""
        gone = self._now() - self._since if seat == self._running else 0.0
        return max(0.0, self._left[seat] - gone)

    def line(self, words: Wording = PLAIN) -> str:
        """What is left of each seat's time."""
        times = ", ".join(f"{words.told(seat)} {_shown(self.left(seat))}" for seat in self._left)
        return words("clock: {times}", times=times)


def _shown(seconds: float) -> str:
    """``4:58``; tenths in the last ten seconds."""
    if seconds < 10:
        return f"0:{seconds:04.1f}"
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"
