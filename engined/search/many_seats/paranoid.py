"""Searches of games of many seats as two-sided ones: kernel source (see kernels/prelude.pyi).

The seats in a mask, the allies, want a margin high, and all others want it low: by how much one side is ahead of the
best other side when the game ends. With the seats of a side as allies this is a game of two teams; of a single seat it
is the paranoid view (N. Sturtevant and R. Korf, "On pruning techniques for multi-player games", 2000), with more seats
an alliance.

Values are in hundredths of a disc, from the view of the side that the seat to move is on, fail-soft.

Principal variation search stands in :mod:`engined.search.two_sided.midgame` and
:mod:`engined.search.flip_choice.search` too. Here the next seat may want the same, and positions lie in memory, which
takes twice the time that two sides' boards in registers take (perft of 8x8 Othello to 12 plies: 2.5 s and 1.2 s); there
are probes and threads, or lists of moves that are filled several times.
"""

from engined.evaluation.values import NO_VALUE
from engined.kernels.codes import ALLY_BITS, NO_MOVE, UNIT
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    CELLS,
    WORDS,
    Board,
    drop_first,
    first,
    inline,
    is_empty,
    kernel,
    meets,
    single,
)
from engined.search.game import (
    MOST_PLACEMENTS,
    captured_by,
    estimate,
    following,
    is_over,
    left_in,
    moves_of,
    ordering_score_at,
    play_on,
    tally_of,
)
from engined.search.many_seats.lines import forced, stepped
from engined.search.many_seats.questions import MAXN_QUESTION, is_ally, key_of
from engined.search.many_seats.seats import margin_of_side
from engined.search.many_seats.table import TALLY_MOVE_SHIFT, find_seated, keep_seated, seated_bucket
from engined.search.ordering import KNOWN_BEST, SLOT_BYTES, add_move, flips_of, next_move, slot_of, square_of
from engined.search.stop import stopped, told_to_stop
from engined.search.transposition_table import (
    TO_THE_END,
    depth_of,
    joined,
    lower_of,
    move_of,
    pack_found,
    upper_of,
)
from engined.search.windows import answer, is_open, next_floor

SCRATCH_BYTES = (MOST_PLACEMENTS + 2) * SLOT_BYTES
"""Memory for lists of moves that a thread needs."""
UNTABLED = 4
"""Neither the transposition table nor move ordering is used where no more placements than this are left."""


@inline
def verdict(position: int, seat: int, context: SearchContext) -> int:
    """The value of a finished game."""
    margin = UNIT * margin_of_side(tally_of(position), context.question >> ALLY_BITS)
    return margin if is_ally(seat, context) else -margin


@kernel("int64(int64, int64, int64, int64, SearchContext)")
def last_sides(position: int, seat: int, alpha: int, beta: int, context: SearchContext) -> int:
    """The exact value near the end: no table."""
    context.nodes += 1
    moves = moves_of(position, seat)
    after_seat = following(seat)
    same = is_ally(seat, context) == is_ally(after_seat, context)
    if is_empty(moves):
        if is_over(position):
            return verdict(position, seat, context)
        if same:
            return last_sides(position, after_seat, alpha, beta, context)
        return -last_sides(position, after_seat, -beta, -alpha, context)
    best = NO_VALUE
    while not is_empty(moves):
        square = first(moves)
        moves = drop_first(moves)
        after = play_on(position, seat, square, captured_by(position, seat, square))
        if same:
            value = last_sides(after, after_seat, alpha, beta, context)
        else:
            value = -last_sides(after, after_seat, -beta, -alpha, context)
        if value > best:
            best = value
            alpha = max(alpha, best)
            if best >= beta:
                break
    return best


@inline
def order_for_sides(position: int, seat: int, moves: Board, known: int, same: bool, slot: int) -> int:
    """Write the moves into a slot, the known one first; gives their number. ``same`` as for ``ordering_score_at``."""
    size = 0
    while not is_empty(moves):
        square = first(moves)
        moves = drop_first(moves)
        captured = captured_by(position, seat, square)
        score = KNOWN_BEST if square == known else ordering_score_at(position, seat, square, captured, same)
        add_move(slot, size, score, square, captured)
        size += 1
    return size


@inline
def answers(data: int, depth: int, alpha: int, beta: int) -> bool:
    """Whether an entry settles a window at a depth."""
    return data != 0 and depth_of(data) >= depth and not is_open(lower_of(data), upper_of(data), alpha, beta)


