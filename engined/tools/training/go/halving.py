"""Searches of few games that still say which moves are better than was thought: kernel source (see
kernels/prelude.pyi).

Some moves are drawn by what is thought of them, each gets as many games, then the better half again, until one is left
(sequential halving: I. Danihelka et al., "Policy improvement by planning with Gumbel", 2022). What is thought of a move
before is corrected by what its games were worth. So even where a move has two games, a network that learns from
these searches becomes better in the mean, while shares of so few games say hardly more than what was thought before.
"""

from math import exp, log

from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    CELLS,
    POINTS,
    Array,
    Record,
    bytes_of,
    f32,
    i64,
    inline,
    kernel,
    room_for,
    store_float,
    u8,
)
from engined.search.go.board import GoBoard, copy_board, play_point
from engined.search.go.counting import tree_question
from engined.search.go.tree.arena import Arena, Node, TreeMove, node_at, tree_move
from engined.search.go.tree.growth import grow_tree
from engined.search.go.tree.memory import tree_scratch
from engined.search.go.tree.nodes import make_node
from engined.search.go.tree.rewards import WHOLE
from engined.search.random import chance

MOST_CANDIDATES = 32


class Halving(Record):
    """The memory of such a search: zeros before its first use."""

    allowed: Array[u8] = room_for(POINTS)
    """1 at the point of the move whose games are played, else 0."""
    candidates: Array[i64] = room_for(MOST_CANDIDATES)
    """The moves that have games, by their place in the node, best first."""
    thought: Array[f32] = room_for(CELLS + 8)
    """The logarithm of each move's prior."""
    drawn: Array[f32] = room_for(CELLS + 8)
    """The same, and what chance adds."""


HALVING_BYTES = bytes_of(Halving)
SURE_GAMES = 50.0
"""The games of the move that has most with which what games were worth counts twice as much as with none."""
WORTH = 40.0
"""The logit of a move whose games are all won is so much above that of one whose games are all lost."""
PRIOR_GAMES = 2.0
"""Games that the mean of the node counts for in what a move is worth."""


@inline
def gumbel(context: SearchContext) -> float:
    """A number of Gumbel's distribution: the highest of several, each added to a logarithm of a weight, is at each with
    a probability in proportion to its weight.
    """
    return -log(-log((float(chance(1 << 30, context)) + 0.5) / float(1 << 30)))


@inline
def mean_worth(node: Node) -> float:
    """Return what a node is worth: the mean of its moves that have games, weighted by their priors."""
    total = 0.0
    weights = 0.0
    for index in range(node.number):
        move = tree_move(node, index)
        if move.visits > 0:
            weight = float(move.prior) + 1.0
            total += weight * float(move.rewards) / (float(WHOLE) * float(move.visits))
            weights += weight
    return total / weights if weights > 0.0 else 0.5


@inline
def most_games(node: Node) -> int:
    """The games through the move that has most."""
    most = 0
    for index in range(node.number):
        most = max(most, tree_move(node, index).visits)
    return most


@inline
def scale_of(node: Node) -> float:
    """Return by how much a whole reward raises the logit of a move."""
    return WORTH * (1.0 + float(most_games(node)) / SURE_GAMES)


@inline
def completed(move: TreeMove, mean: float) -> float:
    """Return what a move is worth by its games and by PRIOR_GAMES more that are worth the ``mean`` of its node."""
    worth = float(move.rewards) / float(WHOLE)
    return (worth + PRIOR_GAMES * mean) / (float(move.visits) + PRIOR_GAMES)


@inline
def corrected(logit: float, move: TreeMove, mean: float, scale: float) -> float:
    """Return the logit of a move, corrected by what its games were worth beside the mean of its node."""
    return logit + scale * (completed(move, mean) - mean)


@inline
def put_in_order(node: Node, memory: Halving, number: int) -> None:
    """Put candidates in order: what was drawn and what their games were worth."""
    mean = mean_worth(node)
    scale = scale_of(node)
    for place in range(1, number):
        index = memory.candidates[place]
        worth = corrected(memory.drawn[index], tree_move(node, index), mean, scale)
        before = place
        while before > 0:
            other = memory.candidates[before - 1]
            if corrected(memory.drawn[other], tree_move(node, other), mean, scale) >= worth:
                break
            memory.candidates[before] = other
            before -= 1
        memory.candidates[before] = index


@inline
def draw_candidates(node: Node, most: int, memory: Halving, context: SearchContext) -> int:
    """Draw the moves that are to have games, best first; gives their number."""
    left = 0
    for index in range(node.number):
        thought = log((float(tree_move(node, index).prior) + 0.1) / 65536.0)
        memory.thought[index] = thought
        drawn = thought + gumbel(context)
        memory.drawn[index] = drawn
        place = min(left, most)
        while place > 0 and memory.drawn[memory.candidates[place - 1]] < drawn:
            if place < most:
                memory.candidates[place] = memory.candidates[place - 1]
            place -= 1
        if place < most:
            memory.candidates[place] = index
            left = min(left + 1, most)
    return left


@inline
def make_child(arena: int, node: Node, index: int, start: GoBoard, context: SearchContext) -> None:
    """Make the node that a move of the root leads to, so that the network is asked about it before its first game."""
    move = tree_move(node, index)
    if move.child == 0:
        board = tree_scratch(context).board
        copy_board(board, start)
        play_point(board, move.point)
        if board.passes < 2:
            move.child = make_node(arena, board, context)


@kernel("int64(int64, GoBoard, int64, int64, Halving, SearchContext)")
def search_by_halving(
    arena: int, board: GoBoard, games: int, most: int, memory: Halving, context: SearchContext
) -> int:
    """Search the root, whose position is on the board, with about so many games for ``most`` moves; gives the place of
    the best in the node.
    """
    node = node_at(arena, Arena(arena).root)
    question = tree_question(context)
    left = draw_candidates(node, min(most, MOST_CANDIDATES), memory, context)
    for place in range(left):
        make_child(arena, node, memory.candidates[place], board, context)
    rounds = 0
    while 1 << rounds < left:
        rounds += 1
    question.allowed = memory.allowed.address
    while left > 1:
        each = max(games // (rounds * left), 1)
        for place in range(left):
            point = tree_move(node, memory.candidates[place]).point
            memory.allowed[point] = 1
            grow_tree(arena, board, each, context)
            memory.allowed[point] = 0
        put_in_order(node, memory, left)
        left = (left + 1) // 2
    question.allowed = 0
    return memory.candidates[0]


@inline
def best_thought(node: Node, memory: Halving) -> int:
    """The place of the likeliest move of a searched node, as it is thought of now; of those without games none."""
    mean = mean_worth(node)
    scale = scale_of(node)
    best = 0
    most = -1000.0
    for index in range(node.number):
        move = tree_move(node, index)
        worth = corrected(memory.thought[index], move, mean, scale)
        if move.visits > 0 and worth > most:
            most = worth
            best = index
    return best


@kernel("int64(int64, Halving, int64)")
def write_policy(arena: int, memory: Halving, out: int) -> int:
    """Write the probability of each move of the root, a float by its point: what was thought of it, corrected by what
    its games were worth. Those without games are worth what the others are in the mean. Gives the number of moves.
    """
    node = node_at(arena, Arena(arena).root)
    mean = mean_worth(node)
    scale = scale_of(node)
    total = 0.0
    for index in range(node.number):
        total += exp(corrected(memory.thought[index], tree_move(node, index), mean, scale))
    for index in range(node.number):
        move = tree_move(node, index)
        store_float(out + 4 * move.point, exp(corrected(memory.thought[index], move, mean, scale)) / total)
    return node.number
