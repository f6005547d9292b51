"""Games of Go against itself, and what its searches thought of each move: kernel text (see kernels/prelude.pyi).

A game begins with some moves as they are drawn in games played out; then each is searched, and the tree is kept from
move to move. Of every position that was searched a row of ROW_BYTES is written for each of its moves.
"""

from engined.kernels.context import SCRATCH
from engined.kernels.go_codes import FAR, GIVES, GIVES_ONE, QUIET
from engined.kernels.prelude import CELLS, inline, kernel, load, load_16, load_32, store, store_16
from engined.search.go_board import (
    BEFORE_LAST,
    LAST,
    LIST_AT,
    MOVER,
    PASSES,
    empties_beside,
    play_point,
    shape_at,
)
from engined.search.go_ladder import read_ladder
from engined.search.go_playout import JUDGED, index_of, list_near, playout_point, stones_given
from engined.search.go_priors import edge_of, steps_from
from engined.search.go_tactics import ILLEGAL, tactic_of
from engined.search.go_tree import (
    CAPACITY,
    CHILD,
    LADDER_AT,
    MOVES,
    POINT,
    REWARDS,
    ROOT,
    UNDER_WAY,
    USED,
    VISITS,
    WHOLE,
    grow_tree,
    plant_tree,
    record,
)
from engined.search.random import chance
from engined.search.stop import told_to_stop

ROW_BYTES = 16
# Of a row, 16 bits each.
ROW_SHARE = 0
"""Of the games of its position, those through this move, of 65535."""
ROW_SHAPE = 2
"""Its surroundings."""
ROW_TACTIC = 4
"""In trees."""
ROW_PLAYOUT = 6
"""In games played out: its tactic as it is looked at there, FAR where the move is not near the last, ILLEGAL's 65535
where it is not played."""
ROW_DISTANCE = 8
ROW_BEFORE = 10
ROW_EDGE = 12
ROW_HEAD = 14
"""In the first row of a position, who is to move; else 0."""
ODD_MOVES = 32
"""One move of so many is drawn as in games played out."""
DECIDED = WHOLE // 20
"""Whoever gets no more gives up."""


@inline
def playout_class(board: int, listed: int, point: int) -> int:
    """What a move that is no own eye is in games played out: see ROW_PLAYOUT."""
    index = index_of(board, listed, point)
    if index < listed:
        if load_16(board + LIST_AT + 8 * index) & JUDGED != 0:
            return tactic_of(board, point)
        given = 0 if empties_beside(board, point) > 1 else stones_given(board, point)
        return ILLEGAL if given < 0 else QUIET if given == 0 else GIVES_ONE if given == 1 else GIVES
    given = 0 if empties_beside(board, point) > 1 else stones_given(board, point)
    return ILLEGAL if given < 0 or given > 1 else FAR


@kernel("int64(int64, int64, int64, int64)")
def write_rows(board: int, head: int, out: int, context: int) -> int:
    """Write a row for each move of a node, whose position is on the board; gives their number. A pass has none."""
    last = load(board + LAST)
    listed = list_near(board, last) & 255 if last != 0 else 0
    games = 0
    for index in range(load_16(head + MOVES)):
        move = record(head, 1 + index)
        if load_16(move + POINT) != 0:
            games += load_32(move + VISITS)
    if games == 0:
        return 0
    rows = 0
    for index in range(load_16(head + MOVES)):
        move = record(head, 1 + index)
        point = load_16(move + POINT)
        if point != 0:
            row = out + ROW_BYTES * rows
            store_16(row + ROW_SHARE, 65535 * load_32(move + VISITS) // games)
            store_16(row + ROW_SHAPE, shape_at(board, point))
            tactic = read_ladder(board, point, tactic_of(board, point), load(context + 8 * SCRATCH) + LADDER_AT)
            store_16(row + ROW_TACTIC, tactic)
            store_16(row + ROW_PLAYOUT, playout_class(board, listed, point))
            store_16(row + ROW_DISTANCE, steps_from(point, last))
            store_16(row + ROW_BEFORE, steps_from(point, load(board + BEFORE_LAST)))
            store_16(row + ROW_EDGE, edge_of(board, point))
            store_16(row + ROW_HEAD, load(board + MOVER) if rows == 0 else 0)
            rows += 1
    return rows


@inline
def best_move(head: int) -> int:
    """The move of a node that most games went through: its address."""
    best = record(head, 1)
    for index in range(load_16(head + MOVES)):
        move = record(head, 1 + index)
        if load_32(move + VISITS) > load_32(best + VISITS):
            best = move
    return best


@inline
def drawn_move(head: int, context: int) -> int:
    """A move of a node, as likely as games went through it: its address."""
    games = 0
    for index in range(load_16(head + MOVES)):
        games += load_32(record(head, 1 + index) + VISITS)
    draw = chance(games, context)
    index = 0
    while index + 1 < load_16(head + MOVES) and draw >= load_32(record(head, 1 + index) + VISITS):
        draw -= load_32(record(head, 1 + index) + VISITS)
        index += 1
    return record(head, 1 + index)


@inline
def move_to(arena: int, head: int, point: int, board: int, context: int) -> None:
    """Play a move on the board, and make its position the root: the node that is there, or a tree planted anew."""
    child = 0
    for index in range(load_16(head + MOVES)):
        move = record(head, 1 + index)
        if load_16(move + POINT) == point:
            child = load_32(move + CHILD)
    play_point(board, point)
    if child > UNDER_WAY and 2 * load(arena + USED) < load(arena + CAPACITY):
        store(arena + ROOT, child)
    else:
        plant_tree(arena, load(arena + CAPACITY), board, context)


@kernel("int64(int64, int64, int64, int64, int64, int64, int64, int64)")
def play_and_write(
    arena: int, board: int, games: int, opening: int, drawn: int, to_the_end: int, out: int, context: int
) -> int:
    """Play a game from the position on a board, with so many games of each search; gives how many rows were written.

    ``opening`` moves are not searched, the next ``drawn`` are as likely as searches tried them. Unless it is played
    ``to_the_end``, it ends when it is decided. There is room for 2 * CELLS positions.
    """
    for _ in range(opening):
        if load(board + PASSES) == 0:
            play_point(board, playout_point(board, context))
    if load(board + PASSES) > 0:
        return 0
    plant_tree(arena, load(arena + CAPACITY), board, context)
    rows = 0
    for ply in range(2 * CELLS):
        if load(board + PASSES) > 1 or told_to_stop(context):
            break
        head = record(arena, load(arena + ROOT))
        grow_tree(arena, board, games, context)
        rows += write_rows(board, head, out + ROW_BYTES * rows, context)
        best = best_move(head)
        rate = load(best + REWARDS) // max(load_32(best + VISITS), 1)
        if to_the_end == 0 and (rate < DECIDED or rate > WHOLE - DECIDED):
            break
        point = load_16(best + POINT)
        if ply < drawn:
            point = load_16(drawn_move(head, context) + POINT)
        if point != 0 and chance(ODD_MOVES, context) == 0:
            point = playout_point(board, context)
        move_to(arena, head, point, board, context)
    return rows
