"""Positions of many seats, and counting leaves: kernel text (see kernels/prelude.pyi).

A position is an address, where the discs of each colour lie, a board each, and the seat to move. Positions lie in a
stack: what a move leads to is written behind the position that it was played in.
"""

from engined.kernels.context import NODES, STOP
from engined.kernels.prelude import (
    COLOURS,
    COLOURS_OF_SEATS,
    EMPTIES_TO_WINNER,
    FORBIDDING,
    FULL,
    HOMES,
    MISERE,
    SEATS,
    SIDES,
    SIDES_OF_SEATS,
    TOUCH,
    WORDS,
    Board,
    add_to,
    around,
    both,
    count,
    drop_first,
    either,
    empty_set,
    first,
    flips,
    home_of,
    inline,
    is_empty,
    kernel,
    legal,
    load_board,
    load_flag,
    open_to,
    single,
    store_board,
    without,
)

BOARD_BYTES = 8 * WORDS
POSITION_BYTES = BOARD_BYTES * COLOURS
POLLED_DEPTH = 4
PASSED = -1
"""A pass in a list of squares."""
COUNT_BITS = 10
"""Of what one seat counts, in a tally of all."""
TALLY_MOVE_SHIFT = 4 * COUNT_BITS
"""Where the table keeps the best move beside a tally."""


@inline
def colour_of(seat: int) -> int:
    """The colour that a seat plays."""
    return (COLOURS_OF_SEATS >> 4 * seat) & 15


@inline
def side_of(seat: int) -> int:
    """The side that a seat is on."""
    return (SIDES_OF_SEATS >> 4 * seat) & 15


@inline
def following(seat: int) -> int:
    """The seat whose turn it is next."""
    return seat + 1 if seat + 1 < SEATS else 0


@inline
def discs_of(position: int, colour: int) -> Board:
    """The discs of a colour."""
    return load_board(position + BOARD_BYTES * colour)


@inline
def occupied(position: int) -> Board:
    """All discs."""
    found = empty_set()
    for colour in range(COLOURS):
        found = either(found, discs_of(position, colour))
    return found


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
def turned_by(position: int, seat: int, square: int) -> Board:
    """Discs that turn when a seat places on an empty square."""
    own = discs_of(position, colour_of(seat))
    return flips(own, without(occupied(position), own), square)


@inline
def play_on(position: int, seat: int, square: int, flipped: Board) -> int:
    """Write the position after a move behind the one before; gives its address."""
    after = position + POSITION_BYTES
    for colour in range(COLOURS):
        store_board(after + BOARD_BYTES * colour, without(discs_of(position, colour), flipped))
    mine = colour_of(seat)
    grown = either(discs_of(position, mine), either(flipped, single(square)))
    store_board(after + BOARD_BYTES * mine, grown)
    return after


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


@inline
def count_in(tally: int, seat: int) -> int:
    """What a seat counts in a tally."""
    return (tally >> COUNT_BITS * seat) & ((1 << COUNT_BITS) - 1)


@inline
def counts_again(seat: int) -> bool:
    """Whether a seat's discs are counted already for one before it, of its side and colour."""
    again = False
    for other in range(SEATS):
        if other < seat and side_of(other) == side_of(seat) and colour_of(other) == colour_of(seat):
            again = True
    return again


@inline
def total_of(tally: int, side: int) -> int:
    """What a side counts, more being better: discs that two of its seats share count once."""
    total = 0
    for seat in range(SEATS):
        if side_of(seat) == side and (HOMES or not counts_again(seat)):
            total += count_in(tally, seat)
    return -total if MISERE else total


@inline
def margin_of_side(tally: int, side: int) -> int:
    """By how much a side is ahead of the best other one."""
    best = -65536
    for other in range(SIDES):
        if other != side:
            best = max(best, total_of(tally, other))
    return total_of(tally, side) - best


# --- for Python -----------------------------------------------------------------------------------


@kernel("B(int64, int64)")
def seat_moves(position: int, seat: int) -> Board:
    """Squares where a seat may place."""
    return moves_of(position, seat)


@kernel("int64(int64, int64, int64)")
def seat_plays(position: int, seat: int, square: int) -> int:
    """Write the position after a move behind the one before; gives its address."""
    return play_on(position, seat, square, turned_by(position, seat, square))


@kernel("int64(int64)")
def final_tally(position: int) -> int:
    """What all seats count if the game ends, COUNT_BITS for each."""
    return tally_of(position)


@kernel("int64(int64, int64)")
def final_margin(position: int, seat: int) -> int:
    """By how much a seat's side is ahead of the best other one if the game ends; without komi."""
    return margin_of_side(tally_of(position), side_of(seat))


@kernel("int64(int64, int64, int64, int64)")
def seated_perft(position: int, seat: int, depth: int, context: int) -> int:
    """Number of leaves after ``depth`` plies; a forced pass is one ply, a finished game counts as one leaf.

    Leaves are added to NODES as they are found; the number is wrong once STOP is set.
    """
    if depth <= 0:
        return 1
    moves = moves_of(position, seat)
    if depth == 1:
        return max(count(moves), 1)
    if is_empty(moves):
        return 1 if is_over(position) else seated_perft(position, following(seat), depth - 1, context)
    leaves = 0
    while not is_empty(moves):
        square = first(moves)
        moves = drop_first(moves)
        after = play_on(position, seat, square, turned_by(position, seat, square))
        leaves += seated_perft(after, following(seat), depth - 1, context)
        if depth >= POLLED_DEPTH and load_flag(context + 8 * STOP) != 0:
            return leaves
    if depth == POLLED_DEPTH:
        add_to(context + 8 * NODES, leaves)
    return leaves
