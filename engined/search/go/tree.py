"""A tree of games of Go: kernel source (see kernels/prelude.pyi).

Every node holds its moves, best first by what is thought of them before any game. A move is chosen by how the games
through it ended, by how those ended in which its seat played it at any time later, as long as the first are few (S.
Gelly and D. Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go", 2011), and by what was
thought of it before (C. Rosin, "Multi-armed bandits with episode context", 2011). Moves come up one after another as
games are played (R. Coulom, "Computing Elo ratings of move patterns in the game of Go", 2007). Several threads work in
one tree without locks: a move under way counts as lost (M. Enzenberger and M. Mueller, "A lock-free multithreaded
Monte-Carlo tree search algorithm", 2009).

A tree is an arena of slots of 40 bytes, which have numbers: its head, then nodes, each with its moves behind it.
"""

from math import log, sqrt

from engined.kernels.context import SearchContext
from engined.kernels.go_codes import NETWORK_AT, ZOBRIST_AT
from engined.kernels.prelude import (
    CELLS,
    POINTS,
    Array,
    Record,
    bytes_of,
    copy_bytes,
    count_up,
    exchange_32,
    i64,
    inline,
    kernel,
    load,
    load_byte,
    offset_of,
    room_for,
    shift_right,
    store,
    u8,
    u16,
    u32,
)
from engined.search.go.board import (
    BOARD_SIZE,
    GoBoard,
    colour_at,
    copy_board,
    forget_firsts,
    note_first,
    play_point,
)
from engined.search.go.counting import last_stone, play_to_end, prisoners_ahead, tree_question
from engined.search.go.ladder import LadderMemory
from engined.search.go.network import NetworkMemory, correct_strengths, run_network
from engined.search.go.playout import owner_at
from engined.search.go.priors import list_strengths
from engined.search.hashing import GOLDEN, MIXER
from engined.search.stop import stopped


class Arena(Record):
    """The head of an arena, in its first slots."""

    used: i64
    """The number of slots in use, these among them."""
    capacity: i64
    """The number of slots."""
    root: i64
    """The node of the root; 0 where there was no room for it."""
    centre: i64
    """The lead of the first seat that counts most around, in half points: what was expected at the start, nearer 0."""
    broad: i64
    """Half points from the centre on, with which half of what there is for more points is reached."""
    for_points: i64
    """The part of the greatest reward that is for points."""


class Node(Record):
    """A position. Its moves lie in the slots behind it."""

    key: i64
    """The hash of the position."""
    stones: i64
    """The hash of its stones alone."""
    number: u16
    """The number of its moves."""
    mover: u16
    """The seat to move: 1 or 2."""
    value: u32
    """The probability that the first seat wins, of 65536, by the network."""
    value_share: u32
    """The weight of the network's word beside the end of a game played out, of 65536; 0 where there is none."""
    credit: u32
    """The reward for the points that the network expects (see credit_of), of WHOLE."""
    lead: u32
    """The points that the network expects the first seat to be ahead by: JUDGED_ONE each, plus MOST_JUDGED."""


class TreeMove(Record):
    """A move of a node, and the games that went through it."""

    visits: u32
    """The number of games through it."""
    rave_visits: u32
    """The number of games in which its seat was the first to play there at any time from its node on (RAVE)."""
    rewards: i64
    """The sum of the rewards of its games, for the mover: WHOLE for the best."""
    rave_rewards: i64
    """The sum of the rewards of the games that rave_visits counts."""
    child: u32
    """The node that it leads to; 0 where there is none yet, UNDER_WAY while one is being made."""
    point: u16
    """The point where it places a stone; 0 for a pass."""
    prior: u16
    """The policy prior: 65535 times its probability before any game; over the moves of a node they sum to 1."""
    wins: i64
    """The sum of the results of its games, for the mover: WHOLE for each game won, half of that for a draw."""


SLOT = bytes_of(TreeMove)
"""Bytes of a slot of an arena: a node or a move is one."""
RESERVED = 2
"""The number of slots that the head of an arena takes."""
UNDER_WAY = 1
"""Stands for a node that another thread is making."""
USED = offset_of(Arena, "used")
CAPACITY = offset_of(Arena, "capacity")
ROOT = offset_of(Arena, "root")
CHILD = offset_of(TreeMove, "child")
JUDGED_ONE = 32
"""The unit of points that are judged: one point."""
MOST_JUDGED = 1 << 24
"""A number above any judged lead, so that the sum of both is not negative."""

