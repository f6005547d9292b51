"""The flipping game among seats, each with a colour: kernel source (see kernels/prelude.pyi).

What a mover brackets does not depend on whose discs the others are: it is the mover's colour against all others.
"""

from engined.kernels.codes import COUNT_BITS
from engined.kernels.prelude import (
    CELLS,
    COLOURS,
    EMPTIES_TO_WINNER,
    FORBIDDING,
    FULL,
    HOMES,
    SEATS,
    TOUCH,
    Board,
    around,
    both,
    count,
    either,
    flips,
    home_of,
    inline,
    is_empty,
    legal,
    open_to,
    single,
    without,
)
from engined.search.many_seats.colour_boards import STORED_BYTES, ColourBoards, discs_of, occupied
from engined.search.many_seats.seats import colour_of

POSITION_BYTES = STORED_BYTES
MOST_PLACEMENTS = CELLS


@inline
def moves_of(position: int, seat: int) -> Board:
    """Squares where a seat may place."""
    own = discs_of(position, colour_of(seat))
    discs = occupied(position)
    moves = legal(own, without(discs, own))
    if FORBIDDING:
        moves = both(moves, open_to(seat))
    if TOUCH and is_empty(moves):
        moves = both(around(discs), without(FULL, discs))
        if FORBIDDING:
            moves = both(moves, open_to(seat))
    return moves


@inline
def captured_by(position: int, seat: int, square: int) -> Board:
    """Discs that turn when a seat places on an empty square."""
    own = discs_of(position, colour_of(seat))
    return flips(own, without(occupied(position), own), square)


@inline
def play_on(position: int, seat: int, square: int, captured: Board) -> int:
    """Write the position after a move behind the one before; gives its address."""
    after = ColourBoards(position + POSITION_BYTES)
    for colour in range(COLOURS):
        after.discs[colour] = without(discs_of(position, colour), captured)
    mine = colour_of(seat)
    after.discs[mine] = either(discs_of(position, mine), either(captured, single(square)))
    return after.address


@inline
def left_in(position: int) -> int:
    """The empty cells: how many placements can follow, at most."""
    return count(without(FULL, occupied(position)))


@inline
def is_over(position: int) -> bool:
    """Whether no seat can place."""
    over = True
    for seat in range(SEATS):
        if not is_empty(moves_of(position, seat)):
            over = False
            break
    return over


# --- what is counted at the end -------------------------------------------------------------------


@inline
def leading(position: int) -> int:
    """The colour of a seat with more discs than those of all other seats; COLOURS if there is none."""
    most = -1
    leader = COLOURS
    for seat in range(SEATS):
        colour = colour_of(seat)
        discs = count(discs_of(position, colour))
        if discs > most:
            most = discs
            leader = colour
        elif discs == most and colour != leader:
            leader = COLOURS
    return leader


@inline
def counted(position: int, seat: int, leader: int) -> int:
    """What a seat counts if the game is over; ``leader`` as :func:`leading` says."""
    colour = colour_of(seat)
    discs = discs_of(position, colour)
    if HOMES:
        return count(both(discs, home_of(seat)))
    if EMPTIES_TO_WINNER and colour == leader:
        return count(discs) + count(without(FULL, occupied(position)))
    return count(discs)


@inline
def tally_of(position: int) -> int:
    """What all seats count if the game is over, COUNT_BITS for each."""
    leader = leading(position) if EMPTIES_TO_WINNER and not HOMES else COLOURS
    tally = 0
    for seat in range(SEATS):
        tally |= counted(position, seat, leader) << COUNT_BITS * seat
    return tally
