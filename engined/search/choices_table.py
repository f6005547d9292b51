"""A transposition table that knows what the best move turns: kernel text (see kernels/prelude.pyi).

As :mod:`engined.search.table`, whose data it uses; but a position has one entry, of bounds in hundredths of a
disc, and every entry holds the discs that its move chooses too.
"""

from engined.kernels.context import GENERATION
from engined.kernels.prelude import (
    WORDS,
    Board,
    inline,
    is_equal,
    load,
    load_board,
    store,
    store_board,
    xor_all,
)
from engined.search.table import BUCKET_BYTES, depth_of, logarithm, priority_of

BOARD_BYTES = 8 * WORDS
CHOICE_ENTRY_BYTES = 8 + 3 * BOARD_BYTES
CHOICE_WAYS = BUCKET_BYTES // CHOICE_ENTRY_BYTES


@inline
def is_of(entry: int, data: int, own: Board, opp: Board) -> bool:
    """Whether an entry with this data is of the position."""
    same_own = is_equal(load_board(entry + 8), xor_all(own, data))
    return same_own and is_equal(load_board(entry + 8 + BOARD_BYTES), xor_all(opp, data))


@inline
def entry_of(bucket: int, own: Board, opp: Board) -> int:
    """Address of the position's entry, or 0."""
    entry = bucket
    end = bucket + CHOICE_WAYS * CHOICE_ENTRY_BYTES
    while entry < end:
        data = load(entry)
        if data != 0 and is_of(entry, data, own, opp):
            return entry
        entry += CHOICE_ENTRY_BYTES
    return 0


@inline
def choice_at(entry: int, data: int) -> Board:
    """The discs that an entry's move chooses. Another thread may be writing: to be taken for a hint only."""
    return xor_all(load_board(entry + 8 + 2 * BOARD_BYTES), data)


@inline
def keep_choice(bucket: int, own: Board, opp: Board, data: int, choice: Board, nodes: int, context: int) -> None:
    """Store what a search of so many nodes found; a deeper entry of the position stays."""
    generation = load(context + 8 * GENERATION)
    entry = bucket
    end = bucket + CHOICE_WAYS * CHOICE_ENTRY_BYTES
    victim = bucket
    least = 1024
    while entry < end:
        old = load(entry)
        if old != 0 and is_of(entry, old, own, opp):
            if depth_of(old) > depth_of(data):
                return
            victim = entry
            break
        priority = priority_of(old, generation)
        if priority < least:
            least = priority
            victim = entry
        entry += CHOICE_ENTRY_BYTES
    data |= logarithm(nodes) << 53 | generation << 58
    store(victim, data)
    store_board(victim + 8, xor_all(own, data))
    store_board(victim + 8 + BOARD_BYTES, xor_all(opp, data))
    store_board(victim + 8 + 2 * BOARD_BYTES, xor_all(choice, data))