WHOLE = 1 << 16
"""The greatest reward: it is for winning, and a small part for the points (D. Wu, "Accelerating self-play learning in
Go", 2019), so that these decide where a game is as good as won or lost.
"""
FOR_POINTS, FOR_LAST_POINTS = 10240, WHOLE // 2
"""The part of the greatest reward that is for points; and where most points are settled, for the others."""
BROAD = int(2.0 * sqrt(float(CELLS)))
"""See Arena, but where most points are settled."""
TOWARD_ZERO = 0.75
"""The centre is that part of what is expected, too."""
SAMPLES = 16
"""Games played out to see what is expected."""
EXPANDED_AT = 3
"""Games through a move before it gets a node."""
FEWEST_EMPTIES = 20 * CELLS // 81
"""Where no more points are empty, no network is asked: games that are played out know as much."""
MOST_SHARE = 52428
"""The weight of the network's word on the empty board, of 65536."""
BELIEF = 8.0
"""Games that what is thought of a move counts as."""
RAVE_EQUIVALENCE = 1500.0
"""The number of games through a move that count as much as all games of its RAVE visits together."""
BREADTH = 0.15 if CELLS < 125 else 0.25
"""Weight of what was thought of a move: what won most on 9x9 and on 13x13; where it changes between is a guess."""
OPENED = 3
"""Moves that are tried from the first game on."""
OPENING = 3.0
"""Further ones whenever games are 2.7 times as many."""
LONGEST_LINE = 4 * CELLS + 16


class Ends(Record):
    """How some games ended, since forget_ends."""

    games: i64
    """The number of games."""
    points: i64
    """The sum of the first seat's leads, in half points."""
    squares: i64
    """The sum of the squares of those."""
    judged: i64
    """The sum of its leads as they are judged with the network's word beside them, JUDGED_ONE each."""


class TreeScratch(Record):
    """The memory of a thread."""

    board: Array[u8] = room_for(BOARD_SIZE)
    """The board that games are played on."""
    line: Array[i64] = room_for(LONGEST_LINE)
    """The addresses of the moves from the root to where a game is played out."""
    line_nodes: Array[i64] = room_for(LONGEST_LINE)
    """The addresses of the nodes that they belong to."""
    line_stones: Array[i64] = room_for(LONGEST_LINE)
    """The hashes of the stones of those."""
    keys: Array[i64] = room_for(CELLS + 8)
    """Numbers that are sorted: moves, each with its prior above its point."""
    ladder: LadderMemory
    network: NetworkMemory
    ends: Ends
    """How all games ended."""
    ends_of_moves: Array[Ends] = room_for(POINTS)
    """How those ended that began with each move of the root, by its point."""
    owners: Array[i64] = room_for(POINTS)
    """The ownership of each point: the number of games in which it was the first seat's at the end, plus OF_SECOND for
    each in which it was the second's.
    """
    owners_of_moves: Array[i64] = room_for(POINTS * POINTS)
    """The same, over the games that began with each move of the root."""


OF_SECOND = 1 << 32
END_BYTES = bytes_of(Ends)
ENDS_AT = offset_of(TreeScratch, "ends")
MOVES_AT = offset_of(TreeScratch, "ends_of_moves")
OWNERS_AT = offset_of(TreeScratch, "owners")
OWNERS_OF_MOVES_AT = offset_of(TreeScratch, "owners_of_moves")
SCRATCH_BYTES = bytes_of(TreeScratch)


@inline
def tree_scratch(context: SearchContext) -> TreeScratch:
    """The memory of a context's thread."""
    return TreeScratch(context.scratch)


@inline
def node_at(arena: int, slot: int) -> Node:
    """The node in a slot."""
    return Node(arena + SLOT * slot)


@inline
def tree_move(node: Node, index: int) -> TreeMove:
    """A move of a node, counted from 0."""
    return TreeMove(node.address + SLOT * (1 + index))


@inline
def stones_of(board: int) -> int:
    """The hash of the stones on a board."""
    key = 0
    words = GoBoard(board).tables + ZOBRIST_AT
    for point in range(POINTS):
        there = colour_at(board, point)
        if there == 1 or there == 2:
            key ^= load(words + 8 * ((there - 1) * POINTS + point))
    return key


@inline
def key_of(board: int) -> int:
    """The hash of a position: of its stones, its mover and its ko."""
    return stones_of(board) ^ GoBoard(board).mover * GOLDEN + GoBoard(board).ko * MIXER


# --- what points are worth ------------------------------------------------------------------------


