"""The last four empty cells: kernel source (see kernels/prelude.pyi).

Null windows only: is the score above alpha? Scores are in discs, the mover's view, fail-soft. Only where no
seat is ever short of discs and no set-up phase can reach so far: where neither LIMITED nor SETUP.
"""

from engined.evaluation.values import NO_SCORE
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    CELLS,
    MISERE,
    Board,
    around,
    count,
    drop_first,
    empties,
    final_score,
    first,
    flips,
    inline,
    is_empty,
    kernel,
    last_flips,
    meets,
    neighbours,
    next_opp,
    next_own,
    without,
)
from engined.search.two_sided.stability import ceiling


@inline
def isolated(cells: Board) -> Board:
    """Those of the empty cells that have no other next to them: whoever places there has no answer beside it."""
    return without(cells, around(cells))


@inline
def full_score(own_discs: int) -> int:
    """Score of a full board on which the mover has so many discs."""
    return CELLS - 2 * own_discs if MISERE else 2 * own_discs - CELLS


@inline
def one_left(own: Board, opp: Board, alpha: int, square: int) -> int:
    """Score with one empty cell."""
    turned = last_flips(own, square)
    if turned != 0:
        return full_score(count(own) + 1 + turned)
    score = final_score(own, opp)
    # A reply by the other side can only lower the score: no need to look where it is too low already.
    if MISERE or score > alpha:
        turned = last_flips(opp, square)
        if turned != 0:
            score = full_score(count(own) - turned)
    return score


@inline
def then_one(own: Board, opp: Board, alpha: int, square: int, other: int, context: SearchContext) -> int:
    """Score of a placement on ``square``, or NO_SCORE if it captures nothing; one other stays empty."""
    if not meets(neighbours(square), opp):
        return NO_SCORE
    flipped = flips(own, opp, square)
    if is_empty(flipped):
        return NO_SCORE
    context.nodes += 1
    return -one_left(next_own(own, opp, square, flipped), next_opp(own, opp, square, flipped), -alpha - 1, other)


@kernel("int64(B, B, int64, int64, int64, SearchContext)")
def two_left(own: Board, opp: Board, alpha: int, square1: int, square2: int, context: SearchContext) -> int:
    """Score with two empty cells."""
    context.nodes += 1
    best = then_one(own, opp, alpha, square1, square2, context)
    if best > alpha:
        return best
    best = max(best, then_one(own, opp, alpha, square2, square1, context))
    if best != NO_SCORE:
        return best
    best = then_one(opp, own, -alpha - 1, square1, square2, context)
    if best > -alpha - 1:
        return -best
    best = max(best, then_one(opp, own, -alpha - 1, square2, square1, context))
    return final_score(own, opp) if best == NO_SCORE else -best


@inline
def then_two(own: Board, opp: Board, alpha: int, square: int, other1: int, other2: int, context: SearchContext) -> int:
    """Score of a placement on ``square``, or NO_SCORE if it captures nothing; two others stay empty."""
    if not meets(neighbours(square), opp):
        return NO_SCORE
    flipped = flips(own, opp, square)
    if is_empty(flipped):
        return NO_SCORE
    return -two_left(
        next_own(own, opp, square, flipped),
        next_opp(own, opp, square, flipped),
        -alpha - 1,
        other1,
        other2,
        context,
    )


@inline
def best_of_three(own: Board, opp: Board, alpha: int, s1: int, s2: int, s3: int, context: SearchContext) -> int:
    """Best placement's score, or NO_SCORE where there is no placement."""
    best = then_two(own, opp, alpha, s1, s2, s3, context)
    if best > alpha:
        return best
    best = max(best, then_two(own, opp, alpha, s2, s1, s3, context))
    if best > alpha:
        return best
    return max(best, then_two(own, opp, alpha, s3, s1, s2, context))


@kernel("int64(B, B, int64, int64, int64, int64, SearchContext)")
def three_left(own: Board, opp: Board, alpha: int, s1: int, s2: int, s3: int, context: SearchContext) -> int:
    """Score with three empty cells; if one of them is isolated, one such comes first."""
    context.nodes += 1
    cells = empties(own, opp)
    if meets(neighbours(s1), cells):
        if not meets(neighbours(s2), cells):
            s1, s2 = s2, s1
        elif not meets(neighbours(s3), cells):
            s1, s3 = s3, s1
    best = best_of_three(own, opp, alpha, s1, s2, s3, context)
    if best != NO_SCORE:
        return best
    best = best_of_three(opp, own, -alpha - 1, s1, s2, s3, context)
    return final_score(own, opp) if best == NO_SCORE else -best


@inline
def then_three(
    own: Board,
    opp: Board,
    alpha: int,
    square: int,
    other1: int,
    other2: int,
    other3: int,
    context: SearchContext,
) -> int:
    """Score of a placement on ``square``, or NO_SCORE if it captures nothing; three others stay empty."""
    if not meets(neighbours(square), opp):
        return NO_SCORE
    flipped = flips(own, opp, square)
    if is_empty(flipped):
        return NO_SCORE
    return -three_left(
        next_own(own, opp, square, flipped),
        next_opp(own, opp, square, flipped),
        -alpha - 1,
        other1,
        other2,
        other3,
        context,
    )


@inline
def best_of_four(own: Board, opp: Board, alpha: int, s1: int, s2: int, s3: int, s4: int, context: SearchContext) -> int:
    """Best placement's score, or NO_SCORE where there is no placement."""
    best = then_three(own, opp, alpha, s1, s2, s3, s4, context)
    if best > alpha:
        return best
    best = max(best, then_three(own, opp, alpha, s2, s1, s3, s4, context))
    if best > alpha:
        return best
    best = max(best, then_three(own, opp, alpha, s3, s1, s2, s4, context))
    if best > alpha:
        return best
    return max(best, then_three(own, opp, alpha, s4, s1, s2, s3, context))


@kernel("int64(B, B, int64, SearchContext)")
def four_left(own: Board, opp: Board, alpha: int, context: SearchContext) -> int:
    """Score with four empty cells, isolated ones first."""
    context.nodes += 1
    bound = ceiling(own, opp, alpha, 4)
    if bound <= alpha:
        return bound
    cells = empties(own, opp)
    early = isolated(cells)
    late = without(cells, early)
    if is_empty(early):
        early = cells
    s1 = first(early)
    early = drop_first(early)
    if is_empty(early):  # of four cells one may be isolated, or two, or all, or none
        early = late
    s2 = first(early)
    early = drop_first(early)
    if is_empty(early):
        early = late
    s3 = first(early)
    s4 = first(drop_first(early))
    best = best_of_four(own, opp, alpha, s1, s2, s3, s4, context)
    if best != NO_SCORE:
        return best
    best = best_of_four(opp, own, -alpha - 1, s1, s2, s3, s4, context)
    return final_score(own, opp) if best == NO_SCORE else -best
