"""What moves of Go are to kernels, and which are drawn, for tests: kernel source (see kernels/prelude.pyi)."""

from engined.kernels.context import SearchContext
from engined.kernels.prelude import kernel, load, shift_right, store
from engined.search.go.board import (
    GoBoard,
    play_point,
)
from engined.search.go.ladder import LadderMemory, read_ladder
from engined.search.go.playout import drawn_near, entry_at, is_nakade, list_near
from engined.search.go.priors import edge_of, steps_from
from engined.search.go.tactics import tactic_of

__all__ = ("is_nakade", "tactic_of")


@kernel("int64(GoBoard, int64)")
def play_at(board: GoBoard, point: int) -> int:
    """Play a legal move."""
    play_point(board, point)
    return board.address


@kernel("int64(int64, int64)")
def steps(point: int, other: int) -> int:
    """See steps_from."""
    return steps_from(point, other)


@kernel("int64(GoBoard, int64)")
def edge(board: GoBoard, point: int) -> int:
    """See edge_of."""
    return edge_of(board, point)


@kernel("int64(GoBoard, int64)")
def listed_near(board: GoBoard, out: int) -> int:
    """Write the point and the weight of each move near the last, a word each; gives their number."""
    listed = list_near(board, board.last) & 255
    for index in range(listed):
        entry = entry_at(board, index)
        store(out + 16 * index, entry & 32767)
        store(out + 16 * index + 8, shift_right(entry, 16))
    return listed


@kernel("int64(GoBoard, int64, int64, SearchContext)")
def draw_near(board: GoBoard, draws: int, out: int, context: SearchContext) -> int:
    """Count at each point's word how often it is drawn as a move near the last; at word 0 how often none is."""
    for _ in range(draws):
        place = out + 8 * drawn_near(board, board.last, context)
        store(place, load(place) + 1)
    return board.empties


@kernel("int64(GoBoard, int64, LadderMemory)")
def tactic_with_ladders(board: GoBoard, point: int, memory: LadderMemory) -> int:
    """See read_ladder."""
    return read_ladder(board, point, tactic_of(board, point), memory)
