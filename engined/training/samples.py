"""Games against itself, and what their positions are worth: kernel text (see kernels/prelude.pyi).

Positions in memory are pairs of boards, the mover's first.
"""

from engined.evaluation.geometry import UNIT
from engined.kernels.prelude import (
    CELLS,
    PATTERNS,
    WORDS,
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
    load,
    load_board,
    next_opp,
    next_own,
    shift_right,
    store,
    store_board,
    store_patterns,
)
from engined.search.alphabeta import search
from engined.search.brake import told_to_stop

POSITION_BYTES = 16 * WORDS
INDEX_BYTES = 4 * PATTERNS
WIDEST = UNIT * CELLS


@inline
def draw(state: int, below: int) -> int:
    """A random number from 0, by the generator (G. Marsaglia, "Xorshift RNGs", 2003) whose state is at an address."""
    word = load(state)
    word ^= word << 13
    word ^= shift_right(word, 7)
    word ^= word << 17
    store(state, word)
    return shift_right(word, 1) % below


@inline
def any_of(moves: Board, state: int) -> int:
    """A random square of a set that is not empty."""
    skipped = draw(state, count(moves))
    while skipped > 0:
        moves = drop_first(moves)
        skipped -= 1
    return first(moves)


@inline
def chosen(own: Board, opp: Board, moves: Board, depth: int, spread: int, state: int, context: int) -> int:
    """The best square by searches to a depth, each value raised by up to ``spread`` at random."""
    best = -2 * WIDEST
    choice = first(moves)
    while not is_empty(moves):
        square = first(moves)
        moves = drop_first(moves)
        flipped = flips(own, opp, square)
        after_own = next_own(own, opp, square, flipped)
        after_opp = next_opp(own, opp, square, flipped)
        floor = max(best - spread, -WIDEST)
        value = -search(after_own, after_opp, depth - 1, -WIDEST, -floor, context) + draw(state, spread + 1)
        if value > best:
            best = value
            choice = square
    return choice


@kernel("int64(B, B, int64, int64, int64, int64, int64, int64, int64, int64)")
def self_play(
    own: Board,
    opp: Board,
    depth: int,
    opening: int,
    blunders: int,
    spread: int,
    least: int,
    state: int,
    out: int,
    context: int,
) -> int:
    """Play a game and write its positions that have a legal move; gives their number.

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
        store_board(out + written * POSITION_BYTES, own)
        store_board(out + written * POSITION_BYTES + 8 * WORDS, opp)
        written += 1
        if ply < opening or draw(state, 1000) < blunders:
            square = any_of(moves, state)
        else:
            square = chosen(own, opp, moves, depth, spread, state, context)
        flipped = flips(own, opp, square)
        after_own = next_own(own, opp, square, flipped)
        opp = next_opp(own, opp, square, flipped)
        own = after_own
        ply += 1
    return written


@kernel("int64(int64, int64, int64, int64, int64, int64)")
def label(positions: int, size: int, depth: int, exact: int, out: int, context: int) -> int:
    """Write the value of each position, int64 in hundredths of a disc; gives how many were done.

    Exact with at most ``exact`` empty cells, else by a search to ``depth``.
    """
    done = 0
    while done < size:
        own = load_board(positions + done * POSITION_BYTES)
        opp = load_board(positions + done * POSITION_BYTES + 8 * WORDS)
        left = count(empties(own, opp))
        value = search(own, opp, left if left <= exact else depth, -WIDEST, WIDEST, context)
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
        opp = load_board(positions + done * POSITION_BYTES + 8 * WORDS)
        store_patterns(own, opp, out + done * INDEX_BYTES)
        done += 1
    return done
