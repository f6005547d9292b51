"""A transposition table that knows what the best move turns: kernel source (see kernels/prelude.pyi).

As :mod:`engined.search.transposition_table`, whose data it uses; but a position has one entry, of bounds in hundredths
of a disc, and every entry holds the discs that its move chooses too.
"""

from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    Board,
    Record,
    bytes_of,
    i64,
    inline,
    is_equal,
    xor_all,
)
from engined.search.transposition_table import BUCKET_BYTES, dated, depth_of, least_dear


class ChoiceEntry(Record):
    """An entry of the table: all but the data, every word xored with that."""

    data: i64
    own: Board
    """The discs of the mover."""
    opp: Board
    """The other side's discs."""
    choice: Board
    """The discs that the best move chooses."""


CHOICE_ENTRY_BYTES = bytes_of(ChoiceEntry)
CHOICE_WAYS = BUCKET_BYTES // CHOICE_ENTRY_BYTES


@inline
def is_of(entry: int, data: int, own: Board, opp: Board) -> bool:
    """Whether an entry with this data is of the position."""
    kept = ChoiceEntry(entry)
    return is_equal(kept.own, xor_all(own, data)) and is_equal(kept.opp, xor_all(opp, data))


@inline
def entry_of(bucket: int, own: Board, opp: Board) -> int:
    """Address of the position's entry, or 0. Another thread may write there at any time."""
    entry = bucket
    end = bucket + CHOICE_WAYS * CHOICE_ENTRY_BYTES
    while entry < end:
        data = ChoiceEntry(entry).data
        if data != 0 and is_of(entry, data, own, opp):
            return entry
        entry += CHOICE_ENTRY_BYTES
    return 0


@inline
def data_at(entry: int, own: Board, opp: Board) -> int:
    """Data of the position's entry, from what :func:`entry_of` gives; or 0."""
    if entry == 0:
        return 0
    data = ChoiceEntry(entry).data
    return data if is_of(entry, data, own, opp) else 0


@inline
def choice_at(entry: int, data: int) -> Board:
    """The discs that an entry's move chooses. Another thread may be writing: to be taken for a hint only."""
    return xor_all(ChoiceEntry(entry).choice, data)


@inline
def keep_choice(
    bucket: int, own: Board, opp: Board, data: int, choice: Board, nodes: int, context: SearchContext
) -> None:
    """Store what a search of so many nodes found; a deeper entry of the position stays."""
    generation = context.generation
    entry = entry_of(bucket, own, opp)
    if entry == 0:
        end = bucket + CHOICE_WAYS * CHOICE_ENTRY_BYTES
        entry = least_dear(bucket, end, CHOICE_ENTRY_BYTES, generation)
    elif depth_of(ChoiceEntry(entry).data) > depth_of(data):
        return
    data = dated(data, nodes, generation)
    kept = ChoiceEntry(entry)
    kept.data = data
    kept.own = xor_all(own, data)
    kept.opp = xor_all(opp, data)
    kept.choice = xor_all(choice, data)
