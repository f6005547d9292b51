"""What chain games are worth by trained weights: kernel source (see kernels/prelude.pyi).

A node (see :mod:`engined.search.chains.table`) has features: of each chain, who has its ends, how free they are,
whether its stones and its bends are even; of each open cell, what chains a stone there would join, seen from there, and
how many cells beside it are open. All are of surroundings, none of places, so weights serve every size of board. A
stage, a few numbers of turns left, has a table with a weight for each feature; the sum is what the mover can expect, in
hundredths of a point. Where chains branch there are no weights.
"""

from engined.kernels.codes import UNIT
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    BENDS_COUNT,
    CELLS,
    ENDS_COUNT,
    LENGTHS_COUNT,
    MAX_SQUARE,
    MOST_POINTS,
    ODD_SEAT,
    Array,
    Board,
    Record,
    both,
    count,
    drop_first,
    first,
    i64,
    inline,
    is_empty,
    load,
    meets,
    room_for,
    single,
    without,
)
from engined.search.chains.board import adjacent, bends_of, spread, twice
from engined.search.chains.table import ChainNode, left_at, stones_at

STAGES = 16
STAGE_SHIFT = 2
"""Binary logarithm of the numbers of turns left that share a stage; the last has all the rest."""
TURNS = 8
"""A weight by the turns left in the stage, and by whether odd numbers are points for the mover."""

SINGLE = 2
"""Views of a stone alone: ours, theirs. Behind them those of chains, by near end, far end and freedom of that."""
FREEDOMS = 3
NO_CHAIN = SINGLE + 4 * FREEDOMS
VIEWS = NO_CHAIN + 1
OWNED_SINGLES = TURNS
OWNED_CHAINS = OWNED_SINGLES + 10
OWNED_JOINTS = OWNED_CHAINS + 64
COUNTED_SINGLES = OWNED_JOINTS + 4 * VIEWS * VIEWS if ENDS_COUNT else TURNS
"""Features that know whose ends are, then those that know what is even, twice: as the mover is served."""

LONE_STONE = 4
"""The kind of a stone that is no chain; the kinds before it are those of chains, by their stones and bends."""
NOTHING = 5
KINDS = 6
COUNTED_CHAINS = COUNTED_SINGLES + 5
COUNTED_JOINTS = COUNTED_CHAINS + 64
COUNTED = 5 + 64 + 8 * KINDS * KINDS
PARITY_COUNTS = LENGTHS_COUNT or BENDS_COUNT
FEATURES = COUNTED_SINGLES + (2 * COUNTED if PARITY_COUNTS else 0)


class ChainFeatures(Record):
    """The memory for the features of a node."""

    numbers: Array[i64] = room_for(2 * CELLS + 1)
    """The numbers of the features that the node has."""
    views: Array[i64] = room_for(MAX_SQUARE)
    """The view of the end on a square."""
    kinds: Array[i64] = room_for(MAX_SQUARE)
    """The kind of the chain whose end is on a square."""


@inline
def stage_at(left: int) -> int:
    """The stage of a number of turns left, which is not 0."""
    return min((left - 1) >> STAGE_SHIFT, STAGES - 1)


@inline
def is_mine(seat: int) -> bool:
    """Whether odd numbers are points for a seat."""
    return seat == ODD_SEAT


@inline
def freedom_of(square: int, open_cells: Board) -> int:
    """How many open cells are beside one."""
    return count(both(adjacent(single(square)), open_cells))


@inline
def pair_of(one: int, other: int, number: int) -> int:
    """The number of a pair, in whatever order, of two things below a number."""
    return min(one, other) * number + max(one, other)


@inline
def joint_of(one: int, other: int, free: int, number: int) -> int:
    """The number of what comes together on an open cell."""
    return 4 * pair_of(one, other, number) + min(free, 3)


@inline
def list_features(node: ChainNode, seat: int, room: ChainFeatures) -> int:
    """Write the features of a node, as the seat to move sees it; gives their number."""
    open_cells = node.open_cells
    second_stones = node.second_stones
    stones = stones_at(node)
    mine = COUNTED if is_mine(seat) else 0
    room.numbers[0] = ((left_at(node) - 1) & 3) * 2 + (1 if is_mine(seat) else 0)
    size = 1
    rest = stones
    while not is_empty(rest):
        chain = spread(single(first(rest)), stones)
        rest = without(rest, chain)
        ends = without(chain, twice(chain))
        one = first(ends)
        free = freedom_of(one, open_cells)
        theirs = (1 if meets(single(one), second_stones) else 0) ^ seat
        others = drop_first(ends)
        if is_empty(others):
            if ENDS_COUNT:
                room.numbers[size] = OWNED_SINGLES + 5 * theirs + free
                room.views[one] = theirs
                size += 1
            if PARITY_COUNTS:
                room.numbers[size] = COUNTED_SINGLES + mine + free
                room.kinds[one] = LONE_STONE
                size += 1
        else:
            other = first(others)
            free_there = freedom_of(other, open_cells)
            if ENDS_COUNT:
                theirs_there = (1 if meets(single(other), second_stones) else 0) ^ seat
                chain_there = 4 * theirs_there + free_there
                room.numbers[size] = OWNED_CHAINS + pair_of(4 * theirs + free, chain_there, 8)
                view = SINGLE + FREEDOMS * (2 * theirs + theirs_there) + min(free_there, FREEDOMS - 1)
                view_there = SINGLE + FREEDOMS * (2 * theirs_there + theirs) + min(free, FREEDOMS - 1)
                room.views[one] = view
                room.views[other] = view_there
                size += 1
            if PARITY_COUNTS:
                kind = 2 * (count(chain) & 1) + (count(bends_of(chain)) & 1)
                room.numbers[size] = COUNTED_CHAINS + mine + 4 * pair_of(free, free_there, 4) + kind
                room.kinds[one] = kind
                room.kinds[other] = kind
                size += 1
    rest = open_cells
    while not is_empty(rest):
        square = first(rest)
        rest = drop_first(rest)
        beside_it = both(adjacent(single(square)), stones)
        free = freedom_of(square, open_cells)
        view = view_there = NO_CHAIN
        kind = kind_there = NOTHING
        straight = 0
        if not is_empty(beside_it):
            one = first(beside_it)
            view = room.views[one]
            kind = room.kinds[one]
            others = drop_first(beside_it)
            if not is_empty(others):
                other = first(others)
                view_there = room.views[other]
                kind_there = room.kinds[other]
                straight = 1 if one + other == 2 * square else 0
        if ENDS_COUNT:
            room.numbers[size] = OWNED_JOINTS + joint_of(view, view_there, free, VIEWS)
            size += 1
        if PARITY_COUNTS:
            joint = 2 * joint_of(kind, kind_there, free, KINDS) + straight
            room.numbers[size] = COUNTED_JOINTS + mine + joint
            size += 1
    return size


@inline
def static_value(node: ChainNode, seat: int, room: ChainFeatures, context: SearchContext) -> int:
    """What a node that is not over is worth, in hundredths of a point, the mover's view."""
    weights = context.weights + 8 * FEATURES * stage_at(left_at(node))
    total = 0
    for place in range(list_features(node, seat, room)):
        total += load(weights + 8 * room.numbers[place])
    return min(max(total, -UNIT * MOST_POINTS), UNIT * MOST_POINTS)
