"""Lines and neighbourhoods of a board, worked out once from its cells and rings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from typing import TypeVar

from ..variants.model import Board

T = TypeVar("T")

ORTHOGONAL = ((0, -1), (-1, 0), (0, 1), (1, 0))
DIAGONAL = ((-1, -1), (-1, 1), (1, 1), (1, -1))


class Geometry:
    """What can be seen from each square of the bounding box; holes see nothing and are never seen.

    Each part is worked out when it is first asked for: rays take long on large boards, and only flipping needs them.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._cells = frozenset(board.cells)

    @cached_property
    def rays(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """The rays of each square: the cells met on walking away from it, nearest first."""
        return self._of_cells(lambda square: (*self._straight(square), *_along_rings(self._board, square)))

    @cached_property
    def touching(self) -> tuple[tuple[int, ...], ...]:
        """The up to eight cells around each square."""
        return self._of_cells(lambda square: self._nearest(square, ORTHOGONAL + DIAGONAL))

    @cached_property
    def adjacent(self) -> tuple[tuple[int, ...], ...]:
        """The up to four cells that share a side with each square."""
        return self._of_cells(lambda square: self._nearest(square, ORTHOGONAL))

    def _of_cells(self, seen: Callable[[int], tuple[T, ...]]) -> tuple[tuple[T, ...], ...]:
        squares = range(self._board.width * self._board.height)
        return tuple(seen(square) if square in self._cells else () for square in squares)

    def _straight(self, square: int) -> Iterator[tuple[int, ...]]:
        walks = (tuple(self._walk(square, direction)) for direction in ORTHOGONAL + DIAGONAL)
        return (walk for walk in walks if walk)

    def _nearest(self, square: int, directions: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
        nearest = (next(self._walk(square, direction), None) for direction in directions)
        return tuple(sorted(cell for cell in nearest if cell is not None))

    def _walk(self, square: int, direction: tuple[int, int]) -> Iterator[int]:
        """Cells from a square, itself excluded, to the edge or the first hole."""
        row, column = divmod(square, self._board.width)
        while True:
            row, column = row + direction[0], column + direction[1]
            if not (0 <= row < self._board.height and 0 <= column < self._board.width):
                return
            if row * self._board.width + column not in self._cells:
                return
            yield row * self._board.width + column


@lru_cache(maxsize=256)
def geometry(board: Board) -> Geometry:
    """The geometry of a board; computed once, then remembered."""
    return Geometry(board)


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
