"""Bounds of what all seats count at the end of a game: kernel source (see kernels/prelude.pyi).

They are, for each seat, the least and the most that it counts and, for each side, its lowest and highest margin. One
outcome is a tally; only several need bounds, in memory: the room. There the moves of a position that are under
consideration stand one behind the other, and behind them those of the position under search.
"""

from engined.kernels.codes import COUNT_BITS
from engined.kernels.prelude import LIST_ROOM, SEATS, SIDES, inline, load, store
from engined.search.game import MOST_PLACEMENTS
from engined.search.many_seats.seats import count_in, margin_of_side

LEAST = 0
"""The offset, in bounds, of the least that seats count: a tally."""
MOST_COUNTED = 8
"""The most that they count: the same for one outcome, of which margins are not written."""
LOWEST = 16
"""The lowest margins, COUNT_BITS for each side."""
HIGHEST = 24
"""The offset of the highest margins, COUNT_BITS for each side."""
PLACED = 32
"""The square of the move that leads there."""
BOUNDS_BYTES = 40
ROOM_BYTES = BOUNDS_BYTES * (LIST_ROOM * MOST_PLACEMENTS + 1)
"""Enough for the moves of every position of a line."""
MARGIN_ZERO = 1 << COUNT_BITS - 1
"""The number that stands for a margin of 0: margins are kept as unsigned fields of COUNT_BITS, so this is added."""
OPEN = -1
"""Stands for a tally: there may be several outcomes, within the bounds that the room begins with."""


@inline
def margin_in(margins: int, side: int) -> int:
    """A side's margin, of those of all."""
    return ((margins >> COUNT_BITS * side) & ((1 << COUNT_BITS) - 1)) - MARGIN_ZERO


@inline
def is_one(bounds: int) -> bool:
    """Whether bounds are of one outcome."""
    return load(bounds + LEAST) == load(bounds + MOST_COUNTED)


@inline
def lowest_of(bounds: int, side: int) -> int:
    """A side's lowest margin."""
    if is_one(bounds):
        return margin_of_side(load(bounds + LEAST), side)
    return margin_in(load(bounds + LOWEST), side)


@inline
def highest_of(bounds: int, side: int) -> int:
    """A side's highest margin."""
    if is_one(bounds):
        return margin_of_side(load(bounds + LEAST), side)
    return margin_in(load(bounds + HIGHEST), side)


@inline
def write_bounds(bounds: int, found: int, square: int) -> None:
    """Complete the bounds after a move: of what was found there, they are written already if that is OPEN."""
    if found != OPEN:
        store(bounds + LEAST, found)
        store(bounds + MOST_COUNTED, found)
    store(bounds + PLACED, square)


@inline
def widen(bounds: int, other: int) -> None:
    """Make bounds, of which all is written, as wide that others are within."""
    least = 0
    most = 0
    for seat in range(SEATS):
        fewest = min(count_in(load(bounds + LEAST), seat), count_in(load(other + LEAST), seat))
        greatest = max(count_in(load(bounds + MOST_COUNTED), seat), count_in(load(other + MOST_COUNTED), seat))
        least |= fewest << COUNT_BITS * seat
        most |= greatest << COUNT_BITS * seat
    lowest = 0
    highest = 0
    for side in range(SIDES):
        low = min(margin_in(load(bounds + LOWEST), side), lowest_of(other, side))
        high = max(margin_in(load(bounds + HIGHEST), side), highest_of(other, side))
        lowest |= (low + MARGIN_ZERO) << COUNT_BITS * side
        highest |= (high + MARGIN_ZERO) << COUNT_BITS * side
    store(bounds + LEAST, least)
    store(bounds + MOST_COUNTED, most)
    store(bounds + LOWEST, lowest)
    store(bounds + HIGHEST, highest)


@inline
def write_margins(bounds: int) -> None:
    """Write those of one outcome."""
    margins = 0
    for side in range(SIDES):
        margins |= (lowest_of(bounds, side) + MARGIN_ZERO) << COUNT_BITS * side
    store(bounds + LOWEST, margins)
    store(bounds + HIGHEST, margins)


@inline
def cut_margins(bounds: int, side: int, sure: int) -> None:
    """Narrow bounds to a side's margin of ``sure`` or more: margins of two sides never add up to more than nothing."""
    lowest = 0
    highest = 0
    for other in range(SIDES):
        low = margin_in(load(bounds + LOWEST), other)
        high = margin_in(load(bounds + HIGHEST), other)
        if other == side:
            low = sure
        else:
            high = min(high, -sure)
        lowest |= (low + MARGIN_ZERO) << COUNT_BITS * other
        highest |= (high + MARGIN_ZERO) << COUNT_BITS * other
    store(bounds + LOWEST, lowest)
    store(bounds + HIGHEST, highest)


@inline
def exchange(bounds: int, other: int) -> None:
    """Write two bounds each in the other's place."""
    word = 0
    while word < BOUNDS_BYTES:
        kept = load(bounds + word)
        store(bounds + word, load(other + word))
        store(other + word, kept)
        word += 8


@inline
def all_one(room: int, size: int) -> bool:
    """Whether bounds that stand one behind the other are of one outcome all together."""
    for place in range(size):
        bounds = room + BOUNDS_BYTES * place
        if not is_one(bounds) or load(bounds + LEAST) != load(room + LEAST):
            return False
    return True


@inline
def drop_hopeless(room: int, size: int, side: int, sure: int) -> int:
    """Drop bounds within which a side's margin stays below ``sure``; gives how many are left."""
    left = 0
    for place in range(size):
        bounds = room + BOUNDS_BYTES * place
        if highest_of(bounds, side) >= sure:
            if left < place:
                exchange(room + BOUNDS_BYTES * left, bounds)
            left += 1
    return left


@inline
def united(room: int, size: int, side: int, sure: int) -> int:
    """The tally of so many bounds if they are one outcome; else OPEN, and the room begins with bounds of them all,
    where a side's margin is ``sure`` or more.
    """
    if all_one(room, size):
        return load(room + LEAST)
    if is_one(room):
        write_margins(room)
    for place in range(1, size):
        widen(room, room + BOUNDS_BYTES * place)
    cut_margins(room, side, sure)
    return OPEN
