"""How long engines may think, and the clocks that hold them to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

MoveSeconds = Annotated[float, Meta(gt=0, le=1e5)]
MoveDepth = Annotated[int, Meta(ge=1, le=1000)]
MoveNodes = Annotated[int, Meta(ge=1, le=2**53)]


class LimitError(ValueError):
    """A limit that cannot be; the message says what would be right."""


@dataclass(frozen=True, slots=True)
class Limit:
    """What one engine is told: any of a time for each move, a depth, a number of nodes, and a clock for the game."""

    seconds: float | None = None
    """The seconds for each move."""
    depth: int | None = None
    """The depth of a search, in plies."""
    nodes: int | None = None
    """The nodes for each move: positions searched, or games played out."""
    main: float | None = None
    """Seconds for all moves of a game."""
    increment: float = 0.0
    """Seconds added to the clock after each move."""

    def __str__(self) -> str:
        parts = [] if self.seconds is None else [f"{self.seconds:g} s a move"]
        parts += [] if self.depth is None else [f"depth {self.depth}"]
        parts += [] if self.nodes is None else [f"{self.nodes} nodes a move"]
        parts += [] if self.main is None else [f"clock {self.main:g}+{self.increment:g} s"]
        return ", ".join(parts) or "no limit"


NO_LIMIT = Limit()


@dataclass(slots=True)
class MatchClock:
    """One engine's time in one game, in seconds."""

    limit: Limit
    margin: float
    """The seconds that a move may take beyond its time before it is lost: pipes, scheduling, another program's turn."""
    patience: float
    """The longest wait where there is no limit in time."""
    remaining: float = 0.0
    """The seconds left on the clock of the game; meaningless without one."""

    def __post_init__(self) -> None:
        self.remaining = self.limit.main or 0.0

    @property
    def allowance(self) -> float:
        """Seconds after which the next move comes too late."""
        times = [] if self.limit.seconds is None else [self.limit.seconds]
        times += [] if self.limit.main is None else [self.remaining]
        return min(times) + self.margin if times else self.patience

    def charge(self, seconds: float) -> None:
        """Take the time of a move from the clock and add the increment."""
        self.remaining = max(self.remaining - seconds, 0.0) + self.limit.increment


def parse_clock(text: str) -> tuple[float, float]:
    """``MAIN+INC`` or ``MAIN`` in seconds. Raises LimitError."""
    main, plus, increment = text.partition("+")
    try:
        times = float(main), float(increment) if plus else 0.0
    except ValueError:
        raise LimitError(f"{text[:20]!r} is not MAIN+INC in seconds, such as 60+1") from None
    if not (0 < times[0] <= 1e6 and 0 <= times[1] <= 1e4):
        raise LimitError(f"{text[:20]!r} is no clock: it needs some main time, and no negative increment")
    return times
