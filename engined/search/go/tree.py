"""A tree of games of Go: kernel text (see kernels/prelude.pyi).

Every node holds its moves, best first by what is thought of them before any game. A move is chosen by how the games
through it ended, by how those ended in which its seat played it at any time later, as long as the first are few (S.
Gelly and D. Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go", 2011), and by what was
thought of it before (C. Rosin, "Multi-armed bandits with episode context", 2011). Moves come up one after another as
games are played (R. Coulom, "Computing Elo ratings of move patterns in the game of Go", 2007). Several threads work in
one tree without locks: a move under way counts as lost (M. Enzenberger and M. Mueller, "A lock-free multithreaded
Monte-Carlo tree search algorithm", 2009).

A tree is an arena of records of 40 bytes; the first says how many are used and how many there are, and which is the
root. A node is a record, and one for each of its moves behind it.
"""

from math import log, sqrt

from engined.kernels.context import NODES, QUESTION, SCRATCH
from engined.kernels.go_codes import NETWORK_AT, ZOBRIST_AT
from engined.kernels.prelude import (
    CELLS,
    POINTS,
    PRISONERS_COUNT,
    STONES_COUNT,
    add_to,
    copy_bytes,
    count_up,
    exchange_32,
    inline,
    kernel,
    load,
    load_16,
    load_32,
    load_byte,
    load_float,
    shift_right,
    store,
    store_16,
    store_32,
)
from engined.search.go.board import (
    BOARD_SIZE,
    EMPTIES,
    FIRST_AT,
    KO,
    MOVER,
    PASSES,
    PLACED,
    TABLES_OF,
    colour_at,
    copy_board,
    forget_firsts,
    note_first,
    play_point,
)
from engined.search.go.ladder import LADDER_BYTES
from engined.search.go.network import DOUBT, LEAD, NETWORK_BYTES, correct_strengths, run_network
from engined.search.go.playout import owner_at, play_out_board
from engined.search.go.priors import list_strengths
from engined.search.hashing import GOLDEN, MIXER
from engined.search.stop import stopped

RECORD = 40
# Of an arena, in its first records.
USED = 0
CAPACITY = 8
ROOT = 16
CENTRE = 24
"""Half points that the first seat is ahead by when the tree is begun, toward 0: points count most around it."""
RESERVED = 2
"""Records that are no nodes."""
# Of a node.
KEY = 0
MOVES = 8
"""Of 16 bits, as the mover."""
NODE_MOVER = 10
VALUE = 24
"""How likely the first seat wins, of 65536, as a network sees it."""
VALUE_SHARE = 28
"""How much that counts, of 65536, beside how games end."""
CREDIT = 32
"""What it thinks of the points, as :func:`credit_of`."""
JUDGED_LEAD = 36
"""The points themselves, JUDGED_ONE each, more than MOST_JUDGED. 32 bits each."""
JUDGED_ONE = 32
MOST_JUDGED = 1 << 24
# Of a move.
VISITS = 0
"""Of 32 bits, as all but rewards and wins, which have 64, and the point and the prior, which have 16."""
LATER_VISITS = 4
REWARDS = 8
LATER_REWARDS = 16
CHILD = 24
"""The node that it leads to: its record's number; 0 for none yet."""
POINT = 28
PRIOR = 30
WINS = 32
"""WHOLE for each game won."""
UNDER_WAY = 1
"""In place of a node that is being made."""

