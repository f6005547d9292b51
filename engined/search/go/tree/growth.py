"""Growing a tree of games (Monte Carlo tree search): kernel source (see kernels/prelude.pyi).

A move is chosen by how the games through it ended, by how those ended in which its seat played it at any time later, as
long as the first are few (S. Gelly and D. Silver, "Monte-Carlo tree search and rapid action value estimation in
computer Go", 2011), and by what was thought of it before (C. Rosin, "Multi-armed bandits with episode context", 2011).
A game ends at a new node where a network's word is good enough, and is played out elsewhere. Moves come up one after
another as games are played (R. Coulom, "Computing Elo ratings of move patterns in the game of Go", 2007). Several
threads work in one tree without locks: a move under way counts as lost (M. Enzenberger and M. Mueller, "A lock-free
multithreaded Monte-Carlo tree search algorithm", 2009).
"""

from math import log, pi, sqrt

from engined.kernels.context import SearchContext
from engined.kernels.prelude import CELLS, inline, kernel, load, load_byte
from engined.search.go.board import GoBoard, copy_board, forget_firsts, note_first, play_point
from engined.search.go.counting import is_over, play_to_end, tree_question
from engined.search.go.tree.arena import Arena, Node, TreeMove, node_at, tree_move
from engined.search.go.tree.memory import (
    LONGEST_LINE,
    TreeScratch,
    note_end,
    note_judged_owners,
    note_owners,
    tree_scratch,
)
from engined.search.go.tree.nodes import EXPANDED_AT, VALUE_SHARE, reach
from engined.search.go.tree.rewards import JUDGED_ONE, MOST_JUDGED, WHOLE, credit_of
from engined.search.random import chance
from engined.search.stop import stopped

FEW_CELLS = CELLS < 125
"""The board is treated like 9x9 rather than like 13x13, if this is true. Matches were played on these two sizes; where
between them the better constants change is a guess.
"""
BELIEF, BELIEF_BY_NETWORK = 8.0, 3.0
"""Games that what is thought of a move counts as, by features of the move alone, and by a network."""
RAVE_EQUIVALENCE = 1500.0
"""The number of games through a move that count as much as all games of its RAVE visits together."""
BREADTH, BREADTH_BY_NETWORK = (0.15, 0.04) if FEW_CELLS else (0.25, 0.12)
"""Weight of what was thought of a move likewise: what won most on 9x9 and on 13x13."""
DEVIATION = pi / sqrt(3.0)
"""The standard deviation of a logistic distribution of scale 1, as a network's doubt is the scale of one."""
PLAYED_OUT = 8
"""The number of games in which a network is asked about a new position, of which one is played out as well."""
JUDGED_FIRST = 256 if FEW_CELLS else 0
"""The games of a root that come first, of which none is: on a small board few that are played out lead astray."""
OPENED = 3
"""Moves that are tried from the first game on."""
OPENING = 3.0
"""Further ones whenever games are 2.7 times as many."""


@inline
def worth_of(move: TreeMove, seen: float, root: float, number: float, by_network: bool) -> float:
    """Return how much a move is worth trying.

    ``seen`` is what its node is worth to the mover, ``root`` the square root of the games there, ``number`` that of
    its moves. A network has thought of them where it is ``by_network``.
    """
    counts_as = BELIEF_BY_NETWORK if by_network else BELIEF
    visits = float(move.visits)
    rave_visits = float(move.rave_visits)
    prior = float(move.prior) / 65535.0
    belief = min(max(seen + 0.06 * log(max(prior * number, 0.02)), 0.05), 0.95)
    mean = (float(move.rewards) / float(WHOLE) + counts_as * belief) / (visits + counts_as)
    if rave_visits > 0.0:
        share = rave_visits / (rave_visits + visits + visits * rave_visits / RAVE_EQUIVALENCE)
        mean += share * (float(move.rave_rewards) / (float(WHOLE) * rave_visits) - mean)
    return mean + (BREADTH_BY_NETWORK if by_network else BREADTH) * prior * root / (1.0 + visits)


@inline
def games_of(node: Node) -> int:
    """The number of games through the moves of a node."""
    games = 0
    for index in range(node.number):
        games += tree_move(node, index).visits
    return games


@inline
def opened(node: Node, games: int) -> int:
    """Return the number of moves of a node that are tried after so many games."""
    return min(node.number, OPENED + int(OPENING * log(1.0 + float(games))))


@kernel("TreeMove(Node, int64, int64, SearchContext)")
def choose(node: Node, games: int, allowed: int, context: SearchContext) -> TreeMove:
    """The move of a node that is worth most trying. ``games`` went through the node before."""
    number = node.number
    most = opened(node, games)
    best = -1.0
    choice = tree_move(node, 0)
    rewards = 0
    for index in range(number if allowed != 0 else most):
        rewards += tree_move(node, index).rewards
    seen = (float(rewards) / float(WHOLE) + 2.0) / (float(games) + 4.0)
    root = sqrt(float(games + 1))
    tried = 0
    index = 0
    while index < number and tried < most:
        move = tree_move(node, index)
        index += 1
        if allowed == 0 or load_byte(allowed + move.point) != 0:
            tried += 1
            worth = worth_of(move, seen, root, float(number), node.value_share != 0)
            if worth > best:
                best = worth
                choice = move
    return choice


@inline
def comes_back(scratch: TreeScratch, length: int, stones: int, context: SearchContext) -> bool:
    """Return whether the game has had a board, or a line of so many moves had it before its last."""
    for step in range(length):
        if scratch.line_stones[step] == stones:
            return True
    question = tree_question(context)
    place = stones & question.past_mask
    while True:
        had = load(question.past + 8 * place)
        if had == stones or had == 0:
            return had != 0
        place = (place + 1) & question.past_mask


