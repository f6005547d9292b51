"""The static evaluation, by trained weights where there are some: kernel text (see kernels/prelude.pyi)."""

from engined.evaluation.geometry import evaluate
from engined.evaluation.values import MOST_VALUE
from engined.kernels.codes import UNIT
from engined.kernels.context import PREPARED, TABLES
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
    pattern_sum,
    pattern_sum_after,
    prepare_patterns,
)


@inline
def head_of(own: Board, opp: Board, context: int) -> int:
    """Address of the two words that the weights hold for a number of empty cells: a bias, and where the table is."""
    return load(context + 8 * TABLES) + 16 * count(empties(own, opp))


@inline
def table_of(head: int, context: int) -> int:
    """Address of the table of a stage: it is given as the way from where the weights begin."""
    return load(context + 8 * TABLES) + load(head + 8)


@inline
def bounded(value: int) -> int:
    """No score is higher or lower."""
    return min(max(value, -MOST_VALUE), MOST_VALUE)


@inline
def by_patterns(own: Board, opp: Board, context: int) -> int:
    """What the weights say of a position with a legal move."""
    head = head_of(own, opp, context)
    return bounded(load(head) + pattern_sum(own, opp, table_of(head, context)))


@inline
def prepare_moves(own: Board, opp: Board, context: int) -> None:
    """To be called before :func:`value_after` is asked of the moves of a position."""
    if TRAINED:
        prepare_patterns(own, opp, load(context + 8 * PREPARED))


@inline
def value_after(square: int, flipped: Board, after_own: Board, after_opp: Board, replies: Board, context: int) -> int:
    """What :func:`static_value` is of the position after a move in the one prepared last, given the replies to it."""
    if TRAINED and not is_empty(replies):
        head = head_of(after_own, after_opp, context)
        prepared = load(context + 8 * PREPARED)
        return bounded(load(head) + pattern_sum_after(prepared, square, flipped, table_of(head, context)))
    return value_with(after_own, after_opp, replies, context)


@inline
def static_value(own: Board, opp: Board, context: int) -> int:
    """Expected score in hundredths of a disc, the mover's view; exact where the game is over."""
    return value_with(own, opp, legal(own, opp), context)


@inline
def value_with(own: Board, opp: Board, moves: Board, context: int) -> int:
    """The same, given the legal moves."""
    if TRAINED:
        if not is_empty(moves):
            return by_patterns(own, opp, context)
        if is_empty(legal(opp, own)):
            return UNIT * final_score(own, opp)
        return -by_patterns(opp, own, context)
    return evaluate(own, opp, context)