WHOLE = 1 << 16
"""The greatest reward: it is for winning, and a small part for the points (D. Wu, "Accelerating self-play learning in
Go", 2019), so that these decide where a game is as good as won or lost.
"""
FOR_POINTS = 10240
"""That part."""
BROAD = int(2.0 * sqrt(float(CELLS)))
"""Half points from the centre on, with which half of what there is for more points is reached."""
TOWARD_ZERO = 0.75
"""The centre is that part of what is expected."""
SAMPLES = 16
"""Games played out to see what is expected."""
EXPANDED_AT = 3
"""Games through a move before it gets a node."""
FEWEST_EMPTIES = 20 * CELLS // 81
"""Where no more points are empty, no network is asked: games that are played out know as much."""
MOST_SHARE = 52428
"""What its word counts for on the empty board, of 65536."""
BELIEF = 8.0
"""Games that what is thought of a move counts as."""
LATER_WEIGHT = 1500.0
"""Games that are worth as much as later ones are in the end."""
BREADTH = 0.15 if CELLS < 125 else 0.25
"""Weight of what was thought of a move: what won most on 9x9 and on 13x13; where it changes between is a guess."""
OPENED = 3
"""Moves that are tried from the first game on."""
OPENING = 3.0
"""Further ones whenever games are 2.7 times as many."""
LONGEST_LINE = 4 * CELLS + 16

# What is asked, at the context's QUESTION.
POINTS_AHEAD = 0
"""Twice what is added to the count of the first seat's area: minus komi, and what makes it territory."""
ALLOWED = 8
"""Address of a byte for each point, not 0 for the moves that the root may try; 0: all."""

# Scratch memory of a thread.
LINE_AT = BOARD_SIZE
"""Addresses of the moves of a line."""
LINE_NODES_AT = LINE_AT + 8 * LONGEST_LINE
"""The node that each was chosen in."""
KEYS_AT = LINE_NODES_AT + 8 * LONGEST_LINE
"""Moves to be sorted."""
LADDER_AT = KEYS_AT + 8 * (CELLS + 8)
"""Boards for reading ladders."""
NETWORK_MEMORY_AT = (LADDER_AT + LADDER_BYTES + 63) // 64 * 64
ENDS_AT = NETWORK_MEMORY_AT + NETWORK_BYTES
"""How games ended, since :func:`forget_ends`: their number, the sum of the points ahead, twice each, of the squares of
that, and of the points as they are judged with a network's word beside them, JUDGED_ONE each.
"""
END_BYTES = 32
MOVES_AT = ENDS_AT + END_BYTES
"""For each point, the same as ENDS_AT of the games with that root move."""
OWNERS_AT = MOVES_AT + END_BYTES * POINTS
"""For each point, in how many games it was the first seat's in the end, and OF_SECOND for each in which it was the
second's.
"""
OF_SECOND = 1 << 32
OWNERS_OF_MOVES_AT = OWNERS_AT + 8 * POINTS
"""The same of the games with each root move."""
SCRATCH_BYTES = OWNERS_OF_MOVES_AT + 8 * POINTS * POINTS


@inline
def record(arena: int, index: int) -> int:
    """The address of a record."""
    return arena + RECORD * index


@inline
def key_of(board: int) -> int:
    """Of a position: of its stones, its mover and its ko."""
    key = load(board + MOVER) * GOLDEN + load(board + KO) * MIXER
    words = load(board + TABLES_OF) + ZOBRIST_AT
    for point in range(POINTS):
        there = colour_at(board, point)
        if there == 1 or there == 2:
            key ^= load(words + 8 * ((there - 1) * POINTS + point))
    return key


# --- what points are worth ------------------------------------------------------------------------


@inline
def credit_of(points: int, centre: int) -> int:
    """What there is for so many half points, of WHOLE: ever less for each further one."""
    beyond = points - centre
    return WHOLE // 2 + WHOLE // 2 * beyond // (BROAD + abs(beyond))


@inline
def credit_of_lead(memory: int, centre: int) -> int:
    """The same for what a network expects, which may be off to either side."""
    lead = 2.0 * load_float(memory + LEAD)
    off = 2.0 * load_float(memory + DOUBT)
    return (credit_of(int(lead - off), centre) + credit_of(int(lead + off), centre)) // 2


@inline
def last_stone(board: int) -> int:
    """Half points that the area of a position is to be corrected by to be territory: who is to move plays the last
    stone every other time, which area counts and territory does not.
    """
    if not PRISONERS_COUNT or STONES_COUNT:
        return 0
    return -1 if load(board + MOVER) == 1 else 1


