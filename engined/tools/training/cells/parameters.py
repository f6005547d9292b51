"""The parts of a cell network in floats: the places that a board's pieces read and serve, and what is learned.

:mod:`engined.tools.training.cells.gradients` computes with it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engined.kernels.layouts.layout import Layout
from engined.patterns.cell_network import folded
from engined.patterns.cell_pieces import CellPieces
from engined.patterns.network_layout import HIDDEN, NUMBERS, vector_starts
from engined.patterns.shapes import WINDOW

Floats = NDArray[np.float32]
"""An array of float32, of any shape."""
Numbers = NDArray[np.int32]

KEEP, KEEP_SQUARES = 0.9, 0.99
"""The decay rates of Adam's first and second moments (beta 1 and beta 2)."""


class Places(NamedTuple):
    """The places that a board's pieces read and serve; cells are counted in the order of the board's."""

    words: Numbers
    """The word of a cell's bit in a board."""
    bits: Numbers
    """The number of a cell's bit within that word, from 0."""
    classes: Numbers
    """The class of a cell."""
    sizes: Numbers
    """Cells on a piece."""
    cells: Numbers
    """They: a row for each piece, filled up with -1."""
    counts: Numbers
    """Cells that a piece serves."""
    served: Numbers
    """The cells that a piece serves: a row for each piece, filled up with -1."""
    begins: Numbers
    """The index in ``vectors`` at which the vectors of a piece's shape begin."""
    vectors: Numbers
    """The row, among the vectors that symmetries leave, of each vector in the layout of integers."""


def places_of(pieces: CellPieces, layout: Layout) -> Places:
    """The places of a board."""
    squares = sorted(layout.variant.board.cells)
    number_of = {square: number for number, square in enumerate(squares)}
    class_of = {cell: number for number, some in enumerate(pieces.classes) for cell in some}
    places = [divmod(layout.bit_of(square), 64) for square in squares]
    starts = [start // NUMBERS for start in vector_starts(pieces)]

    def rows(lists: list[list[int]]) -> Numbers:
        return _whole([some + [-1] * (WINDOW - len(some)) for some in lists])

    on = [[number_of[square] for square in piece.squares] for piece in pieces.patterns.placed]
    served = [
        [number_of[piece.squares[place]] for place in pieces.served[piece.shape]] for piece in pieces.patterns.placed
    ]
    return Places(
        _whole([word for word, _ in places]),
        _whole([bit for _, bit in places]),
        _whole([class_of[square] for square in squares]),
        _whole([len(some) for some in on]),
        rows(on),
        _whole([len(some) for some in served]),
        rows(served),
        _whole([starts[piece.shape] for piece in pieces.patterns.placed]),
        _whole(folded(pieces)[1]),
    )


class Parameters(NamedTuple):
    """The parameters of one stage of vectors; or numbers that belong to each of them, as its gradient."""

    vectors: Floats
    """A row of ``NUMBERS`` for each vector that symmetries leave."""
    hidden: Floats
    """The weights of the hidden layer: by stage, input and hidden unit."""
    hidden_biases: Floats
    """The biases of the hidden layer; the weights of the output follow: both by stage and hidden unit."""
    outputs: Floats
    direct: Floats
    """The weights of the inputs that go to the output directly: by stage and input."""
    biases: Floats
    """The bias of the output, by stage."""


def zeros(classes: int, vectors: int, stages: int) -> Parameters:
    """Parameters of nothing, for a board with so many classes of cells and vectors that symmetries leave."""
    inputs = classes * NUMBERS
    shapes = (
        (vectors, NUMBERS),
        (stages, inputs, HIDDEN),
        (stages, HIDDEN),
        (stages, HIDDEN),
        (stages, inputs),
        (stages,),
    )
    return Parameters(*(np.zeros(shape, np.float32) for shape in shapes))


def _whole(numbers: Any) -> Numbers:
    return np.ascontiguousarray(numbers, np.int32)
