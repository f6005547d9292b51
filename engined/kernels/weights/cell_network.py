"""Machine code for cell networks: what their vectors at the indices of a position's pieces come to.

See :mod:`engined.patterns.cell_network` for what is computed, and :mod:`engined.patterns.network_layout` for where it
lies. Vectors of a cell are added as bytes, in pairs and then with saturation, which is exact for up to four of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, reduce
from typing import Any

from llvmlite import ir

from engined.patterns.cell_pieces import CellPieces, cell_pieces_of
from engined.patterns.network_layout import (
    HIDDEN,
    HIDDEN_SHIFT,
    NUMBERS,
    ONE,
    OUTPUT_SHIFT,
    STEP,
    HeadLayout,
    vector_starts,
)

from ..boards.bits import I8, I16, I32, I64, WORD, at, call, constant
from ..boards.simd import Words
from ..cpu import Cpu
from ..layouts.layout import Layout
from .paired import paired_products
from .pattern_indices import LANES, Indices, vector

MOST_IN_BYTES = 4
"""Vectors that can be added up as bytes."""
Value = Any


class CellNetworks:
    """Networks of the board of one layout."""

    def __init__(self, layout: Layout, cpu: Cpu) -> None:
        self._layout = layout
        self._cpu = cpu

    def instructions(self) -> dict[str, tuple[Any, tuple[Any, ...], Any]]:
        """The network's function of the prelude: what it gives, what it takes, its emitter."""
        return {"network_sum": (WORD, ("B", "B", WORD, WORD), self._sum)}

    @cached_property
    def _pieces(self) -> CellPieces:
        return cell_pieces_of(self._layout.variant)

    def _sum(self, b: Any, own: Words, opp: Words, vectors: Value, head: Value) -> Value:
        pools = self._pools(b, self._addresses(b, own, opp, vectors))
        if self._cpu.paired_products < STEP:
            # Sixteen registers do not hold the sums of cells and of hidden units at a time: a tenth slower.
            pools = iter(list(pools))
        return Head(HeadLayout(len(self._pieces.classes)), self._cpu, b, head).output(pools)

    def _addresses(self, b: Any, own: Words, opp: Words, vectors: Value) -> list[Value]:
        """Where what each piece tells begins."""
        pieces, indices = self._pieces, Indices(self._layout, self._pieces.patterns)
        starts, sizes = vector_starts(pieces), pieces.patterns.sizes
        places = []
        for group, offsets in zip(indices.groups, indices.offsets(b, own, opp), strict=True):
            filling = [0] * (LANES - len(group))
            scales = [NUMBERS * len(pieces.served[piece.shape]) for piece in group]
            middles = [
                starts[piece.shape] + 3 ** sizes[piece.shape] // 2 * scale
                for piece, scale in zip(group, scales, strict=True)
            ]
            wide = b.sext(offsets, ir.VectorType(I32, LANES))
            places.append(b.add(b.mul(wide, vector(I32, scales + filling)), vector(I32, middles + filling)))
        return [b.add(vectors, place) for place in indices.one_by_one(b, places)]

    def _pools(self, b: Any, addresses: Sequence[Value]) -> Iterator[Value]:
        """What the cells of each class come to, vectors of int16."""
        for cells in self._pieces.classes:
            yield self._pool(b, [self._cell(b, cell, addresses) for cell in cells])

    def _pool(self, b: Any, cells: Sequence[Value]) -> Value:
        """The sum of what cells come to: first of two at a time, which fit in an unsigned byte."""
        wide = ir.VectorType(I16, NUMBERS)
        return reduce(b.add, (b.zext(reduce(b.add, cells[at : at + 2]), wide) for at in range(0, len(cells), 2)))

    def _cell(self, b: Any, cell: int, addresses: Sequence[Value]) -> Value:
        """What a cell comes to, as bytes from 0 to 127."""
        narrow, wide = ir.VectorType(I8, NUMBERS), ir.VectorType(I16, NUMBERS)
        found = [
            b.load(at(b, b.add(addresses[piece], constant(NUMBERS * slot)), narrow), align=NUMBERS)
            for piece, slot in self._pieces.serving(cell)
        ]
        none = ir.Constant(narrow, [ir.Constant(I8, 0)] * NUMBERS)
        if len(found) > MOST_IN_BYTES:
            total = reduce(b.add, (b.sext(value, wide) for value in found))
            most, least = vector(I16, [ONE] * NUMBERS), vector(I16, [0] * NUMBERS)
            return b.trunc(_smaller(b, _larger(b, total, least), most), narrow)
        pairs = [reduce(b.add, found[at : at + 2]) for at in range(0, len(found), 2)] or [none]
        total = reduce(lambda one, other: call(b, f"llvm.sadd.sat.v{NUMBERS}i8", narrow, one, other), pairs)
        return _larger(b, total, none)


