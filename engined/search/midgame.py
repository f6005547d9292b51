"""Search to a depth short of the end: kernel text (see kernels/prelude.pyi).

Principal variation search with the table. Values are in hundredths of a disc, the mover's view, fail-soft.
"""

from engined.evaluation.geometry import UNIT
from engined.evaluation.static import prepare_moves, static_value, value_after
from engined.kernels.context import LEVEL, NODES, PROBES
from engined.kernels.prelude import (
    CELLS,
    CORNERS,
    Board,
    add_to,
    both,
    count,
    drop_first,
    final_score,
    first,
    flips,
    inline,
    is_empty,
    kernel,
    legal,
    load,
    meets,
    next_opp,
    next_own,
    single,
)
from engined.search.brake import stopped, told_to_stop
from engined.search.ordering import (
    KNOWN_BEST,
    MOVE_BYTES,
    add_move,
    flips_at,
    pick,
    slot_of,
    square_at,
)
from engined.search.selectivity import margin_of, probe_depth, probe_of
from engined.search.sharing import is_shared, leave, postpone
from engined.search.table import (
    NO_MOVE,
    UNBOUNDED,
    bucket_of,
    depth_of,
    find_estimate,
    find_exact,
    keep,
    level_kept,
    lower_of,
    move_of,
    pack,
    upper_of,
)

BEST = UNIT * CELLS
"""No score is higher."""
UNSEARCHED = -BEST - 1
SHARED_DEPTH = 4
"""Least depth at which threads keep out of each other's way."""
EVALUATED = 4
"""Least depth at which moves are ordered by the evaluation."""


@inline
def order_for_depth(own: Board, opp: Board, moves: Board, known: int, depth: int, slot: int, context: int) -> int:
    """Write the moves into a slot; gives their number."""
    size = 0
    if depth >= EVALUATED:
        prepare_moves(own, opp, context)
    while not is_empty(moves):
        square = first(moves)
        moves = drop_first(moves)
        flipped = flips(own, opp, square)
        after_own = next_own(own, opp, square, flipped)
        after_opp = next_opp(own, opp, square, flipped)
        if square == known:
            key = KNOWN_BEST
        elif depth >= EVALUATED:
            key = -value_after(square, flipped, after_own, after_opp, context)
        else:
            replies = legal(after_own, after_opp)
            key = -count(replies) - count(both(replies, CORNERS))
            if meets(single(square), CORNERS):
                key += 2
        add_move(slot, size, key, square, flipped)
        size += 1
    return size


@inline
def best_evaluation(own: Board, opp: Board, moves: Board, beta: int, context: int) -> int:
    """Value of a search to depth 1."""
    best = UNSEARCHED
    prepare_moves(own, opp, context)
    while best < beta and not is_empty(moves):
        square = first(moves)
        moves = drop_first(moves)
        flipped = flips(own, opp, square)
        after_own = next_own(own, opp, square, flipped)
        after_opp = next_opp(own, opp, square, flipped)
        add_to(context + 8 * NODES, 1)
        best = max(best, -value_after(square, flipped, after_own, after_opp, context))
    return best


@inline
def known_value(exact: int, estimate: int, depth: int, level: int, alpha: int, beta: int) -> int:
    """What the table's entries of a position say of a window; UNSEARCHED if that is not enough."""
    if exact != 0:
        if UNIT * lower_of(exact) >= beta or lower_of(exact) == upper_of(exact):
            return UNIT * lower_of(exact)
        if UNIT * upper_of(exact) <= alpha:
            return UNIT * upper_of(exact)
    if estimate != 0 and depth_of(estimate) >= depth and level_kept(estimate) >= level:
        if lower_of(estimate) >= beta or lower_of(estimate) == upper_of(estimate):
            return lower_of(estimate)
        if upper_of(estimate) <= alpha:
            return upper_of(estimate)
    return UNSEARCHED


@inline
def known_move(exact: int, estimate: int) -> int:
    """The best move of the table's entries of a position, or NO_MOVE."""
    if estimate != 0:
        return move_of(estimate)
    return move_of(exact) if exact != 0 else NO_MOVE


@kernel("int64(B, B, int64, int64, int64, int64, int64)")
def midgame(own: Board, opp: Board, depth: int, alpha: int, beta: int, left: int, context: int) -> int:
    """Value at a depth less than ``left``, the number of empty cells; a forced pass takes no depth.

    After a stop the value means nothing, and nothing was kept.
    """
    add_to(context + 8 * NODES, 1)
    if depth == 0:
        return static_value(own, opp, context)
    moves = legal(own, opp)
    if is_empty(moves):
        if is_empty(legal(opp, own)):
            return UNIT * final_score(own, opp)
        return -midgame(opp, own, depth, -beta, -alpha, left, context)
    if depth == 1:
        return best_evaluation(own, opp, moves, beta, context)
    if stopped(context):
        return alpha
    bucket = bucket_of(own, opp, context)
    exact = find_exact(bucket, own, opp)
    estimate = find_estimate(bucket, own, opp)
    level = load(context + 8 * LEVEL)
    value = known_value(exact, estimate, depth, level, alpha, beta)
    if value != UNSEARCHED:
        return value
    probe = probe_of(load(context + 8 * PROBES), depth, left)
    if probe_depth(probe) > 0 and beta - alpha == 1:
        high = static_value(own, opp, context) >= beta
        bound = beta + margin_of(probe) if high else alpha - margin_of(probe)
        if -BEST < bound < BEST:
            floor = bound - 1 if high else bound
            value = midgame(own, opp, probe_depth(probe), floor, floor + 1, left, context)
            if told_to_stop(context):
                return alpha
            if value >= bound if high else value <= bound:
                return beta if high else alpha
    move = known_move(exact, estimate)
    before = load(context + 8 * NODES)
    entry = slot_of(left, context)
    end = entry + MOVE_BYTES * order_for_depth(own, opp, moves, move, depth, entry, context)
    best = UNSEARCHED
    floor = alpha
    shared = depth >= SHARED_DEPTH and is_shared(context)
    while entry < end:
        pick(entry, end)
        square = square_at(entry)
        flipped = flips_at(entry)
        after_own = next_own(own, opp, square, flipped)
        after_opp = next_opp(own, opp, square, flipped)
        if shared and postpone(entry, best == UNSEARCHED, after_own, after_opp, context):
            continue
        if best == UNSEARCHED:
            value = -midgame(after_own, after_opp, depth - 1, -beta, -floor, left - 1, context)
        else:
            value = -midgame(after_own, after_opp, depth - 1, -floor - 1, -floor, left - 1, context)
            if floor < value < beta:
                value = -midgame(after_own, after_opp, depth - 1, -beta, -value, left - 1, context)
        if shared:
            leave(after_own, after_opp, context)
        if told_to_stop(context):
            return alpha
        if value > best:
            best = value
            move = square
            floor = max(floor, best)
            if best >= beta:
                break
        entry += MOVE_BYTES
    lower = best if best > alpha else -UNBOUNDED
    upper = best if best < beta else UNBOUNDED
    keep(bucket, own, opp, pack(lower, upper, move, depth, level), load(context + 8 * NODES) - before, context)
    return best
