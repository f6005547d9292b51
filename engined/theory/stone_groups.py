"""Groups of stones (連) of Go, and their liberties."""

from __future__ import annotations

from typing import NamedTuple

from engined.rules.geometry import geometry
from engined.rules.groups import bordering, groups
from engined.rules.position import Position
from engined.rules.registry import capture_of
from engined.rules.surround import Surrounding
from engined.variants.model import EMPTY


class StoneGroup(NamedTuple):
    """Stones of one colour that hang together, and the empty cells beside them, each in board order."""

    cells: tuple[int, ...]
    liberties: tuple[int, ...]


def stone_groups(position: Position) -> tuple[StoneGroup, ...]:
    """The groups of a position, in board order; none where stones are not surrounded."""
    if not isinstance(capture_of(position.variant), Surrounding):
        return ()
    board, lines = position.board, geometry(position.variant.board)
    stones = [square for square in position.variant.board.cells if board[square] != EMPTY]
    found = groups(lines, stones, lambda one, other: board[one] == board[other])
    return tuple(
        sorted(
            StoneGroup(tuple(sorted(group)), tuple(sorted(bordering(lines, board, group, EMPTY)))) for group in found
        )
    )
