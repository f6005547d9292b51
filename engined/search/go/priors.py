"""What is thought of the moves of Go before any game: kernel source (see kernels/prelude.pyi).

A move is as strong as the product of the strengths of its features: its surroundings, its tactic, how far it is from
the last two moves, its line (R. Coulom, "Computing Elo ratings of move patterns in the game of Go", 2007).
"""

from engined.kernels.go_codes import (
    AFTER_PASS,
    BEFORE_DISTANCES_AT,
    DISTANCES_AT,
    EDGES_AT,
    LINES,
    MOST_DISTANCE,
    ONE,
    PRIORS_AT,
    TACTIC_PRIORS_AT,
)
from engined.kernels.prelude import CELLS, ROWS, STRIDE, Array, i64, inline, load_16, load_32, load_byte, shift_right
from engined.search.go.board import (
    GoBoard,
    empty_point,
    shape_at,
)
from engined.search.go.ladder import LadderMemory, read_ladder
from engined.search.go.tactics import ILLEGAL, tactic_of

MOST_STRENGTH = 1 << 40
IN_SETTLED = 16
"""A move on a point that is settled is so much weaker."""


@inline
def steps_from(point: int, other: int) -> int:
    """The distance from a move to an earlier one: the sum of both ways and the longer of them (as in Coulom's paper),
    at most MOST_DISTANCE; AFTER_PASS where that was none.
    """
    if other == 0:
        return AFTER_PASS
    down = abs(point // STRIDE - other // STRIDE)
    across = abs(point % STRIDE - other % STRIDE)
    return min(down + across + max(down, across), MOST_DISTANCE)


@inline
def line_of(point: int) -> int:
    """Which line a point is on, from 0 at the edge, at most the last of LINES."""
    down = point // STRIDE - 1
    across = point % STRIDE - 1
    return min(min(min(down, ROWS - 1 - down), min(across, STRIDE - 2 - across)), LINES - 1)


@inline
def edge_of(board: GoBoard, point: int) -> int:
    """The line of a move and how full the board is, in one number."""
    empties = board.empties
    phase = 0 if 8 * empties > 7 * CELLS else 1 if 4 * empties > 3 * CELLS else 2
    return LINES * phase + line_of(point)


@inline
def times(strength: int, table: int, index: int) -> int:
    """A strength times one of a table, where ONE is no change."""
    return min(strength * load_32(table + 4 * index) // ONE, MOST_STRENGTH)


@inline
def strength_of(board: GoBoard, point: int, tactic: int) -> int:
    """How strong a move is: 2 ** 20 where nothing speaks for it or against it."""
    tables = board.tables
    shapes = tables + PRIORS_AT + 131072 * (board.mover - 1)
    strength = load_16(shapes + 2 * shape_at(board, point)) << 12
    strength = times(strength, tables + TACTIC_PRIORS_AT, tactic)
    strength = times(strength, tables + DISTANCES_AT, steps_from(point, board.last))
    strength = times(strength, tables + BEFORE_DISTANCES_AT, steps_from(point, board.before_last))
    return max(times(strength, tables + EDGES_AT, edge_of(board, point)), 1)


@inline
def list_strengths(board: GoBoard, keys: Array[i64], memory: LadderMemory, settled: int) -> int:
    """Write how strong each move is, shifted by 16, and its point; gives their number. A pass is among them.

    ``settled`` is as in TreeQuestion: where most points are, few moves are left that
    are stronger than a pass.
    """
    listed = 0
    total = 0
    for index in range(board.empties):
        point = empty_point(board, index)
        tactic = read_ladder(board, point, tactic_of(board, point), memory)
        if tactic != ILLEGAL:
            strength = strength_of(board, point, tactic)
            if settled != 0 and load_byte(settled + point) != 0:
                strength = max(strength // IN_SETTLED, 1)
            total += strength
            keys[listed] = strength << 16 | point
            listed += 1
    may_end = board.passes > 0 or settled != 0
    keys[listed] = max(shift_right(total, 3 if may_end else 8), 1) << 16
    return listed + 1
