"""Making nodes of positions: kernel source (see kernels/prelude.pyi)."""

from engined.kernels.context import SearchContext
from engined.kernels.go_codes import NETWORK_AT, ZOBRIST_AT
from engined.kernels.prelude import CELLS, POINTS, count_up, exchange_32, inline, kernel, load, shift_right
from engined.search.go.board import GoBoard, colour_at
from engined.search.go.counting import last_stone, prisoners_ahead, tree_question
from engined.search.go.network import correct_strengths, run_network
from engined.search.go.priors import list_strengths
from engined.search.go.tree.arena import CHILD, UNDER_WAY, USED, Arena, TreeMove, node_at, tree_move
from engined.search.go.tree.memory import sort_keys, tree_scratch
from engined.search.go.tree.rewards import JUDGED_ONE, MOST_JUDGED, credit_of_lead
from engined.search.hashing import GOLDEN, MIXER

EXPANDED_AT = 3
"""Games through a move before it gets a node, where games do not end at new nodes."""
FEWEST_EMPTIES = 20 * CELLS // 81
"""The empty points up to which no network is asked: games that are played out know as much."""
JUDGED_EMPTIES = 36 * CELLS // 81
"""The empty points up to which its word ends no game: it takes large groups that died for alive, which games that are
played out do not.
"""
VALUE_SHARE, LEAST_SHARE = 60000, 20000
"""The weight of the network's word beside the end of a game that is played out, of 65536, and that where so few points
are empty that none is asked soon.
"""


@inline
def share_of_word(empties: int) -> int:
    """The weight of the network's word on a position: less and less from JUDGED_EMPTIES on."""
    fewer = JUDGED_EMPTIES - empties
    if fewer <= 0:
        return VALUE_SHARE
    return VALUE_SHARE - (VALUE_SHARE - LEAST_SHARE) * fewer // (JUDGED_EMPTIES - FEWEST_EMPTIES)


@inline
def stones_of(board: GoBoard) -> int:
    """The hash of the stones on a board."""
    key = 0
    words = board.tables + ZOBRIST_AT
    for point in range(POINTS):
        there = colour_at(board, point)
        if there == 1 or there == 2:
            key ^= load(words + 8 * ((there - 1) * POINTS + point))
    return key


@inline
def key_of(board: GoBoard) -> int:
    """The hash of a position: of its stones, its mover and its ko."""
    return stones_of(board) ^ board.mover * GOLDEN + board.ko * MIXER


@kernel("int64(GoBoard, SearchContext)")
def key_of_board(board: GoBoard, context: SearchContext) -> int:
    """The hash of a position: see :func:`key_of`."""
    return key_of(board)


@inline
def asks_network(board: GoBoard, context: SearchContext) -> bool:
    """Return whether a network is to say what it thinks of a position: not where the last points are read out."""
    wanted = tree_question(context).settled == 0 and board.empties > FEWEST_EMPTIES
    return wanted and load(board.tables + NETWORK_AT) != 0


@kernel("int64(int64, GoBoard, SearchContext)")
def make_node(arena: int, board: GoBoard, context: SearchContext) -> int:
    """A node for the position on a board: its number; 0 where the arena has no room."""
    scratch = tree_scratch(context)
    head = Arena(arena)
    number = list_strengths(board, scratch.keys, scratch.ladder, tree_question(context).settled)
    slot = count_up(arena + USED, number + 1)
    if slot + number + 1 > head.capacity:
        return 0  # they are not given back: another thread may have taken those behind them meanwhile
    node = node_at(arena, slot)
    value = 0
    share = 0
    credit = 0
    lead = 0
    if asks_network(board, context):
        memory = scratch.network
        ahead = tree_question(context).points_ahead
        ahead += 2 * prisoners_ahead(board, board.placed) + last_stone(board)
        value = run_network(board, memory, ahead)
        share = share_of_word(board.empties)
        if share == VALUE_SHARE:
            scratch.judged = slot
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
    node.mover = board.mover
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
def reach(arena: int, move: TreeMove, least: int, board: GoBoard, context: SearchContext) -> int:
    """The node that a move leads to, made once ``least`` games went through the move; 0 where the line ends."""
    node = move.child
    if node > UNDER_WAY:
        return node
    if node == UNDER_WAY or move.visits < least or not exchange_32(move.address + CHILD, 0, UNDER_WAY):
        return 0
    node = make_node(arena, board, context)
    exchange_32(move.address + CHILD, UNDER_WAY, node)  # whoever sees its number sees all of it
    return node
