"""The exact solver: scores to the end of the game, in discs from the mover's view.

One question only is ever searched, the null window: is the score above alpha? ``solve`` finds a score by asking
it again and again (A. Plaat and others, "Best-first fixed-depth minimax algorithms", 1996); the table keeps what
earlier questions found. Values are fail-soft.
"""

from engined.kernels.prelude import (
    CELLS,
    CORNERS,
    LIMITED,
    MISERE,
    SETUP,
    STRAIGHT,
    WORDS,
    Board,
    add_to,
    around,
    both,
    count,
    drop_first,
    either,
    empties,
    final_score,
    first,
    flips,
    inline,
    int64,
    is_empty,
    kernel,
    legal,
    load,
    load_board,
    load_flag,
    next_opp,
    next_own,
    parity_cells,
    parity_region,
    prefetch,
    single,
    store,
    store_board,
    without,
)
from engined.search.context import NODE_LIMIT, NODES, SCRATCH, STOP
from engined.search.last_squares import UNKNOWN, four_left
from engined.search.stability import stable
from engined.search.table import (
    bucket_of,
    find_estimate,
    find_exact,
    keep,
    lower_of,
    move_of,
    pack,
    TO_THE_END,
    upper_of,
)

LAST_FOUR = not LIMITED and not SETUP
SHALLOW = 5
"""Most empties without table and without more order than parity and corners."""

NEAR = 9
STAB_MARGIN = 0
STAB_LEAST = 4

