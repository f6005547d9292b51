"""Moves and flips on the full 8x8 board by hand: what :mod:`lines` generates for any board, in fewer instructions.

A CPU without wide vectors sees the board twice, as it is and with its ranks in reverse: what falls along files and
diagonals in the one rises in the other, so that one pair of words serves both ways.

A method stays only where it is at least as fast as the generated one. Time against all generated, node counts being
the same (Zen 5; fastest of 100 and more runs in turns; nine FFO endgames with 9 to 18 empty cells; "portable" and
"AVX2" are that CPU with the other instructions forbidden):

============  ==================  ===========================================================
CPU path      endgames, perft 9   by method
============  ==================  ===========================================================
portable      -15 %, -28 %        moves -5 %, -23 %; flips -6 %, -9 %; the last square -4 %, 0
AVX2          0, -1 %             moves alone
AVX-512       0, -5 %             moves alone; perft 11: -3 %, FFO #40-#43 together: -3 %
============  ==================  ===========================================================

Other attempts lost against what is generated for wide vectors, and so that stays: moves in eight lanes of rotations
(+6 % in perft), flips without a test for rays that have no stop (+3 % in perft), numbers of the last square's flips
by one pext, products and fewer loads (+2 % in endgames). Full lines by rotations and byte sums changed nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, reduce
from typing import Any

from llvmlite import ir

from ..layouts.layout import AXES
from .bits import I8, I32, I64, call, constant, entry, table
from .lines import NUMBERS, Lines, first_rising, first_stops
from .simd import Lanes, Words, total

Value = Any
"""A value of LLVM's IR, as llvmlite has it."""

RANKS, FILES, *DIAGONALS = range(len(AXES))
FILE_A = 0x0101010101010101
ON_RANK_1 = 0x0102040810204080
"""The product with discs of the a-file has them in its highest byte, the first rank's lowest."""


