"""Patterns and networks in plain Python, from the memory that kernels read (see :mod:`interpreted`)."""

# ruff: noqa: D102 - what functions of the prelude do, prelude.pyi says

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from typing import Any

import numpy as np

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
from engined.patterns.shapes import patterns_of

from ..layouts.go import GoLayout
from ..layouts.layout import Layout
from ..network_codes import FACTOR_ONE, PRODUCTS, WEIGHT_ONE
from .interpreted_words import Board, Word, join, word


class PatternSums:
    """The patterns of one layout's board: what is prepared of a position is the position."""

    def __init__(self, layout: Layout, bound: dict[str, Any]) -> None:
        self._layout = layout
        self._patterns = patterns_of(layout.variant)
        self._bound = bound

    def pattern_sum(self, own: Board, opp: Board, weights: Word) -> Word:
        values = (ctypes.c_int16.from_address(int(weights) + 2 * index).value for index in self._indices(own, opp))
        return word(ctypes.c_int16(sum(values)).value)

    def prepare_patterns(self, own: Board, opp: Board, address: Word) -> int:
        self._bound["store_board"](address, own)
        self._bound["store_board"](address + 8 * self._layout.words, opp)
        return 0

    def pattern_sum_after(self, prepared: Word, square: Word, flipped: Board, weights: Word) -> Word:
        load, bound = self._bound["load_board"], self._bound
        own, opp = load(prepared), load(prepared + 8 * self._layout.words)
        mine = bound["next_own"](own, opp, square, flipped)
        theirs = bound["either"](bound["differ"](own, flipped), bound["single"](square))
        return self.pattern_sum(mine, theirs, weights)

    def store_patterns(self, own: Board, opp: Board, address: Word) -> int:
        for number, index in enumerate(self._indices(own, opp)):
            ctypes.c_int32.from_address(int(address) + 4 * number).value = index
        return 0

    def _indices(self, own: Board, opp: Board) -> list[int]:
        """The index of every pattern in the table of all shapes: own discs are 2, the other's 0, empty cells 1."""
        starts = self._patterns.starts
        return [
            starts[pattern.shape]
            + sum(3**place * digit for place, digit in enumerate(_contents(self._layout, own, opp, pattern.squares)))
            for pattern in self._patterns.placed
        ]


class CellNetworks:
    """Networks of the board of one layout."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout

    def network_sum(self, own: Board, opp: Board, vectors: Any, head: Any) -> int:
        return _output(int(head), self._inputs(own, opp, int(vectors)))

    def _inputs(self, own: Board, opp: Board, vectors: int) -> list[int]:
        """What the cells of each class come to, one class behind the other."""
        pieces = cell_pieces_of(self._layout.variant)
        starts = vector_starts(pieces)
        sums = {cell: [0] * NUMBERS for cell in self._layout.variant.board.cells}
        for piece in pieces.patterns.placed:
            served = pieces.served[piece.shape]
            index = sum(
                3**place * digit for place, digit in enumerate(_contents(self._layout, own, opp, piece.squares))
            )
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


def small_network(layout: GoLayout, names: dict[str, Any]) -> dict[str, Any]:
    """What the prelude has for Go's small network."""
    together = names["TOGETHER"]

    def floats(address: Word, size: int) -> Any:
        return np.ctypeslib.as_array((ctypes.c_float * size).from_address(int(address)))

    def factors(address: Word, size: int) -> Any:
        return np.ctypeslib.as_array((ctypes.c_int16 * size).from_address(int(address)))

    def sums(address: Word, size: int) -> Any:
        return np.ctypeslib.as_array((ctypes.c_int32 * size).from_address(int(address)))

    def load_float(address: Word) -> float:
        return float(floats(address, 1)[0])

    def store_float(address: Word, value: float) -> int:
        floats(address, 1)[0] = value
        return 0

    def begin_products(source: Word, target: Word, apart: Word, inputs: Word) -> int:
        rows = [floats(source + 4 * inputs * row * layout.row, 4 * inputs).reshape(4, inputs) for row in range(4)]
        summed = np.einsum("pr,rci,qc->pqi", SUMMED, np.stack(rows), SUMMED).reshape(PRODUCTS, inputs)
        rounded = np.clip(np.rint(FACTOR_ONE * summed), -(2**15), 2**15 - 1)
        for product, values in enumerate(rounded):
            factors(target + apart * product, inputs)[:] = values
        return 0

    def multiply_tiles(values: Word, weights: Word, target: Word, inputs: Word, channels: Word) -> int:
        tiles = factors(values, together * channels).reshape(together, channels)[:, :inputs]
        pairs = factors(weights, inputs * channels).reshape(inputs // 2, channels, 2)
        kernel = pairs.swapaxes(1, 2).reshape(inputs, channels)
        sums(target, together * channels)[:] = (tiles.astype(np.int32) @ kernel.astype(np.int32)).ravel()
        return 0

    def end_products(products: Word, apart: Word, bias: Word, added: Word, target: Word, channels: Word) -> int:
        made = np.stack([sums(products + apart * product, channels) for product in range(PRODUCTS)])
        whole = np.einsum("rp,pqo,cq->rco", ENDED, made.reshape(4, 4, channels), ENDED)
        tile = whole / (FACTOR_ONE * WEIGHT_ONE) + floats(bias, channels)
        for row in range(2):
            place = 4 * channels * row * layout.row
            more = floats(added + place, 2 * channels) if added else 0.0
            floats(target + place, 2 * channels)[:] = np.maximum(tile[row].ravel() + more, 0)
        return 0

    def weighted_sum(values: Word, weights: Word, number: Word) -> float:
        return float(floats(values, number) @ floats(weights, number))

    def raise_to(values: Word, others: Word, number: Word) -> int:
        floats(values, number)[:] = np.maximum(floats(values, number), floats(others, number))
        return 0

    def add_floats(values: Word, others: Word, number: Word) -> int:
        floats(values, number)[:] += floats(others, number)
        return 0

    instructions = (begin_products, multiply_tiles, end_products, weighted_sum, raise_to, add_floats)
    return {"load_float": load_float, "store_float": store_float} | {one.__name__: one for one in instructions}


SUMMED = np.array([[1, 0, -1, 0], [0, 1, 1, 0], [0, -1, 1, 0], [0, 1, 0, -1]])
"""The matrix of the Winograd transform of inputs: from four values in a row to the factors of four products."""
ENDED = np.array([[1, 1, 1, 0], [0, 1, -1, -1]])
"""The matrix of the Winograd transform of outputs: from four products to two points."""


def _contents(layout: Layout, own: Board, opp: Board, squares: Iterable[int]) -> list[int]:
    """What is on some squares: 2 for own discs, 1 for empty cells, 0 for the other's."""
    mine, theirs = join(layout, own), join(layout, opp)
    return [1 + (mine >> layout.bit_of(square) & 1) - (theirs >> layout.bit_of(square) & 1) for square in squares]
