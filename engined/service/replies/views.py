"""How analyses among more than two sides look in messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from engined.results import Certainty, MoveLine
from engined.rules.position import Position, move_text
from engined.rules.scoring import sides
from engined_protocol import messages as m

N = TypeVar("N", int, float)


def outlook_of(line: MoveLine) -> m.Outlook | None:
    """What a line says of all seats."""
    known = line.outlook
    if known is None:
        return None
    return m.Outlook(
        counts=known.counts,
        ranks=known.ranks,
        paranoid=known.paranoid,
        alliance=known.alliance,
        ally=known.ally,
        score_most=known.score_most,
        counts_most=known.counts_most,
        ranks_best=known.ranks_best,
    )


def outlook_of_all(moves: tuple[m.ScoredMove, ...]) -> m.Outlook | None:
    """What the position leads to whose moves these are, best first: whatever any move that is or may be the best does.
    None between two sides, and where the best is not proven.
    """
    proven = [(move, move.outlook) for move in moves if move.outlook is not None and move.kind != Certainty.ESTIMATE]
    if not proven or proven[0][0] is not moves[0]:
        return None
    chosen = [outlook for move, outlook in proven if most_of(move) >= moves[0].score]
    least = _each(min, [outlook.counts for outlook in chosen])
    most = _each(max, [outlook.counts_most or outlook.counts for outlook in chosen])
    worst = _each(max, [outlook.ranks for outlook in chosen])
    if least == most:
        return m.Outlook(counts=least, ranks=worst)
    best = _each(min, [outlook.ranks_best or outlook.ranks for outlook in chosen])
    most_score = max(most_of(move) for move, _ in proven)
    return m.Outlook(counts=least, ranks=worst, score_most=most_score, counts_most=most, ranks_best=best)


def most_of(move: m.ScoredMove) -> float:
    """The most that a move's score may be."""
    most = None if move.outlook is None else move.outlook.score_most
    return move.score if most is None else most


def _each(choose: Callable[[tuple[N, ...]], N], rows: list[tuple[N, ...]]) -> tuple[N, ...]:
    """One number of each column."""
    return tuple(choose(column) for column in zip(*rows, strict=True))


def ranks_of(position: Position) -> tuple[int, ...]:
    """The ranks of more than two sides; nothing for two."""
    return position.ranks() if len(sides(position.variant)) > 2 else ()


def views_of(position: Position, moves: tuple[m.ScoredMove, ...]) -> tuple[m.View, ...]:
    """The best move by each view; nothing unless all views of all legal moves are known.

    By max^n it is the best of the analysis. By the others, of moves that are worth the same, it is the first in board
    order.
    """
    known = {
        move.move: move.outlook for move in moves if move.outlook is not None and move.outlook.paranoid is not None
    }
    if not known or len(known) < len(position.legal()):
        return ()
    best = moves[0]
    paranoid = m.View(view="paranoid", best="", score=float("-inf"))
    alliance = m.View(view="alliance", best="", score=float("-inf"))
    for text in (move_text(position, move) for move in position.legal()):
        outlook = known[text]
        assert outlook.paranoid is not None
        assert outlook.alliance is not None
        if outlook.paranoid > paranoid.score:
            paranoid = m.View(view="paranoid", best=text, score=outlook.paranoid)
        if outlook.alliance > alliance.score:
            alliance = m.View(view="alliance", best=text, score=outlook.alliance, ally=outlook.ally)
    most = known[best.move].score_most
    return m.View(view="maxn", best=best.move, score=best.score, score_most=most), paranoid, alliance