@inline
def list_moves(own: Board, opp: Board, moves: Board, known: int, parity: int, left: int, slot: int, context: int) -> int:
    """Write the moves into the slot, most promising first: key and flips each. Returns their number."""
    size = 0
    odd = parity_cells(parity)
    while not is_empty(moves):
        square = first(moves)
        moves = drop_first(moves)
        flipped = flips(own, opp, square)
        key = FIRST_KEY
        if square != known:
            after_own = next_own(own, opp, square, flipped)
            after_opp = next_opp(own, opp, square, flipped)
            key = worth(after_own, after_opp, single(square), odd, context)
            if left >= DEEP_LEAST:
                deep = midgame(after_own, after_opp, (left - DEEP_LEAST) // DEEP_STEP, -UNIT * CELLS, UNIT * CELLS, left - 1, context)
                key = key * DEEP_WORTH // 64 - deep * DEEP_SCORE // 64
        if left >= ETC_LEAST:
            bucket = bucket_of(next_own(own, opp, square, flipped), next_opp(own, opp, square, flipped), context)
            prefetch(bucket)
            prefetch(bucket + 64)
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


ORDER_REPLIES = -64
ORDER_CORNER_REPLIES = -110
ORDER_NONE = 0
ORDER_FRONTIER = -22
ORDER_OTHER_FRONTIER = 20
ORDER_HOLD2 = -12
ORDER_OTHER_HOLD2 = -4
ORDER_CORNER = 24
ORDER_X = -16
ORDER_C = 40
ORDER_EDGE = 16
ORDER_RING = -16
ORDER_ODD = 27
ORDER_EDGEDISCS = 0
ORDER_OTHER_EDGEDISCS = -16
ORDER_DISCS = 0

EDGES = -0x007e7e7e7e7e7e01

@inline
def worth(after_own: Board, after_opp: Board, square: Board, odd: Board, context: int) -> int:
    """after_own: discs of the opponent, who moves next"""
    replies = legal(after_own, after_opp)
    cells = empties(after_own, after_opp)
    key = count(replies) * ORDER_REPLIES + count(both(replies, CORNERS)) * ORDER_CORNER_REPLIES
    if is_empty(replies):
        key += ORDER_NONE
        if is_empty(after_own):
            key = FIRST_KEY * 2
    key += count(both(around(after_opp), cells)) * ORDER_FRONTIER
    key += count(both(around(after_own), cells)) * ORDER_OTHER_FRONTIER
    held = both(after_opp, CORNERS)
    lost = both(after_own, CORNERS)
    key += count(both(both(around(held), after_opp), EDGES)) * ORDER_HOLD2
    key += count(both(both(around(lost), after_own), EDGES)) * ORDER_OTHER_HOLD2
    key += count(both(EDGES, after_opp)) * ORDER_EDGEDISCS
    key += count(both(EDGES, after_own)) * ORDER_OTHER_EDGEDISCS
    key += count(after_opp) * ORDER_DISCS
    near = around(CORNERS)
    ring = without(around(EDGES), EDGES)
    key += count(both(square, CORNERS)) * ORDER_CORNER
    key += count(both(square, without(near, EDGES))) * ORDER_X
    key += count(both(square, both(near, EDGES))) * ORDER_C
    key += count(both(square, without(EDGES, either(near, CORNERS)))) * ORDER_EDGE
    key += count(both(square, without(ring, near))) * ORDER_RING
    key += count(both(square, odd)) * ORDER_ODD
    return key


@inline
def hopeless(own: Board, opp: Board, alpha: int, left: int) -> int:
    """An upper bound of the score that is not above alpha, from stable discs; else UNKNOWN."""
    if STRAIGHT and left >= STAB_LEAST:
        if alpha >= sth(left):
            bound = CELLS - 2 * count(stable(own, opp) if MISERE else stable(opp, own))
            if bound <= alpha:
                return bound
    return UNKNOWN

@inline
def sth(left):
    return 2 * left - 4 + STAB_MARGIN

@kernel("int64(B, B, int64, int64, int64, int64)")
def shallow(own: Board, opp: Board, alpha: int, left: int, parity: int, context: int) -> int:
    """Null window with few empties: corners and regions of odd size first."""
    add_to(context + 8 * NODES, 1)
    bound = hopeless(own, opp, alpha, left)
    if bound != UNKNOWN:
        return bound
    moves = legal(own, opp)
    if is_empty(moves):
        if is_empty(legal(opp, own)):
            return final_score(own, opp)
        return -shallow(opp, own, -alpha - 1, left, parity, context)
    best = UNKNOWN
    odd = parity_cells(parity)
    corners = both(moves, CORNERS)
    others = without(moves, corners)
    group = 0
    batch = both(corners, odd)
    while True:
        while not is_empty(batch):
            square = first(batch)
            batch = drop_first(batch)
            flipped = flips(own, opp, square)
            after_own = next_own(own, opp, square, flipped)
            after_opp = next_opp(own, opp, square, flipped)
            after_parity = parity ^ parity_region(square)
            if LAST_FOUR and left == 5:
                score = -four_left(after_own, after_opp, -alpha - 1, after_parity, context)
            else:
                score = -shallow(after_own, after_opp, -alpha - 1, left - 1, after_parity, context)
            if score > best:
                best = score
                if best > alpha:
                    return best
        group += 1
        if group == 1:
            batch = both(others, odd)
        elif group == 2:
            batch = without(corners, odd)
        elif group == 3:
            batch = without(others, odd)
        else:
            return best


@kernel("int64(B, B, int64, int64, int64, int64)")
def null_window(own: Board, opp: Board, alpha: int, left: int, parity: int, context: int) -> int:
    """Null window with many empties. After a stop the value means nothing, and nothing was kept."""
    add_to(context + 8 * NODES, 1)
    if stopped(context):
        return alpha
    bound = hopeless(own, opp, alpha, left)
    if bound != UNKNOWN:
        return bound
    bucket = near_bucket_of(own, opp, context) if left <= NEAR else bucket_of(own, opp, context)
    prefetch(bucket)
    prefetch(bucket + 64)
    moves = legal(own, opp)
    if is_empty(moves):
        if is_empty(legal(opp, own)):
            return final_score(own, opp)
        return -null_window(opp, own, -alpha - 1, left, parity, context)
    lower = -CELLS
    upper = CELLS
    known = find_exact(bucket, own, opp)
    move = -1
    if known != 0:
        lower = lower_of(known)
        upper = upper_of(known)
        move = move_of(known)
        if lower > alpha:
            return lower
        if upper <= alpha:
            return upper
    before = load(context + 8 * NODES)
    slot = load(context + 8 * SCRATCH) + left * SLOT_BYTES
    size = list_moves(own, opp, moves, move, parity, left, slot, context)
    end = slot + size * MOVE_BYTES
    if left >= ETC_LEAST:
        entry = slot
        while entry < end:
            square = load(entry) & 1023
            flipped = load_board(entry + 8)
            after_own = next_own(own, opp, square, flipped)
            after_opp = next_opp(own, opp, square, flipped)
            reply = find_exact(bucket_of(after_own, after_opp, context), after_own, after_opp)
            if reply != 0 and -upper_of(reply) > alpha:
                return -upper_of(reply)
            entry += MOVE_BYTES
    best = UNKNOWN
    entry = slot
    while entry < end:
        square = load(entry) & 1023
        flipped = load_board(entry + 8)
        after_own = next_own(own, opp, square, flipped)
        after_opp = next_opp(own, opp, square, flipped)
        after_parity = parity ^ parity_region(square)
        if left - 1 <= SHALLOW:
            score = -shallow(after_own, after_opp, -alpha - 1, left - 1, after_parity, context)
        else:
            score = -null_window(after_own, after_opp, -alpha - 1, left - 1, after_parity, context)
            if load_flag(context + 8 * STOP) != 0:
                return alpha
        if score > best:
            best = score
            move = square
            if best > alpha:
                break
        entry += MOVE_BYTES
    if best > alpha:
        lower = max(lower, best)
    else:
        upper = min(upper, best)
    keep(bucket, own, opp, pack(lower, upper, move, TO_THE_END), load(context + 8 * NODES) - before, context)
    return best


@inline
def above(own: Board, opp: Board, alpha: int, left: int, parity: int, context: int) -> int:
    if left > SHALLOW:
        return null_window(own, opp, alpha, left, parity, context)
    if LAST_FOUR and left == 4:
        return four_left(own, opp, alpha, parity, context)
    return shallow(own, opp, alpha, left, parity, context)


@inline
def parity_of(cells: Board) -> int:
    parity = 0
    while not is_empty(cells):
        parity ^= parity_region(first(cells))
        cells = drop_first(cells)
    return parity


@kernel("int64(B, B, int64, int64, int64)")
def solve(own: Board, opp: Board, alpha: int, beta: int, context: int) -> int:
    """Score in discs: exact between alpha and beta, a lower bound from beta on, an upper bound up to alpha."""
    cells = empties(own, opp)
    left = count(cells)
    parity = parity_of(cells)
    lower = -CELLS
    upper = CELLS
    guess = load(context + 8 * 12)
    while lower < upper and lower < beta and upper > alpha:
        test = min(max(guess, lower + 1, alpha + 1), upper, beta) - 1
        score = above(own, opp, test, left, parity, context)
        if load_flag(context + 8 * STOP) != 0:
            break
        if score > test:
            lower = score
            guess = score + 1
        else:
            upper = score
            guess = score
    return lower if lower >= beta or lower == upper else upper
