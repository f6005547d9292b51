"""Positions in memory as a board for each colour: kernel source (see kernels/prelude.pyi)."""

from engined.kernels.prelude import (
    COLOURS,
    Array,
    Board,
    Record,
    bytes_of,
    either,
    empty_set,
    hash_position,
    inline,
    int64,
    is_equal,
    room_for,
    shift_right,
    xor_all,
)
from engined.search.hashing import GOLDEN, MIXER


class ColourBoards(Record):
    """The discs of each colour."""

    discs: Array[Board] = room_for(COLOURS)


STORED_BYTES = bytes_of(ColourBoards)


@inline
def discs_of(position: int, colour: int) -> Board:
    """The discs of a colour."""
    return ColourBoards(position).discs[colour]


@inline
def occupied(position: int) -> Board:
    """All discs."""
    found = empty_set()
    for colour in range(COLOURS):
        found = either(found, discs_of(position, colour))
    return found


@inline
def second_of(position: int, colour: int) -> Board:
    """The discs of the colour after one, if there is such a colour."""
    return discs_of(position, colour + 1) if colour + 1 < COLOURS else empty_set()


@inline
def hash_of(position: int, key: int) -> int:
    """See :func:`engined.search.game.hash_of`."""
    mixed = int64(key + 1) * GOLDEN
    for colour in range(0, COLOURS, 2):
        mixed = (mixed ^ shift_right(mixed, 31)) * MIXER
        mixed += hash_position(discs_of(position, colour), second_of(position, colour))
    return mixed


@inline
def is_stored(address: int, position: int, mask: int) -> bool:
    """See :func:`engined.search.game.is_stored`."""
    same = True
    for colour in range(COLOURS):
        same = same and is_equal(discs_of(address, colour), xor_all(discs_of(position, colour), mask))
    return same


@inline
def store_position(address: int, position: int, mask: int) -> None:
    """See :func:`engined.search.game.store_position`."""
    for colour in range(COLOURS):
        ColourBoards(address).discs[colour] = xor_all(discs_of(position, colour), mask)
