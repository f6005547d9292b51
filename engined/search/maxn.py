"""Max^n to the end of the game: kernel text (see kernels/prelude.pyi).

Every seat looks to its own side's margin, by how much that is ahead of the best other side, and nothing else
(C. Luckhardt and K. Irani, "An algorithmic solution of n-person games", 1986). Of moves that are worth the same it
plays the first in board order: without such a rule the values of max^n would be anybody's.

What may be pruned soundly is little: the margins of two sides never add up to more than nothing, so a move is no
better than another as soon as the answer to it gives the next seat as much as that (shallow pruning, see N. Sturtevant
and R. Korf, "On pruning techniques for multi-player games", 2000).
"""

from engined.kernels.context import NODES
from engined.kernels.prelude import (
    CELLS,
    FULL,
    add_to,
    count,
    drop_first,
    first,
    inline,
    int64,
    is_empty,
    kernel,
    load,
    without,
)
from engined.search.brake import stopped, told_to_stop
from engined.search.ordering import flips_of, next_move, slot_of, square_of
from engined.search.seated_table import find_seated, keep_seated, seated_bucket
from engined.search.sides import key_of, order_for_sides
from engined.search.table import NO_MOVE
from engined.search.turns import (
    TALLY_MOVE_SHIFT,
    following,
    is_over,
    margin_of_side,
    moves_of,
    occupied,
    play_on,
    side_of,
    tally_of,
    turned_by,
)

NO_CUT = CELLS + CELLS + 1
"""No margin is as high."""
MAXN_UNTABLED = 2
"""Most empty cells without table and order of moves."""


@inline
def tally_in(data: int) -> int:
    """The tally that an entry of the table holds."""
    return data & ((1 << TALLY_MOVE_SHIFT) - 1)


@kernel("int64(int64, int64, int64, int64)")
def last_maxn(position: int, seat: int, limit: int, context: int) -> int:
    """See :func:`maxn`; with few empty cells."""
    add_to(context + 8 * NODES, 1)
    moves = moves_of(position, seat)
    after_seat = following(seat)
    if is_empty(moves):
        return tally_of(position) if is_over(position) else last_maxn(position, after_seat, int64(NO_CUT), context)
    mine = side_of(seat)
    rival = side_of(after_seat) != mine
    best = -NO_CUT
    tally = 0
    while not is_empty(moves):
        square = first(moves)
        moves = drop_first(moves)
        after = play_on(position, seat, square, turned_by(position, seat, square))
        found = last_maxn(after, after_seat, -best if rival else int64(NO_CUT), context)
        margin = margin_of_side(found, mine)
        if margin > best:
            best = margin
            tally = found
            if best >= limit:
                break
    return tally


@kernel("int64(int64, int64, int64, int64, int64)")
def maxn(position: int, seat: int, limit: int, left: int, context: int) -> int:
    """What all seats count at the end. The context's question must be that of max^n.

    If the margin of the seat to move is ``limit`` or more it may be lower than the true one, and the rest is of no
    meaning. After a stop all is of no meaning, and nothing was kept.
    """
    if left <= MAXN_UNTABLED:
        return last_maxn(position, seat, limit, context)
    add_to(context + 8 * NODES, 1)
    if stopped(context):
        return 0
    moves = moves_of(position, seat)
    after_seat = following(seat)
    if is_empty(moves):
        return tally_of(position) if is_over(position) else maxn(position, after_seat, int64(NO_CUT), left, context)
    key = key_of(seat, context)
    bucket = seated_bucket(position, key, context)
    known = find_seated(bucket, position, key)
    if known != 0:
        return tally_in(known)
    before = load(context + 8 * NODES)
    mine = side_of(seat)
    rival = side_of(after_seat) != mine
    slot = slot_of(left, context)
    size = order_for_sides(position, seat, moves, NO_MOVE, False, slot)
    best = -NO_CUT
    tally = 0
    move = NO_MOVE
    for _ in range(size):
        given = next_move(slot, size)
        square = square_of(given)
        after = play_on(position, seat, square, flips_of(slot, given))
        # An earlier move may yet be as good as the best.
        needed = best if square > move else best - 1
        found = maxn(after, after_seat, -needed if rival else int64(NO_CUT), left - 1, context)
        if told_to_stop(context):
            return 0
        margin = margin_of_side(found, mine)
        if margin > best or (margin == best and square < move):
            best = margin
            tally = found
            move = square
            if best >= limit:
                return tally
    data = tally | move << TALLY_MOVE_SHIFT
    keep_seated(bucket, position, key, data, load(context + 8 * NODES) - before, context)
    return tally


@kernel("int64(int64, int64, int64)")
def solve_maxn(position: int, seat: int, context: int) -> int:
    """What all seats count at the end if every one plays for its own side."""
    left = count(without(FULL, occupied(position)))
    return maxn(position, seat, int64(NO_CUT), left, context)