# --- nodes ------------------------------------------------------------------------------------------


@inline
def sort_keys(keys: int, number: int) -> None:
    """Sort numbers, the greatest first (D. Shell, "A high-speed sorting procedure", 1959)."""
    gap = 1
    while 3 * gap < number:
        gap = 3 * gap + 1
    while gap > 0:
        for index in range(gap, number):
            key = load(keys + 8 * index)
            place = index
            while place >= gap and load(keys + 8 * (place - gap)) < key:
                store(keys + 8 * place, load(keys + 8 * (place - gap)))
                place -= gap
            store(keys + 8 * place, key)
        gap //= 3


@inline
def asks_network(board: int) -> bool:
    """Whether a network is to say what it thinks of a position."""
    return load(board + EMPTIES) > FEWEST_EMPTIES and load(load(board + TABLES_OF) + NETWORK_AT) != 0


@kernel("int64(int64, int64, int64)")
def make_node(arena: int, board: int, context: int) -> int:
    """A node for the position on a board: its number; 0 where the arena has no room."""
    scratch = load(context + 8 * SCRATCH)
    keys = scratch + KEYS_AT
    number = list_strengths(board, keys, scratch + LADDER_AT)
    node = count_up(arena + USED, number + 1)
    if node + number + 1 > load(arena + CAPACITY):
        count_up(arena + USED, -(number + 1))
        return 0
    value = 0
    share = 0
    credit = 0
    lead = 0
    if asks_network(board):
        memory = scratch + NETWORK_MEMORY_AT
        ahead = load(load(context + 8 * QUESTION) + POINTS_AHEAD)
        ahead += 2 * prisoners_ahead(board, load(board + PLACED)) + last_stone(board)
        value = run_network(board, memory, ahead)
        share = MOST_SHARE * (load(board + EMPTIES) - FEWEST_EMPTIES) // (CELLS - FEWEST_EMPTIES)
        credit = credit_of_lead(memory, load(arena + CENTRE))
        lead = int(float(JUDGED_ONE) * load_float(memory + LEAD)) + MOST_JUDGED
        correct_strengths(board, keys, number, scratch + NETWORK_MEMORY_AT)
    sort_keys(keys, number)
    total = 0
    for index in range(number):
        total += shift_right(load(keys + 8 * index), 16)
    head = record(arena, node)
    store(head + KEY, key_of(board))
    store(head + 8, 0)
    store_16(head + MOVES, number)
    store_16(head + NODE_MOVER, load(board + MOVER))
    store(head + 16, 0)
    store_32(head + VALUE, value)
    store_32(head + VALUE_SHARE, share)
    store_32(head + CREDIT, credit)
    store_32(head + JUDGED_LEAD, lead)
    for index in range(number):
        key = load(keys + 8 * index)
        move = record(head, 1 + index)
        store(move, 0)
        store(move + REWARDS, 0)
        store(move + LATER_REWARDS, 0)
        store(move + WINS, 0)
        store_32(move + CHILD, 0)
        store_16(move + POINT, key & 65535)
        store_16(move + PRIOR, int(65535.0 * float(shift_right(key, 16)) / float(total)))
    return node


@inline
def reach(arena: int, move: int, board: int, context: int) -> int:
    """The node that a move leads to, made if it is time; 0 where the line ends."""
    node = load_32(move + CHILD)
    if node > UNDER_WAY:
        return node
    if node == UNDER_WAY or load_32(move + VISITS) < EXPANDED_AT or not exchange_32(move + CHILD, 0, UNDER_WAY):
        return 0
    node = make_node(arena, board, context)
    store_32(move + CHILD, node)
    return node


# --- the way through the tree ---------------------------------------------------------------------


