"""The static evaluation, by trained weights where there are some: kernel source (see kernels/prelude.pyi).

Where the weights have a cell network besides, the value by patterns is the cheap one, and the network corrects it.
"""

from engined.evaluation.geometry import evaluate
from engined.evaluation.values import MOST_VALUE, NO_VALUE
from engined.kernels.codes import UNIT
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    TRAINED,
    Board,
    count,
    empties,
    final_score,
    inline,
    is_empty,
    legal,
    load,
    network_sum,
    pattern_sum,
    pattern_sum_after,
    prepare_patterns,
)


@inline
def head_of(own: Board, opp: Board, context: SearchContext) -> int:
    """Address of the two words that the weights hold for a number of empty cells: a bias, and where the table is."""
    return context.weights + 16 * count(empties(own, opp))


@inline
def table_of(head: int, context: SearchContext) -> int:
    """Address of the table of a stage: it is given as the way from where the weights begin."""
    return context.weights + load(head + 8)


@inline
def bounded(value: int) -> int:
    """No score is higher or lower."""
    return min(max(value, -MOST_VALUE), MOST_VALUE)


@inline
def by_patterns(own: Board, opp: Board, context: SearchContext) -> int:
    """What the weights say of a position with a legal move."""
    head = head_of(own, opp, context)
    return bounded(load(head) + pattern_sum(own, opp, table_of(head, context)))


@inline
def prepare_moves(own: Board, opp: Board, context: SearchContext) -> None:
    """Make ready for :func:`value_after` of the moves of a position: it is called before these."""
    if TRAINED:
        prepare_patterns(own, opp, context.prepared)


@inline
def value_after(
    square: int, flipped: Board, after_own: Board, after_opp: Board, replies: Board, context: SearchContext
) -> int:
    """What :func:`cheap_value` is of the position after a move in the one prepared last, given the replies to it."""
    if TRAINED and not is_empty(replies):
        head = head_of(after_own, after_opp, context)
        prepared = context.prepared
        return bounded(load(head) + pattern_sum_after(prepared, square, flipped, table_of(head, context)))
    return cheap_value(after_own, after_opp, replies, context)


@inline
def cheap_value(own: Board, opp: Board, moves: Board, context: SearchContext) -> int:
    """Expected score in hundredths of a disc without what a network says, the mover's view, given the legal moves.

    It is exact where the game is over.
    """
    if TRAINED:
        if not is_empty(moves):
            return by_patterns(own, opp, context)
        if is_empty(legal(opp, own)):
            return UNIT * final_score(own, opp)
        return -by_patterns(opp, own, context)
    return evaluate(own, opp, context)


@inline
def corrections(left: int, context: SearchContext) -> int:
    """Address of the three words that a network's block holds for a number of empty cells: the ways to the vectors and
    to the head from where the block begins, and the margin; 0 where there is no network.
    """
    network = context.network if TRAINED else 0
    return network + 24 * left if network != 0 else 0


@inline
def margin_at(entry: int) -> int:
    """How far a network hardly ever is from the cheap value."""
    return load(entry + 16)


@inline
def corrected(own: Board, opp: Board, value: int, entry: int, context: SearchContext) -> int:
    """What a network makes of the cheap value of a position with a legal move."""
    network = context.network
    return bounded(value + network_sum(own, opp, network + load(entry), network + load(entry + 8)))


@inline
def value_against(
    own: Board, opp: Board, moves: Board, value: int, alpha: int, beta: int, entry: int, context: SearchContext
) -> int:
    """What a position of this cheap value is worth in a window: a network, whose :func:`corrections` are at ``entry``,
    is asked only where it may bring the value into the window, or across it.
    """
    if TRAINED and entry != 0 and alpha - margin_at(entry) < value < beta + margin_at(entry):
        if not is_empty(moves):
            return corrected(own, opp, value, entry, context)
        if not is_empty(legal(opp, own)):
            return -corrected(opp, own, -value, entry, context)
    return value


@inline
def value_with(own: Board, opp: Board, moves: Board, alpha: int, beta: int, context: SearchContext) -> int:
    """What :func:`static_value` is, given the legal moves; where that is far out of a window, about what it is."""
    value = cheap_value(own, opp, moves, context)
    entry = corrections(count(empties(own, opp)), context)
    return value_against(own, opp, moves, value, alpha, beta, entry, context)


@inline
def static_value(own: Board, opp: Board, context: SearchContext) -> int:
    """Expected score in hundredths of a disc, the mover's view; exact where the game is over."""
    return value_with(own, opp, legal(own, opp), NO_VALUE, -NO_VALUE, context)
