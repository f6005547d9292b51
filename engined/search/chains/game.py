"""Chain games as :mod:`engined.search.game` describes a game: kernel source (see kernels/prelude.pyi)."""

from engined.kernels.codes import UNIT
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    CELLS,
    COLOURS,
    Board,
    Record,
    bytes_of,
    count,
    either,
    empty_set,
    inline,
    single,
    without,
)
from engined.search.chains.board import open_after, points_in, spread
from engined.search.many_seats.colour_boards import (
    STORED_BYTES,
    ColourBoards,
    discs_of,
    hash_of,
    is_stored,
    occupied,
    store_position,
)
from engined.search.many_seats.questions import is_ally
from engined.search.many_seats.seats import colour_of, count_in, following
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


class ChainPosition(Record):
    """A position."""

    stones: ColourBoards
    open_cells: Board


POSITION_BYTES = bytes_of(ChainPosition)
MOST_PLACEMENTS = CELLS


@inline
def moves_of(position: int, seat: int) -> Board:
    """The open cells, whosever turn it is."""
    return ChainPosition(position).open_cells


@inline
def captured_by(position: int, seat: int, square: int) -> Board:
    """Nothing."""
    return empty_set()


@inline
def play_on(position: int, seat: int, square: int, captured: Board) -> int:
    """Add a stone, and close what it closes."""
    after = ChainPosition(position + POSITION_BYTES)
    stone = single(square)
    stones = either(occupied(position), stone)
    for colour in range(COLOURS):
        after.stones.discs[colour] = discs_of(position, colour)
    mine = colour_of(seat)
    after.stones.discs[mine] = either(discs_of(position, mine), stone)
    open_cells = without(moves_of(position, seat), stone)
    after.open_cells = open_after(stones, open_cells, spread(stone, stones))
    return after.address


@inline
def is_over(position: int) -> bool:
    """What is closed to one seat is closed to the other."""
    return True


@inline
def left_in(position: int) -> int:
    """The open cells."""
    return count(ChainPosition(position).open_cells)


@inline
def tally_of(position: int) -> int:
    """The points of all chains."""
    return points_in(occupied(position), discs_of(position, 0))


@inline
def playout_move(position: int, seat: int, moves: Board, context: SearchContext) -> int:
    """Any."""
    return any_of(moves, context)


@inline
def estimate(position: int, seat: int, context: SearchContext) -> int:
    """The points of the chains as they are."""
    tally = tally_of(position)
    ahead = UNIT * (count_in(tally, 0) - count_in(tally, 1))
    return ahead if is_ally(0, context) == is_ally(seat, context) else -ahead


@inline
def ordering_score_at(position: int, seat: int, square: int, captured: Board, same: bool) -> int:
    """Few cells that stay open: what follows is soon searched."""
    return -left_in(play_on(position, seat, square, captured))
