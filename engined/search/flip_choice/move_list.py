"""Lists of moves where one square may have several: kernel source (see kernels/prelude.pyi).

There may be more moves than a list holds. So a ply's slot of memory keeps, before the list, what is left of the
moves: it is filled again when the list is done.
"""

from engined.evaluation.static import cheap_value
from engined.kernels.codes import NO_MOVE
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    MISERE,
    MOST_LISTED,
    Board,
    Record,
    bytes_of,
    count,
    drop_first,
    first,
    flips,
    i64,
    inline,
    is_empty,
    is_equal,
    kernel,
    legal,
    meets,
    next_opp,
    next_own,
    single,
    turned,
)
from engined.search.flip_choice.choices import chosen, further, is_choice, is_last
from engined.search.ordering import CORNER_REPLY_COSTS, REPLY_COSTS, MoveList, add_move, worth

GREEDY = 2
"""Moves are ordered by the discs that they turn alone where no more cells than this are empty: more is not worth the
time.
"""


class ChoiceSlot(Record):
    """The memory of a ply: what is left of its moves, and a list."""

    squares: Board
    """The squares that are not begun."""
    square: i64
    """The square that is not done; NO_MOVE if there is none."""
    bracketed: Board
    """The discs that a move there brackets."""
    rest: Board
    """The part of them that the next move there chooses (see :mod:`engined.search.flip_choice.choices`)."""
    moves: MoveList
    """The list, whose moves keep the discs that they choose."""


CHOICE_SLOT_BYTES = bytes_of(ChoiceSlot)


@inline
def choice_slot(depth: int, context: SearchContext) -> ChoiceSlot:
    """The slot of a ply, told apart by its depth."""
    return ChoiceSlot(context.scratch + depth * CHOICE_SLOT_BYTES)


@inline
def begin(slot: ChoiceSlot, squares: Board) -> None:
    """All moves on these squares are left."""
    slot.squares = squares
    slot.square = NO_MOVE


@inline
def is_move(own: Board, opp: Board, squares: Board, square: int, choice: Board) -> bool:
    """Whether what a table says is a legal move, given the squares where the mover may place."""
    if square == NO_MOVE or not meets(single(square), squares):
        return False
    return is_choice(choice, flips(own, opp, square))


@kernel("int64(B, B, int64, B, int64, ChoiceSlot, SearchContext)")
def fill(
    own: Board, opp: Board, known: int, known_choice: Board, left: int, slot: ChoiceSlot, context: SearchContext
) -> int:
    """Write into a slot's list the moves that are left, but the known one, each with the discs that it chooses.

    Gives their number, 0 when none is left. They are ordered for a search to the end of the game where ``left`` are
    the placements that can follow until then; by the evaluation where that is 0.
    """
    squares = slot.squares
    square = slot.square
    bracketed = slot.bracketed
    rest = slot.rest
    moves = slot.moves.address
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
            add_move(moves, size, key, square, choice)
            size += 1
        if is_last(rest, bracketed):
            square = NO_MOVE
        else:
            rest = further(rest, bracketed)
    slot.squares = squares
    slot.square = square
    slot.bracketed = bracketed
    slot.rest = rest
    return size
