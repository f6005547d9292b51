"""The table of Go's solver, shared by all threads: kernel source (see kernels/prelude.pyi).

An entry is two words of data and the mover's and the other's stones; the point that ko closes is in both sets. All
words of a position are xored with the data (see :mod:`engined.search.transposition_table`). Positions that a symmetry
of the board takes to one another, or that differ in who is who alone, share an entry.

There are kinds of entries. Of kinds 0 and 1, after so many passes, the first word holds four bounds of what the mover
is still to gain: two that are proven, and two that limits made: what it cannot exceed if it attacks, and what it will
hold if the other does, as far as searches of some depth have found. The other kinds are of searches by proof numbers.
"""

from engined.kernels.codes import MOVE_BITS
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    SYMMETRIES,
    Board,
    Record,
    bytes_of,
    first,
    hash_position,
    i64,
    inline,
    is_equal,
    mirrored,
    shift_right,
    single,
    xor_all,
)
from engined.search.hashing import GOLDEN
from engined.search.transposition_table import logarithm

LEAST = -30000
MOST = 30000
"""Bounds that say nothing."""


class GoEntry(Record):
    """An entry of the table. All words of a position are xored with the seal of the data."""

    data: i64
    """The first word of data: bounds (see pack_bounds), or what its kind says."""
    rest: i64
    """The second word of data, in the bits below; 0 in an empty entry."""
    own: Board
    """The stones of the mover, and the point that ko closes, sealed."""
    opp: Board
    """The stones of the other side, and the point that ko closes, sealed."""


ENTRY_OF_GO = bytes_of(GoEntry)
GO_WAYS = 4
GO_BUCKET_BYTES = GO_WAYS * ENTRY_OF_GO

# The bits of an entry's second word.
ATTACK_DEPTH_SHIFT = 0
DEFENCE_DEPTH_SHIFT = 8
BEST_SHIFT = 16
KIND_SHIFT = BEST_SHIFT + MOVE_BITS
COST_OF_GO_SHIFT = 48
AGE_SHIFT = 56


@inline
def signed_16(data: int, shift: int) -> int:
    """Sixteen bits of a word, with a sign."""
    return (data << (48 - shift)) >> 48


@inline
def pack_bounds(lower: int, upper: int, attack: int, defence: int) -> int:
    """The first word of an entry."""
    return lower & 65535 | (upper & 65535) << 16 | (attack & 65535) << 32 | (defence & 65535) << 48


@inline
def turn_board(points: Board, symmetry: int) -> Board:
    """A set after a symmetry of the board, by its number."""
    if symmetry & 4 != 0:
        points = mirrored(points, 2)
    if symmetry & 2 != 0:
        points = mirrored(points, 1)
    if symmetry & 1 != 0:
        points = mirrored(points, 0)
    return points


@inline
def turn_back(points: Board, symmetry: int) -> Board:
    """The inverse of :func:`turn_board`."""
    if symmetry & 1 != 0:
        points = mirrored(points, 0)
    if symmetry & 2 != 0:
        points = mirrored(points, 1)
    if symmetry & 4 != 0:
        points = mirrored(points, 2)
    return points


@inline
def turned_point(point: int, symmetry: int) -> int:
    """Where a symmetry takes a point."""
    return first(turn_board(single(point), symmetry))


@inline
def point_before(point: int, symmetry: int) -> int:
    """The inverse of :func:`turned_point`."""
    return first(turn_back(single(point), symmetry))


@inline
def canonical(own: Board, opp: Board) -> int:
    """The symmetry that takes a position to the one of its images that has the entry."""
    best = 0
    least = hash_position(own, opp)
    rows_own = own
    rows_opp = opp
    for symmetry in range(1, SYMMETRIES):
        if symmetry == 4:
            rows_own = mirrored(own, 2)
            rows_opp = mirrored(opp, 2)
        seen_own = rows_own
        seen_opp = rows_opp
        if symmetry & 2 != 0:
            seen_own = mirrored(seen_own, 1)
            seen_opp = mirrored(seen_opp, 1)
        if symmetry & 1 != 0:
            seen_own = mirrored(seen_own, 0)
            seen_opp = mirrored(seen_opp, 0)
        key = hash_position(seen_own, seen_opp)
        if key < least:
            least = key
            best = symmetry
    return best


@inline
def seal(bounds: int, rest: int) -> int:
    """What the words of a position are xored with."""
    return bounds ^ rest * GOLDEN


@inline
def go_bucket(own: Board, opp: Board, context: SearchContext) -> int:
    """The address of the bucket for a position as its entry has it."""
    index = shift_right(hash_position(own, opp), context.table_shift)
    return context.table + index * GO_BUCKET_BYTES


@inline
def find_entry(bucket: int, own: Board, opp: Board, kind: int) -> GoEntry:
    """The entry of a kind for a position; one at address 0 where there is none."""
    place = bucket
    end = bucket + GO_BUCKET_BYTES
    while place < end:
        entry = GoEntry(place)
        rest = entry.rest
        key = seal(entry.data, rest)
        if (
            rest != 0
            and (rest >> KIND_SHIFT) & 7 == kind
            and is_equal(entry.own, xor_all(own, key))
            and is_equal(entry.opp, xor_all(opp, key))
        ):
            return entry
        place += ENTRY_OF_GO
    return GoEntry(0)


@inline
def is_whole(entry: GoEntry, own: Board, data: int, rest: int) -> bool:
    """Whether words read from a position's entry belong together: else another thread has written meanwhile."""
    return is_equal(entry.own, xor_all(own, seal(data, rest)))


@inline
def worth_keeping(rest: int, generation: int) -> int:
    """What an entry is worth: by the logarithm of its nodes; more if of this analysis."""
    return ((rest >> COST_OF_GO_SHIFT) & 255) + (32 if shift_right(rest, AGE_SHIFT) == generation else 0)


@inline
def place_in(bucket: int, context: SearchContext) -> GoEntry:
    """The entry of a bucket that is worth least."""
    generation = context.generation
    victim = bucket
    least = 1024
    place = bucket
    end = bucket + GO_BUCKET_BYTES
    while place < end:
        rest = GoEntry(place).rest
        worth = worth_keeping(rest, generation) if rest != 0 else -1
        if worth < least:
            least = worth
            victim = place
        place += ENTRY_OF_GO
    return GoEntry(victim)


@inline
def entry_for(bucket: int, own: Board, opp: Board, kind: int, context: SearchContext) -> GoEntry:
    """The entry of a kind for a position, or the one that is to become it."""
    entry = find_entry(bucket, own, opp, kind)
    return place_in(bucket, context) if entry.address == 0 else entry


@inline
def write_entry(
    entry: GoEntry, own: Board, opp: Board, data: int, rest: int, nodes: int, context: SearchContext
) -> None:
    """Make an entry of a position."""
    rest |= logarithm(nodes) << COST_OF_GO_SHIFT | context.generation << AGE_SHIFT
    key = seal(data, rest)
    entry.data = data
    entry.rest = rest
    entry.own = xor_all(own, key)
    entry.opp = xor_all(opp, key)
