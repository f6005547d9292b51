"""Evaluation by the geometry of the board: kernel text (see kernels/prelude.pyi).

It needs no training, so that every board has it. The search calls :func:`evaluate` alone.
"""

from engined.kernels.prelude import (
    CELLS,
    CORNERS,
    FULL,
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


@inline
def difference(own: Board, opp: Board, cells: Board) -> int:
    """How many more of these cells hold own discs."""
    return count(both(own, cells)) - count(both(opp, cells))


@inline
def evaluate(own: Board, opp: Board, context: int) -> int:
    """Expected score in hundredths of a disc, the mover's view; exact where the game is over."""
    own_moves = legal(own, opp)
    opp_moves = legal(opp, own)
    mine = count(own_moves)
    theirs = count(opp_moves)
    if mine == 0 and theirs == 0:
        return UNIT * final_score(own, opp)
    cells = empties(own, opp)
    part = count(cells) * 64 // CELLS
    edges = either(border(0), border(1))
    risky = around(both(cells, CORNERS))
    freedom = int(1000.0 * (mine - theirs) / (mine + theirs + 2))
    value = part * -288 - 227 * 64
    value += freedom * (115 * 64 + 293 * part) // 100
    value += count(both(own_moves, CORNERS)) * (183 * 64 + 1003 * part)
    value += count(both(opp_moves, CORNERS)) * (77 * 64 - 944 * part)
    value += difference(own, opp, CORNERS) * (116 * 64 + 2129 * part)
    value += difference(own, opp, without(risky, edges)) * (16 * 64 - 694 * part)
    value += difference(own, opp, both(risky, edges)) * (-6 * 64 - 536 * part)
    value += difference(own, opp, edges) * (-3 * 64 + 245 * part)
    value += difference(own, opp, around(cells)) * (-112 * 64 - 143 * part)
    value += difference(own, opp, without(around(edges), edges)) * (43 * 64 - 301 * part)
    value += difference(own, opp, FULL) * (53 * 64 - 90 * part)
    return value >> 6
