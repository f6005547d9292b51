"""Alpha-beta to a depth: principal variation search with the table. Values in hundredths of a disc, mover's view."""

from engined.evaluation.geometry import UNIT, evaluate
from engined.kernels.prelude import (
    CELLS,
    Board,
    add_to,
    final_score,
    is_empty,
    int64,
    kernel,
    legal,
    load,
    load_board,
    load_flag,
    next_opp,
    next_own,
)
from engined.search.context import NODES, SCRATCH, STOP

LOST = -32000
TABLE_LEAST = 2

@inline
def estimate_order(own: Board, opp: Board, moves: Board, known: int, depth: int, left: int, slot: int, context: int) -> int:
    size = 0
    while not is_empty(moves):
        square = first(moves)
        moves = drop_first(moves)
        flipped = flips(own, opp, square)
        key = FIRST_KEY
        if square != known:
            after_own = next_own(own, opp, square, flipped)
            after_opp = next_opp(own, opp, square, flipped)
            if depth > 2:
                key = -evaluate(after_own, after_opp, context)
            else:
                replies = legal(after_own, after_opp)
                key = -count(replies) - count(both(replies, CORNERS)) + count(both(single(square), CORNERS))
        key = key << 10 | square
        entry = slot + size * MOVE_BYTES
        while entry > slot and load(entry - MOVE_BYTES) < key:
            store(entry, load(entry - MOVE_BYTES))
            store_board(entry + 8, load_board(entry - MOVE_BYTES + 8))
            entry -= MOVE_BYTES
        store(entry, key)
        store_board(entry + 8, flipped)
        size += 1
    return size


@kernel("int64(B, B, int64, int64, int64, int64, int64)")
def midgame(own: Board, opp: Board, depth: int, alpha: int, beta: int, left: int, context: int) -> int:
    add_to(context + 8 * NODES, 1)
    if depth == 0:
        return evaluate(own, opp, context)
    moves = legal(own, opp)
    if is_empty(moves):
        if is_empty(legal(opp, own)):
            return UNIT * final_score(own, opp)
        return -midgame(opp, own, depth, -beta, -alpha, left, context)
    if depth == 1:
        best = LOST
        while not is_empty(moves):
            square = first(moves)
            moves = drop_first(moves)
            flipped = flips(own, opp, square)
            add_to(context + 8 * NODES, 1)
            best = max(best, -evaluate(next_own(own, opp, square, flipped), next_opp(own, opp, square, flipped), context))
            if best >= beta:
                return best
        return best
    if stopped(context):
        return alpha
    bucket = bucket_of(own, opp, context)
    move = -1
    lower = -UNBOUNDED
    upper = UNBOUNDED
    exact = find_exact(bucket, own, opp)
    if exact != 0:
        if UNIT * lower_of(exact) >= beta:
            return UNIT * lower_of(exact)
        if UNIT * upper_of(exact) <= alpha:
            return UNIT * upper_of(exact)
        move = move_of(exact)
    known = find_estimate(bucket, own, opp)
    if known != 0:
        move = move_of(known)
        if depth_of(known) >= depth:
            if lower_of(known) >= beta or lower_of(known) == upper_of(known):
                return lower_of(known)
            if upper_of(known) <= alpha:
                return upper_of(known)
    before = load(context + 8 * NODES)
    slot = load(context + 8 * SCRATCH) + left * SLOT_BYTES
    size = estimate_order(own, opp, moves, move, depth, left, slot, context)
    end = slot + size * MOVE_BYTES
    best = LOST
    entry = slot
    floor = alpha
    while entry < end:
        square = load(entry) & 1023
        flipped = load_board(entry + 8)
        after_own = next_own(own, opp, square, flipped)
        after_opp = next_opp(own, opp, square, flipped)
        if entry == slot:
            score = -midgame(after_own, after_opp, depth - 1, -beta, -floor, left - 1, context)
        else:
            score = -midgame(after_own, after_opp, depth - 1, -floor - 1, -floor, left - 1, context)
            if floor < score < beta:
                score = -midgame(after_own, after_opp, depth - 1, -beta, -score, left - 1, context)
        if load_flag(context + 8 * STOP) != 0:
            return alpha
        if score > best:
            best = score
            move = square
            floor = max(floor, best)
            if best >= beta:
                break
        entry += MOVE_BYTES
    lower = best if best > alpha else -UNBOUNDED
    upper = best if best < beta else UNBOUNDED
    keep(bucket, own, opp, pack(lower, upper, move, depth), load(context + 8 * NODES) - before, context)
    return best
