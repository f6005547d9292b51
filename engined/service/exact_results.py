"""A solved position: what is worth keeping of an exact result, and what it can answer."""

from __future__ import annotations

from msgspec import Struct

from engined.results import Certainty, Reason, Result
from engined.rules.position import Position, TooManyMoves, format_position
from engined_protocol.messages import Analyse, BookWork, ScoredMove, Solve, Work


class ExactResult(Struct, frozen=True, kw_only=True):
    """Exact knowledge about a position: its lines, best first, of which the first ``exact`` are proven.

    The lines after those, if any, are proven to be no better.
    """

    digest: str
    """The digest of the position, its variant included."""
    variant: str
    position: str
    exact: int
    moves: int
    """Legal moves of the position."""
    lines: tuple[ScoredMove, ...]

    @property
    def score(self) -> float:
        """The value of the position in discs, the mover's view."""
        return self.lines[0].score

    def answers(self, wanted: int | None) -> bool:
        """Whether it has proven scores for the ``wanted`` best moves (None: all)."""
        return self.exact >= min(wanted or self.moves, self.moves)

    def betters(self, other: ExactResult | None) -> bool:
        """Whether it should replace another record of the same position."""
        return other is None or self.exact > other.exact


def special(request: Analyse) -> bool:
    """Whether an answer holds for this request only: it leaves moves out, or compares or plays them in its own way."""
    return bool(request.only or request.contempt or request.ties != "all")


def answering(request: Work | BookWork, known: ExactResult | None) -> ExactResult | None:
    """What is known, if it answers the request."""
    if not isinstance(request, Analyse | Solve) or known is None:
        return None
    if isinstance(request, Analyse) and special(request):
        return None
    return known if known.answers(request.best if isinstance(request, Analyse) else 1) else None


def learnt(
    request: Work | BookWork, position: Position, result: Result, lines: tuple[ScoredMove, ...]
) -> ExactResult | None:
    """What to keep of the end of a request's job, if it proved something."""
    if isinstance(request, Analyse) and special(request):
        return None
    proof = isinstance(request, Solve) and request.goal == "score" and result.reason is Reason.DONE
    return solved(position, result, lines, proof=proof)


def solved(position: Position, result: Result, lines: tuple[ScoredMove, ...], *, proof: bool) -> ExactResult | None:
    """What to keep of a result: None unless the best line is exact and nothing left open could be better.

    ``proof`` says that the job was to prove the position's score, so that moves left out are no better.
    """
    exact = 0
    for line in result.lines:
        if line.score.kind is not Certainty.EXACT:
            break
        exact += 1
    rest = result.lines[exact:]
    if not exact or any(line.score.kind is not Certainty.UPPER for line in rest):
        return None
    if rest and max(line.score.value for line in rest) > result.lines[exact - 1].score.value:
        return None
    try:
        moves = len(position.legal())
    except TooManyMoves:
        return None
    if len(result.lines) < moves and not proof:
        return None
    return ExactResult(
        digest=position.digest,
        variant=position.variant.name,
        position=format_position(position),
        exact=exact,
        moves=moves,
        lines=lines,
    )
