"""Ladders of Go, read to their end: kernel source (see kernels/prelude.pyi).

A chain that runs from atari to atari is followed on copies of the board, one behind the other in memory.
"""

from engined.kernels.go_codes import ATTACKS, ATTACKS_ONE, CATCHES, ESCAPES, ESCAPES_ONE, IN_VAIN
from engined.kernels.prelude import Array, Record, i64, kernel, room_for
from engined.search.go.board import (
    BOARD_SIZE,
    GoBoard,
    colour_at,
    copy_board,
    first_liberty,
    head_at,
    is_legal,
    liberties_of,
    liberty_but,
    play_point,
    way,
)
from engined.search.go.tactics import is_beside_atari

LONGEST_LADDER = 24
"""Times that a chain runs."""
MOST_RUNS = 60
"""The most runs that are read for one move; a chain that runs on is taken to have escaped."""


class LadderMemory(Record):
    """The memory for reading a ladder."""

    runs: i64
    """The number of runs read so far."""
    boards: Array[GoBoard] = room_for(2 * LONGEST_LADDER + 1)
    """The boards of the way, one behind the other."""


@kernel("int64(GoBoard, int64, int64, int64, LadderMemory)")
def is_caught(board: GoBoard, stone: int, only: int, left: int, memory: LadderMemory) -> int:
    """Whether the other's chain of a stone cannot get away from the mover's ataris, of which the first is on the point
    ``only``, unless that is 0; it may run ``left`` times.

    The board is one of those in memory. A chain gets away where it stands beside one in atari, which it might take.
    """
    head = head_at(board, stone)
    liberties = liberties_of(board, head)
    if liberties == 1:
        return 1
    if liberties > 2 or left == 0:
        return 0
    mover = board.mover
    first = first_liberty(board, head)
    attacked = GoBoard(board.address + BOARD_SIZE)
    answered = GoBoard(attacked.address + BOARD_SIZE)
    for attempt in range(2):
        point = first if attempt == 0 else liberty_but(board, head, first)
        if (only == 0 or only == point) and is_legal(board, point):
            copy_board(attacked, board)
            play_point(attacked, point)
            memory.runs += 1
            if memory.runs <= MOST_RUNS and not is_beside_atari(attacked, head_at(attacked, stone), mover):
                liberty = first_liberty(attacked, head_at(attacked, stone))
                if not is_legal(attacked, liberty):
                    return 1
                copy_board(answered, attacked)
                play_point(answered, liberty)
                if is_caught(answered, stone, 0, left - 1, memory) != 0:
                    return 1
    return 0


@kernel("int64(GoBoard, int64, int64, LadderMemory)")
def read_ladder(board: GoBoard, point: int, tactic: int, memory: LadderMemory) -> int:
    """What a move's tactic is when ladders are read: CATCHES for an atari that one makes good, IN_VAIN for an escape
    that one ends, else as it was.
    """
    attacks = tactic in (ATTACKS, ATTACKS_ONE)
    if not attacks and tactic not in (ESCAPES, ESCAPES_ONE):
        return tactic
    mover = board.mover
    prey = 3 - mover if attacks else mover
    for direction in range(4):
        near = point + way(direction)
        if colour_at(board, near) == prey and liberties_of(board, head_at(board, near)) == (2 if attacks else 1):
            start = memory.boards[0]
            copy_board(start, board)
            memory.runs = 0
            if attacks:
                if is_caught(start, near, point, LONGEST_LADDER, memory) != 0:
                    return CATCHES
            else:
                play_point(start, point)
                if is_caught(start, near, 0, LONGEST_LADDER, memory) != 0:
                    return IN_VAIN
    return tactic
