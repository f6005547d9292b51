"""The midgame search: principal variation search to a fixed depth: kernel text (see kernels/prelude.pyi)."""

from engined.evaluation.geometry import evaluate
from engined.kernels.prelude import (
    CELLS,
    Board,
    add_to,
    count,
    empties,
    final_score,
    is_empty,
    kernel,
    legal,
    load,
    load_board,
    load_flag,
    next_opp,
    next_own,
    prefetch,
)
from engined.search.context import NODES, SCRATCH, STOP
from engined.search.endgame import MOVE_BYTES, SLOT_BYTES, list_moves, parity_of, stopped
from engined.search.table import (
    NO_MOVE,
    bucket_of,
    depth_of,
    find_estimate,
    find_exact,
    keep,
    lower_of,
    move_of,
    pack,
    upper_of,
)

UNIT = 100
LOST = -UNIT * CELLS


@kernel("int64(B, B, int64, int64, int64, int64)")
def search(own: Board, opp: Board, depth: int, alpha: int, beta: int, context: int) -> int:
    """Fail-soft value at this depth in hundredths of a disc, mover's view; exact if depth covers the empty cells.

    A forced pass takes no depth. After a stop the value means nothing, and nothing was kept.
    """
    add_to(context + 8 * NODES, 1)
    if stopped(context):
        return alpha
    moves = legal(own, opp)
    if is_empty(moves):
        if is_empty(legal(opp, own)):
            return UNIT * final_score(own, opp)
        return -search(opp, own, depth, -beta, -alpha, context)
    if depth <= 0:
        return evaluate(own, opp)
    cells = empties(own, opp)
    left = count(cells)
    bucket = bucket_of(own, opp, context)
    prefetch(bucket)
    move = NO_MOVE
    known = find_exact(bucket, own, opp)
    if known != 0:
        move = move_of(known)
        if UNIT * lower_of(known) >= beta or lower_of(known) == upper_of(known):
            return UNIT * lower_of(known)
        if UNIT * upper_of(known) <= alpha:
            return UNIT * upper_of(known)
    lower = LOST
    upper = -LOST
    known = find_estimate(bucket, own, opp)
    if known != 0:
        move = move_of(known)
        if depth_of(known) == min(depth, left):
            lower = lower_of(known)
            upper = upper_of(known)
            if lower >= beta or lower == upper:
                return lower
            if upper <= alpha:
                return upper
    before = load(context + 8 * NODES)
    entry = load(context + 8 * SCRATCH) + left * SLOT_BYTES
    end = entry + MOVE_BYTES * list_moves(own, opp, moves, move, parity_of(cells), left, entry, context)
    best = LOST - 1
    floor = alpha
    while entry < end:
        square = load(entry) & 1023
        flipped = load_board(entry + 8)
        after_own = next_own(own, opp, square, flipped)
        after_opp = next_opp(own, opp, square, flipped)
        if best < LOST:
            value = -search(after_own, after_opp, depth - 1, -beta, -floor, context)
        else:
            value = -search(after_own, after_opp, depth - 1, -floor - 1, -floor, context)
            if floor < value < beta:
                value = -search(after_own, after_opp, depth - 1, -beta, -value, context)
        if load_flag(context + 8 * STOP) != 0:
            return alpha
        if value > best:
            best = value
            move = square
            floor = max(floor, best)
            if best >= beta:
                break
        entry += MOVE_BYTES
    if best < beta:
        upper = min(upper, best)
    if best > alpha:
        lower = max(lower, best)
    data = pack(lower, upper, move, min(depth, left))
    keep(bucket, own, opp, data, load(context + 8 * NODES) - before, context)
    return best