def _larger(b: Any, one: Value, other: Value) -> Value:
    return b.select(b.icmp_signed(">", one, other), one, other)


def _smaller(b: Any, one: Value, other: Value) -> Value:
    return b.select(b.icmp_signed("<", one, other), one, other)


class Head:
    """A head at an address."""

    def __init__(self, layout: HeadLayout, cpu: Cpu, b: Any, address: Value) -> None:
        self._layout = layout
        self._cpu = cpu
        self._b = b
        self._address = address

    def output(self, pools: Iterator[Value]) -> Value:
        """What it makes of the inputs, an int64. Each step comes as soon as its inputs are there, while others load."""
        b, layout = self._b, self._layout
        direct = vector(I32, [0] * HIDDEN)
        groups = [direct] * 4
        for step, values in enumerate(self._inputs(pools)):
            direct = b.add(
                direct, paired_products(b, self._cpu, values, self._load(layout.direct + 2 * STEP * step, I16))
            )
            groups = self._more_hidden(groups, step, values)
        halves = [self._folded(groups[at], groups[at + 1], 8) for at in (0, 2)]
        hidden = b.add(self._folded(halves[0], halves[1], 4), self._load(layout.hidden_biases, I32))
        most, none = vector(I32, [ONE] * HIDDEN), vector(I32, [0] * HIDDEN)
        hidden = _smaller(b, _larger(b, b.ashr(hidden, vector(I32, [HIDDEN_SHIFT] * HIDDEN)), none), most)
        total = b.add(direct, b.mul(hidden, self._load(layout.outputs, I32)))
        summed = call(b, f"llvm.vector.reduce.add.v{HIDDEN}i32", I32, total)
        bias = b.load(at(b, b.add(self._address, constant(layout.bias))), align=8)
        return b.ashr(b.add(b.sext(summed, I64), bias), constant(OUTPUT_SHIFT))

    def _inputs(self, pools: Iterator[Value]) -> Iterator[Value]:
        """The pools, two in a vector."""
        for first in pools:
            second = next(pools, vector(I16, [0] * NUMBERS))
            yield self._b.shuffle_vector(first, second, vector(I32, range(STEP)))

    def _more_hidden(self, groups: Sequence[Value], step: int, values: Value) -> list[Value]:
        """What hidden units come to with a step more: groups of four of them, in quarters that are added at the end."""
        b = self._b
        sums = list(groups)
        pairs = b.bitcast(values, ir.VectorType(I32, STEP // 2))
        for pair in range(4):
            chosen = [4 * quarter + pair for quarter in range(4) for _ in range(4)]
            spread = b.bitcast(b.shuffle_vector(pairs, pairs, vector(I32, chosen)), values.type)
            for group in range(4):
                weights = self._load(2 * STEP * (16 * step + 4 * pair + group), I16)
                sums[group] = b.add(sums[group], paired_products(b, self._cpu, spread, weights))
        return sums

    def _folded(self, one: Value, other: Value, run: int) -> Value:
        """Every second run of two vectors added to the run before it: the runs of the first, then of the second."""
        b = self._b
        firsts = [lane for lane in range(2 * HIDDEN) if lane // run % 2 == 0]
        first = b.shuffle_vector(one, other, vector(I32, firsts))
        return b.add(first, b.shuffle_vector(one, other, vector(I32, [lane + run for lane in firsts])))

    def _load(self, place: int, kind: Any) -> Value:
        """The vector of 64 bytes at a place of the head."""
        whole = ir.VectorType(kind, 512 // kind.width)
        return self._b.load(at(self._b, self._b.add(self._address, constant(place)), whole), align=64)
