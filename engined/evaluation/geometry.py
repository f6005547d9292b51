"""Evaluation from the geometry of the board alone: what any board has, without training on it.

The weights were fitted by least squares to 960,000 positions of 40,000 tournament games of the WTHOR database, with the
perfect result of the game as the truth; each weight is a straight line from the full to the empty board.
"""

from engined.kernels.prelude import (
    CELLS,
    CORNERS,
    MISERE,
    Board,
    around,
    border,
    both,
    count,
    discs,
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
def ratio(own: int, opp: int) -> int:
    """How many more the first are than the second, in thousandths of both."""
    return int(1000.0 * (own - opp) / (own + opp + 2))


@inline
def between(full: int, empty: int, open_part: int) -> int:
    """Weight on a board of which ``open_part`` 64ths are open, in 64ths."""
    return full * 64 + (empty - full) * open_part


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
    corners = both(cells, CORNERS)
    risky = around(corners)
    value = part * -451 - 117 * 64
    value += ratio(own_moves, opp_moves) * (113 * 64 + 305 * part) // 100
    value += difference(own, opp, CORNERS) * (132 * 64 + 346 * part)
    value += difference(own, opp, without(risky, edges)) * (24 * 64 - 1257 * part)
    value += difference(own, opp, both(risky, edges)) * (28 * 64 - 539 * part)
    value += difference(own, opp, edges) * (-42 * 64 + 299 * part)
    value += difference(own, opp, around(cells)) * (-61 * 64 - 237 * part)
    value += difference(own, opp, without(around(edges), edges)) * (24 * 64 - 257 * part)
    value += (count(own) - count(opp)) * (33 * 64 - 45 * part)
    value += (count(stable(own, opp)) - count(stable(opp, own))) * (34 * 64 + 213 * part)
    return value >> 6
