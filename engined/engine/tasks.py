"""What the engine can be asked to do, and what it says at the end."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from engined.results import Reason
from engined.rules.position import Move, Position


class AnalyseTask(Struct, frozen=True, kw_only=True):
    """Score moves of a position that is not over; the limits are those of ``messages.Analyse``."""

    position: Position
    seconds: float | None = None
    soft: float | None = None
    """On a clock, the seconds that this move should take on average, ``seconds`` being those that it must not exceed.
    Then those count from the start of the task: a clock does not wait for the compiler."""
    nodes: int | None = None
    depth: int | None = None
    best: int | None = None
    only: tuple[Move, ...] = ()
    solve_empties: int | None = None
    threads: int = 1
    interval: float = 0.2
    contempt: float = 0.0
    """From the first seat's view, as in ``messages.Analyse``."""
    ties: Literal["all", "first", "random"] = "all"
    """Among more than two sides, which of equally good moves seats play, as in ``messages.Analyse``."""
    seed: int = 0
    """Of ``random`` ties."""

    @property
    def rule(self) -> int:
        """The rule for ties as :mod:`engined.search.maxn` numbers them."""
        return {"all": 0, "first": 1, "random": 2 + self.seed}[self.ties]


class SolveTask(Struct, frozen=True, kw_only=True):
    """Prove the score of a position that is not over, or where it stands against a window."""

    position: Position
    goal: Literal["score", "wld", "window"] = "score"
    lower: int | None = None
    upper: int | None = None
    seconds: float | None = None
    nodes: int | None = None
    threads: int = 1
    interval: float = 0.2


class PerftTask(Struct, frozen=True, kw_only=True):
    """Count leaves at depths 1 to ``depth``."""

    position: Position
    depth: int


Task = AnalyseTask | SolveTask | PerftTask


class PerftCount(Struct, frozen=True):
    """Leaves at one depth, and the seconds that this depth took."""

    depth: int
    leaves: int
    seconds: float


class PerftResult(Struct, frozen=True):
    """The end of a count: leaves at depths 1, 2 ..."""

    reason: Reason
    leaves: tuple[int, ...]
    seconds: float


class EngineFailure(Struct, frozen=True):
    """The task cannot be done, and why."""

    code: Literal["unsupported", "internal"]
    message: str
