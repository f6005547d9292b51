"""Chain games against itself, what their positions are worth, and what they are made of: kernel source (see
kernels/prelude.pyi).

Positions lie one behind the other, as in a game; seats are int64.
"""

from engined.kernels.codes import UNIT
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    CELLS,
    MOST_POINTS,
    Board,
    add_to,
    count,
    drop_first,
    empty_set,
    first,
    inline,
    is_empty,
    kernel,
    load,
    store,
)
from engined.search.chains.features import FEATURES, list_features, stage_at
from engined.search.chains.game import POSITION_BYTES, moves_of, play_on
from engined.search.chains.midgame import search_chains
from engined.search.chains.solver import chain_scratch, chain_slot, node_of, solve_chains
from engined.search.chains.table import left_at
from engined.search.random import any_of, chance
from engined.search.stop import told_to_stop

MOST_VALUE = UNIT * MOST_POINTS


@inline
def good_move(position: int, seat: int, moves: Board, depth: int, spread: int, context: SearchContext) -> int:
    """The move that a search to a depth likes best, when up to ``spread`` is added to each value by chance."""
    best = -2 * MOST_VALUE
    choice = first(moves)
    while not is_empty(moves):
        square = first(moves)
        moves = drop_first(moves)
        after = play_on(position, seat, square, empty_set())
        value = chance(spread + 1, context)
        value -= search_chains(after, 1 - seat, depth - 1, -MOST_VALUE, MOST_VALUE, context)
        if value > best:
            best = value
            choice = square
    return choice


@kernel("int64(int64, int64, int64, int64, int64, SearchContext)")
def play_chains(start: int, depth: int, opening: int, blunders: int, spread: int, context: SearchContext) -> int:
    """Play a game and write its positions behind the first, which is there; gives how many have a legal move.

    The first ``opening`` plies are random, of the later ones ``blunders`` in a thousand.
    """
    ply = 0
    position = start
    while not is_empty(moves_of(position, ply & 1)) and not told_to_stop(context):
        seat = ply & 1
        moves = moves_of(position, seat)
        if ply < opening or chance(1000, context) < blunders:
            square = any_of(moves, context)
        else:
            square = good_move(position, seat, moves, depth, spread, context)
        position = play_on(position, seat, square, empty_set())
        ply += 1
    return ply


@kernel("int64(int64, int64, int64, int64, int64, int64, SearchContext)")
def label_chains(
    positions: int, seats: int, size: int, depth: int, exact: int, out: int, context: SearchContext
) -> int:
    """Write what each position is worth to its mover, in hundredths of a point.

    Exact with at most ``exact`` open cells, else by a search to a depth; gives how many were done.
    """
    for place in range(size):
        position = positions + POSITION_BYTES * place
        seat = load(seats + 8 * place)
        if count(moves_of(position, seat)) <= exact:
            value = UNIT * solve_chains(position, seat, 0, -MOST_POINTS, MOST_POINTS, context)
        else:
            value = search_chains(position, seat, depth, -MOST_VALUE, MOST_VALUE, context)
        if told_to_stop(context):
            return place
        store(out + 8 * place, value)
    return size


@kernel("int64(int64, int64, int64, SearchContext)")
def sum_up(positions: int, size: int, out: int, context: SearchContext) -> int:
    """Write two words of each position: its stage, -1 where nothing is open that matters, and by how many points the
    first seat is ahead for good. Gives their number.
    """
    node = chain_slot(CELLS + 1, context).image
    for place in range(size):
        ahead = node_of(positions + POSITION_BYTES * place, node)
        decided = is_empty(node.open_cells)
        store(out + 16 * place, -1 if decided else stage_at(left_at(node)))
        store(out + 16 * place + 8, ahead)
    return size


@kernel("int64(int64, int64, int64, int64, SearchContext)")
def write_features(positions: int, seats: int, size: int, out: int, context: SearchContext) -> int:
    """Add up, for each position that is not decided, a row of FEATURES numbers; gives the number of positions."""
    node = chain_slot(CELLS + 1, context).image
    room = chain_scratch(context).features
    for place in range(size):
        node_of(positions + POSITION_BYTES * place, node)
        for feature in range(list_features(node, load(seats + 8 * place), room)):
            add_to(out + 8 * (FEATURES * place + room.numbers[feature]), 1)
    return size
