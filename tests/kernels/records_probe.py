"""Records of every kind, written and read, for tests: kernel source (see kernels/prelude.pyi)."""

from engined.kernels.prelude import (
    Array,
    Board,
    Record,
    bytes_of,
    either,
    exchange_32,
    f32,
    i64,
    inline,
    kernel,
    offset_of,
    room_for,
    u8,
    u16,
    u32,
)


class Inner(Record):
    """A record within another."""

    total: i64
    small: u8


class Plain(Record):
    """A record that ctypes can have, with others in it."""

    small: u8
    inner: Inner
    inners: Array[Inner] = room_for(2)
    late: Array[u8] = room_for(5, aligned=64)


class Outer(Record):
    """One field of every kind, none where it would be without alignment."""

    small: u8
    middle: u16
    tiny: u8
    large: u32
    word: i64
    share: f32
    squares: Board
    narrow: u8
    inner: Inner
    counts: Array[u16] = room_for(3)
    inners: Array[Inner] = room_for(2)
    boards: Array[Board] = room_for(2)
    late: Array[u8] = room_for(5, aligned=64)


OUTER_BYTES = bytes_of(Outer)
LARGE = offset_of(Outer, "large")


@kernel("int64(Outer, int64, B)")
def fill(outer: Outer, value: int, squares: Board) -> int:
    """Write every field; gives how many bytes of the record come before its last array."""
    outer.small = value
    outer.middle = value
    outer.tiny = outer.small + 1
    outer.large = value
    outer.word = value
    outer.share = float(value) / 4.0
    outer.squares = squares
    outer.narrow = value
    for index in range(3):
        outer.counts[index] = value + index
    outer.inner.total = outer.word
    outer.inner.total += 7
    outer.inner.small = 3
    for index in range(2):
        outer.inners[index].total = 100 * index - 1
        note(outer.inners[index], index)
        outer.boards[index] = squares
    outer.boards[1] = either(outer.boards[0], outer.squares)
    outer.late[4] = 250
    outer.counts[2] += 65535
    add_one(outer.counts, 1)
    return outer.late.address - outer.address


@kernel("int64(Plain)")
def fill_plain(plain: Plain) -> int:
    """Write every field of a record that ctypes can have."""
    plain.small = 1
    plain.inner.total = 2
    plain.inners[1].small = 3
    plain.late[4] = 4
    return 0


@inline
def note(inner: Inner, value: int) -> None:
    """Write to a record that is handed on."""
    inner.small = value


@inline
def add_one(counts: Array[u16], index: int) -> None:
    """Add to an element of an array that is handed on."""
    counts[index] += 1


@kernel("Inner(int64)")
def inner_of(address: int) -> Inner:
    """The record in a record at an address."""
    return Outer(address).inner


@kernel("int64(Outer)")
def add_up(outer: Outer) -> int:
    """The sum of the numbers of a record."""
    total = outer.small + outer.middle + outer.tiny + outer.large + outer.word + int(4.0 * outer.share) + outer.narrow
    total += outer.inner.total + inner_of(outer.address).small
    for index in range(3):
        total += outer.counts[index]
    for index in range(2):
        total += outer.inners[index].total + outer.inners[index].small
    return total + outer.late[4]


@kernel("int64(Outer, int64, int64)")
def exchange(outer: Outer, expected: int, value: int) -> int:
    """Exchange a field in one step, by its offset."""
    return int(exchange_32(outer.address + LARGE, expected, value))
