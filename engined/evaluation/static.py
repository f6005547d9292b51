"""The static evaluation, by trained weights where there are some: kernel text (see kernels/prelude.pyi)."""

from engined.evaluation.geometry import UNIT, evaluate
from engined.kernels.context import PREPARED, TABLES
from engined.kernels.prelude import (
    CELLS,
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
def by_patterns(own: Board, opp: Board, context: int) -> int:
    """What the weights say of a position with a legal move.

    They begin with two words for every number of empty cells: a bias, and how far off the table of the stage is.
    """
    weights = load(context + 8 * TABLES)
    head = weights + 16 * count(empties(own, opp))
    value = load(head) + pattern_sum(own, opp, weights + load(head + 8))
    return min(max(value, -UNIT * CELLS), UNIT * CELLS)


@inline
def prepare_moves(own: Board, opp: Board, context: int) -> None:
    """To be called before :func:`value_after` is asked of the moves of a position."""
    if TRAINED:
        prepare_patterns(own, opp, load(context + 8 * PREPARED))


@inline
def value_after(square: int, flipped: Board, after_own: Board, after_opp: Board, context: int) -> int:
    """What :func:`static_value` is of the position after a move in the one prepared last."""
    if TRAINED and not is_empty(legal(after_own, after_opp)):
        weights = load(context + 8 * TABLES)
        head = weights + 16 * count(empties(after_own, after_opp))
        table = weights + load(head + 8)
        value = load(head) + pattern_sum_after(load(context + 8 * PREPARED), square, flipped, table)
        return min(max(value, -UNIT * CELLS), UNIT * CELLS)
    return static_value(after_own, after_opp, context)


@inline
def static_value(own: Board, opp: Board, context: int) -> int:
    """Expected score in hundredths of a disc, the mover's view; exact where the game is over."""
    if TRAINED:
        if not is_empty(legal(own, opp)):
            return by_patterns(own, opp, context)
        if is_empty(legal(opp, own)):
            return UNIT * final_score(own, opp)
        return -by_patterns(opp, own, context)
    return evaluate(own, opp, context)
