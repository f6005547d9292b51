"""Machine code for the patterns of a board: their indices, and the sum of the weights there.

A lane of a vector of bytes is a pattern. The discs become a vector of digits, -1, 0 or 1 for each cell; shuffles that
are known when compiling bring the first digit of all patterns into their lanes, then the second, and so on. Five
digits in base 3 fit in a byte, so an index is made of two halves. That is some hundred instructions where the CPU
can permute bytes (AVX-512 VBMI), and needs neither tables nor anything carried along with a position. The weights
are loaded 16 at a time where the CPU gathers fast, which makes middle games a tenth to a fifth faster.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any

from llvmlite import ir

from engined.patterns.shapes import LONGEST, Pattern, Patterns, patterns_of

from .bits import I1, I8, I32, I64, WORD, at, call, constant, table
from .codes import UNIT
from .cpu import Cpu
from .layout import Layout
from .simd import Words, each

LANES = 64
GATHERED = 16
"""Lanes of what one instruction gathers."""
HALF = LONGEST // 2
I16 = ir.IntType(16)
Value = Any


class PatternSums:
    """The patterns of one layout's board."""

    def __init__(self, layout: Layout, cpu: Cpu) -> None:
        self.layout = layout
        self.cpu = cpu
        self.patterns: Patterns = patterns_of(layout.variant)

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
        """Of what ``prepare_patterns`` writes."""
        return 2 * LANES * len(self._groups)

    @property
    def _groups(self) -> list[tuple[Pattern, ...]]:
        placed = self.patterns.placed
        return [placed[start : start + LANES] for start in range(0, len(placed), LANES)]

    def _sum(self, b: Any, own: Words, opp: Words, weights: Value) -> Value:
        return self._added(b, self._offsets(b, own, opp), weights)

    def _prepare(self, b: Any, own: Words, opp: Words, address: Value) -> Value:
        for number, offsets in enumerate(self._offsets(b, own, opp)):
            place = b.add(address, constant(2 * LANES * number))
            b.store(offsets, at(b, place, offsets.type), align=2 * LANES)
        return constant(0)

    def _sum_after(self, b: Any, address: Value, square: Value, flipped: Words, weights: Value) -> Value:
        """A disc counts for the mover what its place adds; one that turns, twice that. Then the table turns."""
        groups = range(len(self._groups))
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
        lanes = LANES * len(self._groups)
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
        places = [b.gep(row_start, [constant(2 * LANES * group)]) for group in range(len(self._groups))]
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
        behind = _vector(I32, [16] * GATHERED)
        parts = []
        for group, indices in zip(self._groups, self._indices(b, offsets), strict=True):
            for start in range(0, len(group), GATHERED):
                lanes = range(start, start + GATHERED)
                some = b.shuffle_vector(indices, indices, _vector(I32, lanes))
                there = ir.Constant(ir.VectorType(I1, GATHERED), [ir.Constant(I1, lane < len(group)) for lane in lanes])
                operands = (_vector(I32, [0] * GATHERED), base, some, there, ir.Constant(I32, 2))
                part = call(b, "llvm.x86.avx512.mask.gather.dpi.512", kind, *operands)
                parts.append(part if self._narrow else b.ashr(b.shl(part, behind), behind))
        return call(b, f"llvm.vector.reduce.add.v{GATHERED}i32", I32, reduce(b.add, parts))

    def _store(self, b: Any, own: Words, opp: Words, address: Value) -> Value:
        base = at(b, address, I32)
        for number, index in enumerate(self._single(b, self._offsets(b, own, opp))):
            b.store(b.trunc(index, I32), b.gep(base, [constant(number)]), align=4)
        return constant(0)

    def _indices(self, b: Any, offsets: list[Value]) -> Iterator[Value]:
        """The indices of the patterns in the table of all shapes, a vector of int32 for each group."""
        starts, sizes = self.patterns.starts, self.patterns.sizes
        for group, narrow in zip(self._groups, offsets, strict=True):
            middles = [starts[pattern.shape] + 3 ** sizes[pattern.shape] // 2 for pattern in group]
            wide = b.sext(narrow, ir.VectorType(I32, LANES))
            yield b.add(wide, _vector(I32, middles + [0] * (LANES - len(group))))

    def _single(self, b: Any, offsets: list[Value]) -> Iterator[Value]:
        """The indices one by one, as int64."""
        for group, indices in zip(self._groups, self._indices(b, offsets), strict=True):
            # Two indices at a time leave the vector: that costs half of what one at a time would.
            pairs = b.bitcast(indices, ir.VectorType(I64, LANES // 2))
            for lane in range(len(group)):
                pair = b.extract_element(pairs, ir.Constant(I32, lane // 2))
                yield b.lshr(pair, constant(32)) if lane % 2 else b.and_(pair, constant((1 << 32) - 1))

    def _offsets(self, b: Any, own: Words, opp: Words) -> list[Value]:
        """For every pattern how far its index is from that of its cells all empty, as vectors of int16."""
        digits = [self._digits(b, mine, theirs) for mine, theirs in zip(own, opp, strict=True)]
        return [self._group(b, digits, group) for group in self._groups]

    def _digits(self, b: Any, own: Value, opp: Value) -> Value:
        """A byte for each bit of a word: 1 for own discs, -1 for the other's."""
        flags = ir.VectorType(I1, LANES)
        ones, none = _vector(I8, [1] * LANES), _vector(I8, [0] * LANES)
        mine, theirs = (b.select(b.bitcast(board, flags), ones, none) for board in (own, opp))
        return b.sub(mine, theirs)

    def _group(self, b: Any, digits: Sequence[Value], group: Sequence[Pattern]) -> Value:
        """The offsets of up to 64 patterns."""
        wide = ir.VectorType(I16, LANES)
        low, high = (b.sext(self._half(b, digits, group, half), wide) for half in (0, 1))
        return b.add(low, b.mul(high, _vector(I16, [3**HALF] * LANES)))

    def _half(self, b: Any, digits: Sequence[Value], group: Sequence[Pattern], half: int) -> Value:
        """Five digits of each pattern, as numbers between -121 and 121."""
        total = None
        for place in reversed(range(half * HALF, (half + 1) * HALF)):
            chosen = [
                self.layout.bit_of(pattern.squares[place]) if place < len(pattern.squares) else -1 for pattern in group
            ]
            digit = self._picked(b, digits, chosen + [-1] * (LANES - len(group)))
            total = digit if total is None else b.add(b.add(total, b.add(total, total)), digit)
        return total

    def _picked(self, b: Any, digits: Sequence[Value], chosen: Sequence[int]) -> Value:
        """In each lane the digit of a bit; 0 where that is -1."""
        found = _vector(I8, [0] * LANES)
        for word in range(0, len(digits), 2):
            here = [bit - LANES * word if 0 <= bit - LANES * word < 2 * LANES else -1 for bit in chosen]
            second = digits[word + 1] if word + 1 < len(digits) else ir.Constant(digits[word].type, ir.Undefined)
            shuffled = b.shuffle_vector(digits[word], second, _vector(I32, [max(bit, 0) for bit in here]))
            found = b.or_(found, b.and_(shuffled, _vector(I8, [-1 if bit >= 0 else 0 for bit in here])))
        return found


def _vector(kind: Any, values: Sequence[int]) -> Any:
    return ir.Constant(ir.VectorType(kind, len(values)), [ir.Constant(kind, value) for value in values])
