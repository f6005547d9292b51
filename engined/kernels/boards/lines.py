"""Legal moves and flips along straight lines: from a layout to LLVM instructions.

Moves: from the mover's discs, sweep over the other's discs in all directions at once, in doubling steps
(parallel prefix, "Kogge-Stone"). Flips: on each ray the first square that is not the other's, by the lowest
bit on rising rays and by leading zeros on falling ones; if it is the mover's, all before it turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial, reduce
from typing import Any

from ..cpu import Cpu
from ..layouts.layout import AXES, Layout
from .bits import I8, I64, call, constant, entry, table
from .simd import Lanes, Words, constants, count, each

Value = Any
"""A value of LLVM's IR, as llvmlite has it."""


class Lines:
    """Emits the board kernels of one layout for a CPU."""

    def __init__(self, layout: Layout, cpu: Cpu) -> None:
        self.layout = layout
        self.cpu = cpu

    # --- moves ----------------------------------------------------------------------------------

    def moves(self, builder: Any, own: Words, opp: Words) -> Words:
        """Squares where the mover brackets a disc; such as are not empty may be among them."""
        lanes = Lanes(builder, self.cpu.lanes)
        mine, theirs = ([lanes.splat(word) for word in board] for board in (own, opp))
        parts = (range(start, start + lanes.count) for start in range(0, len(AXES), lanes.count))
        found = (self.both_ways(lanes, mine, theirs, axes) for axes in parts)
        return [lanes.merge(value) for value in reduce(partial(each, builder.or_), found)]

    def both_ways(self, lanes: Lanes, own: Words, opp: Words, axes: Sequence[int]) -> Words:
        """Squares one step behind runs that begin next to the mover's discs, along one axis for each lane.

        Each lane may have a position of its own.
        """
        shifts, inner = [self.layout.shift(axis) for axis in axes], [self.layout.inner(axis) for axis in axes]
        ups, downs = (self._sweep(lanes, own, opp, [sign * shift for shift in shifts], inner) for sign in (1, -1))
        return each(lanes.builder.or_, ups, downs)

    def empty(self, builder: Any, own: Words, opp: Words) -> Words:
        """Cells without a disc."""
        full = constants(self.layout.cells, self.layout.words)
        return each(lambda cells, a, b: builder.and_(cells, builder.not_(builder.or_(a, b))), full, own, opp)

    def _sweep(self, lanes: Lanes, own: Words, opp: Words, shifts: list[int], inner: list[int]) -> Words:
        """Squares one step behind the runs of the other's discs that begin next to the mover's discs."""
        b = lanes.builder
        through = [
            b.and_(word, lanes.constant([mask >> 64 * index for mask in inner])) for index, word in enumerate(opp)
        ]
        reached = each(b.and_, through, lanes.shifted(own, shifts))
        covered, stride, longest = 1, 1, self.layout.longest_run
        while covered < longest:
            steps = [stride * shift for shift in shifts]
            reached = each(b.or_, reached, each(b.and_, through, lanes.shifted(reached, steps)))
            covered += stride
            if longest - covered > stride:
                through = each(b.and_, through, lanes.shifted(through, steps))
                stride *= 2
        return lanes.shifted(reached, shifts)

    # --- flips ----------------------------------------------------------------------------------

    def flips(self, builder: Any, square: Value, own: Words, stops: Words) -> Words:
        """Discs that turn when the mover places on a square; at ``stops``, all other squares, runs end."""
        total: Words | None = None
        for lanes, rising, falling in self.rays(builder, square):
            mine, ends = ([lanes.splat(word) for word in board] for board in (own, stops))
            turned = self.on_rays(lanes, rising, falling, mine, ends)
            merged = [lanes.merge(value) for value in turned]
            total = merged if total is None else each(builder.or_, total, merged)
        assert total is not None
        return total

    def on_rays(self, lanes: Lanes, rising: Words, falling: Words, own: Words, stops: Words) -> Words:
        """The cells on rays before the first stop, where that is the mover's; nothing on other rays."""
        b = lanes.builder
        if lanes.count == 1 or self.cpu.counts_zeros:
            return first_stops(lanes, rising, falling, own, stops)
        up = first_rising(lanes, rising, own, each(b.and_, stops, rising))
        return each(b.or_, up, self._smeared(lanes, falling, own, each(b.and_, stops, falling)))

    def last_flips(self, builder: Any, square: Value, own: Words) -> Value:
        """Number of discs that turn on the only empty cell; all cells but the mover's are the other's.

        Where lines fit a byte, the mover's discs on each are extracted and the number is looked up: half of
        the latency of working out which discs turn.
        """
        if not (self.cpu.fast_bits and self.layout.words == 1 and self.layout.longest_run <= 6):
            return count(builder, self.flips(builder, square, own, own))
        lines, numbers = table(builder, self._line_table), table(builder, NUMBERS, 8)
        total, first = constant(0), builder.mul(square, constant(2 * len(AXES)))
        for index in range(len(AXES)):
            mask, place = (
                entry(builder, lines, builder.add(first, constant(2 * index + part)), I64) for part in (0, 1)
            )
            mine = call(builder, "llvm.x86.bmi.pext.64", I64, own[0], mask)
            number = entry(builder, numbers, builder.add(place, mine), I8)
            total = builder.add(total, builder.zext(number, I64))
        return total

    @cached_property
    def _line_table(self) -> list[int]:
        """The line through each kernel square on each axis, and the square's place there times 256."""
        layout = self.layout
        rows = [[0] * (2 * len(AXES))] * layout.cells.bit_length()
        for square in layout.variant.board.cells:
            row: list[int] = []
            for axis in range(len(AXES)):
                below = layout.ray(square, axis, up=False)
                line = below | layout.mask([square]) | layout.ray(square, axis, up=True)
                row += [line, below.bit_count() << 8]
            rows[layout.bit_of(square)] = row
        return [value for row in rows for value in row]

    def _smeared(self, lanes: Lanes, ray: Words, own: Words, stops: Words) -> Words:
        """The cells before the first stop on falling rays, for CPUs that count no zeros in lanes.

        All stops are smeared along their rays; what stays clear lies before the first.
        """
        b, shifts = lanes.builder, [-self.layout.shift(axis) for axis in range(len(AXES))]
        smeared, reach = stops, 1
        while reach <= self.layout.longest_run:
            further = lanes.shifted(smeared, [reach * shift for shift in shifts])
            smeared, reach = each(b.or_, smeared, further), 2 * reach
        behind = lanes.shifted(smeared, shifts)
        ends = each(lambda p, q, r: b.and_(b.and_(p, q), b.not_(r)), own, smeared, behind)
        found = b.not_(lanes.is_zero(reduce(b.or_, ends)))
        return each(lambda cells, past: lanes.where(found, b.and_(cells, b.not_(past))), ray, smeared)

    def rays(self, builder: Any, square: Value) -> list[tuple[Lanes, Words, Words]]:
        """The rays of a square, rising and falling, in lanes of axes."""
        lanes, words = Lanes(builder, self.cpu.lanes), self.layout.words
        rays = table(builder, self._ray_table)
        first = builder.mul(square, constant(2 * words * len(AXES)))
        found = []
        for start in range(0, len(AXES), lanes.count):
            values = [
                entry(
                    builder,
                    rays,
                    builder.add(first, constant(index * len(AXES) + start)),
                    lanes.type,
                    align=8 * lanes.count,
                )
                for index in range(2 * words)
            ]
            found.append((lanes, values[:words], values[words:]))
        return found

    @cached_property
    def _ray_table(self) -> list[int]:
        """The rising rays of each kernel square, then the falling ones; word by word; one entry for each axis.

        The last row is for the square that the number of trailing zeros of an empty board is: it has no rays.
        """
        layout, word = self.layout, (1 << 64) - 1
        empty_rays = [0] * (2 * layout.words * len(AXES))
        rows = [empty_rays] * (64 * layout.words + 1)
        for square in layout.variant.board.cells:
            rows[layout.bit_of(square)] = [
                layout.ray(square, axis, up=up) >> 64 * index & word
                for up in (True, False)
                for index in range(layout.words)
                for axis in range(len(AXES))
            ]
        return [value for row in rows for value in row]


