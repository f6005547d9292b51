"""What a position is worth from the geometry of its board alone: kernel text (see kernels/prelude.pyi)."""

from engined.kernels.prelude import (
    CORNERS,
    MISERE,
    Board,
    around,
    both,
    count,
    empties,
    inline,
    legal,
)

MOBILITY = 60
FRONTIER = 25
CORNER = 550
"""Hundredths of a disc for each: move more, empty neighbour of the other's discs more, corner more."""


@inline
def evaluate(own: Board, opp: Board) -> int:
    """Worth in hundredths of a disc, mover's view."""
    cells = empties(own, opp)
    mobility = count(legal(own, opp)) - count(legal(opp, own))
    frontier = count(both(around(opp), cells)) - count(both(around(own), cells))
    corners = count(both(own, CORNERS)) - count(both(opp, CORNERS))
    if MISERE:
        return MOBILITY * mobility + FRONTIER * frontier - CORNER * corners
    return MOBILITY * mobility + FRONTIER * frontier + CORNER * corners
