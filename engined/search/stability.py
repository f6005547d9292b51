"""Stable discs: those that can never be turned again, as far as the board's lines alone show it.

A disc is stable on an axis if its line there is full, if it stands at a border of the line, or if its neighbour
on the axis is a stable disc of its own colour. Stable on all axes is stable: a lower bound, and sound on every
board of straight lines. https://radagast.se/othello/Help/strategy.html describes the notion.
"""

from engined.kernels.prelude import (
    Board,
    beside,
    border,
    both,
    either,
    empties,
    inline,
    is_equal,
    on_lines,
    without,
)
from engined.kernels.prelude import FULL


@inline
def secure(open_cells: Board, axis: int) -> Board:
    """Cells where no disc can be turned along the axis: border cells and full lines."""
    return either(border(axis), without(FULL, on_lines(open_cells, axis)))


@inline
def stable(own: Board, opp: Board) -> Board:
    """Discs of ``own`` that can never be turned again; there may be more. Only where lines are STRAIGHT."""
    open_cells = empties(own, opp)
    row = secure(open_cells, 0)
    column = secure(open_cells, 1)
    falling = secure(open_cells, 2)
    rising = secure(open_cells, 3)
    found = both(own, both(both(row, column), both(falling, rising)))
    while True:
        grown = both(
            own,
            both(
                both(either(row, beside(found, 0)), either(column, beside(found, 1))),
                both(either(falling, beside(found, 2)), either(rising, beside(found, 3))),
            ),
        )
        grown = either(grown, found)
        if is_equal(grown, found):
            return found
        found = grown
