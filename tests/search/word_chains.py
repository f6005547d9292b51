"""Chain games on words, compiled: fast enough for the boards that interest, and nothing of the engine's.

Bit 0 is a1, bit 1 b1; boards have at most 36 cells. A position is the stones of the seat to move, those of the other,
and the cells where one may place. Chains that no such cell touches are counted and taken off, and stones of which the
colour can count no more are as if the mover's. Scores are the mover's, of what is still to be counted.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeVar

import numpy as np
import numpy.typing as npt
from numba import njit

Function = TypeVar("Function", bound=Callable[..., object])
Words = npt.NDArray[np.int64]

WIDTH, CELLS, WEST, EAST, MULTI, ENDS, COUNT, BENDS = range(8)
"""Where the words of a game are: its board, the columns at its sides, its rules."""
CHUNK, CHUNKS = 12, (1 << 12) - 1
"""Images of words are looked up so many bits at a time."""
MOST_CELLS = 36
WAYS = 4
"""Entries of the table that a position may be in, of two words each."""
FAR = 63
"""More than any score."""
OWN, OTHER, OPEN, GAIN, ORDERING_SCORE, PLACED = range(6)
"""Where a row of moves has the position after each, as the other seat sees it, and how good it seems."""
KEY, CELLS_OF_KEY = (1 << 45) - 1, (1 << MOST_CELLS) - 1
"""What of an entry's second word says which position it is of, and which of that the cells."""


def compiled(function: Function) -> Function:
    """Machine code; numba's own decorator has no types."""
    made: Function = njit(function)
    return made


@compiled
def count(word: int) -> int:
    """Bits that are set."""
    word = word - ((word >> 1) & 0x5555555555555555)
    word = (word & 0x3333333333333333) + ((word >> 2) & 0x3333333333333333)
    word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (word * 0x0101010101010101) >> 56


@compiled
def sides(word: int, game: Words) -> tuple[int, int, int, int]:
    """The cells west, east, north and south of a set."""
    whole = (1 << game[CELLS]) - 1
    return (
        (word & ~game[WEST]) >> 1,
        (word & ~game[EAST]) << 1,
        word >> game[WIDTH],
        (word << game[WIDTH]) & whole,
    )


@compiled
def chain_of(found: int, stones: int, game: Words) -> int:
    """The stones that are connected with some."""
    before = 0
    while found != before:
        before = found
        west, east, north, south = sides(found, game)
        found |= (west | east | north | south) & stones
    return found


@compiled
def many(stones: int, game: Words) -> tuple[int, int]:
    """The cells with two stones or more beside them, and those with three or more."""
    west, east, north, south = sides(stones, game)
    one, two, three = west | east, west & east, 0
    for side in (north, south):
        three |= two & side
        two |= one & side
        one |= side
    return two, three


@compiled
def still_open(placed: int, stones: int, cells: int, game: Words) -> int:
    """Of cells where one might place, those where one may after a placement."""
    chain = chain_of(placed, stones, game)
    two, three = many(stones, game)
    left = cells & ~placed & ~many(chain, game)[0]
    if game[MULTI] == 0:
        west, east, north, south = sides(stones & two, game)
        left &= ~three & ~(west | east | north | south)
    return left


@compiled
def counted(chain: int, own: int, odd: int, game: Words) -> int:
    """The points of a chain; ``odd`` is 1 where odd numbers are the mover's, else -1."""
    west, east, north, south = sides(chain, game)
    points = 0
    if game[ENDS]:
        ends = chain & ~many(chain, game)[0]
        points += int(ends & own == ends) - int(ends & own == 0)
    if game[COUNT]:
        points += odd if count(chain) % 2 else -odd
    if game[BENDS]:
        points += odd if count(chain & (west ^ east) & (north ^ south)) % 2 else -odd
    return points


@compiled
def place(own: int, other: int, cells: int, placed: int, odd: int, game: Words, after: Words) -> None:
    """Write what a placement leads to and gains."""
    own |= placed
    stones = own | other
    left = still_open(placed, stones, cells, game)
    west, east, north, south = sides(left, game)
    live = chain_of((west | east | north | south) & stones, stones, game)
    gain, done = 0, stones & ~live
    while done:
        chain = chain_of(done & -done, done, game)
        done &= ~chain
        if chain & (chain - 1):
            gain += counted(chain, own, odd, game)
    mine = 0
    if game[ENDS]:
        mine = live & own & ~many(stones, game)[0]
    after[OWN], after[OTHER], after[OPEN], after[GAIN] = live & ~mine, mine, left, gain


@compiled
def image_of(word: int, way: int, images: Words) -> int:
    """What becomes of a set in one of the board's symmetries."""
    low, middle, high = word & CHUNKS, word >> CHUNK & CHUNKS, word >> 2 * CHUNK
    return int(images[way, 0, low] | images[way, 1, middle] | images[way, 2, high])


