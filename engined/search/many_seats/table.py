"""The transposition table for positions of many seats: kernel source (see kernels/prelude.pyi).

As :mod:`engined.search.transposition_table`, but an entry's position is as the game stores it, and a word that tells
the seat to move and what was asked.
"""

from engined.kernels.codes import COUNT_BITS, MOST_SEATS
from engined.kernels.context import SearchContext
from engined.kernels.prelude import Array, Record, bytes_of, i64, inline, prefetch, room_for, shift_right
from engined.search.game import STORED_BYTES, hash_of, is_stored, store_position
from engined.search.transposition_table import dated, least_dear

TALLY_MOVE_SHIFT = MOST_SEATS * COUNT_BITS
"""The place of the best move in an entry's data, in bits: beyond the tally of all seats."""
TALLY_MASK = (1 << TALLY_MOVE_SHIFT) - 1


class SeatedEntry(Record):
    """An entry of the table."""

    data: i64
    """A tally, the best move, the cost and the generation; or bounds, as other tables pack them."""
    seal: i64
    """The word that tells the seat to move and what was asked, xor the data."""
    position: Array[i64] = room_for(STORED_BYTES // 8)
    """The position as the game stores it, every word xor the data."""


SEATED_ENTRY_BYTES = bytes_of(SeatedEntry)
SEATED_BUCKET_BYTES = 128 if SEATED_ENTRY_BYTES <= 64 else max(256, (SEATED_ENTRY_BYTES + 63) // 64 * 64)
"""The size of a bucket, in bytes: whole lines of the CPU's cache. On the largest boards it has room for one entry."""
SEATED_WAYS = SEATED_BUCKET_BYTES // SEATED_ENTRY_BYTES


@inline
def seated_bucket(position: int, key: int, context: SearchContext) -> int:
    """Address of the bucket for a position; ``key`` tells the seat to move and what is asked."""
    index = shift_right(hash_of(position, key), context.table_shift)
    bucket = context.table + index * SEATED_BUCKET_BYTES
    prefetch(bucket)
    prefetch(bucket + 64)
    return bucket


@inline
def is_entry_of(entry: int, data: int, position: int, key: int) -> bool:
    """Whether an entry with this data is of the position."""
    kept = SeatedEntry(entry)
    return kept.seal == key ^ data and is_stored(kept.position.address, position, data)


@inline
def seated_entry(bucket: int, position: int, key: int) -> int:
    """Address of the position's entry, or 0. Another thread may write there at any time."""
    entry = bucket
    end = bucket + SEATED_WAYS * SEATED_ENTRY_BYTES
    while entry < end:
        data = SeatedEntry(entry).data
        if data != 0 and is_entry_of(entry, data, position, key):
            return entry
        entry += SEATED_ENTRY_BYTES
    return 0


@inline
def find_seated(bucket: int, position: int, key: int) -> int:
    """Data of the position's entry, or 0."""
    entry = seated_entry(bucket, position, key)
    if entry == 0:
        return 0
    data = SeatedEntry(entry).data
    return data if is_entry_of(entry, data, position, key) else 0


@inline
def keep_seated(bucket: int, position: int, key: int, data: int, nodes: int, context: SearchContext) -> None:
    """Store what a search of so many nodes found, in place of what is known of the position or worth least."""
    generation = context.generation
    entry = seated_entry(bucket, position, key)
    if entry == 0:
        end = bucket + SEATED_WAYS * SEATED_ENTRY_BYTES
        entry = least_dear(bucket, end, SEATED_ENTRY_BYTES, generation)
    data = dated(data, nodes, generation)
    kept = SeatedEntry(entry)
    kept.data = data
    kept.seal = key ^ data
    store_position(kept.position.address, position, data)