@inline
def worth_of(move: int, seen: float, root: float, number: float) -> float:
    """How much a move is worth trying.

    ``seen`` is what its node is worth to the mover, ``root`` the square root of the games there, ``number`` that of
    its moves.
    """
    visits = float(load_32(move + VISITS))
    later = float(load_32(move + LATER_VISITS))
    prior = float(load_16(move + PRIOR)) / 65535.0
    belief = min(max(seen + 0.06 * log(max(prior * number, 0.02)), 0.05), 0.95)
    mean = (float(load(move + REWARDS)) / float(WHOLE) + BELIEF * belief) / (visits + BELIEF)
    if later > 0.0:
        share = later / (later + visits + visits * later / LATER_WEIGHT)
        mean += share * (float(load(move + LATER_REWARDS)) / (float(WHOLE) * later) - mean)
    return mean + BREADTH * prior * root / (1.0 + visits)


@inline
def games_of(head: int) -> int:
    """Games through the moves of a node."""
    games = 0
    for index in range(load_16(head + MOVES)):
        games += load_32(record(head, 1 + index) + VISITS)
    return games


@inline
def opened(head: int, games: int) -> int:
    """How many moves of a node are tried by now."""
    return min(load_16(head + MOVES), OPENED + int(OPENING * log(1.0 + float(games))))


@kernel("int64(int64, int64, int64, int64)")
def choose(head: int, games: int, allowed: int, context: int) -> int:
    """The move of a node that is worth most trying: its address. ``games`` went through the node before."""
    number = load_16(head + MOVES)
    most = opened(head, games)
    best = -1.0
    choice = record(head, 1)
    rewards = 0
    for index in range(number if allowed != 0 else most):
        rewards += load(record(head, 1 + index) + REWARDS)
    seen = (float(rewards) / float(WHOLE) + 2.0) / (float(games) + 4.0)
    root = sqrt(float(games + 1))
    tried = 0
    index = 0
    while index < number and tried < most:
        index += 1
        move = record(head, index)
        if allowed == 0 or load_byte(allowed + load_16(move + POINT)) != 0:
            tried += 1
            worth = worth_of(move, seen, root, float(number))
            if worth > best:
                best = worth
                choice = move
    return choice


@inline
def descend(arena: int, board: int, line: int, context: int) -> int:
    """Go through the tree to where a game is to be played out; gives the length of the line."""
    allowed = load(load(context + 8 * QUESTION) + ALLOWED)
    node = load(arena + ROOT)
    length = 0
    games = games_of(record(arena, node))
    while node != 0 and load(board + PASSES) < 2 and length < LONGEST_LINE:
        head = record(arena, node)
        move = choose(head, games, allowed if length == 0 else 0, context)
        games = load_32(move + VISITS)
        store_32(move + VISITS, games + 1)
        store(line + 8 * length, move)
        store(line + 8 * (LONGEST_LINE + length), head)
        length += 1
        point = load_16(move + POINT)
        if point != 0:
            note_first(board, point)
        play_point(board, point)
        node = reach(arena, move, board, context)
    return length


@inline
def learn(arena: int, board: int, line: int, length: int, points: int, over: bool) -> int:
    """Add a game's end to the moves of its line, and to those that could have been played in their place; gives the
    points as they are judged, JUDGED_ONE each.

    Unless the line itself was ``over``, what a network thought of its last node counts beside it (D. Silver et al.,
    "Mastering the game of Go with deep neural networks and tree search", 2016).
    """
    won = WHOLE if points > 0 else WHOLE // 2 if points == 0 else 0
    credit = credit_of(points, load(arena + CENTRE))
    judged = points * JUDGED_ONE // 2
    last = load(line + 8 * (LONGEST_LINE + length - 1))
    share = load_32(last + VALUE_SHARE)
    if not over and share > 0:
        won += share * (load_32(last + VALUE) - won) // 65536
        credit += share * (load_32(last + CREDIT) - credit) // 65536
        judged += share * (load_32(last + JUDGED_LEAD) - MOST_JUDGED - judged) // 65536
    reward = ((WHOLE - FOR_POINTS) * won + FOR_POINTS * credit) // WHOLE
    for step in range(length):
        move = load(line + 8 * step)
        head = load(line + 8 * (LONGEST_LINE + step))
        mover = load_16(head + NODE_MOVER)
        mine = reward if mover == 1 else WHOLE - reward
        add_to(move + REWARDS, mine)
        add_to(move + WINS, won if mover == 1 else WHOLE - won)
        games = load_32(move + VISITS)
        for index in range(min(load_16(head + MOVES), opened(head, games) + 8)):
            other = record(head, 1 + index)
            if load_byte(board + FIRST_AT + load_16(other + POINT)) == mover:
                store_32(other + LATER_VISITS, load_32(other + LATER_VISITS) + 1)
                add_to(other + LATER_REWARDS, mine)
    return judged


