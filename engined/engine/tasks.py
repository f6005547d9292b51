"""What the engine can be asked to do, and what it says at the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from engined.results import Reason, Result, Snapshot
from engined.roots.limits import Limits
from engined.rules.position import Position
from engined_protocol.errors import Code

from .variant_state import Known


class SearchTask(Struct, frozen=True, kw_only=True, tag=True):
    """Score moves of a position that is not over, or prove what it is worth."""

    position: Position
    limits: Limits = Limits()
    interval: float = 0.2
    """Seconds between two snapshots."""
    known: Known | None = None
    """The result of an earlier analysis of the position, to go on from."""


class PerftTask(Struct, frozen=True, kw_only=True, tag=True):
    """Count leaves at depths 1 to ``depth``."""

    position: Position
    depth: int


class EvaluationTask(Struct, frozen=True, kw_only=True, tag=True):
    """Say what can be played in many positions, and what they are worth without a search."""

    position: Position
    """Any of the variant."""
    positions: tuple[str, ...]
    """The positions as text: to read them takes as long as the rest."""
    moves: bool = True
    """Whether legal moves are wanted."""
    values: bool = True
    """Whether scores are asked for."""


Task = SearchTask | PerftTask | EvaluationTask


class PerftCount(Struct, frozen=True, tag=True, array_like=True):
    """Leaves at one depth, and the seconds that this depth took."""

    depth: int
    leaves: int
    seconds: float


class PerftResult(Struct, frozen=True, tag=True, array_like=True):
    """The end of a count: leaves at depths 1, 2 ..."""

    reason: Reason
    leaves: tuple[int, ...]
    seconds: float


class Evaluation(Struct, frozen=True, array_like=True):
    """What there is to say of a position."""

    value: float | None = None
    """The score in discs, for the mover; None where it was not asked for."""
    kind: str = ""
    """Exact where the game is over, else an estimate."""
    moves: tuple[str, ...] = ()
    """The legal moves of the position, if they were asked for."""
    fault: str = ""
    """Why it is no position; empty if it is one."""


class EvaluationResult(Struct, frozen=True, tag=True, array_like=True):
    """Evaluations of so many first positions as there was time for."""

    reason: Reason
    evaluations: tuple[Evaluation, ...]
    seconds: float


class EngineFailure(Struct, frozen=True, tag=True, array_like=True):
    """The task cannot be done, and why."""

    code: Code
    """UNSUPPORTED, INTERNAL or ENGINE_CRASHED."""
    message: str


End = Result | PerftResult | EvaluationResult | EngineFailure
OnInfo = Callable[[Snapshot | PerftCount], None]
OnFinal = Callable[[End], None]


class Stoppable(Protocol):
    """A task under way."""

    def stop(self, reason: Reason = Reason.STOPPED) -> None:
        """End early, with the final still to come. Harmless when repeated or late. From any thread."""
        ...

    def hold(self) -> None:
        """Have it give way until :meth:`go_on`; its time goes on. From any thread."""
        ...

    def go_on(self) -> None:
        """Have it work again, exactly where it was."""
        ...
