"""Cell networks in floats, and the gradient of their errors: what training one spends its time on.

The network is that of :mod:`engined.patterns.cell_network`, with 1.0 where its integers are cut off, and discs as the
unit of what it says.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from engined.patterns.cell_network import folded
from engined.patterns.cell_pieces import CellPieces
from engined.patterns.network_layout import HIDDEN, NUMBERS, vector_starts
from engined.patterns.shapes import WINDOW

from .layouts.layout import Layout

Floats = NDArray[np.float32]
"""Of single precision."""
Numbers = NDArray[np.int32]


KEEP, KEEP_SQUARES = 0.9, 0.99
"""What Adam keeps of its means and of its mean squares a step."""


class Places(NamedTuple):
    """Where everything is that a board's pieces read and serve; cells are counted in the order of the board's."""

    words: Numbers
    """The word of a cell's bit in a board."""
    bits: Numbers
    """Its place in that word."""
    classes: Numbers
    """The class of a cell."""
    sizes: Numbers
    """Cells on a piece."""
    cells: Numbers
    """They: a row for each piece, filled up with -1."""
    counts: Numbers
    """Cells that a piece serves."""
    served: Numbers
    """They, likewise."""
    begins: Numbers
    """Where the vectors of a piece's shape begin, in ``vectors``."""
    vectors: Numbers
    """For each vector of the integers' layout its row among those that symmetries leave."""


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
    """What is learned of one stage of vectors, and as well what belongs to each of them, as its gradient."""

    vectors: Floats
    """A row of ``NUMBERS`` for each vector that symmetries leave."""
    hidden: Floats
    """By stage of heads, input and hidden unit."""
    hidden_biases: Floats
    """By stage and unit, as the next."""
    outputs: Floats
    direct: Floats
    """By stage and input."""
    biases: Floats
    """By stage."""


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


_I1, _I2 = numba.int32[::1], numba.int32[:, ::1]
_F1, _F2, _F3 = numba.float32[::1], numba.float32[:, ::1], numba.float32[:, :, ::1]
_PLACES = numba.types.NamedTuple((_I1, _I1, _I1, _I1, _I2, _I1, _I2, _I1, _I1), Places)
_PARAMETERS = numba.types.NamedTuple((_F2, _F3, _F2, _F2, _F2, _F1), Parameters)
_SIGNATURE = numba.float64(
    numba.int64[:, ::1],
    numba.int64[::1],
    *(_I1, _F1, _F1, _PLACES, _PARAMETERS, _PARAMETERS, _F1),
    numba.boolean,
)


