"""Games against itself whose positions are labelled as they come: kernel source (see kernels/prelude.pyi).

A game begins with random plies. From then on the search that labels a position also chooses its move, so the end of the
game says what well-played moves make of every position before it. Beside that path, some positions after one random
move are labelled too, and now and then the game goes on from there: searches look at more bad moves than good ones.
"""

from engined.evaluation.values import MOST_VALUE, NO_VALUE
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    BOARD_BYTES,
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
    store,
    store_board,
    turned,
)
from engined.search.flip_choice.choices import chosen, further, number
from engined.search.random import chance
from engined.search.stop import told_to_stop
from engined.search.two_sided.alphabeta import search
from engined.tools.training.samples import play_at_random

VALUE = 2 * BOARD_BYTES
"""Offset in a row of the value that the search found, in hundredths of a disc, the mover's view."""
OUTCOME = VALUE + 8
"""The offset of the value at the end of the line that was played from here: where the game ended or left the path."""
DEPTH = OUTCOME + 8
"""The offset of the plies that the search covered; as many as there are empty cells where it is exact."""
ASIDE = DEPTH + 8
"""The offset of a flag: 1 where the position is one random move off the path, else 0."""
COST = ASIDE + 8
"""The offset of the nodes that the label took."""
ROW_BYTES = COST + 8

PATH, OFF_PATH = 0, 1


@inline
def write_row(own: Board, opp: Board, depth: int, exact: int, aside: int, row: int, context: SearchContext) -> None:
    """Label a position with a legal move: exactly with at most ``exact`` empty cells, else by a search to a depth."""
    left = count(empties(own, opp))
    covered = left if left <= exact else min(depth, left)
    before = context.nodes
    value = search(own, opp, covered, -MOST_VALUE, MOST_VALUE, context)
    store_board(row, own)
    store_board(row + BOARD_BYTES, opp)
    store(row + VALUE, value)
    store(row + OUTCOME, value)
    store(row + DEPTH, covered)
    store(row + ASIDE, aside)
    store(row + COST, context.nodes - before)


@inline
def play_best(own: Board, opp: Board, moves: Board, depth: int, wanted: int, out: int, context: SearchContext) -> None:
    """Write the position after a move that reaches the value ``wanted`` at a depth, or the best one where none does."""
    best = NO_VALUE
    while not is_empty(moves) and best < wanted:
        square = first(moves)
        moves = drop_first(moves)
        bracketed = flips(own, opp, square)
        rest = bracketed
        for _ in range(number(bracketed)):
            flipped = turned(own, opp, square, chosen(rest))
            after_own = next_own(own, opp, square, flipped)
            after_opp = next_opp(own, opp, square, flipped)
            value = -search(after_own, after_opp, depth - 1, -wanted, 1 - wanted, context)
            if value > best:
                best = value
                store_board(out, after_own)
                store_board(out + BOARD_BYTES, after_opp)
            rest = further(rest, bracketed)


@inline
def settle(out: int, begin: int, end: int, sides: int, value: int, side: int) -> None:
    """Give the rows of a path from ``begin`` on the value of its end, which is from the view of ``side``."""
    for place in range(begin, end):
        row = out + place * ROW_BYTES
        if load(row + ASIDE) == PATH:
            store(row + OUTCOME, value if load(sides + 8 * place) == side else -value)


@kernel("int64(B, B, int64, int64, int64, int64, int64, int64, int64, int64, SearchContext)")
def labelled_game(
    own: Board,
    opp: Board,
    depth: int,
    exact: int,
    opening: int,
    asides: int,
    departures: int,
    least: int,
    out: int,
    sides: int,
    context: SearchContext,
) -> int:
    """Play a game and write a row for each position that is labelled; gives how many there are.

    The first ``opening`` plies are random and not labelled. Of the later ones, ``asides`` in a thousand have a position
    after a random move labelled, and of these ``departures`` in a thousand are where the game goes on. It ends where
    fewer than ``least`` cells are empty. Rows need room for two positions a ply and one more, ``sides`` a word for
    each. A game that was stopped gives none.
    """
    written = 0
    ply = 0
    side = 0
    begin = 0
    while count(empties(own, opp)) >= least:
        moves = legal(own, opp)
        if is_empty(moves):
            if is_empty(legal(opp, own)):
                break
            own, opp = opp, own
            side = 1 - side
            continue
        spare = out + (written + 1) * ROW_BYTES
        departs = ply < opening
        if departs:
            play_at_random(own, opp, moves, spare, context)
        elif chance(1000, context) < asides:
            play_at_random(own, opp, moves, spare, context)
            departs = chance(1000, context) < departures
            after_own = load_board(spare)
            after_opp = load_board(spare + BOARD_BYTES)
            late = count(empties(after_own, after_opp)) < least
            if not departs and not late and not is_empty(legal(after_own, after_opp)):
                write_row(after_own, after_opp, depth, exact, OFF_PATH, out + written * ROW_BYTES, context)
                store(sides + 8 * written, 1 - side)
                written += 1
                spare += ROW_BYTES
        if ply >= opening:
            after_own = load_board(spare)
            after_opp = load_board(spare + BOARD_BYTES)
            row = out + written * ROW_BYTES
            write_row(own, opp, depth, exact, PATH, row, context)
            store(sides + 8 * written, side)
            written += 1
            value = load(row + VALUE)
            if departs:
                settle(out, begin, written, sides, value, side)
                begin = written
                own, opp = after_own, after_opp
            else:
                play_best(own, opp, moves, load(row + DEPTH), value, spare, context)
                own, opp = load_board(spare), load_board(spare + BOARD_BYTES)
        else:
            own, opp = load_board(spare), load_board(spare + BOARD_BYTES)
        side = 1 - side
        ply += 1
        if told_to_stop(context):
            return 0
    if written > begin:
        last = out + (written - 1) * ROW_BYTES
        settle(out, begin, written, sides, load(last + VALUE), load(sides + 8 * (written - 1)))
    return written
