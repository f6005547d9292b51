"""Asking the network where each move of the root leads, before any game: kernel source (see kernels/prelude.pyi).

What is thought of a move before any game is learned from searches, which try most what was thought of it: near the last
move, above all. How many points it leads by after a move tells the network apart, though the chance to win hardly does:
on a large board the big points are so found by few games. On a small one those games tell moves apart as well.
"""

from math import exp

from engined.kernels.context import SearchContext
from engined.kernels.prelude import CELLS, copy_bytes, kernel
from engined.search.go.board import GoBoard, copy_board, play_point
from engined.search.go.network import run_network
from engined.search.go.tree.arena import SLOT, Arena, node_at, tree_move
from engined.search.go.tree.memory import sort_keys, tree_scratch
from engined.search.go.tree.nodes import asks_network

SMALL = 100
"""The points of a board up to which it is not asked."""
LOOKED_AT = 64
"""Moves that the network is asked about: those thought to be best."""
POINTS_APART = 1.0
"""Points that make a move 2.7 times as likely."""


@kernel("int64(int64, GoBoard, SearchContext)")
def look_ahead(arena: int, start: GoBoard, context: SearchContext) -> int:
    """Weigh the priors of the root's moves by the lead that the network expects after each, and put them in order;
    gives the number of positions that it was asked about: none on a small board, and when a quarter of it is full, for
    then reading tells more. Nobody else may be at work in the tree.
    """
    head = Arena(arena)
    early = CELLS > SMALL and 4 * start.empties > 3 * CELLS
    if head.root == 0 or not early or not asks_network(start, context):
        return 0
    node = node_at(arena, head.root)
    number = node.number
    if head.used + number > head.capacity:
        return 0
    scratch = tree_scratch(context)
    board = scratch.board
    asked = 0
    best = -1000.0
    total = 0.0
    for index in range(min(number, LOOKED_AT)):
        point = tree_move(node, index).point
        if point != 0:
            copy_board(board, start)
            play_point(board, point)
            run_network(board, scratch.network, 0)
            lead = scratch.network.lead if start.mover == 1 else -scratch.network.lead
            scratch.leads[index] = lead
            best = max(best, lead)
            total += lead
            asked += 1
    if asked == 0:
        return 0
    usual = total / float(asked)
    weights = 0.0
    for index in range(number):
        move = tree_move(node, index)
        lead = scratch.leads[index] if index < LOOKED_AT and move.point != 0 else usual
        scratch.leads[index] = float(move.prior) * exp((lead - best) / POINTS_APART)
        weights += scratch.leads[index]
    for index in range(number):
        prior = int(65535.0 * scratch.leads[index] / weights)
        tree_move(node, index).prior = prior
        scratch.keys[index] = prior << 16 | number - index  # so moves that are equal stay in order
    sort_keys(scratch, number)
    room = node_at(arena, head.used).address
    copy_bytes(room, tree_move(node, 0).address, SLOT * number)
    for index in range(number):
        place = number - (scratch.keys[index] & 65535)
        copy_bytes(tree_move(node, index).address, room + SLOT * place, SLOT)
    return asked