@numba.njit(_SIGNATURE, nogil=True, fastmath={"contract", "reassoc", "nsz"})  # type: ignore[untyped-decorator]
def propagate(
    boards: NDArray[np.int64],
    chosen: NDArray[np.int64],
    stages: Numbers,
    targets: Floats,
    importance: Floats,
    places: Places,
    parameters: Parameters,
    gradient: Parameters,
    values: Floats,
    learns: bool,
) -> float:
    """Write what the network says of the chosen rows of boards; where it learns, add to the gradient of half the
    squared errors, each times its importance. Gives the sum of these.

    ``stages`` are those of the heads; ``boards`` are the mover's words, then the other's.
    """
    cell_count = len(places.words)
    word_count = boards.shape[1] // 2
    piece_count = len(places.sizes)
    inputs = parameters.hidden.shape[1]
    digits = np.empty(cell_count, np.int32)
    first = np.empty(piece_count, np.int32)
    sums = np.empty((cell_count, NUMBERS), np.float32)
    pooled = np.empty(inputs, np.float32)
    back = np.empty(inputs, np.float32)
    units = np.empty(HIDDEN, np.float32)
    slopes = np.empty(HIDDEN, np.float32)
    one = np.float32(1.0)
    none = np.float32(0.0)
    total = 0.0
    for at in range(len(chosen)):
        row = chosen[at]
        stage = stages[row]
        for cell in range(cell_count):
            own = (boards[row, places.words[cell]] >> places.bits[cell]) & 1
            opp = (boards[row, word_count + places.words[cell]] >> places.bits[cell]) & 1
            digits[cell] = 1 + own - opp
        sums[:] = none
        for piece in range(piece_count):
            index = 0
            digit = 1
            for place in range(places.sizes[piece]):
                index += digit * digits[places.cells[piece, place]]
                digit *= 3
            start = places.begins[piece] + index * places.counts[piece]
            first[piece] = start
            for slot in range(places.counts[piece]):
                vector = places.vectors[start + slot]
                cell = places.served[piece, slot]
                for number in range(NUMBERS):
                    sums[cell, number] += parameters.vectors[vector, number]
        pooled[:] = none
        for cell in range(cell_count):
            begin = NUMBERS * places.classes[cell]
            for number in range(NUMBERS):
                pooled[begin + number] += min(max(sums[cell, number], none), one)
        value = parameters.biases[stage]
        for unit in range(HIDDEN):
            units[unit] = parameters.hidden_biases[stage, unit]
        for place in range(inputs):
            some = pooled[place]
            value += some * parameters.direct[stage, place]
            for unit in range(HIDDEN):
                units[unit] += some * parameters.hidden[stage, place, unit]
        for unit in range(HIDDEN):
            value += min(max(units[unit], none), one) * parameters.outputs[stage, unit]
        values[at] = value
        if not learns:
            continue
        error = value - targets[row]
        total += float(importance[row] * error * error)
        error *= importance[row]
        gradient.biases[stage] += error
        for unit in range(HIDDEN):
            inside = units[unit] > none and units[unit] < one
            gradient.outputs[stage, unit] += error * min(max(units[unit], none), one)
            slopes[unit] = error * parameters.outputs[stage, unit] if inside else none
            gradient.hidden_biases[stage, unit] += slopes[unit]
        for place in range(inputs):
            some = pooled[place]
            gradient.direct[stage, place] += error * some
            slope = error * parameters.direct[stage, place]
            for unit in range(HIDDEN):
                gradient.hidden[stage, place, unit] += slopes[unit] * some
                slope += slopes[unit] * parameters.hidden[stage, place, unit]
            back[place] = slope
        for cell in range(cell_count):
            begin = NUMBERS * places.classes[cell]
            for number in range(NUMBERS):
                inside = sums[cell, number] > none and sums[cell, number] < one
                sums[cell, number] = back[begin + number] if inside else none
        for piece in range(piece_count):
            start = first[piece]
            for slot in range(places.counts[piece]):
                vector = places.vectors[start + slot]
                cell = places.served[piece, slot]
                for number in range(NUMBERS):
                    gradient.vectors[vector, number] += sums[cell, number]
    return total


@numba.njit("void(float32[::1], float32[::1], float32[::1], float32[::1], float32, float32, float32)", nogil=True)  # type: ignore[untyped-decorator]
def step(
    parameters: Floats, gradient: Floats, means: Floats, squares: Floats, rate: float, correction: float, most: float
) -> None:
    """A step of Adam (D. Kingma, J. Ba, 2015), in place; the gradient is zero afterwards."""
    one = np.float32(1.0)
    keep, keep_squares, little = np.float32(KEEP), np.float32(KEEP_SQUARES), np.float32(1e-8)
    for place in range(len(parameters)):
        slope = gradient[place]
        gradient[place] = np.float32(0.0)
        mean = keep * means[place] + (one - keep) * slope
        square = keep_squares * squares[place] + (one - keep_squares) * slope * slope
        means[place] = mean
        squares[place] = square
        moved = parameters[place] - rate * mean / (np.sqrt(square * correction) + little)
        parameters[place] = min(max(moved, -most), most)


def _whole(numbers: Any) -> Numbers:
    return np.ascontiguousarray(numbers, np.int32)
