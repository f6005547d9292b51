"""The pieces of lines that tell a cell network of the cells on them (see :mod:`engined.patterns.cell_network`).

A short line is one piece, which serves all its cells; of a long one each cell is served by the piece in which it lies
deepest. So each cell hears from every line through it, straight or a ring, what stands on some seven cells around it.
What a symmetry of the board takes to each other is one shape, as of patterns.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engined.rules.symmetry import Symmetry, symmetries
from engined.variants.model import Board, Variant

from .shapes import WINDOW, Pattern, Patterns, Plane

SHORTEST = 3
"""Fewest cells of a line in which a disc can be bracketed."""
MOST_CLASSES = 64
"""Classes of cells: boards of more orbits have some of them in one class."""
STEP = WINDOW // 2
"""Cells from where a piece of a long line begins to where the next one does."""


@dataclass(frozen=True)
class CellPieces:
    """The pieces and the classes of cells of a board."""

    patterns: Patterns
    """The pieces, and what symmetries make of them."""
    served: tuple[tuple[int, ...], ...]
    """The digits of each shape, ascending, whose cells a piece of it serves: it tells the network of these cells."""
    classes: tuple[tuple[int, ...], ...]
    """The cells of each class: of one orbit under the symmetries of the board, or of several."""

    def serving(self, cell: int) -> Iterator[tuple[int, int]]:
        """The pieces that serve a cell, by their places among those placed, and its place among what each serves."""
        for number, piece in enumerate(self.patterns.placed):
            for slot, place in enumerate(self.served[piece.shape]):
                if piece.squares[place] == cell:
                    yield number, slot


@lru_cache(maxsize=64)
def cell_pieces_of(variant: Variant) -> CellPieces:
    """The pieces and classes of a variant's board, folded by its symmetries."""
    turns, plane = symmetries(variant), Plane(variant.board)
    sizes: list[int] = []
    served: list[tuple[int, ...]] = []
    placed: list[Pattern] = []
    images: list[Pattern] = []
    seen: set[_Piece] = set()
    for piece, deepest in _pieces(variant.board, turns).items():
        if piece in seen:
            continue
        squares = plane.inner_first(sorted(piece.cells))
        shape = len(sizes)
        sizes.append(len(squares))
        served.append(tuple(place for place, square in enumerate(squares) if square in deepest))
        for turn in turns:
            image = Pattern(shape, tuple(turn[square] for square in squares))
            images.append(image)
            if piece.image(turn) not in seen:
                seen.add(piece.image(turn))
                placed.append(image)
    return CellPieces(
        Patterns(tuple(sizes), tuple(placed), tuple(images)), tuple(served), _classes(variant.board, turns)
    )


@dataclass(frozen=True)
class _Line:
    """A straight line, or a ring."""

    cells: frozenset[int]
    closed: bool

    def image(self, turn: Symmetry) -> _Line:
        return _Line(frozenset(turn[cell] for cell in self.cells), self.closed)


@dataclass(frozen=True)
class _Piece:
    """Some cells of a line."""

    line: _Line
    cells: frozenset[int]

    def image(self, turn: Symmetry) -> _Piece:
        return _Piece(self.line.image(turn), frozenset(turn[cell] for cell in self.cells))


def _pieces(board: Board, turns: Sequence[Symmetry]) -> dict[_Piece, frozenset[int]]:
    """All pieces, and the cells that each serves. Two serve a cell in the middle between them."""
    depths: dict[_Piece, dict[int, int]] = {}
    for cells, closed in (
        *((line, False) for line in Plane(board).lines(SHORTEST)),
        *((ring, True) for ring in board.rings),
    ):
        line = _Line(frozenset(cells), closed)
        for depth_at in _windows(cells, closed):
            piece = _Piece(line, frozenset(depth_at))
            # Where a line's length is odd, what a reflection makes of its pieces may be others.
            for turn in turns:
                depths[piece.image(turn)] = {turn[cell]: depth for cell, depth in depth_at.items()}
    most = defaultdict[tuple[_Line, int], int](int)
    for piece, depth_at in depths.items():
        for cell, depth in depth_at.items():
            most[piece.line, cell] = max(most[piece.line, cell], depth)
    return {
        piece: frozenset(cell for cell, depth in depth_at.items() if depth == most[piece.line, cell])
        for piece, depth_at in depths.items()
    }


def _windows(line: tuple[int, ...], closed: bool) -> Iterator[dict[int, int]]:
    """The cells of each window, and how deep each lies: how far the nearest end is at which the line goes on."""
    size = len(line)
    if size <= WINDOW:
        yield dict.fromkeys(line, 0)
        return
    last = size - WINDOW
    for start in range(0, size, STEP) if closed else (*range(0, last, STEP), last):
        goes_on_before, goes_on_after = closed or start > 0, closed or start < last
        ends = [0] * goes_on_before + [WINDOW - 1] * goes_on_after
        yield {line[(start + at) % size]: min(abs(at - end) for end in ends) for at in range(WINDOW)}


def _classes(board: Board, turns: Sequence[Symmetry]) -> tuple[tuple[int, ...], ...]:
    orbits = sorted({tuple(sorted({turn[cell] for turn in turns})) for cell in board.cells})
    count = min(len(orbits), MOST_CLASSES)
    classes: list[list[int]] = [[] for _ in range(count)]
    for number, orbit in enumerate(orbits):
        classes[number * count // len(orbits)] += orbit
    return tuple(map(tuple, classes))
