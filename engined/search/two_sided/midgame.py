"""Search to a depth short of the end: kernel source (see kernels/prelude.pyi).

Principal variation search with the table. Values are in hundredths of a disc, the mover's view, fail-soft.
"""

from engined.evaluation.static import prepare_moves, value_after, value_with
from engined.evaluation.values import MOST_VALUE, NO_VALUE
from engined.kernels.codes import NO_MOVE, UNIT
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    CORNERS,
    Board,
    count,
    final_score,
    inline,
    is_empty,
    kernel,
    legal,
    next_opp,
    next_own,
)
from engined.search.abdada import is_shared, leave, postpone
from engined.search.ordering import (
    flips_of,
    list_moves,
    listed,
    next_move,
    prefer,
    replies_of,
    set_ordering_score,
    slot_of,
    square_of,
)
from engined.search.stop import stopped, told_to_stop
from engined.search.transposition_table import (
    bucket_of,
    depth_of,
    find_estimate,
    find_exact,
    keep,
    level_kept,
    lower_of,
    move_of,
    pack_found,
    upper_of,
)
from engined.search.two_sided.depth_one import best_evaluation
from engined.search.two_sided.probcut import margin_of, probe_depth, probe_of
from engined.search.windows import answer, is_open

SHARED_DEPTH = 4
"""Least depth at which threads keep out of each other's way."""
EVALUATED = 4
"""Least depth at which moves are ordered by the evaluation."""
REPLY_COST = 40
"""The cost of each reply to a move in that order, in hundredths of a disc. In 84 tournament positions with 24 to 48
empty cells, searches to depth 16 took a hundredth fewer nodes than without; 20 did as much, and 60 less."""
PROBED_WITHIN = 300
"""A probe is made where the evaluation is at most so far short of its bound, in hundredths of a disc. The same searches
took as many nodes with 600 as without a limit, a fiftieth fewer with 300, and a sixth more with 0."""


@inline
def order_for_depth(
    own: Board, opp: Board, moves: Board, known: int, depth: int, slot: int, context: SearchContext
) -> int:
    """Write the moves into a slot; gives their number."""
    size = list_moves(own, opp, moves, CORNERS, 1, 1, 2, slot)
    if depth >= EVALUATED:
        prepare_moves(own, opp, context)
        for place in range(size):
            move = listed(slot, place)
            square = square_of(move)
            if square != known:
                flipped = flips_of(slot, move)
                after_own = next_own(own, opp, square, flipped)
                after_opp = next_opp(own, opp, square, flipped)
                replies = replies_of(slot, move)
                value = value_after(square, flipped, after_own, after_opp, replies, context)
                set_ordering_score(slot, move, -value - REPLY_COST * count(replies))
    if known != NO_MOVE:
        prefer(slot, size, known)
    return size


@inline
def known_value(exact: int, estimate: int, depth: int, level: int, alpha: int, beta: int) -> int:
    """What the table's entries of a position say of a window; NO_VALUE if that is not enough."""
    if exact != 0 and not is_open(UNIT * lower_of(exact), UNIT * upper_of(exact), alpha, beta):
        return answer(UNIT * lower_of(exact), UNIT * upper_of(exact), beta)
    if estimate != 0 and depth_of(estimate) >= depth and level_kept(estimate) >= level:
        lower = lower_of(estimate)
        upper = upper_of(estimate)
        if not is_open(lower, upper, alpha, beta):
            return answer(lower, upper, beta)
    return NO_VALUE


@inline
def known_move(exact: int, estimate: int) -> int:
    """The best move of the table's entries of a position, or NO_MOVE."""
    if estimate != 0:
        return move_of(estimate)
    return move_of(exact) if exact != 0 else NO_MOVE


@inline
def bound_to_probe(expected: int, probe: int, alpha: int, beta: int) -> int:
    """The value that a probe has to reach, from beta on or from alpha down, for a null window to be decided; NO_VALUE
    where there is none, or the evaluation that was ``expected`` is too far from it.
    """
    margin = margin_of(probe)
    bound = beta + margin if expected >= beta else alpha - margin
    short = bound - expected if expected >= beta else expected - bound
    return bound if short < PROBED_WITHIN and -MOST_VALUE < bound < MOST_VALUE else NO_VALUE


@kernel("int64(B, B, B, int64, int64, int64, int64, SearchContext)")
def midgame(
    own: Board, opp: Board, moves: Board, depth: int, alpha: int, beta: int, left: int, context: SearchContext
) -> int:
    """Value at a depth less than ``left``, the number of empty cells; a forced pass takes no depth.

    ``moves`` are all legal ones.
    After a stop the value means nothing, and nothing was kept.
    """
    context.nodes += 1
    if depth == 0:
        return value_with(own, opp, moves, alpha, beta, context)
    if is_empty(moves):
        replies = legal(opp, own)
        if is_empty(replies):
            return UNIT * final_score(own, opp)
        return -midgame(opp, own, replies, depth, -beta, -alpha, left, context)
    if depth == 1:
        return best_evaluation(own, opp, moves, alpha, beta, left, context)
    if stopped(context):
        return alpha
    bucket = bucket_of(own, opp, context)
    exact = find_exact(bucket, own, opp)
    estimate = find_estimate(bucket, own, opp)
    level = context.level
    value = known_value(exact, estimate, depth, level, alpha, beta)
    if value != NO_VALUE:
        return value
    probe = probe_of(context.probes, depth, left)
    if probe_depth(probe) > 0 and beta - alpha == 1:
        expected = value_with(own, opp, moves, alpha, beta, context)
        bound = bound_to_probe(expected, probe, alpha, beta)
        if bound != NO_VALUE:
            high = expected >= beta
            floor = bound - 1 if high else bound
            value = midgame(own, opp, moves, probe_depth(probe), floor, floor + 1, left, context)
            if told_to_stop(context):
                return alpha
            if value >= bound if high else value <= bound:
                return beta if high else alpha
            if not high:
                estimate = find_estimate(bucket, own, opp)
    known = known_move(exact, estimate)
    best_move = known
    before = context.nodes
    slot = slot_of(left, context)
    size = order_for_depth(own, opp, moves, known, depth, slot, context)
    best = NO_VALUE
    floor = alpha
    shared = depth >= SHARED_DEPTH and is_shared(context)
    remaining = size
    while remaining > 0:
        move = next_move(slot, size)
        square = square_of(move)
        flipped = flips_of(slot, move)
        replies = replies_of(slot, move)
        after_own = next_own(own, opp, square, flipped)
        after_opp = next_opp(own, opp, square, flipped)
        if shared and postpone(slot, move, best == NO_VALUE, after_own, after_opp, context):
            continue
        if best == NO_VALUE:
            value = -midgame(after_own, after_opp, replies, depth - 1, -beta, -floor, left - 1, context)
        else:
            value = -midgame(after_own, after_opp, replies, depth - 1, -floor - 1, -floor, left - 1, context)
            if floor < value < beta:
                value = -midgame(after_own, after_opp, replies, depth - 1, -beta, -value, left - 1, context)
        if shared:
            leave(after_own, after_opp, context)
        if told_to_stop(context):
            return alpha
        if value > best:
            best = value
            best_move = square
            floor = max(floor, best)
            if best >= beta:
                break
        remaining -= 1
    if best <= alpha and known != NO_MOVE:
        best_move = known  # Where no move is good enough, bounds on them do not say which is best.
    data = pack_found(best, alpha, beta, best_move, depth, level)
    keep(bucket, own, opp, data, context.nodes - before, context)
    return best
