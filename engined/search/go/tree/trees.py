"""Trees as a whole: they are planted, searched for a position and copied: kernel source (see kernels/prelude.pyi)."""

from engined.kernels.context import SearchContext
from engined.kernels.prelude import copy_bytes, inline, kernel
from engined.search.go.board import GoBoard, copy_board
from engined.search.go.counting import play_to_end, tree_question
from engined.search.go.tree.arena import RESERVED, SLOT, UNDER_WAY, Arena, node_at, tree_move
from engined.search.go.tree.memory import sort_keys, tree_scratch
from engined.search.go.tree.nodes import VALUE_SHARE, make_node
from engined.search.go.tree.rewards import (
    BROAD,
    FOR_DECIDED_POINTS,
    FOR_LAST_POINTS,
    FOR_POINTS,
    JUDGED_ONE,
    MOST_JUDGED,
    TOWARD_ZERO,
)

SAMPLES = 16
"""Games played out to see what is expected."""


@inline
def sample_points(start: GoBoard, context: SearchContext) -> None:
    """Sort the first seat's leads at the end of a few games among the keys in scratch memory, in half points."""
    scratch = tree_scratch(context)
    board = scratch.board
    for index in range(SAMPLES):
        copy_board(board, start)
        scratch.keys[index] = play_to_end(board, board.placed, False, context)
    sort_keys(scratch, SAMPLES)


@kernel("int64(int64, int64, GoBoard, SearchContext)")
def plant_tree(arena: int, capacity: int, start: GoBoard, context: SearchContext) -> int:
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
    if slot == 0:
        return 0
    node = node_at(arena, slot)
    lead = 2 * (node.lead - MOST_JUDGED) // JUDGED_ONE
    question = tree_question(context)
    if question.settled != 0 or question.decided != 0:
        sample_points(start, context)
        head.for_points = FOR_DECIDED_POINTS if question.decided != 0 else FOR_LAST_POINTS
        head.broad = max(2, scratch.keys[SAMPLES // 4] - scratch.keys[3 * SAMPLES // 4])
        head.centre = scratch.keys[SAMPLES // 2]
    elif node.value_share == VALUE_SHARE:
        head.centre = int(TOWARD_ZERO * float(lead))
    else:
        sample_points(start, context)
        expected = scratch.keys[SAMPLES // 2]
        expected += node.value_share * (lead - expected) // 65536
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
