"""Machine code for the indices of patterns, all of a board's side by side.

A lane of a vector of bytes is a pattern. The discs become a vector of digits, -1, 0 or 1 for each cell; shuffles that
are known when compiling bring the first digit of all patterns into their lanes, then the second, and so on. Five
digits in base 3 fit in a byte, so an index is made of two halves. That is some hundred instructions where the CPU
can permute bytes (AVX-512 VBMI), and needs neither tables nor anything carried along with a position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from llvmlite import ir

from engined.patterns.shapes import LONGEST, Pattern, Patterns

from ..boards.bits import I1, I8, I16, I32, I64, constant
from ..boards.simd import Words
from ..layouts.layout import Layout

LANES = 64
HALF = LONGEST // 2
Value = Any


class Indices:
    """The indices of some patterns on the board of a layout."""

    def __init__(self, layout: Layout, patterns: Patterns) -> None:
        self._layout = layout
        placed = patterns.placed
        self.groups: tuple[tuple[Pattern, ...], ...] = tuple(
            placed[start : start + LANES] for start in range(0, len(placed), LANES)
        )
        """The patterns that share a vector."""

    def offsets(self, b: Any, own: Words, opp: Words) -> list[Value]:
        """How far the index of every pattern is from that of its cells all empty, as vectors of int16."""
        digits = [self._digits(b, mine, theirs) for mine, theirs in zip(own, opp, strict=True)]
        return [self._group(b, digits, group) for group in self.groups]

    def one_by_one(self, b: Any, vectors: Sequence[Value]) -> Iterator[Value]:
        """The numbers of every pattern in vectors of unsigned int32, as int64."""
        for group, vector_of_group in zip(self.groups, vectors, strict=True):
            # Two numbers at a time leave the vector: that costs half of what one at a time would.
            pairs = b.bitcast(vector_of_group, ir.VectorType(I64, LANES // 2))
            for lane in range(len(group)):
                pair = b.extract_element(pairs, ir.Constant(I32, lane // 2))
                yield b.lshr(pair, constant(32)) if lane % 2 else b.and_(pair, constant((1 << 32) - 1))

    def _digits(self, b: Any, own: Value, opp: Value) -> Value:
        """A byte for each bit of a word: 1 for own discs, -1 for the other's."""
        flags = ir.VectorType(I1, LANES)
        ones, none = vector(I8, [1] * LANES), vector(I8, [0] * LANES)
        mine, theirs = (b.select(b.bitcast(board, flags), ones, none) for board in (own, opp))
        return b.sub(mine, theirs)

    def _group(self, b: Any, digits: Sequence[Value], group: Sequence[Pattern]) -> Value:
        """The offsets of up to 64 patterns."""
        wide = ir.VectorType(I16, LANES)
        low, high = (b.sext(self._half(b, digits, group, half), wide) for half in (0, 1))
        return b.add(low, b.mul(high, vector(I16, [3**HALF] * LANES)))

    def _half(self, b: Any, digits: Sequence[Value], group: Sequence[Pattern], half: int) -> Value:
        """Five digits of each pattern, as numbers between -121 and 121."""
        total = None
        for place in reversed(range(half * HALF, (half + 1) * HALF)):
            chosen = [
                self._layout.bit_of(pattern.squares[place]) if place < len(pattern.squares) else -1 for pattern in group
            ]
            digit = self._picked(b, digits, chosen + [-1] * (LANES - len(group)))
            total = digit if total is None else b.add(b.add(total, b.add(total, total)), digit)
        return total

    def _picked(self, b: Any, digits: Sequence[Value], chosen: Sequence[int]) -> Value:
        """The digit of a bit in each lane; 0 where that is -1."""
        found = vector(I8, [0] * LANES)
        for word in range(0, len(digits), 2):
            here = [bit - LANES * word if 0 <= bit - LANES * word < 2 * LANES else -1 for bit in chosen]
            second = digits[word + 1] if word + 1 < len(digits) else ir.Constant(digits[word].type, ir.Undefined)
            shuffled = b.shuffle_vector(digits[word], second, vector(I32, [max(bit, 0) for bit in here]))
            found = b.or_(found, b.and_(shuffled, vector(I8, [-1 if bit >= 0 else 0 for bit in here])))
        return found


def vector(kind: Any, values: Sequence[int]) -> Any:
    """A constant vector."""
    return ir.Constant(ir.VectorType(kind, len(values)), [ir.Constant(kind, value) for value in values])
