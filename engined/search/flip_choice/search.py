"""Search where a square may have several moves, or discs leave the board: kernel source (see kernels/prelude.pyi).

Plain principal variation search with the table, for every depth. Values are in hundredths of a disc, the mover's
view, fail-soft. A game lasts as many placements more as can follow at most: a search that deep is exact.
"""

from engined.evaluation.static import static_value
from engined.evaluation.values import MOST_VALUE, NO_VALUE
from engined.kernels.codes import NO_MOVE, PASSED, UNIT
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    BOARD_BYTES,
    CELLS,
    MAX_SQUARE,
    MISERE,
    REMOVES,
    STRAIGHT,
    Board,
    drop_first,
    empty_set,
    final_score,
    first,
    flips,
    inline,
    is_empty,
    kernel,
    legal,
    next_opp,
    next_own,
    placements_left,
    store,
    store_board,
    turned,
)
from engined.search.flip_choice.choices import chosen, fewest, further, most, number
from engined.search.flip_choice.move_list import CHOICE_SLOT_BYTES, begin, choice_slot, fill, is_move
from engined.search.flip_choice.table import choice_at, data_at, entry_of, keep_choice
from engined.search.ordering import KNOWN_BEST, add_move, flips_of, next_move, square_of
from engined.search.probcut_levels import FULL_WIDTH
from engined.search.stop import stopped, told_to_stop
from engined.search.transposition_table import (
    TO_THE_END,
    bucket_of,
    depth_of,
    lower_of,
    move_of,
    pack_found,
    upper_of,
)
from engined.search.two_sided.stability import ceiling
from engined.search.windows import answer, is_open

SCRATCH_BYTES = (2 * CELLS + 2) * CHOICE_SLOT_BYTES
"""Memory for lists of moves that a thread needs: one for each placement that can follow, which are more than there are
cells where discs leave the board."""
LINE_BYTES = 8 + BOARD_BYTES
"""The size of one move of a variation, in bytes."""


@inline
def best_after_one(own: Board, opp: Board, moves: Board, beta: int, context: SearchContext) -> int:
    """Value of a search to depth 1."""
    best = NO_VALUE
    while best < beta and not is_empty(moves):
        square = first(moves)
        moves = drop_first(moves)
        bracketed = flips(own, opp, square)
        rest = bracketed
        for _ in range(number(bracketed)):
            flipped = turned(own, opp, square, chosen(rest))
            after_own = next_own(own, opp, square, flipped)
            context.nodes += 1
            best = max(best, -static_value(after_own, next_opp(own, opp, square, flipped), context))
            if best >= beta:
                break
            rest = further(rest, bracketed)
    return best


@inline
def best_last(own: Board, opp: Board, moves: Board, beta: int, context: SearchContext) -> int:
    """The same, exact, where no placement can follow. On straight lines it is best to turn the most discs on each
    square, or in misere the fewest; elsewhere all choices are tried, as what turns indirectly hangs on them.
    """
    best = NO_VALUE
    while best < beta and not is_empty(moves):
        square = first(moves)
        moves = drop_first(moves)
        bracketed = flips(own, opp, square)
        rest = bracketed
        for _ in range(1 if STRAIGHT else number(bracketed)):
            extreme = fewest(bracketed) if MISERE else most(bracketed)
            flipped = turned(own, opp, square, extreme if STRAIGHT else chosen(rest))
            context.nodes += 1
            score = final_score(next_own(own, opp, square, flipped), next_opp(own, opp, square, flipped))
            best = max(best, -UNIT * score)
            rest = further(rest, bracketed)
    return best


@inline
def value_known(data: int, depth: int, alpha: int, beta: int) -> int:
    """What an entry's data say of a window at a depth; NO_VALUE if that is not enough."""
    if depth_of(data) >= depth and not is_open(lower_of(data), upper_of(data), alpha, beta):
        return answer(lower_of(data), upper_of(data), beta)
    return NO_VALUE


