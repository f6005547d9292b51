"""The transposition table, shared by midgame, endgame and all threads: kernel source (see kernels/prelude.pyi).

Buckets of some entries. An entry is a word of data and a whole position, every word of it xored with the
data: threads that write at once can only leave an entry that matches no position (R. Hyatt and T. Mann, "A
lockless transposition-table implementation for parallel search", 2002). No entry speaks for another position.

A position may have two entries: bounds that hold to the end of the game, in discs, and bounds of a search to
some depth, in hundredths of a disc.
"""

from engined.kernels.codes import MOVE_BITS, NO_MOVE, UNIT
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    CELLS,
    WORDS,
    Board,
    Record,
    bytes_of,
    hash_position,
    i64,
    inline,
    is_equal,
    kernel,
    load,
    popcount,
    prefetch,
    shift_right,
    store,
    xor_all,
)

TO_THE_END = 255
"""Depth of exact entries."""

BOUND_BITS = 16 if UNIT * CELLS < (1 << 15) - 1 else 17
"""The bits of a bound: on boards of more than 327 cells, values take one more."""
UNBOUNDED = (1 << BOUND_BITS - 1) - 1
MOVE_SHIFT = 2 * BOUND_BITS
DEPTH_SHIFT = MOVE_SHIFT + MOVE_BITS
LEVEL_SHIFT = DEPTH_SHIFT + 8
COST_SHIFT = LEVEL_SHIFT + 3
GENERATION_SHIFT = 58
COST_BITS = GENERATION_SHIFT - COST_SHIFT
"""Five; where bounds are wide, three."""


class TableEntry(Record):
    """An entry of the table."""

    data: i64
    """The bounds, the move, the depth and the rest (see pack and dated)."""
    own: Board
    """The mover's discs, every word xored with the data."""
    opp: Board
    """The other side's discs, every word xored with the data."""


ENTRY_BYTES = bytes_of(TableEntry)
BUCKET_BYTES = 64 << min(WORDS - 1, 2)
"""One line of the cache where two entries fit in: more entries to choose from cost more than they save."""
WAYS = BUCKET_BYTES // ENTRY_BYTES
LOCAL_SHIFT = 50
"""64 minus the binary logarithm of the number of entries in a local table, which fits in a core's cache."""
LOCAL_BYTES = ENTRY_BYTES << (64 - LOCAL_SHIFT)


@inline
def pack(lower: int, upper: int, move: int, depth: int, level: int) -> int:
    """Data of an entry, but cost and generation."""
    bounds = (lower & ((1 << BOUND_BITS) - 1)) | (upper & ((1 << BOUND_BITS) - 1)) << BOUND_BITS
    return bounds | move << MOVE_SHIFT | depth << DEPTH_SHIFT | level << LEVEL_SHIFT


@inline
def pack_found(value: int, alpha: int, beta: int, move: int, depth: int, level: int) -> int:
    """Data for what a search in a window has found."""
    lower = value if value > alpha else -UNBOUNDED
    upper = value if value < beta else UNBOUNDED
    return pack(lower, upper, move, depth, level)


@inline
def lower_of(data: int) -> int:
    """A lower bound of the score."""
    return (data << (64 - BOUND_BITS)) >> (64 - BOUND_BITS)


@inline
def upper_of(data: int) -> int:
    """An upper bound of the score."""
    return (data << (64 - 2 * BOUND_BITS)) >> (64 - BOUND_BITS)


@inline
def move_of(data: int) -> int:
    """The best move known, or NO_MOVE."""
    return (data >> MOVE_SHIFT) & NO_MOVE


@inline
def depth_of(data: int) -> int:
    """The depth of the search, or TO_THE_END."""
    return (data >> DEPTH_SHIFT) & 255


@inline
def level_kept(data: int) -> int:
    """The level of confidence of the search."""
    return (data >> LEVEL_SHIFT) & 7


@inline
def priority_of(data: int, generation: int) -> int:
    """What an entry is worth: by the logarithm of its nodes; more than any other if of this analysis."""
    cost = (data >> COST_SHIFT) & ((1 << COST_BITS) - 1)
    return cost + (32 if shift_right(data, GENERATION_SHIFT) == generation else 0)


@inline
def logarithm(nodes: int) -> int:
    """Binary, rounded down, at most 31."""
    nodes |= nodes >> 1
    nodes |= nodes >> 2
    nodes |= nodes >> 4
    nodes |= nodes >> 8
    nodes |= nodes >> 16
    nodes |= nodes >> 32
    return min(popcount(nodes >> 1), 31)


@inline
def least_dear(entry: int, end: int, step: int, generation: int) -> int:
    """Address of the entry that is worth least, of those from an address to another."""
    victim = entry
    least = 1024
    while entry < end:
        priority = priority_of(load(entry), generation)
        if priority < least:
            least = priority
            victim = entry
        entry += step
    return victim


@inline
def dated(data: int, nodes: int, generation: int) -> int:
    """Data with what it has cost, and when."""
    return data | logarithm(nodes) >> (5 - COST_BITS) << COST_SHIFT | generation << GENERATION_SHIFT


