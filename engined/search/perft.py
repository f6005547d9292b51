"""Counting leaves: kernel text (see kernels/prelude.pyi)."""

from __future__ import annotations

from engined.kernels.prelude import (
    Board,
    add_to,
    count,
    drop_first,
    first,
    flips,
    is_empty,
    kernel,
    legal,
    load_flag,
    next_opp,
    next_own,
)
from engined.search.context import NODES, STOP

POLL_DEPTH = 5


@kernel("int64(B, B, int64, int64)")
def perft(own: Board, opp: Board, depth: int, context: int) -> int:
    """Number of leaves after ``depth`` plies; a forced pass is one ply, a finished game counts as one leaf.

    The last ply is counted, not played. Leaves are added to NODES as they are found; the number is wrong
    once STOP is set.
    """
    if depth == 0:
        return 1
    moves = legal(own, opp)
    if is_empty(moves):
        if depth == 1 or is_empty(legal(opp, own)):
            return 1
        return perft(opp, own, depth - 1, context)
    if depth == 1:
        return count(moves)
    leaves = 0
    while not is_empty(moves):
        square = first(moves)
        moves = drop_first(moves)
        flipped = flips(own, opp, square)
        leaves += perft(
            next_own(own, opp, square, flipped), next_opp(own, opp, square, flipped), depth - 1, context
        )
        if depth == POLL_DEPTH and load_flag(context + 8 * STOP) != 0:
            return leaves
    if depth == POLL_DEPTH:
        add_to(context + 8 * NODES, leaves)
    return leaves
