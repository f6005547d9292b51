"""Stable discs, and the bound of the score that they give: kernel source (see kernels/prelude.pyi).

A disc can never be turned again if on every axis one of these holds: it stands at a border of its line, the
line is full, or its neighbour on the line is a stable disc of its own colour. That is sound on every board of
straight lines, and misses some discs.
"""

from engined.kernels.prelude import (
    CELLS,
    FULL,
    MISERE,
    STRAIGHT,
    Board,
    beside,
    border,
    both,
    count,
    either,
    empties,
    inline,
    is_equal,
    on_lines,
    without,
)

STABLE_HOPE = 4
"""Stable discs are looked for where no more of them are wanted than this and half of the board, less the empty cells.
"""
UNSTABLE = 8
"""Discs that are hardly ever all stable: that many more than are wanted must be there to look for those."""


@inline
def secure(open_cells: Board, axis: int) -> Board:
    """Cells whose discs cannot be turned along one axis: at borders and on full lines."""
    return either(border(axis), without(FULL, on_lines(open_cells, axis)))


@inline
def stable(own: Board, opp: Board) -> Board:
    """Discs of ``own`` that are proven to be stable. Only where lines are STRAIGHT."""
    open_cells = empties(own, opp)
    rows = secure(open_cells, 0)
    columns = secure(open_cells, 1)
    rising = secure(open_cells, 2)
    falling = secure(open_cells, 3)
    found = both(own, both(both(rows, columns), both(rising, falling)))
    while True:
        straight = both(either(rows, beside(found, 0)), either(columns, beside(found, 1)))
        slanting = both(either(rising, beside(found, 2)), either(falling, beside(found, 3)))
        more = either(found, both(own, both(straight, slanting)))
        if is_equal(more, found):
            return found
        found = more


@inline
def ceiling(own: Board, opp: Board, alpha: int, left: int) -> int:
    """An upper bound of the score from stable discs, looked for only where it may be as low as alpha.

    The bound is that low with ``wanted`` stable discs. There are rarely more than half of the board less the
    empty cells, and rarely all discs are stable, so they are not counted in vain.
    """
    wanted = (CELLS - alpha + 1) >> 1
    if STRAIGHT and 2 * (wanted + left - STABLE_HOPE) <= CELLS and count(own if MISERE else opp) >= wanted + UNSTABLE:
        return CELLS - 2 * count(stable(own, opp) if MISERE else stable(opp, own))
    return CELLS
