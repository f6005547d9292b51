"""Three in a row as :mod:`engined.search.game` describes a game: kernel source (see kernels/prelude.pyi)."""

from engined.kernels.codes import COUNT_BITS
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    BOARD_BYTES,
    CELLS,
    COLOURS,
    FULL,
    SEATS,
    Board,
    beside,
    both,
    count,
    drop_first,
    either,
    empty_set,
    first,
    inline,
    is_empty,
    single,
    store_board,
    without,
)
from engined.search.many_seats.colour_boards import STORED_BYTES, discs_of, hash_of, is_stored, occupied, store_position
from engined.search.many_seats.seats import colour_of, following
from engined.search.random import any_of

__all__ = (
    "MOST_PLACEMENTS",
    "POSITION_BYTES",
    "STORED_BYTES",
    "captured_by",
    "estimate",
    "following",
    "hash_of",
    "is_over",
    "is_stored",
    "left_in",
    "moves_of",
    "ordering_score_at",
    "play_on",
    "playout_move",
    "store_position",
    "tally_of",
)

POSITION_BYTES = STORED_BYTES
MOST_PLACEMENTS = CELLS


@inline
def has_row(discs: Board) -> bool:
    """Whether three of them are in a row: one with a neighbour on both sides."""
    centres = discs
    while not is_empty(centres):
        centre = single(first(centres))
        centres = drop_first(centres)
        if count(both(beside(centre, 0), discs)) == 2 or count(both(beside(centre, 1), discs)) == 2:
            return True
        if count(both(beside(centre, 2), discs)) == 2 or count(both(beside(centre, 3), discs)) == 2:
            return True
    return False


@inline
def is_won(position: int) -> bool:
    """Whether somebody has a row."""
    won = False
    for colour in range(COLOURS):
        won = won or has_row(discs_of(position, colour))
    return won


@inline
def moves_of(position: int, seat: int) -> Board:
    """All empty cells."""
    return empty_set() if is_won(position) else without(FULL, occupied(position))


@inline
def captured_by(position: int, seat: int, square: int) -> Board:
    """Nothing."""
    return empty_set()


@inline
def play_on(position: int, seat: int, square: int, captured: Board) -> int:
    """Add a disc."""
    after = position + POSITION_BYTES
    for colour in range(COLOURS):
        store_board(after + BOARD_BYTES * colour, discs_of(position, colour))
    mine = colour_of(seat)
    store_board(after + BOARD_BYTES * mine, either(discs_of(position, mine), single(square)))
    return after


@inline
def is_over(position: int) -> bool:
    """What ends it for one seat ends it for all."""
    return True


@inline
def left_in(position: int) -> int:
    """The empty cells."""
    return count(without(FULL, occupied(position)))


@inline
def tally_of(position: int) -> int:
    """1 for who has a row."""
    tally = 0
    for seat in range(SEATS):
        if has_row(discs_of(position, colour_of(seat))):
            tally |= 1 << COUNT_BITS * seat
    return tally


@inline
def playout_move(position: int, seat: int, moves: Board, context: SearchContext) -> int:
    """Any."""
    return any_of(moves, context)


@inline
def estimate(position: int, seat: int, context: SearchContext) -> int:
    """Nobody knows."""
    return 0


@inline
def ordering_score_at(position: int, seat: int, square: int, captured: Board, same: bool) -> int:
    """One as much as another."""
    return 0