@inline
def stones_ahead(board: int) -> int:
    """How many stones more than the second the first seat has on the board."""
    ahead = 0
    for point in range(POINTS):
        there = colour_at(board, point)
        ahead += 1 if there == 1 else -1 if there == 2 else 0
    return ahead


@inline
def prisoners_ahead(board: int, placed: int) -> int:
    """What prisoners add to the first seat's area, but for what is known at the root (see POINTS_AHEAD).

    Without stones, territory and prisoners: area less the stones that were placed, ``placed`` by the first seat more
    than by the second in the tree; after it, both fill their own territory alike. With them, those that were placed
    and are not there any more.
    """
    if not PRISONERS_COUNT:
        return 0
    if not STONES_COUNT:
        return -placed
    return stones_ahead(board) - load(board + PLACED)


@inline
def note_end(at: int, points: int, judged: int) -> None:
    """Count a game's end."""
    add_to(at, 1)
    add_to(at + 8, points)
    add_to(at + 16, points * points)
    add_to(at + 24, judged)


@inline
def note_owners(board: int, scratch: int, first: int) -> None:
    """Count whose each point is, in all games and in those with that root move."""
    owners = scratch + OWNERS_AT
    of_move = scratch + OWNERS_OF_MOVES_AT + 8 * POINTS * first
    for point in range(POINTS):
        owner = owner_at(board, point)
        if owner == 1 or owner == 2:
            one = 1 if owner == 1 else OF_SECOND
            add_to(owners + 8 * point, one)
            add_to(of_move + 8 * point, one)


@kernel("int64(int64, int64, int64, int64)")
def grow_tree(arena: int, start: int, games: int, context: int) -> int:
    """Play so many games from the position of the root, which is on the board ``start``; gives their number.

    A stop ends it between two games.
    """
    board = load(context + 8 * SCRATCH)
    question = load(context + 8 * QUESTION)
    line = board + LINE_AT
    played = 0
    while played < games:
        add_to(context + 8 * NODES, 1)
        if stopped(context):
            break
        copy_board(board, start)
        forget_firsts(board)
        length = descend(arena, board, line, context)
        placed = load(board + PLACED)
        over = load(board + PASSES) > 1
        store(board + PASSES, 0)
        corrected = 0 if over else last_stone(board)
        ahead = play_out_board(board, context)
        points = 2 * (ahead + prisoners_ahead(board, placed)) + load(question + POINTS_AHEAD) + corrected
        judged = learn(arena, board, line, length, points, over)
        first = load_16(load(line) + POINT)
        note_end(board + ENDS_AT, points, judged)
        note_end(board + MOVES_AT + END_BYTES * first, points, judged)
        note_owners(board, board, first)
        played += 1
    return played


# --- trees as a whole -----------------------------------------------------------------------------


@kernel("int64(int64, int64)")
def key_of_board(board: int, context: int) -> int:
    """Of a position: see :func:`key_of`."""
    return key_of(board)


