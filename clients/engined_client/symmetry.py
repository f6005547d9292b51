"""The up to eight images of a board, and the way of each cell there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

Place = Callable[[int, int, int, int], tuple[int, int]]
"""A function from a row and a column, and the rows and columns of the board, to the place where they go."""

_KEEPING: tuple[Place, ...] = (
    lambda row, column, rows, columns: (row, column),
    lambda row, column, rows, columns: (row, columns - 1 - column),
    lambda row, column, rows, columns: (rows - 1 - row, column),
    lambda row, column, rows, columns: (rows - 1 - row, columns - 1 - column),
)
_TURNING: tuple[Place, ...] = (
    lambda row, column, rows, columns: (column, row),
    lambda row, column, rows, columns: (columns - 1 - column, row),
    lambda row, column, rows, columns: (column, rows - 1 - row),
    lambda row, column, rows, columns: (columns - 1 - column, rows - 1 - row),
)
"""The symmetries that only square boards have."""


class Image(NamedTuple):
    """A board after a symmetry, and for each of its cells, the one that it comes from."""

    cells: str
    origins: tuple[int, ...]


def images(board: Sequence[str], *, symmetric: bool = True) -> list[Image]:
    """The board itself, then its other images. Those that look alike are all there, as they have other ``origins``."""
    rows, columns = len(board), len(board[0])
    text = "".join(board)
    places = _KEEPING + (_TURNING if rows == columns else ()) if symmetric else _KEEPING[:1]
    found = []
    for place in places:
        origins = [0] * len(text)
        for square in range(len(text)):
            row, column = place(*divmod(square, columns), rows, columns)
            origins[row * columns + column] = square
        found.append(Image("".join(text[origin] for origin in origins), tuple(origins)))
    return found