class Hand8x8(Lines):
    """Emits the board kernels of the full 8x8 board with bit = square."""

    # --- moves ----------------------------------------------------------------------------------

    def moves(self, builder: Any, own: Words, opp: Words) -> Words:
        """See :meth:`Lines.moves`."""
        if self.cpu.lanes == len(AXES):
            return super().moves(builder, own, opp)
        (found,), pair = self.both_ways(Lanes(builder, 1), own, opp, [RANKS]), Lanes(builder, 2)
        mine, theirs = _mirrored(pair, own[0]), _mirrored(pair, opp[0])
        rising = (self._rising(pair, mine, theirs, axis) for axis in (FILES, *DIAGONALS))
        return [builder.or_(found, _folded(pair, reduce(builder.or_, rising)))]

    def both_ways(self, lanes: Lanes, own: Words, opp: Words, axes: Sequence[int]) -> Words:
        """See :meth:`Lines.both_ways`."""
        b, shifts = lanes.builder, [self.layout.shift(axis) for axis in axes]
        through = b.and_(opp[0], lanes.constant([self.layout.inner(axis) for axis in axes]))
        # Two neighbours that both let through, named by the higher one and by the lower one.
        upper = b.and_(through, b.shl(through, lanes.constant(shifts)))
        lower = b.lshr(upper, lanes.constant(shifts))
        ups, downs = (
            _behind(lanes, step, own[0], through, twice, shifts) for step, twice in ((b.shl, upper), (b.lshr, lower))
        )
        return [b.or_(ups, downs)]

    def _rising(self, pair: Lanes, own: Value, opp: Value, axis: int) -> Value:
        """Squares one step behind rising runs along an axis, on the board and on its mirror image."""
        b, shifts = pair.builder, [self.layout.shift(axis)] * 2
        through = b.and_(opp, pair.constant([self.layout.inner(axis)] * 2))
        twice = b.and_(through, b.shl(through, pair.constant(shifts)))
        return _behind(pair, b.shl, own, through, twice, shifts)

    # --- flips ----------------------------------------------------------------------------------

    def flips(self, builder: Any, square: Value, own: Words, stops: Words) -> Words:
        """See :meth:`Lines.flips`."""
        if self.cpu.lanes == len(AXES):
            return super().flips(builder, square, own, stops)
        pair, rays = Lanes(builder, 2), table(builder, self._mirrored_rays)
        first = builder.mul(square, constant(2 * len(AXES)))
        rising, falling = ([entry(builder, rays, builder.add(first, constant(way)), I64)] for way in (0, 1))
        (rank,) = first_stops(Lanes(builder, 1), rising, falling, own, stops)
        mine, ends, turned = _mirrored(pair, own[0]), _mirrored(pair, stops[0]), pair.zero
        for axis in (FILES, *DIAGONALS):
            ray = entry(builder, rays, builder.add(first, constant(2 * axis)), pair.type, align=16)
            (found,) = first_rising(pair, [ray], [mine], [builder.and_(ends, ray)])
            turned = builder.or_(turned, found)
        return [builder.or_(rank, _folded(pair, turned))]

    @cached_property
    def _mirrored_rays(self) -> list[int]:
        """The rising and the falling ray of each square and axis; the falling one is mirrored, but on ranks."""
        rays: list[int] = []
        for square in range(64):
            for axis in range(len(AXES)):
                falling = self.layout.ray(square, axis, up=False)
                mirrored = int.from_bytes(falling.to_bytes(8, "little"), "big")
                rays += [self.layout.ray(square, axis, up=True), falling if axis == RANKS else mirrored]
        return rays

    # --- the last square ------------------------------------------------------------------------

    def last_flips(self, builder: Any, square: Value, own: Words) -> Value:
        """See :meth:`Lines.last_flips`; without pext, products bring the discs of a line together.

        Cells of a diagonal are told by their file; that no discs are where it has no cells does no harm.
        """
        if self.cpu.fast_bits:
            return super().last_flips(builder, square, own)
        b, diagonals, numbers = builder, table(builder, self._diagonals), table(builder, NUMBERS, 8)
        file, first = b.and_(square, constant(7)), b.and_(square, constant(56))
        rank = b.lshr(first, constant(3))
        lines = [
            (file, b.and_(b.lshr(own[0], first), constant(255))),
            (rank, _gathered(b, b.and_(b.lshr(own[0], file), constant(FILE_A)), ON_RANK_1)),
        ]
        for index in range(len(DIAGONALS)):
            place = b.add(b.mul(square, constant(len(DIAGONALS))), constant(index))
            lines.append((file, _gathered(b, b.and_(own[0], entry(b, diagonals, place, I64)), FILE_A)))
        found = (entry(b, numbers, b.add(b.shl(place, constant(8)), discs), I8) for place, discs in lines)
        return total(b, (b.zext(number, I64) for number in found))

    @cached_property
    def _diagonals(self) -> list[int]:
        """The two diagonals through each square."""
        rays = self.layout.ray
        return [
            rays(square, axis, up=True) | 1 << square | rays(square, axis, up=False)
            for square in range(64)
            for axis in DIAGONALS
        ]


def _behind(
    lanes: Lanes, step: Callable[..., Value], own: Value, through: Value, twice: Value, shifts: Sequence[int]
) -> Value:
    """Squares one step behind runs of up to six cells ``through`` which one gets from ``own``.

    ``twice`` holds the cells that one gets to, and through, from such a cell.
    """
    b, one, two = lanes.builder, lanes.constant(shifts), lanes.constant([2 * shift for shift in shifts])
    reached = b.and_(through, step(own, one))
    reached = b.or_(reached, b.and_(through, step(reached, one)))
    reached = b.or_(reached, b.and_(twice, step(reached, two)))
    reached = b.or_(reached, b.and_(twice, step(reached, two)))
    return step(reached, one)


def _gathered(builder: Any, discs: Value, factor: int) -> Value:
    """The highest byte of a product: each of the discs in its place there."""
    return builder.lshr(builder.mul(discs, constant(factor)), constant(56))


def _mirrored(pair: Lanes, word: Value) -> Value:
    """The board, and the board with its ranks in reverse."""
    b, undefined = pair.builder, ir.Constant(pair.type, ir.Undefined)
    both = b.insert_element(undefined, word, ir.Constant(I32, 0))
    return b.insert_element(both, _reversed(b, word), ir.Constant(I32, 1))


def _folded(pair: Lanes, both: Value) -> Value:
    """The union of what was found on the board and on its mirror image."""
    found, mirrored = (pair.builder.extract_element(both, ir.Constant(I32, lane)) for lane in (0, 1))
    return pair.builder.or_(found, _reversed(pair.builder, mirrored))


def _reversed(builder: Any, word: Value) -> Value:
    return call(builder, "llvm.bswap.i64", I64, word)