@inline
def sample_points(start: int, context: int) -> int:
    """Half points that the first seat is ahead by at the end of a few games: the middle one's."""
    board = load(context + 8 * SCRATCH)
    keys = board + KEYS_AT
    for index in range(SAMPLES):
        copy_board(board, start)
        placed = load(board + PLACED)
        store(board + PASSES, 0)
        corrected = last_stone(board)
        ahead = play_out_board(board, context)
        points = 2 * (ahead + prisoners_ahead(board, placed)) + load(load(context + 8 * QUESTION) + POINTS_AHEAD)
        store(keys + 8 * index, points + corrected)
    sort_keys(keys, SAMPLES)
    return load(keys + 8 * (SAMPLES // 2))


@kernel("int64(int64, int64, int64, int64)")
def plant_tree(arena: int, capacity: int, start: int, context: int) -> int:
    """Begin a tree of the position on a board, in an arena of so many records."""
    store(arena + USED, RESERVED)
    store(arena + CAPACITY, capacity)
    store(arena + CENTRE, 0)
    node = make_node(arena, start, context)
    store(arena + ROOT, node)
    if node != 0:
        expected = sample_points(start, context)
        head = record(arena, node)
        share = load_32(head + VALUE_SHARE)
        if share > 0:
            lead = 2 * (load_32(head + JUDGED_LEAD) - MOST_JUDGED) // JUDGED_ONE
            expected += share * (lead - expected) // 65536
        store(arena + CENTRE, int(TOWARD_ZERO * float(expected)))
    return node


@kernel("int64(int64, int64, int64, int64)")
def find_below(arena: int, node: int, key: int, plies: int) -> int:
    """The node of a position, at most so many plies below another one; 0 where it is not there."""
    head = record(arena, node)
    if load(head + KEY) == key:
        return node
    found = 0
    if plies > 0:
        for index in range(load_16(head + MOVES)):
            child = load_32(record(head, 1 + index) + CHILD)
            if found == 0 and child > UNDER_WAY:
                found = find_below(arena, child, key, plies - 1)
    return found


@inline
def copy_node(to: int, source: int, node: int) -> int:
    """Copy a node to the end of another arena; gives its number there."""
    head = record(source, node)
    number = load_16(head + MOVES) + 1
    copied = load(to + USED)
    store(to + USED, copied + number)
    copy_bytes(record(to, copied), head, RECORD * number)
    return copied


@kernel("int64(int64, int64, int64, int64)")
def copy_tree(to: int, source: int, node: int, least: int) -> int:
    """Copy what is below a node, without the nodes of moves that fewer than ``least`` games went through, to another
    arena that has room; gives the number of records that it takes (after C. Cheney, "A nonrecursive list compacting
    algorithm", 1970).
    """
    store(to + USED, RESERVED)
    store(to + CAPACITY, load(source + CAPACITY))
    store(to + CENTRE, load(source + CENTRE))
    store(to + ROOT, copy_node(to, source, node))
    scanned = RESERVED
    while scanned < load(to + USED):
        head = record(to, scanned)
        number = load_16(head + MOVES)
        for index in range(number):
            move = record(head, 1 + index)
            child = load_32(move + CHILD)
            if child != 0:
                kept = child > UNDER_WAY and load_32(move + VISITS) >= least
                store_32(move + CHILD, copy_node(to, source, child) if kept else 0)
        scanned += number + 1
    return load(to + USED)


@kernel("int64(int64, int64)")
def forget_ends(context: int, unused: int) -> int:
    """From now on how games end is counted anew, on this thread."""
    scratch = load(context + 8 * SCRATCH)
    address = scratch + ENDS_AT
    while address < scratch + SCRATCH_BYTES:
        store(address, 0)
        address += 8
    return unused


@kernel("int64(int64, int64, int64)")
def read_node(arena: int, node: int, out: int) -> int:
    """Write the moves of a node, six words each: point, games, wins, prior, node, rewards; gives their number."""
    head = record(arena, node)
    number = load_16(head + MOVES)
    for index in range(number):
        move = record(head, 1 + index)
        place = out + 48 * index
        store(place, load_16(move + POINT))
        store(place + 8, load_32(move + VISITS))
        store(place + 16, load(move + WINS))
        store(place + 24, load_16(move + PRIOR))
        store(place + 32, load_32(move + CHILD))
        store(place + 40, load(move + REWARDS))
    return number
