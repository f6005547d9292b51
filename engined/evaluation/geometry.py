"""Evaluation by the geometry of the board: kernel source (see kernels/prelude.pyi).

It needs no training, so that every board has it. Only :mod:`engined.evaluation.static` calls it.
"""

from engined.evaluation.values import MOST_VALUE
from engined.kernels.codes import UNIT
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    CELLS,
    CORNERS,
    FULL,
    MISERE,
    STRAIGHT,
    Board,
    around,
    beside,
    border,
    both,
    count,
    either,
    empties,
    final_score,
    inline,
    legal,
    meets,
    quadrant,
    without,
)

STEPS = 3
"""The number of steps from a corner in which stable discs are looked for: more cost more than they tell."""
LATE = 28
"""The 64ths of the board that are empty when regions begin to count: before, they tell next to nothing."""

# Each weight is a straight line over the game: hundredths of a disc on the full board, and how much more on
# the empty one. Least squares found them from 570,000 positions: 328,000 of WTHOR games up to 2016, with the
# perfect results of those games before 24 empty cells and our own later, threefold; and 245,000 of games
# against itself after noisy openings on 8x8, 10x10, 6x6, the octagon and (fourfold) Nip's board, exact from 11
# or 12 empty cells on. For misere from 65,000 of such games on 8x8.
MOVER = (-159, 108) if MISERE else (-310, -199)
FREEDOM = (142, -41) if MISERE else (164, 194)
CORNER_MOVES = (50, -88) if MISERE else (581, -219)
CORNER_REPLIES = (-34, 69) if MISERE else (-344, 2)
CORNERS_HELD = (-155, -382) if MISERE else (-144, 1511)
BEFORE_CORNERS = (65, -304) if MISERE else (170, -744)
BESIDE_CORNERS = (78, -87) if MISERE else (15, -587)
EDGES = (-5, -122) if MISERE else (-48, 315)
FRONTIER = (-10, -116) if MISERE else (-98, -113)
SECOND_RING = (-22, -51) if MISERE else (58, -328)
DISCS = (-25, 46) if MISERE else (54, -97)
LAST_MOVE = (-193, 157) if MISERE else (280, -233)
ODD_REGIONS = (-201, 581) if MISERE else (439, -879)
STABLE_EDGES = (-73, -26) if MISERE else (136, 106)


@inline
def weighed(weight: tuple[int, int], part: int, value: int) -> int:
    """What a feature adds, in 64ths of a hundredth of a disc; ``part`` 64ths of the board are empty."""
    return (weight[0] * 64 + weight[1] * part) * value


@inline
def difference(own: Board, opp: Board, cells: Board) -> int:
    """How many more of these cells hold own discs."""
    return count(both(own, cells)) - count(both(opp, cells))


@inline
def odd_regions(open_cells: Board, moves: Board, replies: Board) -> int:
    """How many more of the quadrants with an odd number of empty cells the mover can enter than the other."""
    more = 0
    for number in range(4):
        region = both(open_cells, quadrant(number))
        more += (count(region) & 1) * (int(meets(region, moves)) - int(meets(region, replies)))
    return more


@inline
def beside_stable(own: Board, found: Board) -> Board:
    """Stable discs of a side, and its discs next to them on straight edges, where no other line can turn them."""
    slanting = both(border(2), border(3))
    in_rows = both(both(border(1), slanting), beside(found, 0))
    in_columns = both(both(border(0), slanting), beside(found, 1))
    return either(found, both(own, either(in_rows, in_columns)))


@inline
def stable_edges(own: Board, opp: Board) -> int:
    """How many more own discs are proven to be stable: at corners, and in rows of their colour from there.

    Only where lines are STRAIGHT. As many steps for every position: a loop that ends early takes longer.
    """
    mine = both(own, CORNERS)
    theirs = both(opp, CORNERS)
    for _ in range(STEPS):
        mine = beside_stable(own, mine)
        theirs = beside_stable(opp, theirs)
    return count(mine) - count(theirs)


@inline
def evaluate(own: Board, opp: Board, context: SearchContext) -> int:
    """Expected score in hundredths of a disc, the mover's view; exact where the game is over."""
    moves = legal(own, opp)
    replies = legal(opp, own)
    mine = count(moves)
    theirs = count(replies)
    if mine == 0 and theirs == 0:
        return UNIT * final_score(own, opp)
    open_cells = empties(own, opp)
    part = count(open_cells) * 64 // CELLS
    edges = either(border(0), border(1))
    by_corners = around(both(open_cells, CORNERS))
    tenths = int(10.0 * UNIT * (mine - theirs) / (mine + theirs + 2))
    value = weighed(MOVER, part, 1)
    value += weighed(FREEDOM, part, tenths) // 100
    value += weighed(CORNER_MOVES, part, count(both(moves, CORNERS)))
    value += weighed(CORNER_REPLIES, part, count(both(replies, CORNERS)))
    value += weighed(CORNERS_HELD, part, difference(own, opp, CORNERS))
    value += weighed(BEFORE_CORNERS, part, difference(own, opp, without(by_corners, edges)))
    value += weighed(BESIDE_CORNERS, part, difference(own, opp, both(by_corners, edges)))
    value += weighed(EDGES, part, difference(own, opp, edges))
    value += weighed(FRONTIER, part, difference(own, opp, around(open_cells)))
    value += weighed(SECOND_RING, part, difference(own, opp, without(around(edges), edges)))
    value += weighed(DISCS, part, difference(own, opp, FULL))
    value += weighed(LAST_MOVE, part, count(open_cells) & 1)
    if part <= LATE:
        value += weighed(ODD_REGIONS, part, odd_regions(open_cells, moves, replies))
    if STRAIGHT and meets(either(own, opp), CORNERS):
        value += weighed(STABLE_EDGES, part, stable_edges(own, opp))
    return min(max(value >> 6, -MOST_VALUE), MOST_VALUE)
