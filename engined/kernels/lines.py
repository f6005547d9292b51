"""Legal moves and flips along straight lines: from a layout to LLVM instructions.

Moves: from the mover's discs, sweep over the other's discs in all directions at once, in doubling steps
(parallel prefix, "Kogge-Stone"). Flips: on each ray the first square that is not the other's, by the lowest
bit on rising rays and by leading zeros on falling ones; if it is the mover's, all before it turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from .bits import I64, call, constant, entry, table
from .lanes import Lanes, Words, constants, each
from .layout import AXES, Layout

Emit = Any
"""An LLVM value."""


class Lines:
    """Emits the board kernels of one layout for a CPU with so many lanes (1, 4 or 8)."""

    def __init__(self, layout: Layout, lanes: int) -> None:
        self.layout = layout
        self.lanes = lanes

    # --- moves ----------------------------------------------------------------------------------

    def moves(self, builder: Any, own: Words, opp: Words) -> Words:
        """Empty cells where the mover brackets a disc."""
        layout, total = self.layout, None
        axes = range(len(AXES))
        shifts = [layout.shift(axis) for axis in axes]
        inner = [layout.inner(axis) for axis in axes]
        if self.lanes == 8 and layout.words == 1:
            lanes = Lanes(builder, 8)
            shifts, inner = shifts + [-shift for shift in shifts], inner * 2
            total = self._sweep(lanes, own, opp, shifts, inner, lanes.rotated)
        else:
            lanes = Lanes(builder, min(self.lanes, 4))
            for start in range(0, 4, lanes.count):
                part = slice(start, start + lanes.count)
                for sign in (1, -1):
                    signs = [sign * shift for shift in shifts[part]]
                    reached = self._sweep(lanes, own, opp, signs, inner[part], lanes.shifted)
                    total = reached if total is None else each(builder.or_, total, reached)
        assert total is not None
        empty = self.empty(builder, own, opp)
        return each(builder.and_, [lanes.merge(value) for value in total], empty)

    def empty(self, builder: Any, own: Words, opp: Words) -> Words:
        """Cells without a disc."""
        full = constants(self.layout.cells, self.layout.words)
        return each(lambda cells, a, b: builder.and_(cells, builder.not_(builder.or_(a, b))), full, own, opp)

    def _sweep(
        self,
        lanes: Lanes,
        own: Words,
        opp: Words,
        shifts: list[int],
        inner: list[int],
        shifted: Callable[[Words, Sequence[int]], Words],
    ) -> Words:
        """Squares one step behind the runs of the other's discs that begin next to the mover's discs."""
        b = lanes.builder
        through = [
            b.and_(lanes.splat(word), lanes.constant([mask >> 64 * index for mask in inner]))
            for index, word in enumerate(opp)
        ]
        reached = each(b.and_, through, shifted([lanes.splat(word) for word in own], shifts))
        covered, stride, longest = 1, 1, self.layout.longest_run
        while covered < longest:
            steps = [stride * shift for shift in shifts]
            reached = each(b.or_, reached, each(b.and_, through, shifted(reached, steps)))
            covered += stride
            if longest - covered > stride:
                through = each(b.and_, through, shifted(through, steps))
                stride *= 2
        return shifted(reached, shifts)

    # --- flips ----------------------------------------------------------------------------------

    def flips(self, builder: Any, square: Emit, own: Words, opp: Words) -> Words:
        """Discs that turn when the mover places on a square."""
        total: Words | None = None
        for lanes, up, down in self._rays(builder, square):
            mine = [lanes.splat(word) for word in own]
            stops = [builder.not_(lanes.splat(word)) for word in opp]
            rising = self._rising(lanes, up, mine, each(builder.and_, stops, up))
            falling = self._falling(lanes, down, mine, each(builder.and_, stops, down))
            turned = each(builder.or_, rising, falling)
            merged = [lanes.merge(value) for value in turned]
            total = merged if total is None else each(builder.or_, total, merged)
        assert total is not None
        return total

    def last_flips(self, builder: Any, square: Emit, own: Words) -> Emit:
        """Number of discs that turn on the only empty cell; all cells but the mover's are the other's."""
        total: Words | None = None
        for lanes, up, down in self._rays(builder, square):
            mine = [lanes.splat(word) for word in own]
            rising = self._rising(lanes, up, mine, each(builder.and_, mine, up))
            falling = self._falling(lanes, down, mine, each(builder.and_, mine, down))
            merged = [lanes.merge(value) for value in each(builder.or_, rising, falling)]
            total = merged if total is None else each(builder.or_, total, merged)
        assert total is not None
        number = constant(0)
        for word in total:
            number = builder.add(number, call(builder, "llvm.ctpop.i64", I64, word))
        return number

    def _rising(self, lanes: Lanes, ray: Words, own: Words, stops: Words) -> Words:
        """On rising rays the discs before the lowest stop, where that is the mover's."""
        b, ends, open_ = lanes.builder, [], None
        for stop, mine in zip(stops, own, strict=True):
            end = b.and_(lanes.lowest(stop), mine)
            ends.append(end if open_ is None else lanes.where(open_, end))
            clear = lanes.is_zero(stop)
            open_ = clear if open_ is None else b.and_(open_, clear)
        turned, above = [], lanes.zero
        for end, cells in zip(reversed(ends), reversed(ray), strict=True):
            above = end if above is lanes.zero else b.or_(above, end)
            found = lanes.full_if(b.not_(lanes.is_zero(above)))
            turned.append(b.and_(b.add(end, found), cells))
        return turned[::-1]

    def _falling(self, lanes: Lanes, ray: Words, own: Words, stops: Words) -> Words:
        """On falling rays the discs before the highest stop, where that is the mover's."""
        b, ends, open_ = lanes.builder, [], None
        for stop, mine in zip(reversed(stops), reversed(own), strict=True):
            end = b.and_(lanes.highest(stop), mine)
            ends.append(end if open_ is None else lanes.where(open_, end))
            clear = lanes.is_zero(stop)
            open_ = clear if open_ is None else b.and_(open_, clear)
        turned, below = [], None
        for end, cells in zip(reversed(ends), ray, strict=True):
            above_end = b.and_(b.neg(end), b.not_(end))
            if below is not None:
                above_end = b.or_(above_end, lanes.full_if(b.not_(lanes.is_zero(below))))
            turned.append(b.and_(above_end, cells))
            below = end if below is None else b.or_(below, end)
        return turned

    def _rays(self, builder: Any, square: Emit) -> list[tuple[Lanes, Words, Words]]:
        """The rays of a square, rising and falling, in lanes of axes."""
        lanes, words = Lanes(builder, min(self.lanes, 4)), self.layout.words
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
        """For each kernel square: rising rays, then falling ones; word by word; one entry for each axis."""
        layout, word = self.layout, (1 << 64) - 1
        empty_rays = [0] * (2 * layout.words * len(AXES))
        rows = [empty_rays] * (layout.cells.bit_length())
        for square in layout.variant.board.cells:
            rows[layout.bit_of(square)] = [
                layout.ray(square, axis, up=up) >> 64 * index & word
                for up in (True, False)
                for index in range(layout.words)
                for axis in range(len(AXES))
            ]
        return [value for row in rows for value in row]

