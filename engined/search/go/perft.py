"""Perft of Go: kernel source (see kernels/prelude.pyi)."""

from engined.kernels.context import SearchContext
from engined.kernels.prelude import kernel
from engined.search.go.board import (
    BOARD_SIZE,
    GoBoard,
    copy_board,
    empty_point,
    is_legal,
    play_point,
)
from engined.search.stop import stopped

MOST_PLIES = 64
SCRATCH_BYTES = MOST_PLIES * BOARD_SIZE


@kernel("int64(GoBoard, int64, SearchContext)")
def count_leaves(board: GoBoard, depth: int, context: SearchContext) -> int:
    """Leaves so many plies below a position; boards of the plies between lie behind it. A pass is a ply, and a finished
    game counts as one leaf.
    """
    if depth == 0 or board.passes > 1:
        return 1
    context.nodes += 1
    if stopped(context):
        return 0
    after = GoBoard(board.address + BOARD_SIZE)
    leaves = 0
    empties = board.empties
    for index in range(empties + 1):
        point = empty_point(board, index) if index < empties else 0
        if point == 0 or is_legal(board, point):
            if depth == 1:
                leaves += 1
            else:
                copy_board(after, board)
                play_point(after, point)
                leaves += count_leaves(after, depth - 1, context)
    return leaves
