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
    own_moves = count(legal(own, opp))
    opp_moves = count(legal(opp, own))
    if own_moves == 0 and opp_moves == 0:
        return UNIT * final_score(own, opp)
    cells = empties(own, opp)
    part = count(cells) * 64 // CELLS
    edges = either(border(0), border(1))
    risky = around(both(cells, CORNERS))
    freedom = int(1000.0 * (own_moves - opp_moves) / (own_moves + opp_moves + 2))
    value = part * -427 - 129 * 64
    value += freedom * (135 * 64 + 264 * part) // 100
    value += difference(own, opp, CORNERS) * (130 * 64 + 1886 * part)
    value += difference(own, opp, without(risky, edges)) * (11 * 64 - 1172 * part)
    value += difference(own, opp, both(risky, edges)) * (-11 * 64 - 530 * part)
    value += difference(own, opp, edges) * (-6 * 64 + 251 * part)
    value += difference(own, opp, around(cells)) * (-110 * 64 - 157 * part)
    value += difference(own, opp, without(around(edges), edges)) * (40 * 64 - 289 * part)
    value += difference(own, opp, FULL) * (55 * 64 - 83 * part)
    return value >> 6
