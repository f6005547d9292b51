"""The exact solver: kernel source (see kernels/prelude.pyi). Start reading at the end, with ``solve``.

Scores are in discs, the mover's view, fail-soft. Only one question is ever searched, the null window: is the
score above alpha? ``solve`` asks it again and again (see :mod:`engined.search.windows`); what earlier questions
found is in the table.
"""

from engined.evaluation.static import prepare_moves, value_after, value_with
from engined.evaluation.values import MOST_VALUE, NO_SCORE
from engined.kernels.codes import NO_MOVE, UNIT
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    CELLS,
    CORNERS,
    EMPTIES_TO_WINNER,
    LIMITED,
    SETUP,
    Board,
    both,
    count,
    drop_first,
    empties,
    final_score,
    first,
    flips,
    inline,
    is_empty,
    kernel,
    legal,
    next_opp,
    next_own,
    prefetch,
    without,
)
from engined.search.abdada import is_shared, leave, postpone
from engined.search.ordering import (
    CORNER_REPLY_COSTS,
    ISOLATED_GAINS,
    REPLY_COSTS,
    flips_of,
    list_moves,
    listed,
    next_move,
    ordering_score_of,
    prefer,
    replies_of,
    set_ordering_score,
    slot_of,
    square_of,
)
from engined.search.probcut_levels import FULL_WIDTH
from engined.search.stop import stopped, told_to_stop
from engined.search.transposition_table import (
    TO_THE_END,
    bucket_of,
    depth_of,
    fetch_bucket,
    find_estimate,
    find_exact,
    find_local,
    keep,
    keep_local,
    level_kept,
    local_entry_of,
    lower_of,
    move_of,
    pack,
    upper_of,
)
from engined.search.two_sided.last_empties import four_left, isolated
from engined.search.two_sided.midgame import midgame
from engined.search.two_sided.probcut import margin_of, probe_depth, probe_of
from engined.search.two_sided.stability import ceiling
from engined.search.windows import answer, is_open, next_floor

LAST_FOUR = not LIMITED and not SETUP
"""Whether the last four cells have code of their own."""
EVEN = EMPTIES_TO_WINNER and CELLS % 2 == 0
"""Whether all scores are even numbers."""
SHALLOW = 5
"""Most empty cells without table."""
LOCAL_MOST = 9
"""Most empty cells in the thread's local table."""
STOPPED = 8
"""Fewest empty cells where a search ends before it is done: what others have left takes tenths of a millisecond."""
SHARED_CHILDREN = LOCAL_MOST + 2
"""Fewest empty cells where all children are in the shared table."""
SHARED_LEAST = LOCAL_MOST + 2
"""Fewest empty cells where threads keep out of each other's way."""
DEEP_LEAST = 12
"""Fewest empty cells where moves are ordered by searches to a depth."""
DEEP_STEP = 6
"""The empty cells for which the searches that order moves go one ply deeper."""
DEEP_MOST = 10
"""Most plies of those searches."""
DEEP_VALUE = 2
"""The number of bits that values of shallow searches are shifted down by, to be taken off the move-ordering score."""


@kernel("int64(B, B, B, int64, int64, SearchContext)")
def shallow(own: Board, opp: Board, moves: Board, alpha: int, left: int, context: SearchContext) -> int:
    """Null window with few empty cells: corners and isolated cells first, no table.

    ``moves`` are all legal ones.
    """
    context.nodes += 1
    if is_empty(moves):
        replies = legal(opp, own)
        if is_empty(replies):
            return final_score(own, opp)
        return -shallow(opp, own, replies, -alpha - 1, left, context)
    best = NO_SCORE
    alone = isolated(empties(own, opp))
    corners = both(moves, CORNERS)
    others = without(moves, corners)
    batch = both(corners, alone)
    batches = 1
    while True:
        while not is_empty(batch):
            square = first(batch)
            batch = drop_first(batch)
            flipped = flips(own, opp, square)
            after_own = next_own(own, opp, square, flipped)
            after_opp = next_opp(own, opp, square, flipped)
            if LAST_FOUR and left == 5:
                score = -four_left(after_own, after_opp, -alpha - 1, context)
            else:
                replies = legal(after_own, after_opp)
                score = -shallow(after_own, after_opp, replies, -alpha - 1, left - 1, context)
            if score > alpha:
                return score
            best = max(best, score)
        if batches == 1:
            batch = both(others, alone)
        elif batches == 2:
            batch = without(corners, alone)
        elif batches == 3:
            batch = without(others, alone)
        else:
            return best
        batches += 1


