"""The memory that holds a tree of games of Go: kernel source (see kernels/prelude.pyi).

It is an arena of slots of 40 bytes, which have numbers: its head, then nodes, each with its moves behind it.
"""

from engined.kernels.prelude import Record, bytes_of, i64, inline, kernel, offset_of, store, u16, u32


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


@inline
def node_at(arena: int, slot: int) -> Node:
    """The node in a slot."""
    return Node(arena + SLOT * slot)


@inline
def tree_move(node: Node, index: int) -> TreeMove:
    """A move of a node, counted from 0."""
    return TreeMove(node.address + SLOT * (1 + index))


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
