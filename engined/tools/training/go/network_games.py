"""Games of Go against itself that a network is taught by: kernel source (see kernels/prelude.pyi).

They are played as those of games.py. Of every position that was searched a sample of SAMPLE_BYTES is written: what a
network sees, which moves it is to think of, and whose points became.
"""

from math import log

from engined.kernels.context import SearchContext
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
)
from engined.search.go.board import GoBoard
from engined.search.go.counting import tree_question
from engined.search.go.network import write_planes
from engined.search.go.priors import list_strengths
from engined.search.go.tree.arena import Arena, Node, node_at, tree_move
from engined.search.go.tree.growth import games_of, grow_tree
from engined.search.go.tree.memory import OWNED, forget_ends, tree_scratch
from engined.search.go.tree.rewards import JUDGED_ONE
from engined.search.go.tree.trees import plant_tree
from engined.search.random import chance
from engined.search.stop import told_to_stop
from engined.tools.training.go.games import begin_self_play, best_move, drawn_move, is_decided, play_on


class NetworkSample(Record):
    """A position, as a network is taught by it."""

    planes: Array[f32] = room_for(PLANES * POINTS)
    """The planes of the position, the input of the network."""
    policy: Array[f32] = room_for(POINTS)
    """The target policy: the probability of each move, of a pass at 0; 0 everywhere where no move is to be learned."""
    strengths: Array[f32] = room_for(POINTS)
    """The logarithms of strengths; NOT_LISTED where a tree does not try the move."""
    mover: f32
    """The seat to move."""


SAMPLE_POLICY = offset_of(NetworkSample, "policy")
SAMPLE_STRENGTHS = offset_of(NetworkSample, "strengths")
SAMPLE_MOVER = offset_of(NetworkSample, "mover")
SAMPLE_BYTES = bytes_of(NetworkSample)
NOT_LISTED = -1.0
DEEP, FEWER = 3, 6
"""One search of DEEP has all its games, where others have FEWER times fewer: what games come to is learned from many of
them, and what to play from searches that are worth it (D. Wu, "Accelerating self-play learning in Go", 2019).
"""
LAST_GAMES = 200
"""The games that are played out from where a game ends, to tell whose the points are."""


@inline
def write_sample(board: GoBoard, sample: NetworkSample, context: SearchContext) -> None:
    """Write the sample of a position but for its policy, of which nothing is to be learned yet."""
    write_planes(board, sample.planes)
    for point in range(POINTS):
        sample.policy[point] = 0.0
        sample.strengths[point] = NOT_LISTED
    scratch = tree_scratch(context)
    for index in range(list_strengths(board, scratch.keys, scratch.ladder, 0)):
        key = scratch.keys[index]
        sample.strengths[key & 65535] = log(float(shift_right(key, 16)))
    sample.mover = float(board.mover)


@inline
def write_shares(node: Node, policy: Array[f32]) -> None:
    """Write which share of the games of a search went through each move as what is to be learned."""
    games = float(max(games_of(node), 1))
    for index in range(node.number):
        move = tree_move(node, index)
        policy[move.point] = float(move.visits) / games


@inline
def write_choice(node: Node, policy: Array[f32]) -> None:
    """Write the move that a search has tried most as all that is to be learned; several, if they are equal."""
    most = best_move(node).visits
    equal = 0
    for index in range(node.number):
        equal += 1 if tree_move(node, index).visits == most else 0
    for index in range(node.number):
        move = tree_move(node, index)
        policy[move.point] = 1.0 / float(equal) if move.visits == most else 0.0


@inline
def write_owners(owners: int, context: SearchContext) -> None:
    """Write whose each point was in the games of the last search: a float each, 1.0 for always the first seat's, -1.0
    for the second's.
    """
    scratch = tree_scratch(context)
    games = float(OWNED * max(scratch.ends.games, 1))
    for point in range(POINTS):
        ahead = scratch.owners[2 * point] - scratch.owners[2 * point + 1]
        store_float(owners + 4 * point, float(ahead) / games)


@kernel("int64(int64, GoBoard, SearchContext)")
def make_even(arena: int, board: GoBoard, context: SearchContext) -> int:
    """Change the komi so that nobody is expected to be ahead, by what the last search says, and plant the tree of the
    position on the board for that: so each point goes on to matter (D. Wu, "Accelerating self-play learning in Go",
    2019). The network knows no komi. Gives twice what is added to the count of the first seat's area now.
    """
    ends = tree_scratch(context).ends
    question = tree_question(context)
    lead = 2 * ends.judged // (max(ends.games, 1) * JUDGED_ONE)
    question.points_ahead = question.points_ahead - lead | 1  # odd: there are no draws
    plant_tree(arena, Arena(arena).capacity, board, context)
    return question.points_ahead


@kernel("int64(int64, GoBoard, int64, int64, int64, int64, int64, int64, int64, SearchContext)")
def play_and_sample(
    arena: int,
    board: GoBoard,
    games: int,
    shares: int,
    opening: int,
    drawn: int,
    to_the_end: int,
    out: int,
    owners: int,
    context: SearchContext,
) -> int:
    """Play a game from the position on a board and write its samples, and at ``owners`` whose each point was in the
    end; gives the number of samples.

    One search of DEEP has so many ``games``, and from it the ``shares`` of moves are learned, or, without these (0),
    its choice. Where it is played ``to_the_end``, it goes on with another komi whenever it is decided. The rest is as
    in ``play_and_write``.
    """
    question = tree_question(context)
    points_ahead = question.points_ahead
    if not begin_self_play(arena, board, opening, context):
        return 0
    written = 0
    for ply in range(2 * CELLS):
        if board.passes > 1 or told_to_stop(context):
            break
        node = node_at(arena, Arena(arena).root)
        forget_ends(context, 0)
        sample = NetworkSample(out + SAMPLE_BYTES * written)
        write_sample(board, sample, context)
        written += 1
        deep = chance(DEEP, context) == 0
        grow_tree(arena, board, games if deep else max(games // FEWER, 1), context)
        if deep:
            if shares != 0:
                write_shares(node, sample.policy)
            else:
                write_choice(node, sample.policy)
        best = best_move(node)
        played = drawn_move(node, context) if ply < drawn else best
        decided = is_decided(best)
        if to_the_end == 0 and decided:
            break
        play_on(arena, node, played.point, board, context)
        if decided:
            make_even(arena, board, context)
    board.passes = 0
    question.points_ahead = points_ahead
    question.by_games = 1
    plant_tree(arena, Arena(arena).capacity, board, context)
    forget_ends(context, 0)
    grow_tree(arena, board, LAST_GAMES, context)
    question.by_games = 0
    write_owners(owners, context)
    return written
