"""Games of Go played out uniformly at random, as the lightest playouts are: kernel source (see kernels/prelude.pyi)."""

from engined.kernels.context import SearchContext
from engined.kernels.prelude import inline, kernel
from engined.search.go.board import (
    GoBoard,
    copy_board,
    empty_point,
    is_eye,
    is_legal,
    play_point,
)
from engined.search.go.playout import LONGEST, area_ahead, play_games
from engined.search.random import chance

__all__ = ("play_games",)


@inline
def any_point(board: GoBoard, context: SearchContext) -> int:
    """Any legal move that fills no own eye; 0 for a pass."""
    empties = board.empties
    if empties == 0:
        return 0
    mover = board.mover
    start = chance(empties, context)
    index = start
    while True:
        point = empty_point(board, index)
        if not is_eye(board, point, mover) and is_legal(board, point):
            return point
        index = index + 1 if index + 1 < empties else 0
        if index == start:
            return 0


@kernel("int64(GoBoard, GoBoard, int64, SearchContext)")
def play_light_games(start: GoBoard, board: GoBoard, games: int, context: SearchContext) -> int:
    """See play_games."""
    total = 0
    for _ in range(games):
        copy_board(board, start)
        board.passes = 0
        end = board.plies + LONGEST
        while board.passes < 2 and board.plies < end:
            play_point(board, any_point(board, context))
        total += area_ahead(board)
    return total
