"""Machine code for the patterns of a board: the sum of the weights at their indices.

The weights are loaded 16 at a time where the CPU gathers fast, which makes middle games a tenth to a fifth faster.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Any

from llvmlite import ir

from engined.patterns.shapes import Patterns, patterns_of

from ..boards.bits import I1, I8, I16, I32, I64, WORD, at, call, constant, table
from ..boards.simd import Words, each
from ..codes import UNIT
from ..cpu import Cpu
from ..layouts.layout import Layout
from .pattern_indices import LANES, Indices, vector

GATHERED = 16
"""Lanes of what one instruction gathers."""
Value = Any


class PatternSums:
    """The patterns of one layout's board."""

    def __init__(self, layout: Layout, cpu: Cpu) -> None:
        self.layout = layout
        self.cpu = cpu
        self.patterns: Patterns = patterns_of(layout.variant)
        self._indices = Indices(layout, self.patterns)

    def instructions(self) -> dict[str, tuple[Any, tuple[Any, ...], Any]]:
        """The pattern functions of the prelude: what each gives, what it takes, its emitter."""
        return {
            "pattern_sum": (WORD, ("B", "B", WORD), self._sum),
            "prepare_patterns": (WORD, ("B", "B", WORD), self._prepare),
            "pattern_sum_after": (WORD, (WORD, WORD, "B", WORD), self._sum_after),
            "store_patterns": (WORD, ("B", "B", WORD), self._store),
        }

    @property
    def prepared_bytes(self) -> int:
        """The bytes that ``prepare_patterns`` writes."""
        return 2 * LANES * len(self._indices.groups)

    def _sum(self, b: Any, own: Words, opp: Words, weights: Value) -> Value:
        return self._added(b, self._indices.offsets(b, own, opp), weights)

    def _prepare(self, b: Any, own: Words, opp: Words, address: Value) -> Value:
        for number, offsets in enumerate(self._indices.offsets(b, own, opp)):
            place = b.add(address, constant(2 * LANES * number))
            b.store(offsets, at(b, place, offsets.type), align=2 * LANES)
        return constant(0)

    def _sum_after(self, b: Any, address: Value, square: Value, flipped: Words, weights: Value) -> Value:
        """A disc counts for the mover what its place adds; one that turns, twice that. Then the table turns."""
        groups = range(len(self._indices.groups))
        kind = ir.VectorType(I16, LANES)
        places = [b.add(address, constant(2 * LANES * group)) for group in groups]
        offsets = [b.load(at(b, place, kind), align=2 * LANES) for place in places]
        offsets = each(b.add, offsets, self._steps(b, square))
        for word, discs in enumerate(flipped):
            offsets = self._turned(b, offsets, word, discs)
        return self._added(b, each(b.neg, offsets), weights)

    def _turned(self, b: Any, offsets: list[Value], word: int, discs: Value) -> list[Value]:
        """The offsets after some discs of a word have turned: a loop."""
        before = b.block
        loop, after = b.append_basic_block(), b.append_basic_block()
        b.cbranch(b.icmp_signed("==", discs, constant(0)), after, loop)
        b.position_at_end(loop)
        left = b.phi(I64)
        left.add_incoming(discs, before)
        inside = [b.phi(offset.type) for offset in offsets]
        lowest = call(b, "llvm.cttz.i64", I64, left, ir.Constant(I1, 1))
        steps = self._steps(b, b.add(lowest, constant(64 * word)))
        turned = each(lambda offset, step: b.add(offset, b.add(step, step)), inside, steps)
        rest = b.and_(left, b.sub(left, constant(1)))
        left.add_incoming(rest, loop)
        b.cbranch(b.icmp_signed("==", rest, constant(0)), after, loop)
        b.position_at_end(after)
        result = [b.phi(offset.type) for offset in offsets]
        for old, phi, new, final in zip(offsets, inside, turned, result, strict=True):
            phi.add_incoming(old, before)
            phi.add_incoming(new, loop)
            final.add_incoming(old, before)
            final.add_incoming(new, loop)
        return result

    def _steps(self, b: Any, square: Value) -> list[Value]:
        """What an own disc on a square adds to each offset."""
        bits = {self.layout.bit_of(cell): cell for cell in self.layout.variant.board.cells}
        lanes = LANES * len(self._indices.groups)
        values: list[int] = []
        for bit in range(self.layout.cells.bit_length()):
            row = [
                3 ** pattern.squares.index(bits[bit]) if bits.get(bit) in pattern.squares else 0
                for pattern in self.patterns.placed
            ]
            values += row + [0] * (lanes - len(row))
        start = b.bitcast(table(b, values, 16), I8.as_pointer())
        row_start = b.gep(start, [b.mul(square, constant(2 * lanes))])
        kind = ir.VectorType(I16, LANES)
        places = [b.gep(row_start, [constant(2 * LANES * group)]) for group in range(len(self._indices.groups))]
        return [b.load(b.bitcast(place, kind.as_pointer()), align=64) for place in places]

    @property
    def _narrow(self) -> bool:
        """Whether 16 bits hold the sum of a position's weights: twice the highest score, in hundredths of a disc."""
        return 2 * UNIT * len(self.layout.variant.board.cells) < 1 << 15

    def _added(self, b: Any, offsets: list[Value], weights: Value) -> Value:
        """The sum of the weights. What is added up on the way to it may wrap."""
        kind = I16 if self._narrow else I32
        if self.cpu.gathers:
            gathered = self._gathered(b, offsets, weights)
            return b.sext(b.trunc(gathered, I16) if self._narrow else gathered, I64)
        sums = [ir.Constant(kind, 0), ir.Constant(kind, 0)]
        base = at(b, weights, I16)
        for number, index in enumerate(self._single(b, offsets)):
            weight = b.load(b.gep(base, [index]), align=2)
            sums[number % 2] = b.add(sums[number % 2], weight if self._narrow else b.sext(weight, kind))
        return b.sext(b.add(*sums), I64)

    def _gathered(self, b: Any, offsets: list[Value], weights: Value) -> Value:
        """The sum as an int32, or one whose lower half it is: a weight is loaded with the 16 bits behind it."""
        kind, base = ir.VectorType(I32, GATHERED), at(b, weights, I8)
        behind = vector(I32, [16] * GATHERED)
        parts = []
        for group, indices in zip(self._indices.groups, self._places(b, offsets), strict=True):
            for start in range(0, len(group), GATHERED):
                lanes = range(start, start + GATHERED)
                some = b.shuffle_vector(indices, indices, vector(I32, lanes))
                there = ir.Constant(ir.VectorType(I1, GATHERED), [ir.Constant(I1, lane < len(group)) for lane in lanes])
                operands = (vector(I32, [0] * GATHERED), base, some, there, ir.Constant(I32, 2))
                part = call(b, "llvm.x86.avx512.mask.gather.dpi.512", kind, *operands)
                parts.append(part if self._narrow else b.ashr(b.shl(part, behind), behind))
        return call(b, f"llvm.vector.reduce.add.v{GATHERED}i32", I32, reduce(b.add, parts))

    def _store(self, b: Any, own: Words, opp: Words, address: Value) -> Value:
        base = at(b, address, I32)
        for number, index in enumerate(self._single(b, self._indices.offsets(b, own, opp))):
            b.store(b.trunc(index, I32), b.gep(base, [constant(number)]), align=4)
        return constant(0)

    def _places(self, b: Any, offsets: list[Value]) -> Iterator[Value]:
        """The indices of the patterns in the table of all shapes, a vector of int32 for each group."""
        starts, sizes = self.patterns.starts, self.patterns.sizes
        for group, narrow in zip(self._indices.groups, offsets, strict=True):
            middles = [starts[pattern.shape] + 3 ** sizes[pattern.shape] // 2 for pattern in group]
            wide = b.sext(narrow, ir.VectorType(I32, LANES))
            yield b.add(wide, vector(I32, middles + [0] * (LANES - len(group))))

    def _single(self, b: Any, offsets: list[Value]) -> Iterator[Value]:
        """The indices one by one, as int64."""
        yield from self._indices.one_by_one(b, list(self._places(b, offsets)))
