"""Empty regions and their parity (偶数理論): whoever moves last in a region gains there, so odd ones are inviting."""

from __future__ import annotations

from engined.rules.geometry import geometry
from engined.rules.position import Position
from engined.variants.model import EMPTY

CONNECTIVITY = 8
"""Cells hang together by their corners too."""


def regions(position: Position) -> tuple[tuple[int, ...], ...]:
    """The empty cells in connected regions, cells and regions in board order. A region of odd size is an odd one."""
    touching = geometry(position.variant.board).touching
    left = {square for square in position.variant.board.cells if position.board[square] == EMPTY}
    found = []
    for square in position.variant.board.cells:
        if square not in left:
            continue
        left.remove(square)
        region = [square]
        for cell in region:  # grows on the way
            joined = left.intersection(touching[cell])
            left -= joined
            region += joined
        found.append(tuple(sorted(region)))
    return tuple(found)
