"""Max^n to the end of the game: kernel source (see kernels/prelude.pyi).

Every seat looks to its own side's margin, by how much that is ahead of the best other side, and nothing else
(C. Luckhardt and K. Irani, "An algorithmic solution of n-person games", 1986). That leaves open which of several moves
a seat plays that are worth the same to it, and much may hang on that for the others. A rule for ties names, for every
position, one of the moves that are best for the mover if the rule is followed from there on; so each rule has an
outcome. What is found here is the outcome of one rule, or bounds of the outcomes of all.

Of a finished game bounds meet. Elsewhere the mover is sure of ``best``, the greatest of its lowest margins after all
moves, and can choose those moves only after which its highest margin is ``best`` or more. The bounds are those of these
moves together; besides, the mover's margin is at least ``best``, and so that of any other side at most ``-best``, since
the margins of two sides never add up to more than nothing. (N. Sturtevant and M. Bowling, "Robust game play against
unknown opponents", 2006, back up whole sets of outcomes in this way: nothing but sets of unknown size would be exact.)

No rule leads out of the bounds, by induction from the end: what it leads to after each move is within the bounds there.
The move that it names is worth to the mover at least what any other is, so at least ``best``; so it is one of those
that can be chosen, and what it leads to is within their bounds and in accord with the rest. Not everything within
bounds need come about by a rule; where they meet, there is nothing but that. They do not depend on the order of moves:
positions that are images of each other have the same.

Pruned are only moves that cannot be chosen, because the next seat is sure of a margin above ``-best`` (shallow pruning,
see N. Sturtevant and R. Korf, "On pruning techniques for multi-player games", 2000).
"""

from engined.kernels.codes import ANY_RULE, IN_BOARD_ORDER, MOVE_BITS, NO_MOVE
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    CELLS,
    drop_first,
    first,
    inline,
    int64,
    is_empty,
    kernel,
    shift_right,
)
from engined.search.game import captured_by, following, hash_of, is_over, left_in, moves_of, play_on, tally_of
from engined.search.hashing import GOLDEN
from engined.search.many_seats.bounds import (
    OPEN,
    Room,
    bound,
    drop_hopeless,
    exchange,
    highest_of,
    lowest_of,
    room_from,
    set_bound,
    united,
    write_bounds,
)
from engined.search.many_seats.paranoid import order_for_sides
from engined.search.many_seats.questions import RULE_SHIFT, key_of
from engined.search.many_seats.seats import side_of
from engined.search.many_seats.table import TALLY_MASK, TALLY_MOVE_SHIFT, find_seated, keep_seated, seated_bucket
from engined.search.ordering import flips_of, next_move, slot_of, square_of
from engined.search.random import mixed
from engined.search.stop import stopped, told_to_stop

NO_CUT = CELLS + CELLS + 1
"""No margin is as high."""
MAXN_UNTABLED = 2
"""Neither the transposition table nor move ordering is used where no more placements than this are left."""
REFUTED = -2
"""Stands for a tally: no seat would choose the move that leads here."""
OPEN_ENTRY = 1 << TALLY_MOVE_SHIFT + MOVE_BITS
"""The bit of a table's entry that says that it holds the least tally, and that three more entries hold the other
bounds.
"""
PART_SHIFT = 17
"""The place of the number of the bound that an entry holds, in the word that tells seat and question. Rules for ties
know no bounds.
"""


# --- rules for ties -------------------------------------------------------------------------------


@inline
def rule_of(context: SearchContext) -> int:
    """The rule that is asked about; ANY_RULE for all of them."""
    return context.question >> RULE_SHIFT


@inline
def turn_by_rule(position: int, seat: int, square: int, context: SearchContext) -> int:
    """A number by which equal moves are told apart: the one for which it is lowest is played."""
    if rule_of(context) <= IN_BOARD_ORDER:
        return square
    return shift_right(mixed(hash_of(position, key_of(seat, context)) + square * GOLDEN), 1)


@inline
def put_first(position: int, seat: int, room: Room, size: int, best: int, context: SearchContext) -> None:
    """Bring to the front the move that the rule names. If all rules are asked about, it is the one where the mover is
    sure of most, of several the one that may bring most, and of these the first in board order.
    """
    mine = side_of(seat)
    chosen = 0
    most = -NO_CUT
    earliest = 0
    for place in range(size):
        bounds = room.bounds[place]
        high = highest_of(bounds, mine)
        if lowest_of(bounds, mine) == best and high >= most:
            turn = turn_by_rule(position, seat, bounds.placed, context)
            if high > most or turn < earliest:
                most = high
                earliest = turn
                chosen = place
    if chosen > 0:
        exchange(room.bounds[0], room.bounds[chosen])


# --- the table ------------------------------------------------------------------------------------


@inline
def find_bounds(bucket: int, position: int, key: int, room: Room, context: SearchContext) -> int:
    """A known tally; OPEN for known bounds, which are written to the room; REFUTED if nothing is known."""
    known = find_seated(bucket, position, key)
    if known == 0:
        return REFUTED
    tally = known & TALLY_MASK
    if known & OPEN_ENTRY == 0:
        return tally
    bounds = room.bounds[0]
    bounds.least = tally
    for part in range(1, 4):
        part_key = key | part << PART_SHIFT
        data = find_seated(seated_bucket(position, part_key, context), position, part_key)
        if data == 0:
            return REFUTED
        set_bound(bounds, part, data & TALLY_MASK)
    return OPEN


