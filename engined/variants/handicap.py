"""Handicap stones of Go on the points where they are put by custom."""

from __future__ import annotations

from .model import Board

MOST = 9


def handicap_points(board: Board, stones: int) -> tuple[int, ...]:
    """The squares of so many stones, as GTP's ``fixed_handicap`` puts them. Raises ValueError, saying why, where the
    board has no such points.
    """
    most = most_stones(board)
    if not 2 <= stones <= most:
        size = f"{board.width}x{board.height}"
        has = f"has points for 2 to {most} handicap stones" if most else "has no points for handicap stones"
        raise ValueError(f"a board of {size} {has}")
    (left, centre, right), (low, middle, high) = _lines(board.width), _lines(board.height)
    corners = [(left, low), (right, high), (left, high), (right, low)]
    sides = [(left, middle), (right, middle), (centre, low), (centre, high)]
    points = corners[:stones] if stones < 6 else corners + sides[: 2 * (stones // 2) - 4]
    if stones > 4 and stones % 2:
        points = [*points, (centre, middle)]
    # Rows are counted from the bottom as players do, and from the top in a board.
    return tuple((board.height - 1 - row) * board.width + column for column, row in points)


def most_stones(board: Board) -> int:
    """How many handicap stones there are points for; 0 where there are none."""
    sides = board.width, board.height
    if board.holes or min(sides) < 7:
        return 0
    # Without a middle line there is none for more than four; on the smallest boards points would touch.
    return 4 if any(side % 2 == 0 for side in sides) or min(sides) == 7 else MOST


def _lines(side: int) -> tuple[int, int, int]:
    """The lines of points along a side: the first, the middle one, the last."""
    line = 3 if side > 12 else 2
    return line, side // 2, side - 1 - line
