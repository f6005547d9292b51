"""Clocks: what a client says of its own, for one search; and those that the daemon keeps for a session."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Time = Annotated[float, Meta(ge=0, le=1e7)]


class Clock(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is left on a clock, in seconds."""

    remaining: Time
    increment: Time = 0.0
    """Added after each move."""
    byoyomi: Time = 0.0
    """A period after the main time, for ``stones`` moves (0: without a count, so without a limit)."""
    refills: bool = False
    """Instead, at the start of a turn ``remaining`` is raised to ``byoyomi`` where it is less: for each move there are
    that many seconds at least, and none come after. ``stones`` must be 0."""
    stones: Annotated[int, Meta(ge=0, le=1000)] = 0
    longest: Time = 0.0
    """A move may take so many seconds at most; 0: as many as there are."""
    lag: Annotated[float, Meta(ge=0, le=60)] = 0.0
    """Seconds that each move loses on the way between this clock and the daemon, as far as the client knows."""


class TimeControl(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What each seat of a session has, in seconds. At 0 its side has lost."""

    main: Time = 0.0
    """The main time, in seconds, for the whole game."""
    increment: Time = 0.0
    """Added after each move."""
    byoyomi: Time = 0.0
    """The byoyomi time, in seconds: after each move what is left is raised to this, if it is less."""

    def __post_init__(self) -> None:
        """Refuse what lets nobody move, and what is two things at once."""
        if not self.main and not self.byoyomi:
            raise ValueError("a clock needs main time or byo-yomi")
        if self.increment and self.byoyomi:
            raise ValueError("a clock has byo-yomi, or gets more with each move")


class SessionClock(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The clocks of a session as they stand, in seconds."""

    left: tuple[float, ...]
    """The seconds that each seat has left, in the order of ``seats``."""
    running: str = ""
    """The seat whose clock runs from now on; empty where none does: before the first move, and when play is over."""
    main: float = 0.0
    increment: float = 0.0
    byoyomi: float = 0.0
