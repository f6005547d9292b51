"""Analyses that are kept although they prove nothing: which ones, and what they answer."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from engined.book.tasks import BookTask
from engined.engine.tasks import SearchTask, Task
from engined.engine.variant_state import Known
from engined.results import Result
from engined.rules.position import Position, format_position
from engined_protocol.messages import Analyse, BookWork, Work

from .exact_results import special

KEPT_DEPTH = 12
"""Plies: a less deep analysis is soon made again. (On 8x8 one so deep takes a tenth of a second; in Go it has 4096
games.)"""


class KeptAnalysis(Struct, frozen=True, kw_only=True):
    """What an analysis said of a position."""

    digest: str
    """The digest of the position, its variant included."""
    variant: str
    position: str
    known: Known

    def betters(self, other: KeptAnalysis | None) -> bool:
        """Whether it should replace another of the same position: it says more."""
        return other is None or (self.known.betters(other.known) and not other.known.betters(self.known))


def keepable(request: Work | BookWork, position: Position, result: Result) -> KeptAnalysis | None:
    """What to keep of the end of a request's job that proved nothing, if it went deep."""
    if not isinstance(request, Analyse) or special(request) or request.fresh or request.level is not None:
        return None
    if result.by_rules or not result.lines or result.depth < KEPT_DEPTH:
        return None
    return KeptAnalysis(
        digest=position.digest,
        variant=position.variant.name,
        position=format_position(position),
        known=Known(result.depth, result.lines, request.best, result.seconds),
    )


def answers(request: Work | BookWork, kept: KeptAnalysis | None) -> bool:
    """Whether a request asks for no more than was kept. An analysis that is to be learnt from, or that tells of games
    played out, is made again, from there.
    """
    return (
        kept is not None
        and isinstance(request, Analyse)
        and request.depth is not None
        and request.depth <= kept.known.depth
        and kept.known.serves(request.best)
        and request.solve_empties is None
        and not request.learn
        and not special(request)
        and not any(line.forecast for line in kept.known.lines)
    )


def resuming(task: Task | BookTask, kept: KeptAnalysis | None) -> Task | BookTask:
    """The task, to go on from what was kept."""
    return task if kept is None or not isinstance(task, SearchTask) else replace(task, known=kept.known)