@inline
def list_for_end(own: Board, opp: Board, moves: Board, slot: int) -> int:
    """Write the moves into a slot, isolated cells before others with as many replies; gives their number."""
    alone = isolated(empties(own, opp))
    return list_moves(own, opp, moves, alone, REPLY_COSTS, CORNER_REPLY_COSTS, ISOLATED_GAINS, slot)


@kernel("int64(B, B, B, int64, int64, SearchContext)")
def with_local_table(own: Board, opp: Board, moves: Board, alpha: int, left: int, context: SearchContext) -> int:
    """Null window with some empty cells: few replies first, the thread's local table.

    ``moves`` are all legal ones. After a stop the score means nothing, and nothing was kept.
    """
    context.nodes += 1
    if left >= STOPPED and stopped(context):
        return alpha
    entry = local_entry_of(own, opp, context)
    prefetch(entry)
    bound = ceiling(own, opp, alpha, left)
    if bound <= alpha:
        return bound
    if is_empty(moves):
        replies = legal(opp, own)
        if is_empty(replies):
            return final_score(own, opp)
        return -with_local_table(opp, own, replies, -alpha - 1, left, context)
    # Before the table is asked: its answer takes as long to come, and most often there is none.
    slot = slot_of(left, context)
    size = list_for_end(own, opp, moves, slot)
    lower = -CELLS
    upper = CELLS
    best_move = NO_MOVE
    known = find_local(entry, own, opp)
    if known != 0:
        lower = lower_of(known)
        upper = upper_of(known)
        if lower > alpha:
            return lower
        if upper <= alpha:
            return upper
        best_move = move_of(known)
        prefer(slot, size, best_move)
    best = NO_SCORE
    for _ in range(size):
        move = next_move(slot, size)
        square = square_of(move)
        flipped = flips_of(slot, move)
        replies = replies_of(slot, move)
        after_own = next_own(own, opp, square, flipped)
        after_opp = next_opp(own, opp, square, flipped)
        if left - 1 <= SHALLOW:
            score = -shallow(after_own, after_opp, replies, -alpha - 1, left - 1, context)
        else:
            score = -with_local_table(after_own, after_opp, replies, -alpha - 1, left - 1, context)
            if left > STOPPED and told_to_stop(context):
                return alpha
        if score > best:
            best = score
            best_move = square
            if best > alpha:
                break
    if best > alpha:
        lower = max(lower, best)
    else:
        upper = min(upper, best)
    keep_local(entry, own, opp, pack(lower, upper, best_move, TO_THE_END, FULL_WIDTH))
    return best


