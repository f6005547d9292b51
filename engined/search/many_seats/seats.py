"""Seats, their sides, and what they count at the end: kernel source (see kernels/prelude.pyi).

A tally is what all seats count, in one word.
"""

from engined.kernels.codes import COUNT_BITS, SEAT_BITS
from engined.kernels.prelude import COLOURS_OF_SEATS, HOMES, MISERE, SEATS, SIDES, SIDES_OF_SEATS, inline


@inline
def following(seat: int) -> int:
    """The seat whose turn it is next, where they take turns all round."""
    return seat + 1 if seat + 1 < SEATS else 0


@inline
def colour_of(seat: int) -> int:
    """The colour that a seat plays."""
    return (COLOURS_OF_SEATS >> SEAT_BITS * seat) & ((1 << SEAT_BITS) - 1)


@inline
def side_of(seat: int) -> int:
    """The side that a seat is on."""
    return (SIDES_OF_SEATS >> SEAT_BITS * seat) & ((1 << SEAT_BITS) - 1)


@inline
def count_in(tally: int, seat: int) -> int:
    """What a seat counts in a tally."""
    return (tally >> COUNT_BITS * seat) & ((1 << COUNT_BITS) - 1)


@inline
def counts_again(seat: int) -> bool:
    """Whether a seat's discs are counted already for one before it, of its side and colour."""
    again = False
    for other in range(SEATS):
        if other < seat and side_of(other) == side_of(seat) and colour_of(other) == colour_of(seat):
            again = True
    return again


@inline
def total_of(tally: int, side: int) -> int:
    """What a side counts, more being better: discs that two of its seats share count once."""
    total = 0
    for seat in range(SEATS):
        if side_of(seat) == side and (HOMES or not counts_again(seat)):
            total += count_in(tally, seat)
    return -total if MISERE else total


@inline
def margin_of_side(tally: int, side: int) -> int:
    """What a side is ahead of the best other one by."""
    best = -65536
    for other in range(SIDES):
        if other != side:
            best = max(best, total_of(tally, other))
    return total_of(tally, side) - best
