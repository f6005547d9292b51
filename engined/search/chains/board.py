"""The rules of chain games on sets of squares: kernel source (see kernels/prelude.pyi).

What may be placed never comes back: stones stay, chains only grow, so a cell that is closed is dead. A cell that stays
open has at most one stone of each chain beside it; where chains have two ends, at most two stones, all of them ends.
So one placement closes what lies beside its own chain twice and beside stones that now have two neighbours, and all is
found for the whole board at a time.
"""

from engined.kernels.codes import COUNT_BITS
from engined.kernels.prelude import (
    BENDS_COUNT,
    BRANCHING,
    ENDS_COUNT,
    LENGTHS_COUNT,
    ODD_SEAT,
    Board,
    beside,
    both,
    count,
    differ,
    drop_first,
    either,
    first,
    inline,
    is_empty,
    is_equal,
    moved,
    single,
    without,
)


@inline
def adjacent(a: Board) -> Board:
    """The cells that share a side with a member of a set."""
    return either(beside(a, 0), beside(a, 1))


@inline
def twice(a: Board) -> Board:
    """The cells that share sides with at least two members."""
    right = moved(a, 0)
    left = moved(a, 1)
    down = moved(a, 2)
    up = moved(a, 3)
    return either(either(both(right, left), both(down, up)), both(either(right, left), either(down, up)))


@inline
def thrice(a: Board) -> Board:
    """The cells that share sides with at least three members."""
    right = moved(a, 0)
    left = moved(a, 1)
    down = moved(a, 2)
    up = moved(a, 3)
    return either(both(both(right, left), either(down, up)), both(both(down, up), either(right, left)))


@inline
def bends_of(chain: Board) -> Board:
    """Its stones with exactly two neighbours, which are not opposite each other."""
    across = differ(moved(chain, 0), moved(chain, 1))
    along = differ(moved(chain, 2), moved(chain, 3))
    return both(chain, both(across, along))


@inline
def spread(a: Board, stones: Board) -> Board:
    """A set of stones with all that are connected with them."""
    found = a
    while True:
        grown = either(found, both(adjacent(found), stones))
        if is_equal(grown, found):
            return found
        found = grown


@inline
def open_after(stones: Board, open_cells: Board, chain: Board) -> Board:
    """The cells that are still open when a stone has been placed; ``chain`` is the one that it is part of now."""
    left = without(without(open_cells, stones), twice(chain))
    if not BRANCHING:
        full = both(chain, twice(chain))
        left = without(left, either(adjacent(full), thrice(stones)))
    return left


@inline
def is_single(chain: Board) -> bool:
    """Whether a chain is one stone, which counts nothing."""
    return is_empty(drop_first(chain))


@inline
def parity_points(number: int) -> int:
    """The point for an odd or even number, as :func:`points_of` gives them."""
    seat = ODD_SEAT if (number & 1) == 1 else 1 - ODD_SEAT
    return 1 << COUNT_BITS * seat


@inline
def points_of(chain: Board, first_stones: Board) -> int:
    """The points of a chain of at least two stones, as a tally; ``first_stones`` are those of the first seat."""
    points = 0
    if ENDS_COUNT:
        ends = without(chain, twice(chain))
        theirs = without(ends, first_stones)
        if not is_empty(ends):
            if is_empty(theirs):
                points += 1
            elif is_equal(ends, theirs):
                points += 1 << COUNT_BITS
    if LENGTHS_COUNT:
        points += parity_points(count(chain))
    if BENDS_COUNT:
        points += parity_points(count(bends_of(chain)))
    return points


@inline
def points_in(stones: Board, first_stones: Board) -> int:
    """The points of all chains of a set of stones that no other stones touch."""
    points = 0
    left = stones
    while not is_empty(left):
        chain = spread(single(first(left)), left)
        left = without(left, chain)
        if not is_single(chain):
            points += points_of(chain, first_stones)
    return points
