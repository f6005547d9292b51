"""A game that is not about flipping, as another package would bring it: kernel source.

One places on any empty cell, nothing is captured, and what counts are discs in the own home. A position is a word with
the number of placements that can follow, and a board for each colour behind it.
"""

from engined.kernels.codes import COUNT_BITS, UNIT
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    BOARD_BYTES,
    CELLS,
    COLOURS,
    FULL,
    SEATS,
    Board,
    both,
    count,
    either,
    empty_set,
    hash_position,
    home_of,
    inline,
    is_equal,
    load,
    load_board,
    single,
    store,
    store_board,
    without,
    xor_all,
)
from engined.search.many_seats.seats import colour_of, following, margin_of_side, side_of
from engined.search.random import any_of, mixed

__all__ = ("following",)

STORED_BYTES = BOARD_BYTES * COLOURS
POSITION_BYTES = 8 + STORED_BYTES
MOST_PLACEMENTS = CELLS


@inline
def discs_of(position: int, colour: int) -> Board:
    return load_board(position + 8 + BOARD_BYTES * colour)


@inline
def left_in(position: int) -> int:
    return load(position)


@inline
def moves_of(position: int, seat: int) -> Board:
    found = FULL
    for colour in range(COLOURS):
        found = without(found, discs_of(position, colour))
    return found


@inline
def captured_by(position: int, seat: int, square: int) -> Board:
    return empty_set()


@inline
def play_on(position: int, seat: int, square: int, captured: Board) -> int:
    after = position + POSITION_BYTES
    store(after, load(position) - 1)
    store_position(after + 8, position, 0)
    mine = colour_of(seat)
    store_board(after + 8 + BOARD_BYTES * mine, either(discs_of(position, mine), single(square)))
    return after


@inline
def is_over(position: int) -> bool:
    return load(position) == 0


@inline
def tally_of(position: int) -> int:
    tally = 0
    for seat in range(SEATS):
        tally |= count(both(discs_of(position, colour_of(seat)), home_of(seat))) << COUNT_BITS * seat
    return tally


@inline
def hash_of(position: int, key: int) -> int:
    word = mixed(key + 1)
    for colour in range(COLOURS):
        word = mixed(word ^ hash_position(discs_of(position, colour), empty_set()))
    return word


@inline
def is_stored(address: int, position: int, mask: int) -> bool:
    same = True
    for colour in range(COLOURS):
        same = same and is_equal(load_board(address + BOARD_BYTES * colour), xor_all(discs_of(position, colour), mask))
    return same


@inline
def store_position(address: int, position: int, mask: int) -> None:
    for colour in range(COLOURS):
        store_board(address + BOARD_BYTES * colour, xor_all(discs_of(position, colour), mask))


@inline
def playout_move(position: int, seat: int, moves: Board, context: SearchContext) -> int:
    return any_of(moves, context)


@inline
def estimate(position: int, seat: int, context: SearchContext) -> int:
    return UNIT * margin_of_side(tally_of(position), side_of(seat))


@inline
def ordering_score_at(position: int, seat: int, square: int, captured: Board, same: bool) -> int:
    return count(both(single(square), home_of(seat)))
