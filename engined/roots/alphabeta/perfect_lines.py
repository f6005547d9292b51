"""Moves that are proven to keep a value, and lines of such moves to the end of a game."""

from __future__ import annotations

from collections.abc import Iterator

from engined.rules.position import Move, Position
from engined.search.probcut_levels import FULL_WIDTH

from .root_moves import raw_value
from .searcher import AlphaBetaSearcher


def perfect_line(searcher: AlphaBetaSearcher, position: Position, value: int) -> Iterator[Move]:
    """A perfect line to the end from a position of this exact value, in discs; every move is proven. Raises
    Interrupted.
    """
    while not position.over:
        move = next(move for move in _candidates(searcher, position) if keeps(searcher, position, move, value))
        yield move
        position = position.play(move)
        value = -value


def keeps(searcher: AlphaBetaSearcher, position: Position, move: Move, value: int, level: int = FULL_WIDTH) -> bool:
    """Whether a move is worth at least ``value`` discs to the mover, at a level of confidence. Raises Interrupted."""
    after = position.play(move)
    if after.over:
        return raw_value(after, position.seat) >= value
    return -searcher.solve(after, -value, -value + 1, level) >= value


def _candidates(searcher: AlphaBetaSearcher, position: Position) -> Iterator[Move]:
    """Legal moves, the table's first."""
    known = searcher.variation(position, 1)[:1]
    legal = position.legal()
    yield from (move for move in known if move in legal)
    yield from (move for move in legal if move not in known)