@inline
def bucket_of(own: Board, opp: Board, context: SearchContext) -> int:
    """Address of the bucket for a position."""
    index = shift_right(hash_position(own, opp), context.table_shift)
    return context.table + index * BUCKET_BYTES


@inline
def fetch_bucket(bucket: int) -> None:
    """Ask for the bucket's memory ahead of its use."""
    prefetch(bucket)
    if BUCKET_BYTES > 64:
        prefetch(bucket + 64)


@inline
def holds(entry: int, data: int, own: Board, opp: Board) -> bool:
    """Whether an entry with this data is of the position."""
    kept = TableEntry(entry)
    return is_equal(kept.own, xor_all(own, data)) and is_equal(kept.opp, xor_all(opp, data))


@inline
def find_exact(bucket: int, own: Board, opp: Board) -> int:
    """Data of the position's exact entry, or 0."""
    entry = bucket
    end = bucket + WAYS * ENTRY_BYTES
    while entry < end:
        data = TableEntry(entry).data
        if holds(entry, data, own, opp) and depth_of(data) == TO_THE_END:
            return data
        entry += ENTRY_BYTES
    return 0


@inline
def find_estimate(bucket: int, own: Board, opp: Board) -> int:
    """Data of the position's entry of some depth, or 0."""
    entry = bucket
    end = bucket + WAYS * ENTRY_BYTES
    while entry < end:
        data = TableEntry(entry).data
        if holds(entry, data, own, opp) and depth_of(data) != TO_THE_END:
            return data
        entry += ENTRY_BYTES
    return 0


@inline
def write(entry: int, own: Board, opp: Board, data: int) -> None:
    """Make an entry of a position with this data."""
    kept = TableEntry(entry)
    kept.data = data
    kept.own = xor_all(own, data)
    kept.opp = xor_all(opp, data)


@inline
def joined(old: int, data: int) -> int:
    """Data with what an older entry of the same depth knows besides; the newer move."""
    lower = max(lower_of(old), lower_of(data))
    upper = min(upper_of(old), upper_of(data))
    return pack(lower, upper, move_of(data), depth_of(data), level_kept(data)) if lower <= upper else data


@inline
def keep(bucket: int, own: Board, opp: Board, data: int, nodes: int, context: SearchContext) -> None:
    """Store what a search of so many nodes found. An entry of the same kind that is deeper and as sure stays."""
    generation = context.generation
    entry = bucket
    end = bucket + WAYS * ENTRY_BYTES
    victim = bucket
    least = 1024
    while entry < end:
        old = TableEntry(entry).data
        same_kind = (depth_of(old) == TO_THE_END) == (depth_of(data) == TO_THE_END)
        if same_kind and holds(entry, old, own, opp):
            if depth_of(old) > depth_of(data) and level_kept(old) >= level_kept(data):
                return
            if depth_of(old) == depth_of(data) and level_kept(old) == level_kept(data):
                data = joined(old, data)
            victim = entry
            break
        priority = priority_of(old, generation)
        if priority < least:
            least = priority
            victim = entry
        entry += ENTRY_BYTES
    write(victim, own, opp, dated(data, nodes, generation))


@inline
def local_entry_of(own: Board, opp: Board, context: SearchContext) -> int:
    """Address of the only entry for a position in the thread's local table, where all entries are exact."""
    index = shift_right(hash_position(own, opp), LOCAL_SHIFT)
    return context.local_table + index * ENTRY_BYTES


@inline
def find_local(entry: int, own: Board, opp: Board) -> int:
    """Data of the position's local entry, or 0."""
    data = TableEntry(entry).data
    return data if holds(entry, data, own, opp) else 0


@inline
def keep_local(entry: int, own: Board, opp: Board, data: int) -> None:
    """Store exact bounds in the local table, whatever was there."""
    write(entry, own, opp, data)


@kernel("int64(B, B, SearchContext, int64)")
def probe(own: Board, opp: Board, context: SearchContext, out: int) -> int:
    """Whether the table knows a position; what it knows is written at ``out``, in eight words.

    Exact lower and upper bound in discs, move; lower and upper bound in hundredths of a disc, move and depth
    of a search; 255 if there are exact bounds, else 0. Bounds that are not known are -UNBOUNDED and UNBOUNDED,
    moves NO_MOVE, the depth 0.
    """
    bucket = bucket_of(own, opp, context)
    nothing = pack(-UNBOUNDED, UNBOUNDED, NO_MOVE, 0, 0)
    exact = find_exact(bucket, own, opp)
    estimate = find_estimate(bucket, own, opp)
    known = (exact | estimate) != 0
    exact = exact if exact != 0 else nothing
    estimate = estimate if estimate != 0 else nothing
    store(out, lower_of(exact))
    store(out + 8, upper_of(exact))
    store(out + 16, move_of(exact))
    store(out + 24, lower_of(estimate))
    store(out + 32, upper_of(estimate))
    store(out + 40, move_of(estimate))
    store(out + 48, depth_of(estimate))
    store(out + 56, depth_of(exact))
    return 1 if known else 0
