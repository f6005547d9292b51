"""Counting leaves where one square may have several moves: kernel source (see kernels/prelude.pyi)."""

from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    Board,
    drop_first,
    first,
    flips,
    inline,
    is_empty,
    kernel,
    legal,
    next_opp,
    next_own,
    turned,
)
from engined.search.flip_choice.choices import chosen, further, number
from engined.search.stop import stopped

POLL_DEPTH = 4


@inline
def last_ply(own: Board, opp: Board) -> int:
    """Leaves one ply on; a pass or the end of the game is one leaf."""
    moves = legal(own, opp)
    leaves = 0
    while not is_empty(moves):
        leaves += number(flips(own, opp, first(moves)))
        moves = drop_first(moves)
    return max(leaves, 1)


@kernel("int64(B, B, int64, SearchContext)")
def perft(own: Board, opp: Board, depth: int, context: SearchContext) -> int:
    """Number of leaves after ``depth`` plies; a forced pass is one ply, a finished game counts as one leaf.

    Leaves are added to NODES as they are found; the number is wrong once STOP is set.
    """
    if depth <= 1:
        return last_ply(own, opp) if depth == 1 else 1
    moves = legal(own, opp)
    if is_empty(moves):
        return 1 if is_empty(legal(opp, own)) else perft(opp, own, depth - 1, context)
    leaves = 0
    while not is_empty(moves):
        square = first(moves)
        moves = drop_first(moves)
        bracketed = flips(own, opp, square)
        rest = bracketed
        for _ in range(number(bracketed)):
            flipped = turned(own, opp, square, chosen(rest))
            after_own = next_own(own, opp, square, flipped)
            leaves += perft(after_own, next_opp(own, opp, square, flipped), depth - 1, context)
            rest = further(rest, bracketed)
        if depth >= POLL_DEPTH and stopped(context):
            return leaves
    if depth == POLL_DEPTH:
        context.nodes += leaves
    return leaves
