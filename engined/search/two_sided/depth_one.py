"""The last ply of searches short of the end: kernel source (see kernels/prelude.pyi)."""

from engined.evaluation.static import corrected, corrections, margin_at, prepare_moves, value_after, value_against
from engined.evaluation.values import NO_VALUE
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    Board,
    drop_first,
    first,
    flips,
    inline,
    is_empty,
    legal,
    next_opp,
    next_own,
)
from engined.search.ordering import add_move, flips_of, next_move, ordering_score_of, slot_of, square_of


@inline
def best_evaluation(
    own: Board, opp: Board, moves: Board, alpha: int, beta: int, left: int, context: SearchContext
) -> int:
    """Value of a search to depth 1, ``left`` cells being empty."""
    prepare_moves(own, opp, context)
    entry = corrections(left - 1, context)
    if entry != 0:
        return best_corrected(own, opp, moves, alpha, beta, left, entry, context)
    best = NO_VALUE
    while best < beta and not is_empty(moves):
        square = first(moves)
        moves = drop_first(moves)
        flipped = flips(own, opp, square)
        after_own = next_own(own, opp, square, flipped)
        after_opp = next_opp(own, opp, square, flipped)
        replies = legal(after_own, after_opp)
        context.nodes += 1
        best = max(best, -value_after(square, flipped, after_own, after_opp, replies, context))
    return best


@inline
def best_corrected(
    own: Board, opp: Board, moves: Board, alpha: int, beta: int, left: int, entry: int, context: SearchContext
) -> int:
    """The same with a network, which is asked of few moves: first of those that seem good enough without it, of others
    only when none of these was, the best first, and of none that is worse than what is known by more than the margin.
    """
    slot = slot_of(left, context)
    margin = margin_at(entry)
    best = NO_VALUE
    waiting = 0
    while best < beta and not is_empty(moves):
        square = first(moves)
        moves = drop_first(moves)
        flipped = flips(own, opp, square)
        after_own = next_own(own, opp, square, flipped)
        after_opp = next_opp(own, opp, square, flipped)
        replies = legal(after_own, after_opp)
        context.nodes += 1
        value = -value_after(square, flipped, after_own, after_opp, replies, context)
        floor = max(best, alpha)
        if value >= beta or is_empty(replies):
            best = max(best, -value_against(after_own, after_opp, replies, -value, -beta, -floor, entry, context))
        elif value + margin > floor:
            add_move(slot, waiting, value, square, flipped)
            waiting += 1
        else:
            best = max(best, value)
    size = waiting
    while best < beta and waiting > 0:
        move = next_move(slot, size)
        value = ordering_score_of(move)
        if value + margin <= max(best, alpha):
            return max(best, value)
        flipped = flips_of(slot, move)
        after_own = next_own(own, opp, square_of(move), flipped)
        after_opp = next_opp(own, opp, square_of(move), flipped)
        best = max(best, -corrected(after_own, after_opp, -value, entry, context))
        waiting -= 1
    return best