@inline
def credit_of(points: int, head: Arena) -> int:
    """What there is for so many half points, of WHOLE: ever less for each further one."""
    beyond = points - head.centre
    return WHOLE // 2 + WHOLE // 2 * beyond // (head.broad + abs(beyond))


@inline
def credit_of_lead(memory: NetworkMemory, head: Arena) -> int:
    """The same for what a network expects, which may be off to either side."""
    lead = 2.0 * memory.lead
    off = 2.0 * memory.doubt
    return (credit_of(int(lead - off), head) + credit_of(int(lead + off), head)) // 2


# --- nodes ------------------------------------------------------------------------------------------


@inline
def sort_keys(scratch: TreeScratch, number: int) -> None:
    """Sort the keys in scratch memory, the greatest first (D. Shell, "A high-speed sorting procedure", 1959)."""
    keys = scratch.keys
    gap = 1
    while 3 * gap < number:
        gap = 3 * gap + 1
    while gap > 0:
        for index in range(gap, number):
            key = keys[index]
            place = index
            while place >= gap and keys[place - gap] < key:
                keys[place] = keys[place - gap]
                place -= gap
            keys[place] = key
        gap //= 3


@inline
def asks_network(board: int) -> bool:
    """Whether a network is to say what it thinks of a position."""
    return GoBoard(board).empties > FEWEST_EMPTIES and load(GoBoard(board).tables + NETWORK_AT) != 0


@kernel("int64(int64, int64, SearchContext)")
def make_node(arena: int, board: int, context: SearchContext) -> int:
    """A node for the position on a board: its number; 0 where the arena has no room."""
    scratch = tree_scratch(context)
    head = Arena(arena)
    number = list_strengths(board, scratch.keys, scratch.ladder, tree_question(context).settled)
    slot = count_up(arena + USED, number + 1)
    if slot + number + 1 > head.capacity:
        count_up(arena + USED, -(number + 1))
        return 0
    node = node_at(arena, slot)
    value = 0
    share = 0
    credit = 0
    lead = 0
    if asks_network(board):
        memory = scratch.network
        ahead = tree_question(context).points_ahead
        ahead += 2 * prisoners_ahead(board, GoBoard(board).placed) + last_stone(board)
        value = run_network(board, memory, ahead)
        share = MOST_SHARE * (GoBoard(board).empties - FEWEST_EMPTIES) // (CELLS - FEWEST_EMPTIES)
        credit = credit_of_lead(memory, head)
        lead = int(float(JUDGED_ONE) * memory.lead) + MOST_JUDGED
        correct_strengths(board, scratch.keys, number, memory)
    sort_keys(scratch, number)
    total = 0
    for index in range(number):
        total += shift_right(scratch.keys[index], 16)
    node.key = key_of(board)
    node.stones = stones_of(board)
    node.number = number
    node.mover = GoBoard(board).mover
    node.value = value
    node.value_share = share
    node.credit = credit
    node.lead = lead
    for index in range(number):
        key = scratch.keys[index]
        move = tree_move(node, index)
        move.visits = 0
        move.rave_visits = 0
        move.rewards = 0
        move.rave_rewards = 0
        move.wins = 0
        move.child = 0
        move.point = key & 65535
        move.prior = int(65535.0 * float(shift_right(key, 16)) / float(total))
    return slot


@inline
def reach(arena: int, move: TreeMove, board: int, context: SearchContext) -> int:
    """The node that a move leads to, made if it is time; 0 where the line ends."""
    node = move.child
    if node > UNDER_WAY:
        return node
    if node == UNDER_WAY or move.visits < EXPANDED_AT or not exchange_32(move.address + CHILD, 0, UNDER_WAY):
        return 0
    node = make_node(arena, board, context)
    move.child = node
    return node


# --- the way through the tree ---------------------------------------------------------------------


@inline
def worth_of(move: TreeMove, seen: float, root: float, number: float) -> float:
    """How much a move is worth trying.

    ``seen`` is what its node is worth to the mover, ``root`` the square root of the games there, ``number`` that of
    its moves.
    """
    visits = float(move.visits)
    rave_visits = float(move.rave_visits)
    prior = float(move.prior) / 65535.0
    belief = min(max(seen + 0.06 * log(max(prior * number, 0.02)), 0.05), 0.95)
    mean = (float(move.rewards) / float(WHOLE) + BELIEF * belief) / (visits + BELIEF)
    if rave_visits > 0.0:
        share = rave_visits / (rave_visits + visits + visits * rave_visits / RAVE_EQUIVALENCE)
        mean += share * (float(move.rave_rewards) / (float(WHOLE) * rave_visits) - mean)
    return mean + BREADTH * prior * root / (1.0 + visits)


