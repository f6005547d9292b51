"""Lines and neighbourhoods of a board, worked out once from its cells and rings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ..variants.model import Board

ORTHOGONAL = ((0, -1), (-1, 0), (0, 1), (1, 0))
DIAGONAL = ((-1, -1), (-1, 1), (1, 1), (1, -1))


@dataclass(frozen=True, slots=True)
class Geometry:
    """What can be seen from each square of the bounding box; holes see nothing and are never seen."""

    rays: tuple[tuple[tuple[int, ...], ...], ...]
    """For each square its rays: the cells met on walking away from it, nearest first."""
    touching: tuple[tuple[int, ...], ...]
    """For each square the up to eight cells around it."""
    adjacent: tuple[tuple[int, ...], ...]
    """For each square the up to four cells that share a side with it."""


@lru_cache(maxsize=256)
def geometry(board: Board) -> Geometry:
    """The geometry of a board; computed once, then remembered."""
    cells = frozenset(board.cells)
    directions = ORTHOGONAL + DIAGONAL
    squares = range(board.width * board.height)
    walks = {
        square: {direction: tuple(_walk(board, cells, square, direction)) for direction in directions}
        for square in board.cells
    }
    return Geometry(
        rays=tuple(
            tuple(ray for ray in walks[square].values() if ray) + tuple(_along_rings(board, square))
            if square in cells
            else ()
            for square in squares
        ),
        touching=tuple(_nearest(walks.get(square, {}), directions) for square in squares),
        adjacent=tuple(_nearest(walks.get(square, {}), ORTHOGONAL) for square in squares),
    )


def _walk(board: Board, cells: frozenset[int], square: int, direction: tuple[int, int]) -> Iterator[int]:
    """Cells from a square, itself excluded, to the edge or the first hole."""
    row, column = divmod(square, board.width)
    while True:
        row, column = row + direction[0], column + direction[1]
        if not (0 <= row < board.height and 0 <= column < board.width):
            return
        if row * board.width + column not in cells:
            return
        yield row * board.width + column


def _along_rings(board: Board, square: int) -> Iterator[tuple[int, ...]]:
    """Both ways round each ring through a square. They stop before the square itself: no disc brackets
    with itself.
    """
    for ring in board.rings:
        if square in ring:
            at = ring.index(square)
            onward = ring[at + 1 :] + ring[:at]
            yield onward
            yield onward[::-1]


def _nearest(walks: dict[tuple[int, int], tuple[int, ...]], directions: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    return tuple(sorted(walks[direction][0] for direction in directions if walks.get(direction)))
