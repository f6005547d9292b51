"""Frontier discs (辺縁石): those beside an empty cell. The more a side has, the more its opponent may turn."""

from __future__ import annotations

from engined.rules.flipping import Bracketing
from engined.rules.geometry import geometry
from engined.rules.position import Position
from engined.rules.registry import capture_of
from engined.variants.model import EMPTY


def frontier(position: Position) -> frozenset[int]:
    """Squares of discs with an empty cell beside them or at a corner; none where discs are not bracketed."""
    if not isinstance(capture_of(position.variant), Bracketing):
        return frozenset()
    board, touching = position.board, geometry(position.variant.board).touching
    return frozenset(
        square
        for square in position.variant.board.cells
        if board[square] != EMPTY and any(board[near] == EMPTY for near in touching[square])
    )
