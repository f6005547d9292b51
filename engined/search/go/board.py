"""A board of Go with its chains and their liberties, kept up move by move: kernel source (see kernels/prelude.pyi).

A board is BOARD_SIZE bytes of memory. A chain is known by one of its stones, its head; its stones are linked in a
circle, and its liberties are a set of points at the head, and their number. The surroundings of every point, the
colours of its eight neighbours with two bits each, are a number that tables of shapes are read by.

A colour is 0 for empty, 1 or 2 for the stones of the first and the second seat, 3 off the board.
"""

from engined.kernels.go_codes import EYE, FLAGS_AT
from engined.kernels.prelude import (
    POINTS,
    STRIDE,
    Array,
    Record,
    bytes_of,
    copy_bytes,
    i64,
    inline,
    kernel,
    load_byte,
    lowest_bit,
    offset_of,
    popcount,
    room_for,
    store,
    u8,
    u16,
)

MOST_LISTED_MOVES = 64


class LibertySet(Record):
    """A set of points."""

    words: Array[i64] = room_for((POINTS + 63) // 64)


class GoBoard(Record):
    """A board. What a stone, a chain or a point has is found by its point, what a chain has by that of its head."""

    mover: i64
    """The colour to move."""
    ko: i64
    """The point where it may not retake a ko; 0: none."""
    last: i64
    """The point of the last move; 0 for a pass, and before the first."""
    before_last: i64
    """The point of the move before that."""
    plies: i64
    """The number of moves since the board was set up."""
    passes: i64
    """The number of passes in a row."""
    empties: i64
    """The number of empty points."""
    tables: i64
    """The address of the tables (see :mod:`engined.kernels.go_codes`)."""
    placed: i64
    """Placements of the first seat since the board was set up, less those of the second."""
    colours: Array[u8] = room_for(POINTS, aligned=64)
    """The content of each point."""
    shapes: Array[u16] = room_for(POINTS)
    """The surroundings of each point."""
    heads: Array[u16] = room_for(POINTS)
    """The head of the chain of each stone."""
    nexts: Array[u16] = room_for(POINTS)
    """The next stone of the chain of each stone."""
    sizes: Array[u16] = room_for(POINTS)
    """The number of a chain's stones."""
    numbers: Array[u16] = room_for(POINTS)
    """The number of a chain's liberties."""
    empty: Array[u16] = room_for(POINTS)
    """A list of the empty points, in any order."""
    places: Array[u16] = room_for(POINTS)
    """The place of each empty point in that list."""
    firsts: Array[u8] = room_for(POINTS)
    """The colour that has played first on each point since :func:`forget_firsts`; 0: none has."""
    liberties: Array[LibertySet] = room_for(POINTS)
    """The liberties of a chain."""
    listed: Array[i64] = room_for(MOST_LISTED_MOVES)
    """A list of moves: see :mod:`engined.search.go.playout`. It is not copied with a board."""


BOARD_SIZE = bytes_of(GoBoard)
COPIED_BYTES = offset_of(GoBoard, "listed")
SET_WORDS = bytes_of(LibertySet) // 8

EAST, WEST, SOUTH, NORTH = 1, -1, STRIDE, -STRIDE
STEPS = (EAST, WEST, SOUTH, NORTH, SOUTH + EAST, SOUTH + WEST, NORTH + EAST, NORTH + WEST)
"""The offsets of the eight neighbours of a point, the four that share a side first: as shapes number them."""
PACKED_STEPS = sum((way & 255) << 8 * direction for direction, way in enumerate(STEPS)) - (1 << 64)
"""The same, a byte each, in a word; the last is negative."""


@inline
def colour_at(board: GoBoard, point: int) -> int:
    """What is on a point."""
    return board.colours[point]


@inline
def shape_at(board: GoBoard, point: int) -> int:
    """The surroundings of a point."""
    return board.shapes[point]


@inline
def head_at(board: GoBoard, point: int) -> int:
    """The head of the chain of a stone."""
    return board.heads[point]


@inline
def next_at(board: GoBoard, point: int) -> int:
    """The next stone of a chain."""
    return board.nexts[point]


@inline
def size_of(board: GoBoard, head: int) -> int:
    """The stones of a chain."""
    return board.sizes[head]


@inline
def liberties_of(board: GoBoard, head: int) -> int:
    """The number of a chain's liberties."""
    return board.numbers[head]


@inline
def empty_point(board: GoBoard, index: int) -> int:
    """An empty point by its number."""
    return board.empty[index]


@inline
def flags_at(board: GoBoard, point: int) -> int:
    """What the tables say of the surroundings of a point."""
    return load_byte(board.tables + FLAGS_AT + shape_at(board, point))


@inline
def empties_beside(board: GoBoard, point: int) -> int:
    """How many of its four neighbours are empty."""
    return flags_at(board, point) >> 4


@inline
def is_eye(board: GoBoard, point: int, colour: int) -> bool:
    """Whether an empty point is an eye of a colour: only its stones beside it, and two diagonals, at the edge one, at
    most are not the other's.
    """
    return (flags_at(board, point) >> colour) & EYE != 0


@inline
def way(direction: int) -> int:
    """The step from a point to a neighbour: to one of the four that share a side, or from 4 on to one of the others."""
    return PACKED_STEPS << (56 - 8 * direction) >> 56


# --- liberties ------------------------------------------------------------------------------------


@inline
def set_of(board: GoBoard, head: int) -> LibertySet:
    """The set of a chain's liberties."""
    return board.liberties[head]


@inline
def give_liberty(board: GoBoard, head: int, point: int) -> None:
    """Let a point be a liberty, which it may be already."""
    words = set_of(board, head).words
    bits = words[point >> 6]
    if (bits >> (point & 63)) & 1 == 0:
        words[point >> 6] = bits | 1 << (point & 63)
        board.numbers[head] += 1


@inline
def take_liberty(board: GoBoard, head: int, point: int) -> None:
    """Let a point be none, which it may have been already."""
    words = set_of(board, head).words
    bits = words[point >> 6]
    if (bits >> (point & 63)) & 1 != 0:
        words[point >> 6] = bits & ~(1 << (point & 63))
        board.numbers[head] -= 1


@inline
def liberty_but(board: GoBoard, head: int, point: int) -> int:
    """The first liberty of a chain that is not this point; 0 where there is none."""
    words = set_of(board, head).words
    for index in range(SET_WORDS):
        bits = words[index]
        if index == point >> 6:
            bits &= ~(1 << (point & 63))
        if bits != 0:
            return 64 * index + lowest_bit(bits)
    return 0


@inline
def first_liberty(board: GoBoard, head: int) -> int:
    """The first liberty of a chain."""
    return liberty_but(board, head, 0)


# --- moves ----------------------------------------------------------------------------------------


@inline
def is_legal(board: GoBoard, point: int) -> bool:
    """Return whether the mover may play on an empty point: ko is that of the board, and suicide is not allowed."""
    if point == board.ko:
        return False
    if empties_beside(board, point) > 0:
        return True
    mover = board.mover
    for direction in range(4):
        near = point + way(direction)
        colour = colour_at(board, near)
        if colour != 3:
            alone = liberties_of(board, head_at(board, near)) == 1
            if alone != (colour == mover):
                return True
    return False


@inline
def tell_neighbours(board: GoBoard, point: int, colour: int) -> None:
    """Change the shapes around a point where a stone appears or disappears."""
    shapes = board.shapes
    for direction in range(8):
        # Seen from there, the point lies the other way: the number of that differs in the last bit, of diagonals in
        # the last two.
        back = direction ^ 1 if direction < 4 else direction ^ 3
        shapes[point + way(direction)] ^= colour << 2 * back


@inline
def fill(board: GoBoard, point: int, colour: int) -> None:
    """Put a stone on an empty point, as a chain without liberties."""
    board.colours[point] = colour
    tell_neighbours(board, point, colour)
    empties = board.empties - 1
    board.empties = empties
    moved = empty_point(board, empties)
    place = board.places[point]
    board.empty[place] = moved
    board.places[moved] = place
    board.heads[point] = point
    board.nexts[point] = point
    board.sizes[point] = 1
    board.numbers[point] = 0
    words = set_of(board, point).words
    for index in range(SET_WORDS):
        words[index] = 0


@inline
def clear(board: GoBoard, point: int) -> None:
    """Take a stone off the board: nothing is done about liberties."""
    colour = colour_at(board, point)
    board.colours[point] = 0
    tell_neighbours(board, point, colour)
    empties = board.empties
    board.empties = empties + 1
    board.empty[empties] = point
    board.places[point] = empties


@inline
def join(board: GoBoard, one: int, other: int) -> None:
    """Make one chain of two, whose heads these are: the head of the larger becomes its head."""
    kept = one
    lost = other
    if size_of(board, lost) > size_of(board, kept):
        kept = other
        lost = one
    board.sizes[kept] = size_of(board, kept) + size_of(board, lost)
    stone = lost
    while True:
        board.heads[stone] = kept
        stone = next_at(board, stone)
        if stone == lost:
            break
    after = next_at(board, kept)
    board.nexts[kept] = next_at(board, lost)
    board.nexts[lost] = after
    to = set_of(board, kept).words
    source = set_of(board, lost).words
    liberties = 0
    for index in range(SET_WORDS):
        bits = to[index] | source[index]
        to[index] = bits
        liberties += popcount(bits)
    board.numbers[kept] = liberties


@inline
def remove_chain(board: GoBoard, head: int) -> int:
    """Take a chain off the board, and give its points to its neighbours as liberties; gives its size."""
    taker = 3 - colour_at(board, head)
    taken = 0
    stone = head
    while True:
        clear(board, stone)
        taken += 1
        stone = next_at(board, stone)
        if stone == head:
            break
    while True:
        for direction in range(4):
            near = stone + way(direction)
            if colour_at(board, near) == taker:
                give_liberty(board, head_at(board, near), stone)
        stone = next_at(board, stone)
        if stone == head:
            break
    return taken


@kernel("int64(GoBoard, int64, int64)")
def put_stone(board: GoBoard, point: int, colour: int) -> int:
    """Put a stone on an empty point and take off the other colour's chains that have no liberty left.

    Gives the number of stones taken; where that is one, and the stone is alone with that one liberty, ko is set to it.
    """
    fill(board, point, colour)
    enclosed = True
    for direction in range(4):
        near = point + way(direction)
        there = colour_at(board, near)
        if there == 0:
            give_liberty(board, point, near)
            enclosed = False
        elif there != 3:
            take_liberty(board, head_at(board, near), point)
            if there == colour:
                enclosed = False
    taken = 0
    prisoner = 0
    for direction in range(4):
        near = point + way(direction)
        there = colour_at(board, near)
        if there == colour:
            mine = head_at(board, point)
            other = head_at(board, near)
            if mine != other:
                join(board, mine, other)
        elif there == 3 - colour:
            other = head_at(board, near)
            if liberties_of(board, other) == 0:
                taken += remove_chain(board, other)
                prisoner = near
    board.ko = prisoner if taken == 1 and enclosed else 0
    return taken


@inline
def end_turn(board: GoBoard, point: int) -> None:
    """It is the other's turn after a move on a point, or a pass (0)."""
    mover = board.mover
    board.mover = 3 - mover
    board.before_last = board.last
    board.last = point
    board.plies += 1
    if point == 0:
        board.ko = 0
        board.passes += 1
    else:
        board.passes = 0
        board.placed += 3 - 2 * mover


@inline
def play_point(board: GoBoard, point: int) -> None:
    """Play a legal move of the mover's, 0 for a pass."""
    if point != 0:
        put_stone(board, point, board.mover)
    end_turn(board, point)


@inline
def forget_firsts(board: GoBoard) -> None:
    """Count anew, from now on, who plays on a point first."""
    for point in range(POINTS):
        board.firsts[point] = 0


@inline
def note_first(board: GoBoard, point: int) -> None:
    """Note who plays on a point, unless somebody has before."""
    if board.firsts[point] == 0:
        board.firsts[point] = board.mover


@inline
def copy_board(to: GoBoard, source: GoBoard) -> None:
    """Copy a whole board."""
    copy_bytes(to.address, source.address, COPIED_BYTES)


# --- set up ---------------------------------------------------------------------------------------


@kernel("int64(GoBoard, int64, int64, int64)")
def set_up(board: GoBoard, contents: int, mover: int, tables: int) -> int:
    """Write a board with what a position has on each of its points, a byte each; gives its address.

    Ko, the last move and what else the past leaves behind are for the caller to write.
    """
    for word in range(BOARD_SIZE // 8):
        store(board.address + 8 * word, 0)
    board.mover = mover
    board.tables = tables
    empties = 0
    for point in range(POINTS):
        there = load_byte(contents + point)
        if there != 3:
            board.empty[empties] = point
            board.places[point] = empties
            empties += 1
        board.colours[point] = 3 if there == 3 else 0
    board.empties = empties
    for point in range(POINTS):
        if load_byte(contents + point) != 3:
            shape = 0
            for direction in range(8):
                shape |= colour_at(board, point + way(direction)) << 2 * direction
            board.shapes[point] = shape
    for point in range(POINTS):
        there = load_byte(contents + point)
        if there != 0 and there != 3:
            # No chain of a position is without liberties, so none is taken on the way there.
            put_stone(board, point, there)
    board.ko = 0
    return board.address
