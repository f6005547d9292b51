"""The patterns of a board: small sets of cells whose discs, seen together, say what a position is worth.

A pattern is a shape put somewhere on the board. Its index is a number in base 3, a digit a cell (own disc, empty, other
disc), and a table of weights for each shape and stage gives what it is worth: M. Buro, "Experiments with Multi-ProbCut
and a new high-quality evaluation function for Othello", 1997. Which shapes there are follows from the board alone: its
lines, its edges, and the surroundings of its corners, on every board that has such things. What a symmetry of the
board takes to each other is one shape with one table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from engined.rules.symmetry import symmetries
from engined.variants.model import Board, Variant

LONGEST = 10
"""Most cells of a pattern: 59,049 weights."""
SHORTEST = 4
"""Fewest cells of a line worth a pattern."""
WINDOW = 8
"""Cells of the pieces that longer lines, and rings, are cut into."""
AXES = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""Steps (columns, rows) along rows, columns and the two diagonals."""


@dataclass(frozen=True)
class Pattern:
    """A shape at its place: the squares of the bounding box that are its digits, lowest digit first."""

    shape: int
    squares: tuple[int, ...]


@dataclass(frozen=True)
class Patterns:
    """All patterns of a board."""

    sizes: tuple[int, ...]
    """Cells of each shape."""
    placed: tuple[Pattern, ...]
    """One pattern for each set of cells of a shape."""
    images: tuple[Pattern, ...]
    """The images of each shape's first pattern under every symmetry: several may be on the same cells."""

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where each shape's weights begin in the table of a stage; behind the last, how many there are."""
        starts = [0]
        for size in self.sizes:
            starts.append(starts[-1] + 3**size)
        return tuple(starts)

    @property
    def entries(self) -> int:
        """Weights of one stage."""
        return self.starts[-1]

    def mirrors(self, shape: int) -> tuple[tuple[int, ...], ...]:
        """The orders in which a symmetry takes a shape to itself: digit ``j`` comes from digit ``order[j]``."""
        return self._mirrors[shape]

    @cached_property
    def _mirrors(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        found: list[set[tuple[int, ...]]] = [set() for _ in self.sizes]
        first: dict[tuple[int, frozenset[int]], Pattern] = {}
        for pattern in self.images:
            known = first.setdefault((pattern.shape, frozenset(pattern.squares)), pattern)
            found[pattern.shape].add(tuple(known.squares.index(square) for square in pattern.squares))
        return tuple(tuple(sorted(orders)) for orders in found)


@lru_cache(maxsize=64)
def patterns_of(variant: Variant) -> Patterns:
    """The patterns of a variant's board, folded by its symmetries."""
    turns, plane = symmetries(variant), Plane(variant.board)
    seen: set[frozenset[int]] = set()
    sizes: list[int] = []
    placed: list[Pattern] = []
    images: list[Pattern] = []
    for cells in _candidates(variant.board, plane):
        if frozenset(cells) in seen:
            continue
        squares = plane.inner_first(cells)
        shape = len(sizes)
        sizes.append(len(squares))
        for turn in turns:
            image = Pattern(shape, tuple(turn[square] for square in squares))
            images.append(image)
            if frozenset(image.squares) not in seen:
                seen.add(frozenset(image.squares))
                placed.append(image)
    return Patterns(tuple(sizes), tuple(placed), tuple(images))


def _candidates(board: Board, plane: Plane) -> Iterator[tuple[int, ...]]:
    """The cells of every pattern there could be; those that others are images of come again."""
    for corner in plane.corners:
        yield plane.surroundings(corner)
        for axis in AXES[:2]:
            yield from plane.border_block(corner, axis)
    for line in plane.lines():
        if plane.is_edge(line):
            yield from plane.edge(line)
        else:
            yield from _pieces(line)
    for ring in board.rings:
        closed = ring + ring[: WINDOW // 2]
        yield from (closed[at : at + WINDOW] for at in range(0, len(ring), WINDOW // 2) if len(closed[at:]) >= WINDOW)


def _pieces(line: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """A line, or pieces of it that overlap, one at each end."""
    if len(line) <= LONGEST:
        yield line
        return
    last = len(line) - WINDOW
    yield from (line[at : at + WINDOW] for at in sorted({*range(0, last, WINDOW // 2), last}))


class Plane:
    """The cells of a board by column and row."""

    def __init__(self, board: Board) -> None:
        self._width = board.width
        self._cells = frozenset(board.cells)

    def step(self, square: int, axis: tuple[int, int], back: bool = False) -> int | None:
        """The next cell along an axis; None where there is none."""
        row, column = divmod(square, self._width)
        sign = -1 if back else 1
        column, row = column + sign * axis[0], row + sign * axis[1]
        there = row * self._width + column
        return there if 0 <= column < self._width and there in self._cells else None

    def inner_first(self, squares: Iterable[int]) -> tuple[int, ...]:
        """Cells far from borders first: what stands there changes most from position to position of a search.

        As lowest digits, those bring weights that are wanted together into one line of the cache: a third fewer lines
        among the positions five plies below one of 8x8 Othello.
        """
        return tuple(sorted(squares, key=self._room, reverse=True))

    def _room(self, square: int) -> list[int]:
        """Cells from a square to the border, with itself, in the four ways along rows and columns; nearest first."""
        return sorted(sum(1 for _ in self._from(square, axis, back)) for axis in AXES[:2] for back in (False, True))

    def _ends(self, square: int, axis: tuple[int, int]) -> bool:
        """Whether a cell has no neighbour on at least one side along an axis."""
        return self.step(square, axis) is None or self.step(square, axis, True) is None

    @cached_property
    def corners(self) -> tuple[int, ...]:
        """Cells at an end of all four axes."""
        return tuple(square for square in sorted(self._cells) if all(self._ends(square, axis) for axis in AXES))

    def lines(self, shortest: int = SHORTEST) -> Iterator[tuple[int, ...]]:
        """All straight lines, from border to border or hole, of at least so many cells."""
        for axis in AXES:
            for square in sorted(self._cells):
                if self.step(square, axis, True) is None:
                    line = tuple(self._from(square, axis, False))
                    if len(line) >= shortest:
                        yield line

    def _from(self, square: int, axis: tuple[int, int], back: bool) -> Iterator[int]:
        at: int | None = square
        while at is not None:
            yield at
            at = self.step(at, axis, back)

    def is_edge(self, line: tuple[int, ...]) -> bool:
        """Whether a row or column runs along the border, from corner to corner."""
        across = self._across(line)
        whole = line[0] in self.corners and line[-1] in self.corners
        return across is not None and whole and all(self._ends(square, across) for square in line)

    def _across(self, line: tuple[int, ...]) -> tuple[int, int] | None:
        """The axis at a right angle to a row or column; None for diagonals."""
        difference = line[1] - line[0]
        return {1: AXES[1], self._width: AXES[0]}.get(difference)

    def edge(self, line: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """An edge with the cells diagonally before its corners, or pieces of it where that is too long."""
        inner = [cell for end in (line[1], line[-2]) for cell in self._inside(end, line)]
        if len(line) + len(inner) <= LONGEST:
            yield (*line, *inner)
        else:
            yield from _pieces(line)

    def _inside(self, square: int, line: tuple[int, ...]) -> list[int]:
        """The cell next to an edge's cell that is not on the border."""
        across = self._across(line)
        assert across is not None
        beside = (self.step(square, across), self.step(square, across, True))
        return [cell for cell in beside if cell is not None]

    def surroundings(self, corner: int) -> tuple[int, ...]:
        """The cells nearest to a corner: three by three at a right angle."""
        home = divmod(corner, self._width)

        def distance(square: int) -> tuple[int, int, int]:
            row, column = divmod(square, self._width)
            rows, columns = abs(row - home[0]), abs(column - home[1])
            return max(rows, columns), rows + columns, square

        return tuple(sorted(self._cells, key=distance)[:9])

    def border_block(self, corner: int, axis: tuple[int, int]) -> Iterator[tuple[int, ...]]:
        """The first five cells of the row or column that begins at a corner, with those beside them."""
        back = self.step(corner, axis) is None
        line = tuple(self._from(corner, axis, back))[: LONGEST // 2]
        across = AXES[1] if axis == AXES[0] else AXES[0]
        beside = [
            cell
            for square in line
            for cell in (self.step(square, across), self.step(square, across, True))
            if cell is not None
        ]
        block = (*line, *beside)
        if len(line) >= SHORTEST and len(block) <= LONGEST:
            yield block


def index_of(squares: Iterable[int], own: frozenset[int], opp: frozenset[int]) -> int:
    """The index of a pattern in its shape's table, in plain Python: what kernels are held to."""
    index, digit = 0, 1
    for square in squares:
        index += digit * (2 if square in own else 0 if square in opp else 1)
        digit *= 3
    return index
