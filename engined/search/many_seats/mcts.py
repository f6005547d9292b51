"""Monte Carlo tree search for games of more than two sides: kernel source (see kernels/prelude.pyi).

The tree is a table of positions: a node has no children, it has moves, and what they lead to is looked up. So positions
that several lines reach are one node, and what was learnt of a position serves whoever comes there later, in another
move or another analysis (B. Childs, J. Brodeur and L. Kocsis, "Transpositions and move groups in Monte Carlo tree
search", 2008). In every node its own seat chooses, by upper confidence bounds of its own reward (N. Sturtevant, "An
analysis of UCT in multi-player games", 2008).
"""

from math import log, sqrt

from engined.kernels.codes import NO_MOVE
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    CELLS,
    SEATS,
    Array,
    Board,
    Record,
    bytes_of,
    drop_first,
    first,
    i64,
    inline,
    is_empty,
    kernel,
    room_for,
    shift_right,
    store,
)
from engined.search.game import (
    MOST_PLACEMENTS,
    STORED_BYTES,
    captured_by,
    following,
    hash_of,
    is_over,
    is_stored,
    moves_of,
    play_on,
    playout_move,
    store_position,
    tally_of,
)
from engined.search.many_seats.lines import forced, stepped
from engined.search.many_seats.seats import count_in, margin_of_side, side_of
from engined.search.random import chance
from engined.search.stop import stopped

NODE_WAYS = 4
"""Nodes of a bucket."""


