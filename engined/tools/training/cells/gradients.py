"""Cell networks in floats, and the gradient of their errors: what training one spends its time on.

The network is that of :mod:`engined.patterns.cell_network`, with 1.0 where its integers are cut off, and discs as the
unit of what it says. All of it is compiled when this is imported, which takes seconds.
"""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from engined.patterns.network_layout import HIDDEN, NUMBERS
from engined.tools.training.cells.parameters import KEEP, KEEP_SQUARES, Floats, Numbers, Parameters, Places


class _Passing(NamedTuple):
    """What is known of one position on the way through the network, and on the way back."""

    digits: Numbers
    """2, 1 or 0 for each cell: own, empty, the other's."""
    vectors: Numbers
    """The row of the first vector of each piece, in the layout of integers."""
    cells: Floats
    """The sums of the vectors of each cell; on the way back, the gradient of these."""
    inputs: Floats
    """The inputs of the head: by class and number, the sums over cells, cut off at 0."""
    inputs_gradient: Floats
    units: Floats
    """Hidden units before they are cut off."""
    units_gradient: Floats


_I1, _I2 = numba.int32[::1], numba.int32[:, ::1]
_F1, _F2, _F3 = numba.float32[::1], numba.float32[:, ::1], numba.float32[:, :, ::1]
_PLACES = numba.types.NamedTuple((_I1, _I1, _I1, _I1, _I2, _I1, _I2, _I1, _I1), Places)
_PARAMETERS = numba.types.NamedTuple((_F2, _F3, _F2, _F2, _F2, _F1), Parameters)
_PASSING = numba.types.NamedTuple((_I1, _I1, _F2, _F1, _F1, _F1, _F1), _Passing)
_FAST = {"contract", "reassoc", "nsz"}


@numba.njit(numba.float32(numba.float32), fastmath=_FAST)  # type: ignore[untyped-decorator]
def _cut(number: np.float32) -> np.float32:
    return min(max(number, np.float32(0.0)), np.float32(1.0))


@numba.njit(numba.float32(numba.float32, numba.float32), fastmath=_FAST)  # type: ignore[untyped-decorator]
def _cut_gradient(number: np.float32, gradient: np.float32) -> np.float32:
    """The gradient before a number was cut off, from that behind."""
    return gradient if number > np.float32(0.0) and number < np.float32(1.0) else np.float32(0.0)


@numba.njit(numba.void(numba.int64[::1], _PLACES, _F2, _PASSING), nogil=True, fastmath=_FAST)  # type: ignore[untyped-decorator]
def _sum_cells(board: NDArray[np.int64], places: Places, vectors: Floats, passing: _Passing) -> None:
    """Find the vectors of a position's pieces, and add up those of each cell."""
    word_count = len(board) // 2
    for cell in range(len(places.words)):
        own = (board[places.words[cell]] >> places.bits[cell]) & 1
        opp = (board[word_count + places.words[cell]] >> places.bits[cell]) & 1
        passing.digits[cell] = 1 + own - opp
    passing.cells[:] = np.float32(0.0)
    for piece in range(len(places.sizes)):
        index = 0
        digit = 1
        for place in range(places.sizes[piece]):
            index += digit * passing.digits[places.cells[piece, place]]
            digit *= 3
        start = places.begins[piece] + index * places.counts[piece]
        passing.vectors[piece] = start
        for slot in range(places.counts[piece]):
            vector = places.vectors[start + slot]
            cell = places.served[piece, slot]
            for number in range(NUMBERS):
                passing.cells[cell, number] += vectors[vector, number]


