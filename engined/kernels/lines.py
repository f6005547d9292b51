"""Legal moves and flips along straight lines: from a layout to LLVM instructions.

Moves: from the mover's discs, sweep over the other's discs in all directions at once, in doubling steps
(parallel prefix, "Kogge-Stone"). Flips: on each ray the first square that is not the other's, by the lowest
bit on rising rays and by leading zeros on falling ones; if it is the mover's, all before it turn.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from .bits import constant, entry, table
from .lanes import Lanes, Words, constants, each
from .layout import AXES, Layout

Value = Any
"""An LLVM value."""


class Lines:
    """Emits the board kernels of one layout for a CPU with so many lanes (1 or 4)."""

    def __init__(self, layout: Layout, lanes: int) -> None:
        self.layout = layout
        self.lanes = lanes

    # --- moves ----------------------------------------------------------------------------------

    def moves(self, builder: Any, own: Words, opp: Words) -> Words:
        """Squares where the mover brackets a disc; such as are not empty may be among them."""
        lanes, layout, axes = Lanes(builder, self.lanes), self.layout, range(len(AXES))
        shifts, inner = [layout.shift(axis) for axis in axes], [layout.inner(axis) for axis in axes]
        total: Words | None = None
        for start in range(0, len(AXES), lanes.count):
            part = slice(start, start + lanes.count)
            for sign in (1, -1):
                steps = [sign * shift for shift in shifts[part]]
                reached = self._sweep(lanes, own, opp, steps, inner[part])
                total = reached if total is None else each(builder.or_, total, reached)
        assert total is not None
        return [lanes.merge(value) for value in total]

    def empty(self, builder: Any, own: Words, opp: Words) -> Words:
        """Cells without a disc."""
        full = constants(self.layout.cells, self.layout.words)
        return each(lambda cells, a, b: builder.and_(cells, builder.not_(builder.or_(a, b))), full, own, opp)

    def _sweep(
        self, lanes: Lanes, own: Words, opp: Words, shifts: list[int], inner: list[int]
    ) -> Words:
        """Squares one step behind the runs of the other's discs that begin next to the mover's discs."""
        b = lanes.builder
        through = [
            b.and_(lanes.splat(word), lanes.constant([mask >> 64 * index for mask in inner]))
            for index, word in enumerate(opp)
        ]
        reached = each(b.and_, through, lanes.shifted([lanes.splat(word) for word in own], shifts))
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
        for lanes, rising, falling in self._rays(builder, square):
            mine, ends = ([lanes.splat(word) for word in board] for board in (own, stops))
            if self.layout.words == 1:
                b=builder
                up = _rising(lanes, rising, mine, each(builder.and_, ends, rising))
                sh=[self.layout.shift(a) for a in range(4)]
                u = b.and_(ends[0], falling[0])
                k=1
                while k < self.layout.longest_run + 1:
                    u = b.or_(u, b.lshr(u, lanes.constant([s*k for s in sh]))); k*=2
                end = b.and_(mine[0], b.and_(u, b.not_(b.lshr(u, lanes.constant(sh)))))
                f = b.and_(falling[0], b.not_(u))
                f = lanes.where(b.not_(lanes.is_zero(end)), f)
                turned = [lanes.merge(b.or_(up[0], f))]
            else:
                turned = [lanes.merge(value) for value in first_stops(lanes, rising, falling, mine, ends)]
            total = turned if total is None else each(builder.or_, total, turned)
        assert total is not None
        return total

    def _rays(self, builder: Any, square: Value) -> list[tuple[Lanes, Words, Words]]:
        """The rays of a square, rising and falling, in lanes of axes."""
        lanes, words = Lanes(builder, self.lanes), self.layout.words
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


def first_stops(lanes: Lanes, rising: Words, falling: Words, own: Words, stops: Words) -> Words:
    """The cells on rays before the first stop, where that is the mover's; nothing on other rays."""
    b = lanes.builder
    up = _rising(lanes, rising, own, each(b.and_, stops, rising))
    return each(b.or_, up, _falling(lanes, falling, own, each(b.and_, stops, falling)))


def _rising(lanes: Lanes, ray: Words, own: Words, stops: Words) -> Words:
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
    """In each lane the nearest stop over all words, if it is the mover's; words in order of distance."""
    b, ends, open_ = lanes.builder, [], None
    for stop, mine in zip(stops, own, strict=True):
        end = b.and_(nearest(stop), mine)
        ends.append(end if open_ is None else lanes.where(open_, end))
        clear = lanes.is_zero(stop)
        open_ = clear if open_ is None else b.and_(open_, clear)
    return ends
