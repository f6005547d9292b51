"""Several moves made at the same time, in vectors, and where one may reply to each.

What they turn is found with an axis to a lane, as rays come from tables, for one move in a vector, or two; where one
may reply, with a position to a lane, so that all shifts are constant and no lanes need be merged.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, reduce
from typing import Any, NamedTuple

from ..layouts.layout import AXES
from .lines import Lines
from .simd import Lanes, Words, constants, each

Value = Any
"""A value of LLVM's IR, as llvmlite has it."""


class Made(NamedTuple):
    """Moves that were made: boards in lanes, a position to a lane."""

    turned: Words
    own: Words
    """The discs of the side that moves next."""
    opp: Words
    replies: Words
    """The cells that this side may place a disc on."""


def make(lines: Lines, lanes: Lanes, own: Words, opp: Words, squares: Sequence[Value], listed: Value) -> Made:
    """Make a move in each lane's position; ``listed`` holds the squares once more, in lanes.

    Where a square is the number of bits of a board, what is in the lane means nothing.
    """
    b, share = lanes.builder, len(AXES)
    # The unions of axes come in the order of moves: first one of each vector, then another.
    parts = (_turned(lines, lanes, own, opp, squares, range(first, lanes.count, share)) for first in range(share))
    turned = [lanes.unions(words) for words in zip(*parts, strict=True)]
    placed = single(lanes, listed, len(own))
    next_own = each(lambda p, q: b.and_(p, b.not_(q)), opp, turned)
    next_opp = each(lambda p, q, r: b.or_(b.or_(p, q), r), own, turned, placed)
    ways = (lines.both_ways(lanes, next_own, next_opp, [axis] * lanes.count) for axis in range(len(AXES)))
    cells = [lanes.splat(word) for word in constants(lines.layout.cells, len(own))]
    empty = each(lambda full, p, q: b.and_(full, b.not_(b.or_(p, q))), cells, next_own, next_opp)
    return Made(turned, next_own, next_opp, each(b.and_, empty, reduce(partial(each, b.or_), ways)))


def _turned(
    lines: Lines, lanes: Lanes, own: Words, opp: Words, squares: Sequence[Value], chosen: Sequence[int]
) -> Words:
    """What the moves in the chosen lanes turn, an axis to a lane."""
    b = lanes.builder
    rays = [lines.rays(b, squares[lane])[0][1:] for lane in chosen]
    rising, falling = (reduce(partial(each, lanes.joined), ways) for ways in zip(*rays, strict=True))
    mine, theirs = ([lanes.spread(word, chosen) for word in board] for board in (own, opp))
    return lines.on_rays(lanes, rising, falling, mine, each(b.not_, theirs))


def single(lanes: Lanes, squares: Value, words: int) -> Words:
    """The set of one square in each lane."""
    b, one = lanes.builder, lanes.constant([1] * lanes.count)
    if words == 1:
        return [b.shl(one, squares)]
    bit = b.shl(one, b.and_(squares, lanes.constant([63] * lanes.count)))
    word = b.lshr(squares, lanes.constant([6] * lanes.count))
    numbers = (lanes.constant([index] * lanes.count) for index in range(words))
    return [lanes.where(b.icmp_signed("==", word, number), bit) for number in numbers]
