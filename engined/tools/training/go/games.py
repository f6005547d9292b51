"""Games of Go against itself, and what its searches thought of each move: kernel source (see kernels/prelude.pyi).

A game begins with some moves as they are drawn in games played out; then each is searched, and the tree is kept from
move to move. Of every position that was searched a row of ROW_BYTES is written for each of its moves, which strengths
are fitted to.
"""

from engined.kernels.context import SearchContext
from engined.kernels.go_codes import FAR, GIVES, GIVES_ONE, QUIET
from engined.kernels.prelude import (
    CELLS,
    Record,
    bytes_of,
    inline,
    kernel,
    u16,
)
from engined.search.go.board import (
    GoBoard,
    empties_beside,
    play_point,
    shape_at,
)
from engined.search.go.ladder import read_ladder
from engined.search.go.playout import JUDGED, entry_at, index_of, list_near, playout_point, stones_given
from engined.search.go.priors import edge_of, steps_from
from engined.search.go.tactics import ILLEGAL, tactic_of
from engined.search.go.tree.arena import UNDER_WAY, Arena, Node, TreeMove, node_at, tree_move
from engined.search.go.tree.growth import games_of, grow_tree
from engined.search.go.tree.memory import tree_scratch
from engined.search.go.tree.rewards import WHOLE
from engined.search.go.tree.root import look_ahead
from engined.search.go.tree.trees import plant_tree
from engined.search.random import chance
from engined.search.stop import told_to_stop


class StrengthRow(Record):
    """A move of a position, as strengths are fitted to it."""

    share: u16
    """The share of this move in the games of its position, of 65535."""
    shape: u16
    """The shape: the surroundings of the point."""
    tactic: u16
    """The tactic of the move, as trees see it."""
    playout: u16
    """The tactic of the move, as games played out see it: FAR where the move is not near the last,
    ILLEGAL's 65535 where it is not played.
    """
    distance: u16
    """The distance from the last move."""
    before: u16
    """The distance from the move before that."""
    edge: u16
    """The line of the move and the phase of the game: see edge_of."""
    head: u16
    """The seat to move, in the first row of a position; else 0."""


ROW_BYTES = bytes_of(StrengthRow)
ODD_MOVES = 32
"""One move of so many is drawn as in games played out."""
DECIDED = WHOLE // 20
"""The reward at or below which a side gives up the game."""


@inline
def playout_class(board: GoBoard, listed: int, point: int) -> int:
    """What a move that is no own eye is in games played out: see StrengthRow."""
    index = index_of(board, listed, point)
    if index < listed:
        if entry_at(board, index) & JUDGED != 0:
            return tactic_of(board, point)
        given = 0 if empties_beside(board, point) > 1 else stones_given(board, point)
        return ILLEGAL if given < 0 else QUIET if given == 0 else GIVES_ONE if given == 1 else GIVES
    given = 0 if empties_beside(board, point) > 1 else stones_given(board, point)
    return ILLEGAL if given < 0 or given > 1 else FAR


@kernel("int64(GoBoard, Node, int64, SearchContext)")
def write_rows(board: GoBoard, node: Node, out: int, context: SearchContext) -> int:
    """Write a row for each move of a node, whose position is on the board; gives their number. A pass has none."""
    last = board.last
    listed = list_near(board, last) & 255 if last != 0 else 0
    games = 0
    for index in range(node.number):
        move = tree_move(node, index)
        if move.point != 0:
            games += move.visits
    if games == 0:
        return 0
    rows = 0
    for index in range(node.number):
        move = tree_move(node, index)
        point = move.point
        if point != 0:
            row = StrengthRow(out + ROW_BYTES * rows)
            row.share = 65535 * move.visits // games
            row.shape = shape_at(board, point)
            row.tactic = read_ladder(board, point, tactic_of(board, point), tree_scratch(context).ladder)
            row.playout = playout_class(board, listed, point)
            row.distance = steps_from(point, last)
            row.before = steps_from(point, board.before_last)
            row.edge = edge_of(board, point)
            row.head = board.mover if rows == 0 else 0
            rows += 1
    return rows


@inline
def best_move(node: Node) -> TreeMove:
    """The move of a node that most games went through."""
    best = tree_move(node, 0)
    for index in range(node.number):
        move = tree_move(node, index)
        if move.visits > best.visits:
            best = move
    return best


@inline
def drawn_move(node: Node, context: SearchContext) -> TreeMove:
    """A move of a node, drawn with a probability in proportion to the games that went through it."""
    draw = chance(games_of(node), context)
    index = 0
    while index + 1 < node.number and draw >= tree_move(node, index).visits:
        draw -= tree_move(node, index).visits
        index += 1
    return tree_move(node, index)


@inline
def move_to(arena: int, node: Node, point: int, board: GoBoard, context: SearchContext) -> None:
    """Play a move on the board, and make its position the root: the node that is there, or a tree planted anew."""
    child = 0
    for index in range(node.number):
        move = tree_move(node, index)
        if move.point == point:
            child = move.child
    play_point(board, point)
    head = Arena(arena)
    if child > UNDER_WAY and 2 * head.used < head.capacity:
        head.root = child
    else:
        plant_tree(arena, head.capacity, board, context)
    look_ahead(arena, board, context)


@inline
def begin_self_play(arena: int, board: GoBoard, opening: int, context: SearchContext) -> bool:
    """Play some moves that are not searched and plant the tree; whether there is a game to play."""
    for _ in range(opening):
        if board.passes == 0:
            play_point(board, playout_point(board, context))
    if board.passes > 0:
        return False
    plant_tree(arena, Arena(arena).capacity, board, context)
    look_ahead(arena, board, context)
    return True


@inline
def is_decided(move: TreeMove) -> bool:
    """Return whether who has the move wins or loses nearly all games through it."""
    rate = move.wins // max(move.visits, 1)
    return rate < DECIDED or rate > WHOLE - DECIDED


@inline
def play_on(arena: int, node: Node, point: int, board: GoBoard, context: SearchContext) -> None:
    """Play a move, or now and then one as games are played out."""
    if point != 0 and chance(ODD_MOVES, context) == 0:
        point = playout_point(board, context)
    move_to(arena, node, point, board, context)


@kernel("int64(int64, GoBoard, int64, int64, int64, int64, int64, SearchContext)")
def play_and_write(
    arena: int, board: GoBoard, games: int, opening: int, drawn: int, to_the_end: int, out: int, context: SearchContext
) -> int:
    """Play a game from the position on a board, with so many games of each search; gives how many rows were written.

    ``opening`` moves are not searched, the next ``drawn`` are as likely as searches tried them. Unless it is played
    ``to_the_end``, it ends when it is decided. There is room for 2 * CELLS positions.
    """
    if not begin_self_play(arena, board, opening, context):
        return 0
    written = 0
    for ply in range(2 * CELLS):
        if board.passes > 1 or told_to_stop(context):
            break
        node = node_at(arena, Arena(arena).root)
        grow_tree(arena, board, games, context)
        written += write_rows(board, node, out + ROW_BYTES * written, context)
        best = best_move(node)
        if to_the_end == 0 and is_decided(best):
            break
        point = drawn_move(node, context).point if ply < drawn else best.point
        play_on(arena, node, point, board, context)
    return written
