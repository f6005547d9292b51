"""Lists of moves as kernels that Python can call: kernel source (see kernels/prelude.pyi)."""

from __future__ import annotations

from engined.kernels.prelude import CORNERS, Board, kernel, legal
from engined.search.ordering import CORNER_REPLY_COSTS, ISOLATED_GAINS, REPLY_COSTS, list_moves, next_move


@kernel("int64(B, B, int64)")
def list_legal(own: Board, opp: Board, slot: int) -> int:
    """Write all legal moves into a slot, corners as if they were isolated; gives their number."""
    moves = legal(own, opp)
    return list_moves(own, opp, moves, CORNERS, REPLY_COSTS, CORNER_REPLY_COSTS, ISOLATED_GAINS, slot)


@kernel("int64(int64, int64)")
def take(slot: int, size: int) -> int:
    """The move of a list with the highest ordering score that was not taken yet."""
    return next_move(slot, size)
