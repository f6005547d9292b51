"""The transposition table: what is known of positions, shared by midgame and endgame, by all threads.

Buckets of a few entries; an entry is one word of data and the whole position, every word of it xored with the
data. Two threads that write at once can so only make an entry that matches no position (R. Hyatt and T. Mann,
"A lockless transposition-table implementation for parallel search", 2002). Nothing is ever taken from an entry
of another position.

A position may have two entries: exact bounds in discs, right to the end of the game, and bounds of a search of
some depth in hundredths of a disc.
"""

from engined.kernels.prelude import (
    WORDS,
    Board,
    hash_position,
    inline,
    is_equal,
    kernel,
    load,
    load_board,
    shift_right,
    store,
    store_board,
    xor_all,
)
from engined.search.context import GENERATION, TABLE, TABLE_SHIFT

TO_THE_END = 255
"""Depth of exact entries."""
NO_MOVE = 1023
UNBOUNDED = 32767

ENTRY_BYTES = 8 + 16 * WORDS
BUCKET_BYTES = 128 if 3 * ENTRY_BYTES <= 128 else 256
WAYS = BUCKET_BYTES // ENTRY_BYTES

NEAR_SHIFT = 52


@inline
def pack(lower: int, upper: int, move: int, depth: int) -> int:
    """Data word without cost and generation."""
    return (lower & 65535) | (upper & 65535) << 16 | move << 32 | depth << 42


@inline
def lower_of(data: int) -> int:
    return (data << 48) >> 48


@inline
def upper_of(data: int) -> int:
    return (data << 32) >> 48


@inline
def move_of(data: int) -> int:
    """Best move known, or NO_MOVE; of no entry: square 0, which the caller must find legal before use."""
    return (data >> 32) & 1023


@inline
def depth_of(data: int) -> int:
    return (data >> 42) & 255


@inline
def priority(data: int, generation: int) -> int:
    """Worth of keeping an entry: the binary logarithm of its nodes, and more than any if it is of this analysis."""
    return ((data >> 50) & 63) + (64 if shift_right(data, 56) == generation else 0)


@inline
def cost_bits(nodes: int) -> int:
    """Binary logarithm of a node count, rounded down, at most 63."""
    bits = 0
    while nodes > 1:
        nodes = nodes >> 1
        bits += 1
    return bits


@inline
def bucket_of(own: Board, opp: Board, context: int) -> int:
    """Address of the bucket that may hold a position."""
    index = shift_right(hash_position(own, opp), load(context + 8 * TABLE_SHIFT))
    return load(context + 8 * TABLE) + index * BUCKET_BYTES


@inline
def near_bucket_of(own: Board, opp: Board, context: int) -> int:
    """Address of the bucket that may hold a position."""
    index = shift_right(hash_position(own, opp), NEAR_SHIFT)
    return load(context + 8 * 10) + index * BUCKET_BYTES


@inline
def holds(entry: int, data: int, own: Board, opp: Board) -> bool:
    return is_equal(load_board(entry + 8), xor_all(own, data)) and is_equal(
        load_board(entry + 8 + 8 * WORDS), xor_all(opp, data)
    )


@inline
def find_exact(bucket: int, own: Board, opp: Board) -> int:
    """Data of the exact entry of a position, or 0."""
    entry = bucket
    last = bucket + WAYS * ENTRY_BYTES
    while entry < last:
        data = load(entry)
        if holds(entry, data, own, opp) and depth_of(data) == TO_THE_END:
            return data
        entry += ENTRY_BYTES
    return 0


@inline
def find_estimate(bucket: int, own: Board, opp: Board) -> int:
    """Data of the entry of some depth of a position, or 0."""
    entry = bucket
    last = bucket + WAYS * ENTRY_BYTES
    while entry < last:
        data = load(entry)
        if holds(entry, data, own, opp) and depth_of(data) != TO_THE_END:
            return data
        entry += ENTRY_BYTES
    return 0


@inline
def keep(bucket: int, own: Board, opp: Board, data: int, nodes: int, context: int) -> None:
    """Store the packed data of a search that took so many nodes, joined with what is known of the same depth."""
    generation = load(context + 8 * GENERATION)
    depth = depth_of(data)
    entry = bucket
    last = bucket + WAYS * ENTRY_BYTES
    victim = bucket
    least = 1024
    while entry < last:
        old = load(entry)
        if holds(entry, old, own, opp) and (depth_of(old) == TO_THE_END) == (depth == TO_THE_END):
            if depth_of(old) > depth:
                return
            if depth_of(old) == depth:
                lower = max(lower_of(old), lower_of(data))
                upper = min(upper_of(old), upper_of(data))
                if lower <= upper:
                    data = pack(lower, upper, move_of(data), depth)
            victim = entry
            break
        worth = priority(old, generation)
        if worth < least:
            least = worth
            victim = entry
        entry += ENTRY_BYTES
    data |= cost_bits(nodes) << 50 | generation << 56
    store(victim, data)
    store_board(victim + 8, xor_all(own, data))
    store_board(victim + 8 + 8 * WORDS, xor_all(opp, data))


@kernel("int64(B, B, int64, int64)")
def probe(own: Board, opp: Board, context: int, out: int) -> int:
    """What the table knows of a position: writes eight words at ``out`` and returns whether it knows anything.

    Exact lower and upper bound in discs and the move; then lower and upper bound in hundredths of a disc, move
    and depth of a search; last the depth marker again, 255, where exact bounds exist. Unknown bounds are
    minus or plus 32767, an unknown move is 1023.
    """
    bucket = bucket_of(own, opp, context)
    exact = find_exact(bucket, own, opp)
    estimate = find_estimate(bucket, own, opp)
    store(out, lower_of(exact) if exact != 0 else -UNBOUNDED)
    store(out + 8, upper_of(exact) if exact != 0 else UNBOUNDED)
    store(out + 16, move_of(exact) if exact != 0 else NO_MOVE)
    store(out + 24, lower_of(estimate) if estimate != 0 else -UNBOUNDED)
    store(out + 32, upper_of(estimate) if estimate != 0 else UNBOUNDED)
    store(out + 40, move_of(estimate) if estimate != 0 else NO_MOVE)
    store(out + 48, depth_of(estimate))
    store(out + 56, depth_of(exact))
    return 1 if (exact | estimate) != 0 else 0
