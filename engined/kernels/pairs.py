"""Two moves in one position at the same time, in vectors of twice the axes: for CPUs with AVX-512.

Perft takes a fifth less time (8x8 and 10x10, depth 11, Emerald Rapids, in turns with one move at a time). Ordering the
solver's moves by two took as long as one by one, and so is not done.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .bits import constant
from .lanes import Lanes, Words, constants, count, each, total
from .layout import AXES
from .lines import Lines, first_stops

Value = Any
"""An LLVM value."""


class Pairs:
    """Emits what two placements do on a board where all that they turn lies on straight lines."""

    def __init__(self, lines: Lines, single: Callable[[Any, Value], Words]) -> None:
        self.lines = lines
        self.single = single

    def leaves(self, builder: Any, own: Words, opp: Words, square: Value, other: Value) -> Value:
        """The number of replies to each of two moves, but at least one, added.

        The lanes of the first move come before those of the second.
        """
        b, lanes, half = builder, Lanes(builder, 2 * len(AXES)), Lanes(builder, len(AXES))
        ((_, *low),), ((_, *high),) = (self.lines.rays(b, place) for place in (square, other))
        rising, falling = (each(lanes.joined, *ways) for ways in zip(low, high, strict=True))
        placed = each(
            lanes.joined, *([half.splat(word) for word in self.single(b, place)] for place in (square, other))
        )
        mine, theirs = ([lanes.splat(word) for word in board] for board in (own, opp))
        turned = self._merged(lanes, first_stops(lanes, rising, falling, mine, each(b.not_, theirs)))
        next_own, next_opp = each(b.xor, theirs, turned), each(b.xor, each(b.xor, mine, turned), placed)
        reached = self._merged(lanes, self.lines.both_ways(lanes, next_own, next_opp, [*range(len(AXES))] * 2))
        cells = [lanes.splat(word) for word in constants(self.lines.layout.cells, len(own))]
        replies = each(
            lambda found, p, q, full: b.and_(found, b.and_(full, b.not_(b.or_(p, q)))),
            reached,
            next_own,
            next_opp,
            cells,
        )
        counts = (count(b, [lanes.lane(word, first) for word in replies]) for first in (0, len(AXES)))
        return total(b, (b.select(b.icmp_signed(">", number, constant(1)), number, constant(1)) for number in counts))

    def _merged(self, lanes: Lanes, board: Words) -> Words:
        return [lanes.merge_within(word, len(AXES)) for word in board]