@compiled
def least_image(own: int, other: int, cells: int, images: Words) -> tuple[int, int, int]:
    """Of all images of a position the first by its cells, then by its stones."""
    best = (cells, own, other)
    for way in range(1, images.shape[0]):
        turned = image_of(cells, way, images)
        if turned <= best[0]:
            image = (turned, image_of(own, way, images), image_of(other, way, images))
            if image < best:
                best = image
    return best


@compiled
def entry_of(first: int, second: int, table: Words) -> int:
    """Where the table has a position, or else the place of what it can best forget."""
    mixed = (first ^ second * 0x1E3779B97F4A7C15) * 0x3F58476D1CE4E5B9
    mixed = (mixed ^ (mixed >> 29)) * 0x14D049BB133111EB
    start = (mixed >> 20 & table.shape[0] // WAYS - 1) * WAYS
    worst, fewest = start, MOST_CELLS + 1
    for place in range(start, start + WAYS):
        known = table[place, 1]
        if table[place, 0] == first and known & KEY == second:
            return int(place)
        cells = count(known & CELLS_OF_KEY)
        if cells < fewest:
            worst, fewest = place, cells
    return int(worst)


@compiled
def above(
    own: int, other: int, cells: int, odd: int, alpha: int,
    game: Words, images: Words, table: Words, rows: Words, tally: Words,
) -> int:  # fmt: skip
    """A bound of the mover's score that says whether it is above alpha."""
    tally[0] += 1
    if cells == 0:
        return 0
    least, mine, theirs = least_image(own, other, cells, images)
    first = mine | theirs << MOST_CELLS
    second = least | theirs >> 28 << MOST_CELLS | (odd > 0) << 44
    entry = entry_of(first, second, table)
    low, high = -FAR, FAR
    if table[entry, 0] == first and table[entry, 1] & KEY == second:
        low, high = int(table[entry, 1] >> 45 & 127) - FAR, int(table[entry, 1] >> 52 & 127) - FAR
        if low > alpha:
            return low
        if high <= alpha:
            return high
    row, number = rows[count(cells)], 0
    left = cells
    while left:
        placed = left & -left
        left ^= placed
        place(own, other, cells, placed, odd, game, row[number])
        row[number, ORDERING_SCORE] = 4 * row[number, GAIN] - count(row[number, OPEN])
        number += 1
    best = -FAR
    for done in range(number):
        at = done
        for later in range(done + 1, number):
            if row[later, ORDERING_SCORE] > row[at, ORDERING_SCORE]:
                at = later
        for word in range(row.shape[1]):
            row[done, word], row[at, word] = row[at, word], row[done, word]
        after = row[done]
        gain = after[GAIN]
        score = gain - above(
            after[OWN], after[OTHER], after[OPEN], -odd, gain - alpha - 1, game, images, table, rows, tally
        )
        best = max(best, score)
        if best > alpha:
            break
    if best > alpha:
        low = max(low, best)
    else:
        high = min(high, best)
    entry = entry_of(first, second, table)
    table[entry, 0], table[entry, 1] = first, second | (low + FAR) << 45 | (high + FAR) << 52
    return best


def value(width: int, height: int, points: Collection[str], *, multi: bool = False) -> tuple[int, int]:
    """By how much the first seat is ahead with the best play of both on an empty board, odd numbers its own, and how
    many positions were visited. 6x6 takes 4 GiB.
    """
    cells, west = width * height, sum(1 << width * row for row in range(height))
    rules = [rule in points for rule in ("ends", "count", "bends")]
    game = np.array([width, cells, west, west << width - 1, multi, *rules], np.int64)
    images, table = images_of(width, height), np.zeros((1 << 16 + cells // 3, 2), np.int64)
    rows, tally = np.zeros((cells + 1, cells, 6), np.int64), np.zeros(1, np.int64)
    odd = 1 if "count" in points or "bends" in points else 0
    low, high, guess = -FAR + 1, FAR - 1, 0
    while low < high:
        floor = min(max(guess, low + 1), high) - 1
        guess = int(above(0, 0, (1 << cells) - 1, odd, floor, game, images, table, rows, tally))
        low, high = (guess, high) if guess > floor else (low, guess)
    return low, int(tally[0])


def images_of(width: int, height: int) -> Words:
    """By symmetry, by twelve bits, and by what these are: what they become. The first symmetry changes nothing."""
    turns = (False, True) if width == height else (False,)
    ways = [(turned, north, west) for turned in turns for north in (False, True) for west in (False, True)]
    images = np.zeros((len(ways), 3, 1 << CHUNK), np.int64)
    for way, (turned, north, west) in enumerate(ways):
        for cell in range(width * height):
            row, column = divmod(cell, width)
            row, column = height - 1 - row if north else row, width - 1 - column if west else column
            row, column = (column, row) if turned else (row, column)
            chunk, bit = divmod(cell, CHUNK)
            images[way, chunk, np.arange(1 << CHUNK) >> bit & 1 == 1] |= 1 << row * width + column
    return images
