"""Lists of moves where one square may have several: kernel source (see kernels/prelude.pyi).

There may be more moves than a list holds. So a ply's slot of memory keeps, before the list, what is left of the
moves: it is filled again when the list is done.
"""

from engined.evaluation.static import cheap_value
from engined.kernels.codes import NO_MOVE
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    BOARD_BYTES,
    MISERE,
    MOST_LISTED,
    Board,
    count,
    drop_first,
    first,
    flips,
    inline,
    is_empty,
    is_equal,
    kernel,
    legal,
    load,
    load_board,
    meets,
    next_opp,
    next_own,
    single,
    store,
    store_board,
    turned,
)
from engined.search.flip_choice.choices import chosen, further, is_choice, is_last
from engined.search.ordering import CORNER_REPLY_COSTS, REPLY_COSTS, SLOT_BYTES, add_move, worth

GREEDY = 2
"""Moves are ordered by the discs that they turn alone where no more cells than this are empty: more is not worth the
time.
"""
LEFT_SQUARE, LEFT_BRACKETED, LEFT_REST, LIST = (
    BOARD_BYTES,
    BOARD_BYTES + 8,
    2 * BOARD_BYTES + 8,
    3 * BOARD_BYTES + 8,
)
"""The offsets in a slot, in bytes, of the square that is not done, of the discs that it brackets, of those left of
these, and of the list.
"""
CHOICE_SLOT_BYTES = LIST + SLOT_BYTES


@inline
def choice_slot(depth: int, context: SearchContext) -> int:
    """Address of the slot of a ply, told apart by its depth."""
    return context.scratch + depth * CHOICE_SLOT_BYTES


@inline
def begin(slot: int, squares: Board) -> None:
    """All moves on these squares are left."""
    store_board(slot, squares)
    store(slot + LEFT_SQUARE, NO_MOVE)


@inline
def is_move(own: Board, opp: Board, squares: Board, square: int, choice: Board) -> bool:
    """Whether what a table says is a legal move, given the squares where the mover may place."""
    if square == NO_MOVE or not meets(single(square), squares):
        return False
    return is_choice(choice, flips(own, opp, square))


@kernel("int64(B, B, int64, B, int64, int64, SearchContext)")
def fill(own: Board, opp: Board, known: int, known_choice: Board, left: int, slot: int, context: SearchContext) -> int:
    """Write into a slot's list the moves that are left, but the known one, each with the discs that it chooses.

    Gives their number, 0 when none is left. They are ordered for a search to the end of the game where ``left`` are
    the placements that can follow until then; by the evaluation where that is 0.
    """
    squares = load_board(slot)
    square = load(slot + LEFT_SQUARE)
    bracketed = load_board(slot + LEFT_BRACKETED)
    rest = load_board(slot + LEFT_REST)
    size = 0
    while size < MOST_LISTED:
        if square == NO_MOVE:
            if is_empty(squares):
                break
            square = first(squares)
            squares = drop_first(squares)
            bracketed = flips(own, opp, square)
            rest = bracketed
        choice = chosen(rest)
        if square != known or not is_equal(choice, known_choice):
            flipped = turned(own, opp, square, choice)
            after_own = next_own(own, opp, square, flipped)
            after_opp = next_opp(own, opp, square, flipped)
            if left == 0:
                key = -cheap_value(after_own, after_opp, legal(after_own, after_opp), context)
            elif left <= GREEDY:
                key = -count(flipped) if MISERE else count(flipped)
            else:
                key = worth(False, legal(after_own, after_opp), REPLY_COSTS, CORNER_REPLY_COSTS, 0)
            add_move(slot + LIST, size, key, square, choice)
            size += 1
        if is_last(rest, bracketed):
            square = NO_MOVE
        else:
            rest = further(rest, bracketed)
    store_board(slot, squares)
    store(slot + LEFT_SQUARE, square)
    store_board(slot + LEFT_BRACKETED, bracketed)
    store_board(slot + LEFT_REST, rest)
    return size
