"""Games against itself, and what their positions are worth: kernel source (see kernels/prelude.pyi).

Positions in memory are pairs of boards, the mover's first.
"""

from engined.evaluation.values import MOST_VALUE, NO_VALUE
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    BOARD_BYTES,
    PATTERNS,
    Board,
    count,
    drop_first,
    empties,
    first,
    flips,
    inline,
    is_empty,
    kernel,
    legal,
    load_board,
    next_opp,
    next_own,
    store,
    store_board,
    store_patterns,
    turned,
)
from engined.search.flip_choice.choices import chosen, further, number
from engined.search.random import any_of, chance
from engined.search.stop import told_to_stop
from engined.search.two_sided.alphabeta import search

POSITION_BYTES = 2 * BOARD_BYTES
INDEX_BYTES = 4 * PATTERNS


@inline
def play_at_random(own: Board, opp: Board, moves: Board, out: int, context: SearchContext) -> None:
    """Write the position after a random move."""
    square = any_of(moves, context)
    bracketed = flips(own, opp, square)
    rest = bracketed
    for _ in range(chance(number(bracketed), context)):
        rest = further(rest, bracketed)
    flipped = turned(own, opp, square, chosen(rest))
    store_board(out, next_own(own, opp, square, flipped))
    store_board(out + BOARD_BYTES, next_opp(own, opp, square, flipped))


@inline
def play_well(own: Board, opp: Board, moves: Board, depth: int, spread: int, out: int, context: SearchContext) -> None:
    """Write the position after the best move by searches to a depth, values raised at random by up to ``spread``."""
    best = NO_VALUE
    while not is_empty(moves):
        square = first(moves)
        moves = drop_first(moves)
        bracketed = flips(own, opp, square)
        rest = bracketed
        for _ in range(number(bracketed)):
            flipped = turned(own, opp, square, chosen(rest))
            after_own = next_own(own, opp, square, flipped)
            after_opp = next_opp(own, opp, square, flipped)
            floor = max(best - spread, -MOST_VALUE)
            value = -search(after_own, after_opp, depth - 1, -MOST_VALUE, -floor, context) + chance(spread + 1, context)
            if value > best:
                best = value
                store_board(out, after_own)
                store_board(out + BOARD_BYTES, after_opp)
            rest = further(rest, bracketed)


@kernel("int64(B, B, int64, int64, int64, int64, int64, int64, SearchContext)")
def self_play(
    own: Board,
    opp: Board,
    depth: int,
    opening: int,
    blunders: int,
    spread: int,
    least: int,
    out: int,
    context: SearchContext,
) -> int:
    """Play a game and write its positions that have a legal move, and one more; gives the number without that one.

    The first ``opening`` plies are random, of the later ones ``blunders`` in a thousand. It ends where fewer
    than ``least`` cells are empty.
    """
    written = 0
    ply = 0
    while count(empties(own, opp)) >= least and not told_to_stop(context):
        moves = legal(own, opp)
        if is_empty(moves):
            if is_empty(legal(opp, own)):
                return written
            own, opp = opp, own
            continue
        here = out + written * POSITION_BYTES
        following = here + POSITION_BYTES
        store_board(here, own)
        store_board(here + BOARD_BYTES, opp)
        written += 1
        if ply < opening or chance(1000, context) < blunders:
            play_at_random(own, opp, moves, following, context)
        else:
            play_well(own, opp, moves, depth, spread, following, context)
        own = load_board(following)
        opp = load_board(following + BOARD_BYTES)
        ply += 1
    return written


@kernel("int64(int64, int64, int64, int64, int64, SearchContext)")
def label(positions: int, size: int, depth: int, exact: int, out: int, context: SearchContext) -> int:
    """Write the value of each position, int64 in hundredths of a disc; gives how many were done.

    Exact with at most ``exact`` empty cells, else by a search to ``depth``.
    """
    done = 0
    while done < size:
        own = load_board(positions + done * POSITION_BYTES)
        opp = load_board(positions + done * POSITION_BYTES + BOARD_BYTES)
        left = count(empties(own, opp))
        value = search(own, opp, left if left <= exact else depth, -MOST_VALUE, MOST_VALUE, context)
        if told_to_stop(context):
            return done
        store(out + 8 * done, value)
        done += 1
    return done


@kernel("int64(int64, int64, int64)")
def index(positions: int, size: int, out: int) -> int:
    """Write the pattern indices of each position, a row of int32; gives the number of positions."""
    done = 0
    while done < size:
        own = load_board(positions + done * POSITION_BYTES)
        opp = load_board(positions + done * POSITION_BYTES + BOARD_BYTES)
        store_patterns(own, opp, out + done * INDEX_BYTES)
        done += 1
    return done
