"""Counting leaves: kernel text (see kernels/prelude.pyi)."""

from __future__ import annotations

from engined.kernels.prelude import (
    Board,
    add_to,
    count,
    drop_first,
    first,
    flips,
    inline,
    is_empty,
    kernel,
    legal,
    load_flag,
    next_opp,
    next_own,
)
from engined.search.context import NODES, STOP

POLL_DEPTH = 5


@inline
def last_ply(own: Board, opp: Board) -> int:
    """Leaves one ply on: moves are counted, not played; a pass or the end of the game is one leaf."""
    return max(count(legal(own, opp)), 1)


@kernel("int64(B, B, int64, int64)")
def perft(own: Board, opp: Board, depth: int, context: int) -> int:
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
        flipped = flips(own, opp, square)
        after_own = next_own(own, opp, square, flipped)
        after_opp = next_opp(own, opp, square, flipped)
        if depth == 2:
            leaves += last_ply(after_own, after_opp)
            continue
        leaves += perft(after_own, after_opp, depth - 1, context)
        if depth >= POLL_DEPTH and load_flag(context + 8 * STOP) != 0:
            return leaves
    if depth == POLL_DEPTH:
        add_to(context + 8 * NODES, leaves)
    return leaves
