"""Games of Go against itself, and what its searches thought of each move: kernel source (see kernels/prelude.pyi).

A game begins with some moves as they are drawn in games played out; then each is searched, and the tree is kept from
move to move. Of every position that was searched either a row of ROW_BYTES is written for each of its moves, which
strengths are fitted to, or a sample of SAMPLE_BYTES, which a network is taught by.
"""

from math import log

from engined.kernels.context import SearchContext
from engined.kernels.go_codes import FAR, GIVES, GIVES_ONE, QUIET
from engined.kernels.network_codes import PLANES
from engined.kernels.prelude import (
    CELLS,
    POINTS,
    Array,
    Record,
    bytes_of,
    f32,
    inline,
    kernel,
    offset_of,
    room_for,
    shift_right,
    store_float,
    u16,
)
from engined.search.go.board import (
    GoBoard,
    empties_beside,
    play_point,
    shape_at,
)
from engined.search.go.ladder import read_ladder
from engined.search.go.network import write_planes
from engined.search.go.playout import JUDGED, entry_at, index_of, list_near, playout_point, stones_given
from engined.search.go.priors import edge_of, list_strengths, steps_from
from engined.search.go.tactics import ILLEGAL, tactic_of
from engined.search.go.tree.arena import UNDER_WAY, Arena, Node, TreeMove, node_at, tree_move
from engined.search.go.tree.growth import games_of, grow_tree
from engined.search.go.tree.memory import OF_SECOND, forget_ends, tree_scratch
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


class NetworkSample(Record):
    """A position, as a network is taught by it."""

    planes: Array[f32] = room_for(PLANES * POINTS)
    """The planes of the position, the input of the network."""
    shares: Array[f32] = room_for(POINTS)
    """The shares of moves in the games of the position; that of a pass is at 0."""
    strengths: Array[f32] = room_for(POINTS)
    """The logarithms of strengths; NOT_LISTED where a tree does not try the move."""
    mover: f32
    """The seat to move."""
    deep: f32
    """1: its search had all its games; 0: few."""


ROW_BYTES = bytes_of(StrengthRow)
SAMPLE_SHARES = offset_of(NetworkSample, "shares")
SAMPLE_STRENGTHS = offset_of(NetworkSample, "strengths")
SAMPLE_MOVER = offset_of(NetworkSample, "mover")
SAMPLE_DEEP = offset_of(NetworkSample, "deep")
SAMPLE_BYTES = bytes_of(NetworkSample)
NOT_LISTED = -1.0
DEEP = 3
"""One search of so many has all its games, where others are to have fewer: what games come to is learned from many of
them, and what to play from searches that are worth it (D. Wu, "Accelerating self-play learning in Go", 2019).
"""
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


@kernel("int64(GoBoard, Node, NetworkSample, SearchContext)")
def write_sample(board: GoBoard, node: Node, sample: NetworkSample, context: SearchContext) -> int:
    """Write the sample of a node, whose position is on the board, but for how it was searched; gives the number of its
    moves.
    """
    write_planes(board, sample.planes)
    for point in range(POINTS):
        sample.shares[point] = 0.0
        sample.strengths[point] = NOT_LISTED
    scratch = tree_scratch(context)
    number = list_strengths(board, scratch.keys, scratch.ladder, 0)
    for index in range(number):
        key = scratch.keys[index]
        sample.strengths[key & 65535] = log(float(shift_right(key, 16)))
    games = games_of(node)
    for index in range(node.number):
        move = tree_move(node, index)
        sample.shares[move.point] = float(move.visits) / float(max(games, 1))
    sample.mover = float(board.mover)
    return number


@inline
def write_owners(owners: int, context: SearchContext) -> None:
    """Write whose each point was in the games of the last search: a float each, 1.0 for always the first seat's, -1.0
    for the second's.
    """
    scratch = tree_scratch(context)
    games = float(max(scratch.ends.games, 1))
    for point in range(POINTS):
        counts = scratch.owners[point]
        ahead = (counts & (OF_SECOND - 1)) - shift_right(counts, 32)
        store_float(owners + 4 * point, float(ahead) / games)


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


@kernel("int64(int64, GoBoard, int64, int64, int64, int64, int64, int64, int64, SearchContext)")
def play_and_write(
    arena: int,
    board: GoBoard,
    games: int,
    fewer: int,
    opening: int,
    drawn: int,
    to_the_end: int,
    out: int,
    owners: int,
    context: SearchContext,
) -> int:
    """Play a game from the position on a board, with so many games of each search; gives how many rows were written.

    ``opening`` moves are not searched, the next ``drawn`` are as likely as searches tried them. Unless it is played
    ``to_the_end``, it ends when it is decided. There is room for 2 * CELLS positions.

    With an address of ``owners``, samples are written instead of rows, and there whose each point was in the end; only
    one search of DEEP has all ``games``, others have ``fewer``.
    """
    for _ in range(opening):
        if board.passes == 0:
            play_point(board, playout_point(board, context))
    if board.passes > 0:
        return 0
    plant_tree(arena, Arena(arena).capacity, board, context)
    look_ahead(arena, board, context)
    written = 0
    for ply in range(2 * CELLS):
        if board.passes > 1 or told_to_stop(context):
            break
        node = node_at(arena, Arena(arena).root)
        if owners == 0:
            grow_tree(arena, board, games, context)
            written += write_rows(board, node, out + ROW_BYTES * written, context)
        else:
            deep = chance(DEEP, context) == 0
            forget_ends(context, 0)
            grow_tree(arena, board, games if deep else fewer, context)
            sample = NetworkSample(out + SAMPLE_BYTES * written)
            write_sample(board, node, sample, context)
            sample.deep = 1.0 if deep else 0.0
            written += 1
        best = best_move(node)
        rate = best.wins // max(best.visits, 1)
        if to_the_end == 0 and (rate < DECIDED or rate > WHOLE - DECIDED):
            break
        point = best.point
        if ply < drawn:
            point = drawn_move(node, context).point
        if point != 0 and chance(ODD_MOVES, context) == 0:
            point = playout_point(board, context)
        move_to(arena, node, point, board, context)
    if owners != 0:
        write_owners(owners, context)
    return written