@kernel("int64(int64, int64, int64, int64, int64, int64, SearchContext)")
def sides(position: int, seat: int, depth: int, alpha: int, beta: int, left: int, context: SearchContext) -> int:
    """The value at a depth, TO_THE_END for exact ones; after a stop it means nothing, and nothing was kept."""
    if left <= UNTABLED and depth == TO_THE_END:
        return last_sides(position, seat, alpha, beta, context)
    context.nodes += 1
    if stopped(context):
        return alpha
    moves = moves_of(position, seat)
    after_seat = following(seat)
    same = is_ally(seat, context) == is_ally(after_seat, context)
    if is_empty(moves):
        if is_over(position):
            return verdict(position, seat, context)
        if same:
            return sides(position, after_seat, depth, alpha, beta, left, context)
        return -sides(position, after_seat, depth, -beta, -alpha, left, context)
    if depth <= 0:
        return estimate(position, seat, context)
    key = key_of(seat, context)
    bucket = seated_bucket(position, key, context)
    known = find_seated(bucket, position, key)
    if answers(known, depth, alpha, beta):
        return answer(lower_of(known), upper_of(known), beta)
    before = context.nodes
    slot = slot_of(left, context)
    move = move_of(known) if known != 0 else NO_MOVE
    size = order_for_sides(position, seat, moves, move, same, slot)
    deeper = depth if depth == TO_THE_END else depth - 1
    best = NO_VALUE
    floor = alpha
    for _ in range(size):
        given = next_move(slot, size)
        square = square_of(given)
        after = play_on(position, seat, square, flips_of(slot, given))
        ceiling = beta if best == NO_VALUE else floor + 1
        if same:
            value = sides(after, after_seat, deeper, floor, ceiling, left - 1, context)
            if floor < value < beta and ceiling < beta:
                value = sides(after, after_seat, deeper, value - 1, beta, left - 1, context)
        else:
            value = -sides(after, after_seat, deeper, -ceiling, -floor, left - 1, context)
            if floor < value < beta and ceiling < beta:
                value = -sides(after, after_seat, deeper, -beta, 1 - value, left - 1, context)
        if told_to_stop(context):
            return alpha
        if value > best:
            best = value
            move = square
            floor = max(floor, best)
            if best >= beta:
                break
    if known == 0 or depth_of(known) <= depth:
        data = pack_found(best, alpha, beta, move, depth, 0)
        if known != 0 and depth_of(known) == depth:
            data = joined(known, data)
        keep_seated(bucket, position, key, data, context.nodes - before, context)
    return best


@kernel("int64(int64, int64, int64, int64, int64, SearchContext)")
def solve_sides(position: int, seat: int, guess: int, alpha: int, beta: int, context: SearchContext) -> int:
    """The exact value in discs: right between alpha and beta, a lower bound from beta on, an upper one up to alpha.

    Null windows, from a guess on.
    """
    left = left_in(position)
    lower = -CELLS
    upper = CELLS
    while is_open(lower, upper, alpha, beta):
        floor = next_floor(guess, lower, upper, alpha, beta)
        edge = UNIT * (floor + 1)
        guess = sides(position, seat, TO_THE_END, edge - 1, edge, left, context) // UNIT
        if told_to_stop(context):
            break
        if guess > floor:
            lower = guess
        else:
            upper = guess
    return answer(lower, upper, beta)


@kernel("int64(int64, int64, int64, int64, int64, SearchContext)")
def search_sides(position: int, seat: int, depth: int, alpha: int, beta: int, context: SearchContext) -> int:
    """The value at a depth short of the end, fail-soft."""
    return sides(position, seat, min(depth, TO_THE_END - 1), alpha, beta, left_in(position), context)


@kernel("int64(int64, int64, SearchContext)")
def known_move(position: int, seat: int, context: SearchContext) -> int:
    """The best move that the table knows of a position; as a step (see :mod:`engined.search.many_seats.lines`)."""
    moves = moves_of(position, seat)
    if is_empty(moves):
        return forced(position)
    key = key_of(seat, context)
    known = find_seated(seated_bucket(position, key, context), position, key)
    of_maxn = context.question >= MAXN_QUESTION
    square = (known >> TALLY_MOVE_SHIFT) & NO_MOVE if of_maxn else move_of(known)
    legal_move = known != 0 and square < 64 * WORDS and meets(moves, single(square))
    return stepped(position, seat, square if legal_move else NO_MOVE)