@inline
def descend(arena: int, scratch: TreeScratch, context: SearchContext) -> int:
    """Go through the tree to where a game is to be played out, or to a new node of which a network has said what it
    thinks; gives the length of the line, less than 0 where its last move brings back a board: only the root may do so.
    """
    board = scratch.board
    allowed = tree_question(context).allowed
    slot = Arena(arena).root
    scratch.judged = 0
    length = 0
    games = games_of(node_at(arena, slot))
    while slot != 0 and not is_over(board, context) and length < LONGEST_LINE:
        node = node_at(arena, slot)
        move = choose(node, games, allowed if length == 0 else 0, context)
        games = move.visits
        move.visits = games + 1
        scratch.line[length] = move.address
        scratch.line_nodes[length] = node.address
        scratch.line_stones[length] = node.stones
        length += 1
        point = move.point
        if point != 0:
            note_first(board, point)
        play_point(board, point)
        slot = reach(arena, move, 1 if node.value_share == VALUE_SHARE else EXPANDED_AT, board, context)
        scratch.line_nodes[length] = node_at(arena, slot).address if slot != 0 else node.address
        placed_below = slot != 0 and point != 0 and length > 1
        if placed_below and comes_back(scratch, length, node_at(arena, slot).stones, context):
            return -length
        if slot != 0 and slot == scratch.judged:
            break
    return length


@inline
def credit_line(arena: int, scratch: TreeScratch, length: int, won: int, credit: int) -> int:
    """Add to the moves of a line what the first seat has won and its credit for points; gives its reward."""
    head = Arena(arena)
    reward = ((WHOLE - head.for_points) * won + head.for_points * credit) // WHOLE
    for step in range(length):
        move = TreeMove(scratch.line[step])
        mover = Node(scratch.line_nodes[step]).mover
        move.rewards += reward if mover == 1 else WHOLE - reward
        move.wins += won if mover == 1 else WHOLE - won
    return reward


@inline
def learn(arena: int, scratch: TreeScratch, length: int, points: int, over: bool) -> int:
    """Add the end of a game that was played out to the moves of its line, and to those that could have been played in
    their place; gives the points as they are judged, JUDGED_ONE each.

    Unless the line itself was ``over``, what a network thought of its last node counts beside it (D. Silver et al.,
    "Mastering the game of Go with deep neural networks and tree search", 2016).
    """
    won = WHOLE if points > 0 else WHOLE // 2 if points == 0 else 0
    credit = credit_of(points, Arena(arena))
    judged = points * JUDGED_ONE // 2
    last = Node(scratch.line_nodes[length])
    share = last.value_share
    if not over and share > 0:
        won += share * (last.value - won) // 65536
        credit += share * (last.credit - credit) // 65536
        judged += share * (last.lead - MOST_JUDGED - judged) // 65536
    reward = credit_line(arena, scratch, length, won, credit)
    for step in range(length):
        node = Node(scratch.line_nodes[step])
        mover = node.mover
        mine = reward if mover == 1 else WHOLE - reward
        games = TreeMove(scratch.line[step]).visits
        for index in range(min(node.number, opened(node, games) + 8)):
            other = tree_move(node, index)
            if scratch.board.firsts[other.point] == mover:
                other.rave_visits += 1
                other.rave_rewards += mine
    return judged


@inline
def learn_as_judged(arena: int, scratch: TreeScratch, length: int) -> None:
    """Let a game end where a network was asked just now, as it said."""
    last = Node(scratch.line_nodes[length])
    credit_line(arena, scratch, length, last.value, last.credit)
    judged = last.lead - MOST_JUDGED
    points = 2 * judged // JUDGED_ONE
    off = 2.0 * DEVIATION * scratch.network.doubt
    square = points * points + int(off * off)
    first = TreeMove(scratch.line[0]).point
    note_end(scratch.ends, points, square, judged)
    note_end(scratch.ends_of_moves[first], points, square, judged)
    note_judged_owners(scratch, first)


@kernel("int64(int64, GoBoard, int64, SearchContext)")
def grow_tree(arena: int, start: GoBoard, games: int, context: SearchContext) -> int:
    """Play so many games from the position of the root, which is on the board ``start``; gives their number.

    A stop ends it between two games. What a board that came back ends is no game, as far as ends go.
    """
    scratch = tree_scratch(context)
    board = scratch.board
    before = games_of(node_at(arena, Arena(arena).root))
    played = 0
    while played < games:
        if stopped(context):
            break
        context.nodes += 1
        copy_board(board, start)
        forget_firsts(board)
        length = descend(arena, scratch, context)
        played += 1
        if length < 0:
            # Who brings a board back loses all: so nobody does, and the game goes on elsewhere.
            learn(arena, scratch, -length, 2 * CELLS if board.mover == 1 else -2 * CELLS, True)
            continue
        over = is_over(board, context)
        judges = scratch.judged != 0 and not over and tree_question(context).by_games == 0
        if judges and (before + played <= JUDGED_FIRST or chance(PLAYED_OUT, context) != 0):
            learn_as_judged(arena, scratch, length)
            continue
        points = play_to_end(board, board.placed, over, context)
        judged = learn(arena, scratch, length, points, over)
        first = TreeMove(scratch.line[0]).point
        note_end(scratch.ends, points, points * points, judged)
        note_end(scratch.ends_of_moves[first], points, points * points, judged)
        note_owners(scratch, first)
    return played