@inline
def order_for_end(
    own: Board, opp: Board, moves: Board, known: int, left: int, slot: int, context: SearchContext
) -> int:
    """Write the moves into a slot, the known one and what a shallow search finds best first; gives their number."""
    size = list_for_end(own, opp, moves, slot)
    depth = min((left - DEEP_LEAST) // DEEP_STEP, DEEP_MOST)
    if left >= DEEP_LEAST and depth == 0:
        prepare_moves(own, opp, context)
    for place in range(size):
        move = listed(slot, place)
        square = square_of(move)
        flipped = flips_of(slot, move)
        replies = replies_of(slot, move)
        after_own = next_own(own, opp, square, flipped)
        after_opp = next_opp(own, opp, square, flipped)
        if left >= SHARED_CHILDREN:
            fetch_bucket(bucket_of(after_own, after_opp, context))
        if left >= DEEP_LEAST and square != known:
            if depth == 0:
                value = value_after(square, flipped, after_own, after_opp, replies, context)
                context.nodes += 1
            else:
                value = midgame(after_own, after_opp, replies, depth, -MOST_VALUE, MOST_VALUE, left - 1, context)
            set_ordering_score(slot, move, ordering_score_of(move) - (value >> DEEP_VALUE))
    if known != NO_MOVE:
        prefer(slot, size, known)
    return size


@inline
def refutation(own: Board, opp: Board, alpha: int, slot: int, size: int, context: SearchContext) -> int:
    """A score above alpha that the table proves for one of the moves; else NO_SCORE."""
    for place in range(size):
        move = listed(slot, place)
        square = square_of(move)
        flipped = flips_of(slot, move)
        after_own = next_own(own, opp, square, flipped)
        after_opp = next_opp(own, opp, square, flipped)
        known = find_exact(bucket_of(after_own, after_opp, context), after_own, after_opp)
        if known != 0 and -upper_of(known) > alpha:
            return -upper_of(known)
    return NO_SCORE


@inline
def believed(estimate: int, alpha: int, left: int, level: int) -> int:
    """The score against alpha that an estimate as sure as this level says; else NO_SCORE."""
    if estimate != 0 and depth_of(estimate) >= left and level_kept(estimate) >= level:
        if lower_of(estimate) > UNIT * alpha:
            return lower_of(estimate) // UNIT
        if upper_of(estimate) <= UNIT * alpha:
            return upper_of(estimate) // UNIT
    return NO_SCORE


@inline
def expected(alpha: int, high: bool) -> int:
    """The score nearest to alpha that there can be, above it or not."""
    if high:
        return alpha + 1 + (alpha + 1 & 1) if EVEN else alpha + 1
    return alpha - (alpha & 1) if EVEN else alpha


@inline
def foreseen(own: Board, opp: Board, moves: Board, alpha: int, left: int, probe: int, context: SearchContext) -> int:
    """The nearest score above alpha, or not above it, where a shallow search is as far off as the probe asks; else
    NO_SCORE.
    """
    middle = UNIT * (alpha + 1)
    high = value_with(own, opp, moves, middle - 1, middle, context) >= middle
    bound = middle + margin_of(probe) if high else middle - margin_of(probe)
    if -MOST_VALUE < bound < MOST_VALUE:
        floor = bound - 1 if high else bound
        value = midgame(own, opp, moves, probe_depth(probe), floor, floor + 1, left, context)
        if value >= bound if high else value <= bound:
            return expected(alpha, high)
    return NO_SCORE


@kernel("int64(B, B, B, int64, int64, SearchContext)")
def deep(own: Board, opp: Board, moves: Board, alpha: int, left: int, context: SearchContext) -> int:
    """Null window with many empty cells. After a stop the score means nothing, and nothing was kept.

    ``moves`` are all legal ones.
    Exact unless the context's END_PROBES prune; then it is kept as a search of its level is.
    """
    context.nodes += 1
    if stopped(context):
        return alpha
    bound = ceiling(own, opp, alpha, left)
    if bound <= alpha:
        return bound
    if is_empty(moves):
        replies = legal(opp, own)
        if is_empty(replies):
            return final_score(own, opp)
        return -deep(opp, own, replies, -alpha - 1, left, context)
    bucket = bucket_of(own, opp, context)
    lower = -CELLS
    upper = CELLS
    best_move = NO_MOVE
    known = find_exact(bucket, own, opp)
    if known != 0:
        lower = lower_of(known)
        upper = upper_of(known)
        best_move = move_of(known)
        if lower > alpha:
            return lower
        if upper <= alpha:
            return upper
    level = context.end_level
    probe = probe_of(context.end_probes, left, left)
    selective = probe_depth(probe) > 0
    estimate = find_estimate(bucket, own, opp)
    if estimate != 0 and best_move == NO_MOVE:
        best_move = move_of(estimate)
    if selective:
        score = believed(estimate, alpha, left, level)
        if score == NO_SCORE:
            score = foreseen(own, opp, moves, alpha, left, probe, context)
        if told_to_stop(context):
            return alpha
        if score != NO_SCORE:
            return score
    before = context.nodes
    slot = slot_of(left, context)
    size = order_for_end(own, opp, moves, best_move, left, slot, context)
    if left >= SHARED_CHILDREN:
        score = refutation(own, opp, alpha, slot, size, context)
        if score > alpha:
            return score
    best = NO_SCORE
    shared = left >= SHARED_LEAST and is_shared(context)
    remaining = size
    while remaining > 0:
        move = next_move(slot, size)
        square = square_of(move)
        flipped = flips_of(slot, move)
        replies = replies_of(slot, move)
        after_own = next_own(own, opp, square, flipped)
        after_opp = next_opp(own, opp, square, flipped)
        if shared and postpone(slot, move, best == NO_SCORE, after_own, after_opp, context):
            continue
        if left - 1 <= LOCAL_MOST:
            score = -with_local_table(after_own, after_opp, replies, -alpha - 1, left - 1, context)
        else:
            score = -deep(after_own, after_opp, replies, -alpha - 1, left - 1, context)
        if shared:
            leave(after_own, after_opp, context)
        if told_to_stop(context):
            return alpha
        if score > best:
            best = score
            best_move = square
            if best > alpha:
                break
        remaining -= 1
    if best > alpha:
        lower = max(lower, best)
    else:
        upper = min(upper, best)
    data = pack(lower, upper, best_move, TO_THE_END, FULL_WIDTH)
    if selective:
        data = pack(UNIT * lower, UNIT * upper, best_move, min(left, TO_THE_END - 1), level)
    keep(bucket, own, opp, data, context.nodes - before, context)
    return best


@inline
def question(own: Board, opp: Board, alpha: int, left: int, context: SearchContext) -> int:
    """The null window at any number of empty cells."""
    moves = legal(own, opp)
    if left > LOCAL_MOST:
        return deep(own, opp, moves, alpha, left, context)
    if left > SHALLOW:
        return with_local_table(own, opp, moves, alpha, left, context)
    if LAST_FOUR and left == 4:
        return four_left(own, opp, alpha, context)
    return shallow(own, opp, moves, alpha, left, context)


@inline
def guess_of(own: Board, opp: Board, left: int, context: SearchContext) -> int:
    """The score that a search to a middling depth expects."""
    depth = min((left - 2) >> 1, 12)
    if left <= LOCAL_MOST:
        return 0
    value = midgame(own, opp, legal(own, opp), depth, -MOST_VALUE, MOST_VALUE, left, context)
    return (value + MOST_VALUE) // (2 * UNIT) * 2 - CELLS


@kernel("int64(B, B, int64, int64, SearchContext)")
def solve(own: Board, opp: Board, alpha: int, beta: int, context: SearchContext) -> int:
    """Score in discs: exact between alpha and beta, a lower bound from beta on, an upper bound up to alpha.

    After a stop the score means nothing; the table is sound.
    """
    left = count(empties(own, opp))
    lower = -CELLS
    upper = CELLS
    known = find_exact(bucket_of(own, opp, context), own, opp)
    if known != 0:
        lower = lower_of(known)
        upper = upper_of(known)
    guess = lower
    if beta - alpha > 2 and upper - lower > 2:
        guess = guess_of(own, opp, left, context)
    while is_open(lower, upper, alpha, beta):
        floor = next_floor(guess, lower, upper, alpha, beta)
        guess = question(own, opp, floor, left, context)
        if told_to_stop(context):
            break
        if guess > floor:
            lower = guess
        else:
            upper = guess
    return answer(lower, upper, beta)
