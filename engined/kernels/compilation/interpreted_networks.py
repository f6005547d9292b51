"""Cell networks in plain Python, from the memory that kernels read (see
:mod:`engined.kernels.compilation.interpreted`).
"""

# ruff: noqa: D102 - what functions of the prelude do, prelude.pyi says

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

from engined.patterns.cell_pieces import cell_pieces_of
from engined.patterns.network_layout import (
    HIDDEN,
    HIDDEN_SHIFT,
    LINE,
    NUMBERS,
    ONE,
    OUTPUT_SHIFT,
    HeadLayout,
    vector_starts,
)

from ..layouts.layout import Layout

Board = Any


class CellNetworks:
    """Networks of the board of one layout."""

    def __init__(self, layout: Layout, contents: Callable[[Board, Board, tuple[int, ...]], list[int]]) -> None:
        """``contents`` gives 2, 1 or 0 for own discs, empty cells and the other's on some squares."""
        self._layout = layout
        self._contents = contents

    def network_sum(self, own: Board, opp: Board, vectors: Any, head: Any) -> int:
        return _output(int(head), self._inputs(own, opp, int(vectors)))

    def _inputs(self, own: Board, opp: Board, vectors: int) -> list[int]:
        """What the cells of each class come to, one class behind the other."""
        pieces = cell_pieces_of(self._layout.variant)
        starts = vector_starts(pieces)
        sums = {cell: [0] * NUMBERS for cell in self._layout.variant.board.cells}
        for piece in pieces.patterns.placed:
            served = pieces.served[piece.shape]
            index = sum(3**place * digit for place, digit in enumerate(self._contents(own, opp, piece.squares)))
            place = vectors + starts[piece.shape] + index * len(served) * NUMBERS
            for digit in served:
                told = (ctypes.c_int8 * NUMBERS).from_address(place)
                sums[piece.squares[digit]] = [
                    one + more for one, more in zip(sums[piece.squares[digit]], told, strict=True)
                ]
                place += NUMBERS
        cut = {cell: [min(max(number, 0), ONE) for number in numbers] for cell, numbers in sums.items()}
        return [sum(cut[cell][number] for cell in some) for some in pieces.classes for number in range(NUMBERS)]


def _output(head: int, inputs: list[int]) -> int:
    """What a head makes of its inputs."""
    layout = HeadLayout(len(inputs) // NUMBERS)
    total = 0
    for unit in range(HIDDEN):
        group, lane = divmod(unit, 4)
        value = ctypes.c_int32.from_address(head + layout.hidden_biases + 4 * unit).value
        for number, given in enumerate(inputs):
            step, quarter, pair, second = number // 32, number // 8 % 4, number // 2 % 4, number % 2
            place = ((step * 4 + pair) * 4 + group) * LINE + 16 * quarter + 4 * lane + 2 * second
            value += given * ctypes.c_int16.from_address(head + place).value
        hidden = min(max(_wrapped(value) >> HIDDEN_SHIFT, 0), ONE)
        total += hidden * ctypes.c_int32.from_address(head + layout.outputs + 4 * unit).value
    for number, given in enumerate(inputs):
        total += given * ctypes.c_int16.from_address(head + layout.direct + 2 * number).value
    return _wrapped(total) + ctypes.c_int64.from_address(head + layout.bias).value >> OUTPUT_SHIFT


def _wrapped(value: int) -> int:
    return ctypes.c_int32(value).value
