"""Bounds of what all seats count at the end of a game: kernel source (see kernels/prelude.pyi).

They are, for each seat, the least and the most that it counts and, for each side, its lowest and highest margin. One
outcome is a tally; only several need bounds, in memory: the room. There the moves of a position that are under
consideration stand one behind the other, and behind them begins the room of the position under search.
"""

from engined.kernels.codes import COUNT_BITS
from engined.kernels.prelude import LIST_ROOM, SEATS, SIDES, Array, Record, bytes_of, i64, inline, load, room_for, store
from engined.search.game import MOST_PLACEMENTS
from engined.search.many_seats.seats import count_in, margin_of_side

MARGIN_ZERO = 1 << COUNT_BITS - 1
"""The number that stands for a margin of 0: margins are kept as unsigned fields of COUNT_BITS, so this is added."""
OPEN = -1
"""Stands for a tally: there may be several outcomes, within the bounds that the room begins with."""


class OutcomeBounds(Record):
    """Bounds, and the move that they hold after. Margins are COUNT_BITS for each side, see MARGIN_ZERO; they are not
    written of one outcome.
    """

    least: i64
    """The least that seats count: a tally."""
    most: i64
    """The most that they count: a tally, the same for one outcome."""
    lowest: i64
    """The lowest margins of all sides."""
    highest: i64
    """The highest margins of all sides."""
    placed: i64
    """The square of the move that leads there."""


class Room(Record):
    """The memory for the bounds of a position's moves. It has room for the moves of every position of a line: that of a
    position begins within that of the one before.
    """

    bounds: Array[OutcomeBounds] = room_for(LIST_ROOM * MOST_PLACEMENTS + 1)


ROOM_BYTES = bytes_of(Room)
BOUNDS_BYTES = bytes_of(OutcomeBounds)


@inline
def room_from(bounds: OutcomeBounds) -> Room:
    """The room that begins with these bounds."""
    return Room(bounds.address)


@inline
def margin_in(margins: int, side: int) -> int:
    """A side's margin, of those of all."""
    return ((margins >> COUNT_BITS * side) & ((1 << COUNT_BITS) - 1)) - MARGIN_ZERO


@inline
def bound(bounds: OutcomeBounds, part: int) -> int:
    """One of four words by its number: the least counts, the most, the lowest margins, the highest."""
    if part == 0:
        return bounds.least
    if part == 1:
        return bounds.most
    return bounds.lowest if part == 2 else bounds.highest


@inline
def set_bound(bounds: OutcomeBounds, part: int, word: int) -> None:
    """Write one of these words."""
    if part == 0:
        bounds.least = word
    elif part == 1:
        bounds.most = word
    elif part == 2:
        bounds.lowest = word
    else:
        bounds.highest = word


@inline
def is_one(bounds: OutcomeBounds) -> bool:
    """Whether bounds are of one outcome."""
    return bounds.least == bounds.most


@inline
def lowest_of(bounds: OutcomeBounds, side: int) -> int:
    """A side's lowest margin."""
    if is_one(bounds):
        return margin_of_side(bounds.least, side)
    return margin_in(bounds.lowest, side)


@inline
def highest_of(bounds: OutcomeBounds, side: int) -> int:
    """A side's highest margin."""
    if is_one(bounds):
        return margin_of_side(bounds.least, side)
    return margin_in(bounds.highest, side)


@inline
def write_bounds(bounds: OutcomeBounds, found: int, square: int) -> None:
    """Complete the bounds after a move: of what was found there, they are written already if that is OPEN."""
    if found != OPEN:
        bounds.least = found
        bounds.most = found
    bounds.placed = square


@inline
def widen(bounds: OutcomeBounds, other: OutcomeBounds) -> None:
    """Make bounds, of which all is written, as wide that others are within."""
    least = 0
    most = 0
    for seat in range(SEATS):
        fewest = min(count_in(bounds.least, seat), count_in(other.least, seat))
        greatest = max(count_in(bounds.most, seat), count_in(other.most, seat))
        least |= fewest << COUNT_BITS * seat
        most |= greatest << COUNT_BITS * seat
    lowest = 0
    highest = 0
    for side in range(SIDES):
        low = min(margin_in(bounds.lowest, side), lowest_of(other, side))
        high = max(margin_in(bounds.highest, side), highest_of(other, side))
        lowest |= (low + MARGIN_ZERO) << COUNT_BITS * side
        highest |= (high + MARGIN_ZERO) << COUNT_BITS * side
    bounds.least = least
    bounds.most = most
    bounds.lowest = lowest
    bounds.highest = highest


@inline
def write_margins(bounds: OutcomeBounds) -> None:
    """Write those of one outcome."""
    margins = 0
    for side in range(SIDES):
        margins |= (lowest_of(bounds, side) + MARGIN_ZERO) << COUNT_BITS * side
    bounds.lowest = margins
    bounds.highest = margins


@inline
def cut_margins(bounds: OutcomeBounds, side: int, sure: int) -> None:
    """Narrow bounds to a side's margin of ``sure`` or more: margins of two sides never add up to more than nothing."""
    lowest = 0
    highest = 0
    for other in range(SIDES):
        low = margin_in(bounds.lowest, other)
        high = margin_in(bounds.highest, other)
        if other == side:
            low = sure
        else:
            high = min(high, -sure)
        lowest |= (low + MARGIN_ZERO) << COUNT_BITS * other
        highest |= (high + MARGIN_ZERO) << COUNT_BITS * other
    bounds.lowest = lowest
    bounds.highest = highest


@inline
def exchange(bounds: OutcomeBounds, other: OutcomeBounds) -> None:
    """Write two bounds each in the other's place."""
    word = 0
    while word < BOUNDS_BYTES:
        kept = load(bounds.address + word)
        store(bounds.address + word, load(other.address + word))
        store(other.address + word, kept)
        word += 8


@inline
def all_one(room: Room, size: int) -> bool:
    """Whether bounds that stand one behind the other are of one outcome all together."""
    for place in range(size):
        bounds = room.bounds[place]
        if not is_one(bounds) or bounds.least != room.bounds[0].least:
            return False
    return True


@inline
def drop_hopeless(room: Room, size: int, side: int, sure: int) -> int:
    """Drop bounds within which a side's margin stays below ``sure``; gives how many are left."""
    left = 0
    for place in range(size):
        bounds = room.bounds[place]
        if highest_of(bounds, side) >= sure:
            if left < place:
                exchange(room.bounds[left], bounds)
            left += 1
    return left


@inline
def united(room: Room, size: int, side: int, sure: int) -> int:
    """The tally of so many bounds if they are one outcome; else OPEN, and the room begins with bounds of them all,
    where a side's margin is ``sure`` or more.
    """
    if all_one(room, size):
        return room.bounds[0].least
    found = room.bounds[0]
    if is_one(found):
        write_margins(found)
    for place in range(1, size):
        widen(found, room.bounds[place])
    cut_margins(found, side, sure)
    return OPEN
