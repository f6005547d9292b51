"""Where handicap stones stand: the points of GTP's ``fixed_handicap``, which records of games mean too."""

from __future__ import annotations

MOST = 9


def handicap_points(width: int, height: int, stones: int) -> tuple[int, ...]:
    """The squares of so many stones. Raises ValueError, saying why, where the board has no such points."""
    most = most_stones(width, height)
    if not 2 <= stones <= most:
        has = f"has points for 2 to {most} handicap stones" if most else "has no points for handicap stones"
        raise ValueError(f"a board of {width}x{height} {has}")
    (left, centre, right), (low, middle, high) = _lines(width), _lines(height)
    corners = [(left, low), (right, high), (left, high), (right, low)]
    sides = [(left, middle), (right, middle), (centre, low), (centre, high)]
    points = corners[:stones] if stones < 6 else corners + sides[: 2 * (stones // 2) - 4]
    if stones > 4 and stones % 2:
        points = [*points, (centre, middle)]
    # Rows are counted from the bottom as players do, and from the top in a board.
    return tuple((height - 1 - row) * width + column for column, row in points)


def most_stones(width: int, height: int) -> int:
    """How many handicap stones there are points for; 0 where there are none."""
    sides = width, height
    if min(sides) < 7:
        return 0
    # Without a middle line there is none for more than four; on the smallest boards points would touch.
    return 4 if any(side % 2 == 0 for side in sides) or min(sides) == 7 else MOST


def _lines(side: int) -> tuple[int, int, int]:
    """The lines of points along a side: the first, the middle one, the last."""
    line = 3 if side > 12 else 2
    return line, side // 2, side - 1 - line
