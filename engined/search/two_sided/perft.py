"""Counting leaves: kernel source (see kernels/prelude.pyi)."""

from __future__ import annotations

from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    GROUPED,
    Board,
    count,
    drop_first,
    empty_set,
    first,
    flips,
    inline,
    int64,
    is_empty,
    kernel,
    legal,
    new_batches,
    next_opp,
    next_own,
)
from engined.search.stop import stopped
from engined.search.two_sided.batched_perft import counted_so_far, rest, wait

POLL_DEPTH = 5


@inline
def last_ply(own: Board, opp: Board) -> int:
    """Leaves one ply on: moves are counted, not played; a pass or the end of the game is one leaf."""
    return max(count(legal(own, opp)), 1)


@inline
def last_two_plies(own: Board, opp: Board, moves: Board) -> int:
    """Leaves two plies on: a loop without calls, so that vectors stay in registers."""
    leaves = 0
    while not is_empty(moves):
        square = first(moves)
        moves = drop_first(moves)
        flipped = flips(own, opp, square)
        leaves += last_ply(next_own(own, opp, square, flipped), next_opp(own, opp, square, flipped))
    return leaves


@inline
def last_three_plies(own: Board, opp: Board, moves: Board) -> int:
    """Leaves three plies on. The replies to a move are found while those to the move before are counted:
    where that loop ends is hard to predict, and the search for replies is under way by then.
    """
    leaves = 0
    waiting_own, waiting_opp, waiting = own, opp, empty_set()
    while not is_empty(moves):
        square = first(moves)
        moves = drop_first(moves)
        flipped = flips(own, opp, square)
        after_own = next_own(own, opp, square, flipped)
        after_opp = next_opp(own, opp, square, flipped)
        replies = legal(after_own, after_opp)
        if is_empty(replies):
            leaves += last_ply(after_opp, after_own)
        leaves += last_two_plies(waiting_own, waiting_opp, waiting)
        waiting_own, waiting_opp, waiting = after_own, after_opp, replies
    return leaves + last_two_plies(waiting_own, waiting_opp, waiting)


@kernel("int64(B, B, int64, int64, SearchContext)")
def leaves_below(own: Board, opp: Board, depth: int, batches: int, context: SearchContext) -> int:
    """Number of leaves after ``depth`` plies, two at least, but for those that are counted in the batches, if any."""
    moves = legal(own, opp)
    if is_empty(moves):
        if is_empty(legal(opp, own)):
            return 1
        return last_ply(opp, own) if depth == 2 else leaves_below(opp, own, depth - 1, batches, context)
    if depth == 2:
        return last_two_plies(own, opp, moves)
    if depth == 3:
        if GROUPED:
            return wait(own, opp, moves, batches)
        return last_three_plies(own, opp, moves)
    leaves = 0
    while not is_empty(moves):
        square = first(moves)
        moves = drop_first(moves)
        flipped = flips(own, opp, square)
        after_own = next_own(own, opp, square, flipped)
        after_opp = next_opp(own, opp, square, flipped)
        leaves += leaves_below(after_own, after_opp, depth - 1, batches, context)
        if depth >= POLL_DEPTH and stopped(context):
            return leaves
    if depth == POLL_DEPTH:
        if GROUPED:
            leaves += counted_so_far(batches)
        context.nodes += leaves
    return leaves


@kernel("int64(B, B, int64, SearchContext)")
def perft(own: Board, opp: Board, depth: int, context: SearchContext) -> int:
    """Number of leaves after ``depth`` plies; a forced pass is one ply, a finished game counts as one leaf.

    Leaves are added to NODES as they are found; the number is wrong once STOP is set.
    """
    if depth <= 1:
        return last_ply(own, opp) if depth == 1 else 1
    if not GROUPED:
        return leaves_below(own, opp, depth, int64(0), context)
    batches = new_batches()
    leaves = leaves_below(own, opp, depth, batches, context)
    left = rest(batches)
    if depth >= POLL_DEPTH:
        context.nodes += left
    return leaves + left
