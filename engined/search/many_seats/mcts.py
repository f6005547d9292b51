"""Monte Carlo tree search for games of more than two sides: kernel source (see kernels/prelude.pyi).

The tree is a table of positions: a node has no children, it has moves, and what they lead to is looked up. So positions
that several lines reach are one node, and what was learnt of a position serves whoever comes there later, in another
move or another analysis (B. Childs, J. Brodeur and L. Kocsis, "Transpositions and move groups in Monte Carlo tree
search", 2008). In every node its own seat chooses, by upper confidence bounds of its own reward (N. Sturtevant, "An
analysis of UCT in multi-player games", 2008).

A node: the visits; the seat to move, plus one; the position; of each seat the sum of its rewards, and the
sum of what it counted at the end.
"""

from math import log, sqrt

from engined.kernels.codes import NO_MOVE
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    CELLS,
    SEATS,
    Board,
    add_to,
    drop_first,
    first,
    inline,
    is_empty,
    kernel,
    load,
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

REWARDS = 16 + STORED_BYTES
COUNTS = REWARDS + 8 * SEATS
NODE_BYTES = COUNTS + 8 * SEATS
NODE_WAYS = 4
NODE_BUCKET_BYTES = NODE_WAYS * NODE_BYTES
PATH_BYTES = 8 * (MOST_PLACEMENTS + 2) * SEATS
"""The size of the addresses of all nodes of a line, in bytes: between two placements all seats but one may pass."""
WHOLE = 1024
"""The greatest reward, for a seat that wins with all discs."""
CURIOSITY = 0.4
"""Weight of the uncertainty of a move, as part of the greatest reward."""


@inline
def bucket_of_node(position: int, seat: int, context: SearchContext) -> int:
    """Address of the nodes that may be this one."""
    index = shift_right(hash_of(position, seat), context.table_shift)
    return context.table + index * NODE_BUCKET_BYTES


@inline
def is_node_of(node: int, position: int, seat: int) -> bool:
    """Whether a node is of a position."""
    same = load(node + 8) == seat + 1
    return same and is_stored(node + 16, position, 0)


@inline
def find_node(position: int, seat: int, context: SearchContext) -> int:
    """Address of a position's node, or 0."""
    node = bucket_of_node(position, seat, context)
    end = node + NODE_BUCKET_BYTES
    while node < end:
        if is_node_of(node, position, seat):
            return node
        node += NODE_BYTES
    return 0


@inline
def new_node(position: int, seat: int, context: SearchContext) -> int:
    """Address of a node without visits for a position, in place of the one that has fewest."""
    node = bucket_of_node(position, seat, context)
    end = node + NODE_BUCKET_BYTES
    victim = node
    while node < end:
        if load(node) < load(victim):
            victim = node
        node += NODE_BYTES
    word = 0
    while word < NODE_BYTES:
        store(victim + word, 0)
        word += 8
    store(victim + 8, seat + 1)
    store_position(victim + 16, position, 0)
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
def chosen_at(position: int, seat: int, node: int, moves: Board, context: SearchContext) -> int:
    """The move that a node's seat tries next: the best by upper confidence bound, those never tried first."""
    best = -1.0
    choice = first(moves)
    breadth = log(float(load(node) + 1))
    after_seat = following(seat)
    while not is_empty(moves):
        square = first(moves)
        moves = drop_first(moves)
        after = play_on(position, seat, square, captured_by(position, seat, square))
        child = find_node(after, after_seat, context)
        visits = load(child) if child != 0 else 0
        if visits == 0:
            bound = 10.0 + float(chance(1024, context))
        else:
            mean = float(load(child + REWARDS + 8 * seat)) / float(visits * WHOLE)
            bound = mean + CURIOSITY * sqrt(breadth / float(visits))
        if bound > best:
            best = bound
            choice = square
    return choice


@inline
def remember(node: int, tally: int) -> None:
    """Add a game's end to a node."""
    add_to(node, 1)
    for seat in range(SEATS):
        add_to(node + REWARDS + 8 * seat, reward_of(tally, seat))
        add_to(node + COUNTS + 8 * seat, count_in(tally, seat))


@kernel("int64(int64, int64, int64, int64, SearchContext)")
def grow(position: int, seat: int, games: int, path: int, context: SearchContext) -> int:
    """Play so many games from a position, through the tree and then at random; gives their number.

    ``path`` is memory of PATH_BYTES. A stop ends it between two games.
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
            if node == 0:
                node = new_node(here, mover, context)
                known = False
            store(path + 8 * length, node)
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
            if step == last or load(path + 8 * step) != load(path + 8 * last):
                remember(load(path + 8 * step), tally)
        played += 1
    return played


@kernel("int64(int64, int64, SearchContext, int64)")
def look_up(position: int, seat: int, context: SearchContext, out: int) -> int:
    """The visits of a position; where there are some, what each seat counted in all of them is written at ``out``."""
    node = find_node(position, seat, context)
    if node == 0:
        return 0
    for index in range(SEATS):
        store(out + 8 * index, load(node + COUNTS + 8 * index))
    return load(node)


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
        if child != 0 and load(child) > most:
            most = load(child)
            choice = square
    return stepped(position, seat, choice)
