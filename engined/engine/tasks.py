"""What the engine can be asked to do, and what it says at the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol

from msgspec import Struct

from engined.results import Info, Reason, Result
from engined.roots.limits import Limits
from engined.rules.position import Position

from .variant_state import Known


class SearchTask(Struct, frozen=True, kw_only=True):
    """Score moves of a position that is not over, or prove what it is worth."""

    position: Position
    limits: Limits = Limits()
    interval: float = 0.2
    """Seconds between two snapshots."""
    known: Known | None = None
    """What was kept of an earlier analysis of the position, to go on from."""


class PerftTask(Struct, frozen=True, kw_only=True):
    """Count leaves at depths 1 to ``depth``."""

    position: Position
    depth: int


Task = SearchTask | PerftTask


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

    code: Literal["unsupported", "internal", "engine-crashed"]
    message: str


End = Result | PerftResult | EngineFailure
OnInfo = Callable[[Info | PerftCount], None]
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