@inline
def games_of(node: Node) -> int:
    """The number of games through the moves of a node."""
    games = 0
    for index in range(node.number):
        games += tree_move(node, index).visits
    return games


@inline
def opened(node: Node, games: int) -> int:
    """How many moves of a node are tried after so many games."""
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
            worth = worth_of(move, seen, root, float(number))
            if worth > best:
                best = worth
                choice = move
    return choice


@inline
def comes_back(scratch: TreeScratch, length: int, stones: int, context: SearchContext) -> bool:
    """Whether the game has had a board, or a line of so many moves before its last."""
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
    """Go through the tree to where a game is to be played out; gives the length of the line, less than 0 where its last
    move brings back a board: only the root may do so.
    """
    board = scratch.board.address
    allowed = tree_question(context).allowed
    slot = Arena(arena).root
    length = 0
    games = games_of(node_at(arena, slot))
    while slot != 0 and GoBoard(board).passes < 2 and length < LONGEST_LINE:
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
        slot = reach(arena, move, board, context)
        placed_below = slot != 0 and point != 0 and length > 1
        if placed_below and comes_back(scratch, length, node_at(arena, slot).stones, context):
            return -length
    return length


@inline
def learn(arena: int, scratch: TreeScratch, length: int, points: int, over: bool) -> int:
    """Add a game's end to the moves of its line, and to those that could have been played in their place; gives the
    points as they are judged, JUDGED_ONE each.

    Unless the line itself was ``over``, what a network thought of its last node counts beside it (D. Silver et al.,
    "Mastering the game of Go with deep neural networks and tree search", 2016).
    """
    won = WHOLE if points > 0 else WHOLE // 2 if points == 0 else 0
    head = Arena(arena)
    credit = credit_of(points, head)
    judged = points * JUDGED_ONE // 2
    last = Node(scratch.line_nodes[length - 1])
    share = last.value_share
    if not over and share > 0:
        won += share * (last.value - won) // 65536
        credit += share * (last.credit - credit) // 65536
        judged += share * (last.lead - MOST_JUDGED - judged) // 65536
    reward = ((WHOLE - head.for_points) * won + head.for_points * credit) // WHOLE
    for step in range(length):
        move = TreeMove(scratch.line[step])
        node = Node(scratch.line_nodes[step])
        mover = node.mover
        mine = reward if mover == 1 else WHOLE - reward
        move.rewards += mine
        move.wins += won if mover == 1 else WHOLE - won
        games = move.visits
        for index in range(min(node.number, opened(node, games) + 8)):
            other = tree_move(node, index)
            if GoBoard(scratch.board.address).firsts[other.point] == mover:
                other.rave_visits += 1
                other.rave_rewards += mine
    return judged


@inline
def note_end(ends: Ends, points: int, judged: int) -> None:
    """Count a game's end."""
    ends.games += 1
    ends.points += points
    ends.squares += points * points
    ends.judged += judged


@inline
def note_owners(scratch: TreeScratch, first: int) -> None:
    """Count whose each point is, in all games and in those with that root move."""
    for point in range(POINTS):
        owner = owner_at(scratch.board.address, point)
        if owner == 1 or owner == 2:
            one = 1 if owner == 1 else OF_SECOND
            scratch.owners[point] += one
            scratch.owners_of_moves[POINTS * first + point] += one


@kernel("int64(int64, int64, int64, SearchContext)")
def grow_tree(arena: int, start: int, games: int, context: SearchContext) -> int:
    """Play so many games from the position of the root, which is on the board ``start``; gives their number.

    A stop ends it between two games. What a board that came back ends is no game, as far as ends go.
    """
    scratch = tree_scratch(context)
    board = scratch.board.address
    played = 0
    while played < games:
        context.nodes += 1
        if stopped(context):
            break
        copy_board(board, start)
        forget_firsts(board)
        length = descend(arena, scratch, context)
        played += 1
        if length < 0:
            # Who brings a board back loses all: so nobody does, and the game goes on elsewhere.
            learn(arena, scratch, -length, 2 * CELLS if GoBoard(board).mover == 1 else -2 * CELLS, True)
            continue
        over = GoBoard(board).passes > 1
        points = play_to_end(board, GoBoard(board).placed, over, context)
        judged = learn(arena, scratch, length, points, over)
        first = TreeMove(scratch.line[0]).point
        note_end(scratch.ends, points, judged)
        note_end(scratch.ends_of_moves[first], points, judged)
        note_owners(scratch, first)
    return played