@inline
def too_low(own: Board, opp: Board, alpha: int, left: int) -> int:
    """A bound of the score that stable discs prove, in hundredths of a disc; above alpha where they prove nothing."""
    return MOST_VALUE if REMOVES else UNIT * ceiling(own, opp, alpha // UNIT, left)


@kernel("int64(B, B, int64, int64, int64, SearchContext)")
def explore(own: Board, opp: Board, depth: int, alpha: int, beta: int, context: SearchContext) -> int:
    """Value at a depth; a forced pass takes no depth. After a stop it means nothing, and nothing was kept."""
    context.nodes += 1
    moves = legal(own, opp)
    if is_empty(moves):
        if is_empty(legal(opp, own)):
            return UNIT * final_score(own, opp)
        return -explore(opp, own, depth, -beta, -alpha, context)
    if depth <= 0:
        return static_value(own, opp, context)
    left = placements_left(own, opp)
    if depth == 1:
        if left == 1:
            return best_last(own, opp, moves, beta, context)
        return best_after_one(own, opp, moves, beta, context)
    if stopped(context):
        return alpha
    ending = depth >= left
    if ending:
        bound = too_low(own, opp, alpha, left)
        if bound <= alpha:
            return bound
    kept = TO_THE_END if ending else min(depth, TO_THE_END - 1)
    bucket = bucket_of(own, opp, context)
    entry = entry_of(bucket, own, opp)
    known = NO_MOVE
    choice = empty_set()
    data = data_at(entry, own, opp)
    if data != 0:
        choice = choice_at(entry, data)
        value = value_known(data, kept, alpha, beta)
        if value != NO_VALUE:
            return value
        if is_move(own, opp, moves, move_of(data), choice):
            known = move_of(data)
    before = context.nodes
    slot = choice_slot(depth, context)
    listed = slot.moves.address
    begin(slot, moves)
    size = 1
    if known != NO_MOVE:
        add_move(listed, 0, KNOWN_BEST, known, choice)
    else:
        size = fill(own, opp, known, choice, left if ending else 0, slot, context)
    known_choice = choice
    move = known
    best = NO_VALUE
    floor = alpha
    while size > 0 and best < beta:
        remaining = size
        while remaining > 0 and best < beta:
            given = next_move(listed, size)
            square = square_of(given)
            flipped = turned(own, opp, square, flips_of(listed, given))
            after_own = next_own(own, opp, square, flipped)
            after_opp = next_opp(own, opp, square, flipped)
            if best == NO_VALUE:
                value = -explore(after_own, after_opp, depth - 1, -beta, -floor, context)
            else:
                value = -explore(after_own, after_opp, depth - 1, -floor - 1, -floor, context)
                if floor < value < beta:
                    value = -explore(after_own, after_opp, depth - 1, -beta, -value, context)
            if told_to_stop(context):
                return alpha
            if value > best:
                best = value
                move = square
                choice = flips_of(listed, given)
                floor = max(floor, best)
            remaining -= 1
        if best < beta:
            size = fill(own, opp, known, known_choice, left if ending else 0, slot, context)
    data = pack_found(best, alpha, beta, move, kept, FULL_WIDTH)
    keep_choice(bucket, own, opp, data, choice, context.nodes - before, context)
    return best


@kernel("int64(B, B, int64, int64, int64, SearchContext)")
def search(own: Board, opp: Board, depth: int, alpha: int, beta: int, context: SearchContext) -> int:
    """Fail-soft value at this depth, in hundredths of a disc; exact if no more placements can follow."""
    return explore(own, opp, min(depth, placements_left(own, opp)), alpha, beta, context)


@kernel("int64(B, B, int64, int64, SearchContext)")
def solve(own: Board, opp: Board, alpha: int, beta: int, context: SearchContext) -> int:
    """Score in discs: exact between alpha and beta, a lower bound from beta on, an upper bound up to alpha.

    After a stop the score means nothing; the table is sound.
    """
    return explore(own, opp, placements_left(own, opp), UNIT * alpha, UNIT * beta, context) // UNIT


@kernel("int64(B, B, int64, SearchContext, int64)")
def variation(own: Board, opp: Board, plies: int, context: SearchContext, out: int) -> int:
    """Write the best known moves from a position, at most so many placements: squares, and the discs chosen.

    A pass is -1. Returns how many were written. Only legal moves are written.
    """
    written = 0
    while plies > 0:
        moves = legal(own, opp)
        square = PASSED
        choice = empty_set()
        if is_empty(moves):
            if is_empty(legal(opp, own)):
                break
            after_own = opp
            after_opp = own
        else:
            entry = entry_of(bucket_of(own, opp, context), own, opp)
            data = data_at(entry, own, opp)
            if data == 0:
                break
            square = move_of(data)
            choice = choice_at(entry, data)
            if square >= MAX_SQUARE or not is_move(own, opp, moves, square, choice):
                break
            flipped = turned(own, opp, square, choice)
            after_own = next_own(own, opp, square, flipped)
            after_opp = next_opp(own, opp, square, flipped)
            plies -= 1
        store(out, square)
        store_board(out + 8, choice)
        out += LINE_BYTES
        written += 1
        own = after_own
        opp = after_opp
    return written
