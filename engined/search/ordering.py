"""Lists of moves in memory, and what makes a move promising: kernel text (see kernels/prelude.pyi).

A list is a row of entries, the most promising first; an entry is a key, with the square in its low ten bits,
and the discs that the move turns. Every ply has a slot of its own, chosen by the number of empty cells.

The weights were tuned until null windows at 15 empty cells took fewest nodes (positions from WTHOR games).
"""

from engined.kernels.prelude import (
    CELLS,
    CORNERS,
    FULL,
    WORDS,
    Board,
    around,
    border,
    both,
    count,
    either,
    empties,
    inline,
    is_empty,
    legal,
    load,
    load_board,
    meets,
    store,
    store_board,
)
from engined.search.context import SCRATCH

MOVE_BYTES = 8 + 8 * WORDS
SLOT_BYTES = CELLS * MOVE_BYTES
KNOWN_BEST = 1 << 40
"""Key of the table's move."""
WINS_ALL = 1 << 41
"""Key of a move after which the other side has no disc."""

ORDER_REPLIES = -64
ORDER_CORNER_REPLIES = -110
ORDER_FRONTIER = -22
ORDER_OTHER_FRONTIER = 20
ORDER_CORNER_SIDES = -12
ORDER_OTHER_CORNER_SIDES = -4
ORDER_CORNER = 24
ORDER_BEFORE_CORNER = -16
ORDER_BESIDE_CORNER = 40
ORDER_EDGE = 16
ORDER_SECOND_RING = -16
ORDER_ODD_REGION = 27
ORDER_OTHER_EDGE = -16


@inline
def slot_of(left: int, context: int) -> int:
    """Address of the move list of a position with so many empty cells."""
    return load(context + 8 * SCRATCH) + left * SLOT_BYTES


@inline
def insert(slot: int, size: int, key: int, square: int, flipped: Board) -> None:
    """Put a move in its place among the ``size`` moves of a list."""
    key = key << 10 | square
    entry = slot + size * MOVE_BYTES
    while entry > slot and load(entry - MOVE_BYTES) < key:
        store(entry, load(entry - MOVE_BYTES))
        store_board(entry + 8, load_board(entry - MOVE_BYTES + 8))
        entry -= MOVE_BYTES
    store(entry, key)
    store_board(entry + 8, flipped)


@inline
def square_at(entry: int) -> int:
    """Where an entry's move places."""
    return load(entry) & 1023


@inline
def flips_at(entry: int) -> Board:
    """What an entry's move turns."""
    return load_board(entry + 8)


@inline
def square_worth(square: Board, odd: Board) -> int:
    """What a placement promises by its place alone; ``odd`` are the cells of regions of odd size."""
    edges = either(border(0), border(1))
    by_corner = around(CORNERS)
    worth = ORDER_ODD_REGION if meets(square, odd) else 0
    if meets(square, CORNERS):
        worth += ORDER_CORNER
    elif meets(square, by_corner):
        worth += ORDER_BESIDE_CORNER if meets(square, edges) else ORDER_BEFORE_CORNER
    elif meets(square, edges):
        worth += ORDER_EDGE
    elif meets(square, around(edges)):
        worth += ORDER_SECOND_RING
    return worth


@inline
def reply_worth(next_own: Board, next_opp: Board) -> int:
    """What the position after a move promises to its mover: few replies and few discs that can be turned.

    ``next_own`` are the discs of the side that replies.
    """
    replies = legal(next_own, next_opp)
    worth = count(replies) * ORDER_REPLIES + count(both(replies, CORNERS)) * ORDER_CORNER_REPLIES
    open_cells = empties(next_own, next_opp)
    theirs = both(next_own, FULL)
    mine = both(next_opp, FULL)
    worth += count(both(around(mine), open_cells)) * ORDER_FRONTIER
    worth += count(both(around(theirs), open_cells)) * ORDER_OTHER_FRONTIER
    edges = either(border(0), border(1))
    worth += count(both(both(around(both(mine, CORNERS)), mine), edges)) * ORDER_CORNER_SIDES
    worth += count(both(both(around(both(theirs, CORNERS)), theirs), edges)) * ORDER_OTHER_CORNER_SIDES
    worth += count(both(theirs, edges)) * ORDER_OTHER_EDGE
    return WINS_ALL if is_empty(theirs) else worth