# --- trees as a whole -----------------------------------------------------------------------------


@kernel("int64(int64, SearchContext)")
def key_of_board(board: int, context: SearchContext) -> int:
    """The hash of a position: see :func:`key_of`."""
    return key_of(board)


@inline
def sample_points(start: int, context: SearchContext) -> None:
    """Sort the first seat's leads at the end of a few games among the keys in scratch memory, in half points."""
    scratch = tree_scratch(context)
    board = scratch.board.address
    for index in range(SAMPLES):
        copy_board(board, start)
        scratch.keys[index] = play_to_end(board, GoBoard(board).placed, False, context)
    sort_keys(scratch, SAMPLES)


@kernel("int64(int64, int64, int64, SearchContext)")
def plant_tree(arena: int, capacity: int, start: int, context: SearchContext) -> int:
    """Begin a tree of the position on a board, in an arena of so many slots."""
    head = Arena(arena)
    scratch = tree_scratch(context)
    head.used = RESERVED
    head.capacity = capacity
    head.centre = 0
    head.broad = BROAD
    head.for_points = FOR_POINTS
    slot = make_node(arena, start, context)
    head.root = slot
    if slot != 0:
        sample_points(start, context)
        expected = scratch.keys[SAMPLES // 2]
        node = node_at(arena, slot)
        share = node.value_share
        if tree_question(context).settled != 0:
            head.for_points = FOR_LAST_POINTS
            head.broad = max(2, scratch.keys[SAMPLES // 4] - scratch.keys[3 * SAMPLES // 4])
            head.centre = expected
            return slot
        if share > 0:
            lead = 2 * (node.lead - MOST_JUDGED) // JUDGED_ONE
            expected += share * (lead - expected) // 65536
        head.centre = int(TOWARD_ZERO * float(expected))
    return slot


@kernel("int64(int64, int64, int64, int64)")
def find_below(arena: int, slot: int, key: int, plies: int) -> int:
    """The node of a position, at most so many plies below another one; 0 where it is not there."""
    node = node_at(arena, slot)
    if node.key == key:
        return slot
    found = 0
    if plies > 0:
        for index in range(node.number):
            child = tree_move(node, index).child
            if found == 0 and child > UNDER_WAY:
                found = find_below(arena, child, key, plies - 1)
    return found


@inline
def copy_node(to: int, source: int, slot: int) -> int:
    """Copy a node to the end of another arena; gives its number there."""
    node = node_at(source, slot)
    number = node.number + 1
    copied = Arena(to).used
    Arena(to).used = copied + number
    copy_bytes(node_at(to, copied).address, node.address, SLOT * number)
    return copied


@kernel("int64(int64, int64, int64, int64)")
def copy_tree(to: int, source: int, slot: int, least: int) -> int:
    """Copy what is below a node, without the nodes of moves that fewer than ``least`` games went through, to another
    arena that has room; gives the number of slots that it takes (after C. Cheney, "A nonrecursive list compacting
    algorithm", 1970).
    """
    head = Arena(to)
    head.used = RESERVED
    head.capacity = Arena(source).capacity
    head.centre = Arena(source).centre
    head.broad = Arena(source).broad
    head.for_points = Arena(source).for_points
    head.root = copy_node(to, source, slot)
    scanned = RESERVED
    while scanned < head.used:
        node = node_at(to, scanned)
        number = node.number
        for index in range(number):
            move = tree_move(node, index)
            child = move.child
            if child != 0:
                kept = child > UNDER_WAY and move.visits >= least
                move.child = copy_node(to, source, child) if kept else 0
        scanned += number + 1
    return head.used


@kernel("int64(SearchContext, int64)")
def forget_ends(context: SearchContext, unused: int) -> int:
    """Count how games end anew from now on, on this thread."""
    scratch = context.scratch
    address = scratch + ENDS_AT
    while address < scratch + SCRATCH_BYTES:
        store(address, 0)
        address += 8
    return unused


@kernel("int64(int64, int64, int64)")
def read_node(arena: int, slot: int, out: int) -> int:
    """Write the moves of a node, six words each: point, games, wins, prior, node, rewards; gives their number."""
    node = node_at(arena, slot)
    number = node.number
    for index in range(number):
        move = tree_move(node, index)
        place = out + 48 * index
        store(place, move.point)
        store(place + 8, move.visits)
        store(place + 16, move.wins)
        store(place + 24, move.prior)
        store(place + 32, move.child)
        store(place + 40, move.rewards)
    return number