@numba.njit(numba.float32(_I1, _PARAMETERS, numba.int64, _PASSING), nogil=True, fastmath=_FAST)  # type: ignore[untyped-decorator]
def _value(classes: Numbers, parameters: Parameters, stage: int, passing: _Passing) -> np.float32:
    """What a head makes of the cells."""
    passing.inputs[:] = np.float32(0.0)
    for cell in range(len(classes)):
        begin = NUMBERS * classes[cell]
        for number in range(NUMBERS):
            passing.inputs[begin + number] += _cut(passing.cells[cell, number])
    value: np.float32 = parameters.biases[stage]
    for unit in range(HIDDEN):
        passing.units[unit] = parameters.hidden_biases[stage, unit]
    for place in range(len(passing.inputs)):
        some = passing.inputs[place]
        value += some * parameters.direct[stage, place]
        for unit in range(HIDDEN):
            passing.units[unit] += some * parameters.hidden[stage, place, unit]
    for unit in range(HIDDEN):
        value += _cut(passing.units[unit]) * parameters.outputs[stage, unit]
    return value


@numba.njit(  # type: ignore[untyped-decorator]
    numba.void(numba.float32, _PARAMETERS, numba.int64, _PASSING, _PARAMETERS), nogil=True, fastmath=_FAST
)
def _add_head_gradient(
    error: np.float32, parameters: Parameters, stage: int, passing: _Passing, gradient: Parameters
) -> None:
    """Add to a head's gradient, and find that of its inputs."""
    gradient.biases[stage] += error
    for unit in range(HIDDEN):
        gradient.outputs[stage, unit] += error * _cut(passing.units[unit])
        of_unit = _cut_gradient(passing.units[unit], error * parameters.outputs[stage, unit])
        passing.units_gradient[unit] = of_unit
        gradient.hidden_biases[stage, unit] += of_unit
    for place in range(len(passing.inputs)):
        some = passing.inputs[place]
        gradient.direct[stage, place] += error * some
        of_input = error * parameters.direct[stage, place]
        for unit in range(HIDDEN):
            gradient.hidden[stage, place, unit] += passing.units_gradient[unit] * some
            of_input += passing.units_gradient[unit] * parameters.hidden[stage, place, unit]
        passing.inputs_gradient[place] = of_input


@numba.njit(numba.void(_PLACES, _PASSING, _F2), nogil=True, fastmath=_FAST)  # type: ignore[untyped-decorator]
def _add_vectors_gradient(places: Places, passing: _Passing, gradient: Floats) -> None:
    """Add to the gradient of the position's vectors what comes back through the cells."""
    for cell in range(len(places.classes)):
        begin = NUMBERS * places.classes[cell]
        for number in range(NUMBERS):
            behind = passing.inputs_gradient[begin + number]
            passing.cells[cell, number] = _cut_gradient(passing.cells[cell, number], behind)
    for piece in range(len(places.sizes)):
        start = passing.vectors[piece]
        for slot in range(places.counts[piece]):
            vector = places.vectors[start + slot]
            cell = places.served[piece, slot]
            for number in range(NUMBERS):
                gradient[vector, number] += passing.cells[cell, number]


@numba.njit(  # type: ignore[untyped-decorator]
    numba.float64(
        *(numba.int64[:, ::1], numba.int64[::1], _I1, _F1, _F1),
        *(_PLACES, _PARAMETERS, _PARAMETERS, _F1, numba.boolean),
    ),
    nogil=True,
    fastmath=_FAST,
)
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
    cells, inputs = len(places.words), parameters.hidden.shape[1]
    passing = _Passing(
        np.empty(cells, np.int32),
        np.empty(len(places.sizes), np.int32),
        np.empty((cells, NUMBERS), np.float32),
        np.empty(inputs, np.float32),
        np.empty(inputs, np.float32),
        np.empty(HIDDEN, np.float32),
        np.empty(HIDDEN, np.float32),
    )
    total = 0.0
    for at in range(len(chosen)):
        row = chosen[at]
        _sum_cells(boards[row], places, parameters.vectors, passing)
        values[at] = _value(places.classes, parameters, stages[row], passing)
        if learns:
            error = values[at] - targets[row]
            total += float(importance[row] * error * error)
            _add_head_gradient(importance[row] * error, parameters, stages[row], passing, gradient)
            _add_vectors_gradient(places, passing, gradient.vectors)
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
