"""How analyses among more than two sides look in messages."""

from __future__ import annotations

from engined.results import Kind, Line
from engined.rules.position import Position, move_text
from engined.rules.scoring import sides
from engined_protocol import messages as m


def outlook_of(line: Line) -> m.Outlook | None:
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
    )


def ranks_of(position: Position) -> tuple[int, ...]:
    """The ranks of more than two sides; nothing for two."""
    return position.ranks() if len(sides(position.variant)) > 2 else ()


def views_of(position: Position, moves: tuple[m.ScoredMove, ...]) -> tuple[m.View, ...]:
    """The best move by each view; nothing unless all views of all legal moves are known.

    Of moves that are worth the same the first in board order is the best.
    """
    known = {
        move.move: (move.score, move.outlook)
        for move in moves
        if move.kind == Kind.EXACT and move.outlook is not None and move.outlook.paranoid is not None
    }
    if not known or len(known) < len(position.legal()):
        return ()
    views = [m.View(view="maxn", best="", score=float("-inf"))] * 3
    for text in (move_text(position, move) for move in position.legal()):
        score, outlook = known[text]
        assert outlook.paranoid is not None
        assert outlook.alliance is not None
        options = (
            m.View(view="maxn", best=text, score=score),
            m.View(view="paranoid", best=text, score=outlook.paranoid),
            m.View(view="alliance", best=text, score=outlook.alliance, ally=outlook.ally),
        )
        views = [new if new.score > old.score else old for old, new in zip(views, options, strict=True)]
    return tuple(views)
