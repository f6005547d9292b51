"""Evaluation by the geometry of the board: kernel text (see kernels/prelude.pyi).

It needs no training, so that every board has it. The search calls :func:`evaluate` alone.
"""

from engined.kernels.prelude import (
    CELLS,
    CORNERS,
    FULL,
    MISERE,
    Board,
    around,
    border,
    both,
    count,
    either,
    empties,
    final_score,
    inline,
    legal,
    without,
)

UNIT = 100
"""Values of searches are in hundredths of a disc."""

# Each weight is a straight line over the game: hundredths of a disc on the full board, and how much more on
# the empty one. Least squares found them on 8x8: from 720,000 positions of WTHOR games with the perfect
# results of those games, and the exact scores of all moves of 1,500 positions with 12 to 17 empty cells; for
# misere from 218,000 positions of 6,000 games against itself, exact from 11 empty cells on.
MOVER = (-280, 250) if MISERE else (-227, -288)
FREEDOM = (85, 9) if MISERE else (115, 293)
CORNER_MOVES = (33, -51) if MISERE else (183, 1003)
CORNER_REPLIES = (-35, 84) if MISERE else (77, -944)
CORNERS_HELD = (-563, -243) if MISERE else (116, 2129)
BEFORE_CORNERS = (75, -206) if MISERE else (16, -694)
BESIDE_CORNERS = (88, -128) if MISERE else (-6, -536)
EDGES = (-44, -52) if MISERE else (-3, 245)
FRONTIER = (6, -141) if MISERE else (-112, -143)
SECOND_RING = (-52, 24) if MISERE else (43, -301)
DISCS = (-29, 90) if MISERE else (53, -90)


@inline
def weighed(weight: tuple[int, int], part: int, value: int) -> int:
    """What a feature adds, in 64ths of a hundredth of a disc; ``part`` 64ths of the board are empty."""
    return (weight[0] * 64 + weight[1] * part) * value


@inline
def difference(own: Board, opp: Board, cells: Board) -> int:
    """How many more of these cells hold own discs."""
    return count(both(own, cells)) - count(both(opp, cells))


@inline
def evaluate(own: Board, opp: Board, context: int) -> int:
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
    return min(max(value >> 6, -UNIT * CELLS), UNIT * CELLS)
