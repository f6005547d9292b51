"""Lists of moves in memory, and the order in which moves are tried: kernel source (see kernels/prelude.pyi).

A list is arrays, each with room for LIST_ROOM moves: keys, what the moves turn, and where one may reply to them. A
move is known by its key: its square in the lowest bits, then its place in the list, above that its ordering score.
Every ply has a slot of its own, chosen by the number of empty cells.
"""

from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    CORNERS,
    GIVEN,
    GROUPED,
    KEY_BITS,
    LIST_GROUP,
    LIST_ROOM,
    Array,
    Board,
    Record,
    both,
    bytes_of,
    count,
    drop_first,
    first,
    flips,
    highest,
    i64,
    inline,
    is_empty,
    legal,
    list_group,
    meets,
    next_opp,
    next_own,
    room_for,
    single,
    store_key,
)


class MoveList(Record):
    """A list of moves; list_group writes it, too."""

    keys: Array[i64] = room_for(LIST_ROOM)
    """The key of each move: its square in the lowest bits, then its place in the list, above that its score."""
    flips: Array[Board] = room_for(LIST_ROOM)
    """The discs that each move turns, by its place."""
    replies: Array[Board] = room_for(LIST_ROOM)
    """The squares where one may reply to each move, by its place."""


SLOT_BYTES = bytes_of(MoveList)
ORDERING_SCORE = 2 * KEY_BITS
"""Bits of a key below the move's ordering score."""
NUMBER = (1 << KEY_BITS) - 1
"""The bits of a square, and of a place."""
KNOWN_BEST = 1 << 38
"""The move-ordering score of the transposition table's move; no other is as high, or its negative as low."""
PUT_OFF = 1 << 60

REPLY_COSTS = 64
CORNER_REPLY_COSTS = 64
ISOLATED_GAINS = 45
"""The first was tuned on null windows at 15 and 16 empty cells (positions from WTHOR games), where more features,
such as frontiers, edges and kinds of squares, took no fewer nodes. The other two were chosen on FFO #1-#19 and #40-#44,
with the first as it was; on twelve other positions, with 24 empty cells, they and the isolated cells of the last five
took 9 % fewer nodes than quarters with an odd number of cells, and fewer in each."""


@inline
def slot_of(left: int, context: SearchContext) -> int:
    """Address of the move list of a position with so many empty cells."""
    return context.scratch + left * SLOT_BYTES


# --- moves of a list ------------------------------------------------------------------------------


@inline
def square_of(move: int) -> int:
    """Where a move places."""
    return move & NUMBER


@inline
def ordering_score_of(move: int) -> int:
    """Its ordering score."""
    return move >> ORDERING_SCORE


@inline
def place_of_move(move: int) -> int:
    """Which of the moves of its list it is."""
    return move >> KEY_BITS & NUMBER


@inline
def flips_of(slot: int, move: int) -> Board:
    """What a move turns."""
    return MoveList(slot).flips[place_of_move(move)]


@inline
def replies_of(slot: int, move: int) -> Board:
    """Where one may place after a move of :func:`list_moves`."""
    return MoveList(slot).replies[place_of_move(move)]


@inline
def listed(slot: int, place: int) -> int:
    """The move at a place of a list."""
    return MoveList(slot).keys[place]


@inline
def next_move(slot: int, size: int) -> int:
    """The move with the highest ordering score that was not given yet; there must be one."""
    move = highest(slot)
    entry = slot + 8 * LIST_GROUP
    end = slot + 8 * size
    while entry < end:
        move = max(move, highest(entry))
        entry += 8 * LIST_GROUP
    MoveList(slot).keys[place_of_move(move)] = GIVEN
    return move


@inline
def put_off(slot: int, move: int) -> None:
    """Give a move that was given the lowest ordering score of its list."""
    MoveList(slot).keys[place_of_move(move)] = move - PUT_OFF


@inline
def is_put_off(move: int) -> bool:
    """Whether :func:`put_off` came over a move."""
    return move < -PUT_OFF // 2


# --- making lists ---------------------------------------------------------------------------------


@inline
def add_move(slot: int, size: int, ordering_score: int, square: int, flipped: Board) -> None:
    """Write a move behind the ``size`` moves of a list."""
    store_key(slot + 8 * size, ordering_score << ORDERING_SCORE | size << KEY_BITS | square)
    MoveList(slot).flips[size] = flipped


@inline
def set_ordering_score(slot: int, move: int, ordering_score: int) -> None:
    """Give a listed move another ordering score."""
    MoveList(slot).keys[place_of_move(move)] = ordering_score << ORDERING_SCORE | move & (1 << ORDERING_SCORE) - 1


@inline
def prefer(slot: int, size: int, square: int) -> None:
    """Give the move on a square, if there is one, the highest ordering score."""
    for place in range(size):
        move = listed(slot, place)
        if square_of(move) == square:
            set_ordering_score(slot, move, KNOWN_BEST)


@inline
def worth(gaining: bool, replies: Board, reply_costs: int, corner_costs: int, gains: int) -> int:
    """The ordering score of a move: few replies, above all at corners; more on a square that is ``gaining``."""
    ordering_score = -reply_costs * count(replies) - corner_costs * count(both(replies, CORNERS))
    return ordering_score + gains if gaining else ordering_score


@inline
def list_moves(
    own: Board, opp: Board, moves: Board, gaining: Board, reply_costs: int, corner_costs: int, gains: int, slot: int
) -> int:
    """Write moves into a slot, with the replies to them and the ordering scores by those; gives their number.

    The numbers are those of :func:`worth`, for which the squares ``gaining`` are.
    """
    size = 0
    if GROUPED:
        size = count(moves)
        written = 0
        while not is_empty(moves):
            moves = list_group(slot, written, own, opp, moves, gaining, reply_costs, corner_costs, gains)
            written += LIST_GROUP
        return size
    while not is_empty(moves):
        square = first(moves)
        moves = drop_first(moves)
        flipped = flips(own, opp, square)
        replies = legal(next_own(own, opp, square, flipped), next_opp(own, opp, square, flipped))
        ordering_score = worth(meets(single(square), gaining), replies, reply_costs, corner_costs, gains)
        add_move(slot, size, ordering_score, square, flipped)
        MoveList(slot).replies[size] = replies
        size += 1
    return size