def _number(place: int, own: int) -> int:
    """Discs that turn on a line of up to 8 cells, all but one the other's where they are not ``own``."""
    above, below = own >> place + 1, own & (1 << place) - 1
    rising = (above & -above).bit_length() - 1 if above else 0
    return rising + (place - below.bit_length() if below else 0)


NUMBERS = [_number(place, own) for place in range(8) for own in range(256)]
"""Discs that turn, for each place on a line and each set of the mover's discs there, the place's own bit clear."""


def first_stops(lanes: Lanes, rising: Words, falling: Words, own: Words, stops: Words) -> Words:
    """The cells on rays before the first stop, where that is the mover's; nothing on other rays."""
    b = lanes.builder
    up = first_rising(lanes, rising, own, each(b.and_, stops, rising))
    return each(b.or_, up, _falling(lanes, falling, own, each(b.and_, stops, falling)))


def first_rising(lanes: Lanes, ray: Words, own: Words, stops: Words) -> Words:
    """The same on rising rays alone; ``stops`` are those on the rays."""
    b = lanes.builder
    ends = _ends(lanes, stops, own, lanes.lowest)
    turned, above = [], lanes.zero
    for end, cells in zip(reversed(ends), reversed(ray), strict=True):
        above = end if above is lanes.zero else b.or_(above, end)
        found = lanes.full_if(b.not_(lanes.is_zero(above)))
        turned.append(b.and_(b.add(end, found), cells))
    return turned[::-1]


def _falling(lanes: Lanes, ray: Words, own: Words, stops: Words) -> Words:
    b = lanes.builder
    ends = _ends(lanes, stops[::-1], own[::-1], lanes.highest)[::-1]
    turned, below = [], None
    for end, cells in zip(ends, ray, strict=True):
        beyond = b.and_(b.neg(end), b.not_(end))
        if below is not None:
            beyond = b.or_(beyond, lanes.full_if(b.not_(lanes.is_zero(below))))
        turned.append(b.and_(beyond, cells))
        below = end if below is None else b.or_(below, end)
    return turned


def _ends(lanes: Lanes, stops: Words, own: Words, nearest: Callable[[Value], Value]) -> Words:
    """The nearest stop over all words, in each lane, if it is the mover's; words come in order of distance."""
    b, ends, open_ = lanes.builder, [], None
    for stop, mine in zip(stops, own, strict=True):
        end = b.and_(nearest(stop), mine)
        ends.append(end if open_ is None else lanes.where(open_, end))
        clear = lanes.is_zero(stop)
        open_ = clear if open_ is None else b.and_(open_, clear)
    return ends
