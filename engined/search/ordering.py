"""Lists of moves in memory, and what makes a move promising: kernel text (see kernels/prelude.pyi).

A list is a row of entries in no order; an entry is a key, with the square in its low ten bits, and the discs
that the move turns. Every ply has a slot of its own, chosen by the number of empty cells.
"""

from engined.kernels.context import SCRATCH
from engined.kernels.prelude import (
    CELLS,
    CORNERS,
    WORDS,
    Board,
    both,
    count,
    inline,
    legal,
    load,
    load_board,
    meets,
    store,
    store_board,
)

MOVE_BYTES = 8 + 8 * WORDS
SLOT_BYTES = CELLS * MOVE_BYTES
KNOWN_BEST = 1 << 40
"""Key of the table's move; no key is higher, and none as low."""
PUT_OFF = 1 << 60

REPLY_COSTS = 64
CORNER_REPLY_COSTS = 100
ODD_REGION_GAINS = 27
"""Tuned until null windows at 15 and 16 empty cells took fewest nodes (positions from WTHOR games). More
features, such as frontiers, edges and kinds of squares, took no fewer."""


@inline
def slot_of(left: int, context: int) -> int:
    """Address of the move list of a position with so many empty cells."""
    return load(context + 8 * SCRATCH) + left * SLOT_BYTES


@inline
def add_move(slot: int, size: int, key: int, square: int, flipped: Board) -> None:
    """Write a move behind the ``size`` moves of a list."""
    entry = slot + size * MOVE_BYTES
    store(entry, key << 10 | square)
    store_board(entry + 8, flipped)


@inline
def pick(entry: int, end: int) -> None:
    """Bring the most promising of the moves from an entry on to it: most lists are left after one move."""
    best = entry
    top = load(entry)
    other = entry + MOVE_BYTES
    while other < end:
        key = load(other)
        if key > top:
            top = key
            best = other
        other += MOVE_BYTES
    flipped = load_board(best + 8)
    store(best, load(entry))
    store_board(best + 8, load_board(entry + 8))
    store(entry, top)
    store_board(entry + 8, flipped)


@inline
def put_off(entry: int) -> None:
    """Make a move the least promising of its list."""
    store(entry, load(entry) - PUT_OFF)


@inline
def is_put_off(entry: int) -> bool:
    """Whether :func:`put_off` came over a move."""
    return load(entry) < -PUT_OFF // 2


@inline
def square_at(entry: int) -> int:
    """Where an entry's move places."""
    return load(entry) & 1023


@inline
def flips_at(entry: int) -> Board:
    """What an entry's move turns."""
    return load_board(entry + 8)


@inline
def worth(square: Board, odd: Board, next_own: Board, next_opp: Board) -> int:
    """What a move promises: few replies, above all at corners, and a region of odd size.

    ``odd`` are the cells of regions of odd size, ``next_own`` the discs of the side that replies.
    """
    replies = legal(next_own, next_opp)
    gain = -REPLY_COSTS * count(replies) - CORNER_REPLY_COSTS * count(both(replies, CORNERS))
    return gain + ODD_REGION_GAINS if meets(square, odd) else gain
