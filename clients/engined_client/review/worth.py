"""A move and what it leads to."""

from __future__ import annotations

from math import sqrt

from msgspec import Struct

from engined_protocol.messages import ScoredMove


class Worth(Struct, frozen=True, kw_only=True):
    """What a move is worth, from the view of the seat that makes it."""

    move: str
    score: float
    """The score in discs or points; among more than two sides, the lead over the best other."""
    kind: str
    """``exact``, ``selective``, ``estimate``, ``lower`` or ``upper``."""
    depth: int
    line: tuple[str, ...]
    """The principal variation, the move first."""
    win_rate: float | None = None
    """The share of games that the mover wins, where games are played out (Go); else None."""
    error: float | None = None
    """The standard error of the score by the games played out, in points; None where none are."""
    counts: tuple[float, ...] = ()
    """Among more than two sides: what each seat counts in the end."""


def worth_of(move: ScoredMove) -> Worth:
    """The worth of a move that was analysed."""
    return Worth(
        move=move.move,
        score=move.score,
        kind=move.kind,
        depth=move.depth,
        line=move.pv or (move.move,),
        win_rate=None if move.forecast is None else move.forecast.win_rate,
        error=None if move.forecast is None else move.forecast.spread / sqrt(max(move.forecast.visits, 1)),
        counts=() if move.outlook is None else move.outlook.counts,
    )


def weaker_kind(*worths: Worth) -> str:
    """What a difference of scores is worth: the kind of the less certain one."""
    order = ("exact", "selective")
    kinds = [worth.kind for worth in worths]
    return max(kinds, key=lambda kind: order.index(kind) if kind in order else len(order))


def thrown_away(best: Worth, played: Worth) -> str:
    """What a move throws away between two sides, if both scores are exact and the result is another one: ``a win``,
    ``a draw``.
    """
    if not best.kind == played.kind == "exact":
        return ""
    if best.score > 0 >= played.score:
        return "a win"
    return "a draw" if best.score == 0 > played.score else ""