@inline
def keep_bounds(
    bucket: int, position: int, key: int, found: int, room: Room, nodes: int, context: SearchContext
) -> None:
    """Store a tally, or the bounds that the room begins with, and the move that stands there."""
    bounds = room.bounds[0]
    move = bounds.placed
    if found == OPEN:
        for part in range(1, 4):
            part_key = key | part << PART_SHIFT
            part_bucket = seated_bucket(position, part_key, context)
            keep_seated(part_bucket, position, part_key, bound(bounds, part), nodes, context)
        found = bounds.least | OPEN_ENTRY
    keep_seated(bucket, position, key, found | move << TALLY_MOVE_SHIFT, nodes, context)


# --- the search -----------------------------------------------------------------------------------


@inline
def settled(position: int, seat: int, room: Room, size: int, best: int, context: SearchContext) -> int:
    """What all the moves in the room come to for a seat that is sure of the best margin; the move of the rule is put
    first, but for bounds of all rules its place is all that is left of it.
    """
    size = drop_hopeless(room, size, side_of(seat), best)
    put_first(position, seat, room, size, best, context)
    if rule_of(context) != ANY_RULE:
        return room.bounds[0].least
    return united(room, size, side_of(seat), best)


@kernel("int64(int64, int64, int64, Room, SearchContext)")
def last_maxn(position: int, seat: int, limit: int, room: Room, context: SearchContext) -> int:
    """See :func:`maxn`; near the end."""
    context.nodes += 1
    moves = moves_of(position, seat)
    after_seat = following(seat)
    if is_empty(moves):
        if is_over(position):
            return tally_of(position)
        return last_maxn(position, after_seat, int64(NO_CUT), room, context)
    mine = side_of(seat)
    rival = side_of(after_seat) != mine
    best = -NO_CUT
    size = 0
    while not is_empty(moves):
        square = first(moves)
        moves = drop_first(moves)
        after = play_on(position, seat, square, captured_by(position, seat, square))
        bounds = room.bounds[size]
        found = last_maxn(after, after_seat, 1 - best if rival else int64(NO_CUT), room_from(bounds), context)
        if found != REFUTED:
            write_bounds(bounds, found, square)
            size += 1
            best = max(best, lowest_of(bounds, mine))
            if best >= limit:
                return REFUTED
    return settled(position, seat, room, size, best, context)


@kernel("int64(int64, int64, int64, int64, Room, SearchContext)")
def maxn(position: int, seat: int, limit: int, left: int, room: Room, context: SearchContext) -> int:
    """What all seats count at the end: a tally, or OPEN and bounds at the beginning of the room (see
    :mod:`engined.search.many_seats.bounds`). The context's question must be one of max^n.

    REFUTED if the seat to move is sure of a margin of ``limit`` or more. After a stop all is of no meaning, and nothing
    was kept.
    """
    if left <= MAXN_UNTABLED:
        return last_maxn(position, seat, limit, room, context)
    context.nodes += 1
    if stopped(context):
        return 0
    moves = moves_of(position, seat)
    after_seat = following(seat)
    if is_empty(moves):
        if is_over(position):
            return tally_of(position)
        return maxn(position, after_seat, int64(NO_CUT), left, room, context)
    key = key_of(seat, context)
    bucket = seated_bucket(position, key, context)
    found = find_bounds(bucket, position, key, room, context)
    if found != REFUTED:
        return found
    before = context.nodes
    mine = side_of(seat)
    rival = side_of(after_seat) != mine
    slot = slot_of(left, context)
    listed_moves = order_for_sides(position, seat, moves, NO_MOVE, False, slot)
    best = -NO_CUT
    size = 0
    for _ in range(listed_moves):
        given = next_move(slot, listed_moves)
        after = play_on(position, seat, square_of(given), flips_of(slot, given))
        bounds = room.bounds[size]
        found = maxn(after, after_seat, 1 - best if rival else int64(NO_CUT), left - 1, room_from(bounds), context)
        if told_to_stop(context):
            return 0
        if found != REFUTED:
            write_bounds(bounds, found, square_of(given))
            size += 1
            best = max(best, lowest_of(bounds, mine))
            if best >= limit:
                return REFUTED
    found = settled(position, seat, room, size, best, context)
    nodes = context.nodes - before
    keep_bounds(bucket, position, key, found, room, nodes, context)
    return found


@kernel("int64(int64, int64, Room, SearchContext)")
def solve_maxn(position: int, seat: int, room: Room, context: SearchContext) -> int:
    """What all seats count at the end if every one plays for its own side: as :func:`maxn`."""
    return maxn(position, seat, int64(NO_CUT), left_in(position), room, context)


@kernel("int64(int64, int64, int64, SearchContext)")
def turn_of_move(position: int, seat: int, square: int, context: SearchContext) -> int:
    """A number by which equal moves are told apart: the rule names the one for which it is lowest."""
    return turn_by_rule(position, seat, square, context)