class TableNode(Record):
    """What the games through a position came to."""

    visits: i64
    """The number of games."""
    seat: i64
    """The seat to move, plus one."""
    position: Array[i64] = room_for(STORED_BYTES // 8)
    """The position as the game stores it."""
    rewards: Array[i64] = room_for(SEATS)
    """The sum of each seat's rewards."""
    counts: Array[i64] = room_for(SEATS)
    """The sum of what each seat counted at the end."""


class NodeBucket(Record):
    """The nodes of the positions that share a hash."""

    nodes: Array[TableNode] = room_for(NODE_WAYS)


class GamePath(Record):
    """The nodes of a line, by their addresses: between two placements all seats but one may pass."""

    nodes: Array[i64] = room_for((MOST_PLACEMENTS + 2) * SEATS)


NODE_BUCKET_BYTES = bytes_of(NodeBucket)
PATH_BYTES = bytes_of(GamePath)
WHOLE = 1024
"""The greatest reward, for a seat that wins with all discs."""
CURIOSITY = 0.4
"""Weight of the uncertainty of a move, as part of the greatest reward."""


@inline
def bucket_of_node(position: int, seat: int, context: SearchContext) -> NodeBucket:
    """The nodes that may be this one."""
    index = shift_right(hash_of(position, seat), context.table_shift)
    return NodeBucket(context.table + index * NODE_BUCKET_BYTES)


@inline
def is_node_of(node: TableNode, position: int, seat: int) -> bool:
    """Whether a node is of a position."""
    return node.seat == seat + 1 and is_stored(node.position.address, position, 0)


@inline
def find_node(position: int, seat: int, context: SearchContext) -> TableNode:
    """The node of a position; where there is none, its address is 0."""
    bucket = bucket_of_node(position, seat, context)
    for way in range(NODE_WAYS):
        node = bucket.nodes[way]
        if is_node_of(node, position, seat):
            return node
    return TableNode(0)


@inline
def new_node(position: int, seat: int, context: SearchContext) -> TableNode:
    """A node without visits for a position, in place of the one that has fewest."""
    bucket = bucket_of_node(position, seat, context)
    victim = bucket.nodes[0]
    for way in range(1, NODE_WAYS):
        node = bucket.nodes[way]
        if node.visits < victim.visits:
            victim = node
    victim.visits = 0
    victim.seat = seat + 1
    store_position(victim.position.address, position, 0)
    for index in range(SEATS):
        victim.rewards[index] = 0
        victim.counts[index] = 0
    return victim


@inline
def reward_of(tally: int, seat: int) -> int:
    """Half for winning, half for by how much."""
    margin = margin_of_side(tally, side_of(seat))
    won = 2 if margin > 0 else 1 if margin == 0 else 0
    return won * (WHOLE // 4) + (margin + CELLS) * (WHOLE // 2) // (2 * CELLS)


@inline
def play_out(position: int, seat: int, context: SearchContext) -> int:
    """What all seats count at the end of random play."""
    while True:
        moves = moves_of(position, seat)
        if is_empty(moves):
            if is_over(position):
                return tally_of(position)
        else:
            square = playout_move(position, seat, moves, context)
            position = play_on(position, seat, square, captured_by(position, seat, square))
        seat = following(seat)


@inline
def chosen_at(position: int, seat: int, node: TableNode, moves: Board, context: SearchContext) -> int:
    """The move that a node's seat tries next: the best by upper confidence bound, those never tried first."""
    best = -1.0
    choice = first(moves)
    breadth = log(float(node.visits + 1))
    after_seat = following(seat)
    while not is_empty(moves):
        square = first(moves)
        moves = drop_first(moves)
        after = play_on(position, seat, square, captured_by(position, seat, square))
        child = find_node(after, after_seat, context)
        visits = child.visits if child.address != 0 else 0
        if visits == 0:
            bound = 10.0 + float(chance(1024, context))
        else:
            mean = float(child.rewards[seat]) / float(visits * WHOLE)
            bound = mean + CURIOSITY * sqrt(breadth / float(visits))
        if bound > best:
            best = bound
            choice = square
    return choice


@inline
def remember(node: TableNode, tally: int) -> None:
    """Add a game's end to a node."""
    node.visits += 1
    for seat in range(SEATS):
        node.rewards[seat] += reward_of(tally, seat)
        node.counts[seat] += count_in(tally, seat)


@kernel("int64(int64, int64, int64, GamePath, SearchContext)")
def grow(position: int, seat: int, games: int, path: GamePath, context: SearchContext) -> int:
    """Play so many games from a position, through the tree and then at random; gives their number.

    A stop ends it between two games.
    """
    played = 0
    while played < games:
        context.nodes += 1
        if stopped(context):
            break
        here = position
        mover = seat
        length = 0
        known = True
        tally = 0
        while known:
            node = find_node(here, mover, context)
            if node.address == 0:
                node = new_node(here, mover, context)
                known = False
            path.nodes[length] = node.address
            length += 1
            moves = moves_of(here, mover)
            if is_empty(moves) and is_over(here):
                tally = tally_of(here)
                break
            if not known:
                tally = play_out(here, mover, context)
            else:
                if not is_empty(moves):
                    square = chosen_at(here, mover, node, moves, context)
                    here = play_on(here, mover, square, captured_by(here, mover, square))
                mover = following(mover)
        # The new node may be in the place of one that the line went through.
        last = length - 1
        for step in range(length):
            if step == last or path.nodes[step] != path.nodes[last]:
                remember(TableNode(path.nodes[step]), tally)
        played += 1
    return played


@kernel("int64(int64, int64, SearchContext, int64)")
def look_up(position: int, seat: int, context: SearchContext, out: int) -> int:
    """The visits of a position; where there are some, what each seat counted in all of them is written at ``out``."""
    node = find_node(position, seat, context)
    if node.address == 0:
        return 0
    for index in range(SEATS):
        store(out + 8 * index, node.counts[index])
    return node.visits


@kernel("int64(int64, int64, SearchContext)")
def tried_move(position: int, seat: int, context: SearchContext) -> int:
    """The move that was tried most in a position; as a step (see :mod:`engined.search.many_seats.lines`)."""
    moves = moves_of(position, seat)
    if is_empty(moves):
        return forced(position)
    most = 0
    choice = NO_MOVE
    after_seat = following(seat)
    while not is_empty(moves):
        square = first(moves)
        moves = drop_first(moves)
        after = play_on(position, seat, square, captured_by(position, seat, square))
        child = find_node(after, after_seat, context)
        if child.address != 0 and child.visits > most:
            most = child.visits
            choice = square
    return stepped(position, seat, choice)
