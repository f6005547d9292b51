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
    copy_bytes,
    inline,
    kernel,
    load,
    load_16,
    load_byte,
    lowest_bit,
    popcount,
    store,
    store_16,
    store_byte,
)

MOVER = 0
"""The colour to move."""
KO = 8
"""The point where it may not retake a ko; 0: none."""
LAST = 16
"""The point of the last move; 0 for a pass, and before the first."""
BEFORE_LAST = 24
PLIES = 32
"""Since the board was set up."""
PASSES = 40
"""The number of passes in a row."""
EMPTIES = 48
"""The number of empty points."""
TABLES_OF = 64
"""The address of the tables (see :mod:`engined.kernels.go_codes`)."""
PLACED = 80
"""Placements of the first seat since the board was set up, less those of the second."""
COLOUR_AT = 128
SHAPE_AT = COLOUR_AT + POINTS
HEAD_AT = SHAPE_AT + 2 * POINTS
NEXT_AT = HEAD_AT + 2 * POINTS
SIZE_AT = NEXT_AT + 2 * POINTS
LIBERTIES_AT = SIZE_AT + 2 * POINTS
EMPTY_AT = LIBERTIES_AT + 2 * POINTS
"""A list of the empty points, in any order."""
PLACE_AT = EMPTY_AT + 2 * POINTS
"""Where a point is in that list."""
FIRST_AT = PLACE_AT + 2 * POINTS
"""Who has played on a point first since :func:`forget_firsts`."""
SETS_AT = (FIRST_AT + POINTS + 7) // 8 * 8
"""A set of points for each head."""
SET_BYTES = (POINTS + 63) // 64 * 8
LIST_AT = SETS_AT + POINTS * SET_BYTES
"""A list of moves, 8 bytes each: see :mod:`engined.search.go.playout`. It is not copied with a board."""
MOST_LISTED_MOVES = 64
BOARD_SIZE = LIST_AT + 8 * MOST_LISTED_MOVES

EAST, WEST, SOUTH, NORTH = 1, -1, STRIDE, -STRIDE
STEPS = (EAST, WEST, SOUTH, NORTH, SOUTH + EAST, SOUTH + WEST, NORTH + EAST, NORTH + WEST)
"""The offsets of the eight neighbours of a point, the four that share a side first: as shapes number them."""
PACKED_STEPS = sum((way & 255) << 8 * direction for direction, way in enumerate(STEPS)) - (1 << 64)
"""The same, a byte each, in a word; the last is negative."""


@inline
def colour_at(board: int, point: int) -> int:
    """What is on a point."""
    return load_byte(board + COLOUR_AT + point)


@inline
def shape_at(board: int, point: int) -> int:
    """The surroundings of a point."""
    return load_16(board + SHAPE_AT + 2 * point)


@inline
def head_at(board: int, point: int) -> int:
    """The head of the chain of a stone."""
    return load_16(board + HEAD_AT + 2 * point)


@inline
def next_at(board: int, point: int) -> int:
    """The next stone of a chain."""
    return load_16(board + NEXT_AT + 2 * point)


@inline
def size_of(board: int, head: int) -> int:
    """The stones of a chain."""
    return load_16(board + SIZE_AT + 2 * head)


@inline
def liberties_of(board: int, head: int) -> int:
    """The number of a chain's liberties."""
    return load_16(board + LIBERTIES_AT + 2 * head)


@inline
def empty_point(board: int, index: int) -> int:
    """An empty point by its number."""
    return load_16(board + EMPTY_AT + 2 * index)


@inline
def flags_at(board: int, point: int) -> int:
    """What the tables say of the surroundings of a point."""
    return load_byte(load(board + TABLES_OF) + FLAGS_AT + shape_at(board, point))


@inline
def empties_beside(board: int, point: int) -> int:
    """How many of its four neighbours are empty."""
    return flags_at(board, point) >> 4


@inline
def is_eye(board: int, point: int, colour: int) -> bool:
    """Whether an empty point is an eye of a colour: only its stones beside it, and two diagonals, at the edge one, at
    most are not the other's.
    """
    return (flags_at(board, point) >> colour) & EYE != 0


@inline
def way(direction: int) -> int:
    """From a point to one of its neighbours: to one of the four that share a side, or from 4 on of the others."""
    return PACKED_STEPS << (56 - 8 * direction) >> 56


# --- liberties ------------------------------------------------------------------------------------


@inline
def set_of(board: int, head: int) -> int:
    """The address of the set of a chain's liberties."""
    return board + SETS_AT + head * SET_BYTES


@inline
def give_liberty(board: int, head: int, point: int) -> None:
    """Let a point be a liberty, which it may be already."""
    word = set_of(board, head) + 8 * (point >> 6)
    bits = load(word)
    if (bits >> (point & 63)) & 1 == 0:
        store(word, bits | 1 << (point & 63))
        store_16(board + LIBERTIES_AT + 2 * head, liberties_of(board, head) + 1)


@inline
def take_liberty(board: int, head: int, point: int) -> None:
    """Let a point be none, which it may have been already."""
    word = set_of(board, head) + 8 * (point >> 6)
    bits = load(word)
    if (bits >> (point & 63)) & 1 != 0:
        store(word, bits & ~(1 << (point & 63)))
        store_16(board + LIBERTIES_AT + 2 * head, liberties_of(board, head) - 1)


@inline
def liberty_but(board: int, head: int, point: int) -> int:
    """The first liberty of a chain that is not this point; 0 where there is none."""
    word = set_of(board, head)
    for index in range(SET_BYTES // 8):
        bits = load(word + 8 * index)
        if index == point >> 6:
            bits &= ~(1 << (point & 63))
        if bits != 0:
            return 64 * index + lowest_bit(bits)
    return 0


@inline
def first_liberty(board: int, head: int) -> int:
    """The first liberty of a chain."""
    return liberty_but(board, head, 0)


# --- moves ----------------------------------------------------------------------------------------


@inline
def is_legal(board: int, point: int) -> bool:
    """Whether the mover may play on an empty point: by ko as it is in :data:`KO`, and without suicide."""
    if point == load(board + KO):
        return False
    if empties_beside(board, point) > 0:
        return True
    mover = load(board + MOVER)
    for direction in range(4):
        near = point + way(direction)
        colour = colour_at(board, near)
        if colour != 3:
            alone = liberties_of(board, head_at(board, near)) == 1
            if alone != (colour == mover):
                return True
    return False


@inline
def tell_neighbours(board: int, point: int, colour: int) -> None:
    """Change the shapes around a point where a stone appears or disappears."""
    shapes = board + SHAPE_AT + 2 * point
    for direction in range(8):
        place = shapes + 2 * way(direction)
        # Seen from there, the point lies the other way: the number of that differs in the last bit, of diagonals in
        # the last two.
        back = direction ^ 1 if direction < 4 else direction ^ 3
        store_16(place, load_16(place) ^ colour << 2 * back)


@inline
def fill(board: int, point: int, colour: int) -> None:
    """Put a stone on an empty point, as a chain without liberties."""
    store_byte(board + COLOUR_AT + point, colour)
    tell_neighbours(board, point, colour)
    empties = load(board + EMPTIES) - 1
    store(board + EMPTIES, empties)
    moved = empty_point(board, empties)
    place = load_16(board + PLACE_AT + 2 * point)
    store_16(board + EMPTY_AT + 2 * place, moved)
    store_16(board + PLACE_AT + 2 * moved, place)
    store_16(board + HEAD_AT + 2 * point, point)
    store_16(board + NEXT_AT + 2 * point, point)
    store_16(board + SIZE_AT + 2 * point, 1)
    store_16(board + LIBERTIES_AT + 2 * point, 0)
    word = set_of(board, point)
    for index in range(SET_BYTES // 8):
        store(word + 8 * index, 0)


@inline
def clear(board: int, point: int) -> None:
    """Take a stone off the board: nothing is done about liberties."""
    colour = colour_at(board, point)
    store_byte(board + COLOUR_AT + point, 0)
    tell_neighbours(board, point, colour)
    empties = load(board + EMPTIES)
    store(board + EMPTIES, empties + 1)
    store_16(board + EMPTY_AT + 2 * empties, point)
    store_16(board + PLACE_AT + 2 * point, empties)


@inline
def join(board: int, one: int, other: int) -> None:
    """Make one chain of two, whose heads these are: the head of the larger becomes its head."""
    kept = one
    lost = other
    if size_of(board, lost) > size_of(board, kept):
        kept = other
        lost = one
    store_16(board + SIZE_AT + 2 * kept, size_of(board, kept) + size_of(board, lost))
    stone = lost
    while True:
        store_16(board + HEAD_AT + 2 * stone, kept)
        stone = next_at(board, stone)
        if stone == lost:
            break
    after = next_at(board, kept)
    store_16(board + NEXT_AT + 2 * kept, next_at(board, lost))
    store_16(board + NEXT_AT + 2 * lost, after)
    to = set_of(board, kept)
    source = set_of(board, lost)
    liberties = 0
    for index in range(SET_BYTES // 8):
        bits = load(to + 8 * index) | load(source + 8 * index)
        store(to + 8 * index, bits)
        liberties += popcount(bits)
    store_16(board + LIBERTIES_AT + 2 * kept, liberties)


@inline
def remove_chain(board: int, head: int) -> int:
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


@kernel("int64(int64, int64, int64)")
def put_stone(board: int, point: int, colour: int) -> int:
    """Put a stone on an empty point and take off the other colour's chains that have no liberty left.

    Gives the number of stones taken; where that is one, and the stone is alone with that one liberty, KO is set to it.
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
    store(board + KO, prisoner if taken == 1 and enclosed else 0)
    return taken


@inline
def end_turn(board: int, point: int) -> None:
    """It is the other's turn after a move on a point, or a pass (0)."""
    mover = load(board + MOVER)
    store(board + MOVER, 3 - mover)
    store(board + BEFORE_LAST, load(board + LAST))
    store(board + LAST, point)
    store(board + PLIES, load(board + PLIES) + 1)
    if point == 0:
        store(board + KO, 0)
        store(board + PASSES, load(board + PASSES) + 1)
    else:
        store(board + PASSES, 0)
        store(board + PLACED, load(board + PLACED) + 3 - 2 * mover)


@inline
def play_point(board: int, point: int) -> None:
    """Play a legal move of the mover's, 0 for a pass."""
    if point != 0:
        put_stone(board, point, load(board + MOVER))
    end_turn(board, point)


@inline
def forget_firsts(board: int) -> None:
    """From now on it counts anew who plays on a point first."""
    for word in range(POINTS // 8):
        store(board + FIRST_AT + 8 * word, 0)


@inline
def note_first(board: int, point: int) -> None:
    """Note who plays on a point, unless somebody has before."""
    if load_byte(board + FIRST_AT + point) == 0:
        store_byte(board + FIRST_AT + point, load(board + MOVER))


@inline
def copy_board(to: int, source: int) -> None:
    """Copy a whole board."""
    copy_bytes(to, source, LIST_AT)


# --- set up ---------------------------------------------------------------------------------------


@kernel("int64(int64, int64, int64, int64)")
def set_up(board: int, contents: int, mover: int, tables: int) -> int:
    """Write a board with what a position has on each of its points, a byte each; gives its address.

    KO, LAST and what else the past leaves behind are for the caller to write.
    """
    for word in range(BOARD_SIZE // 8):
        store(board + 8 * word, 0)
    store(board + MOVER, mover)
    store(board + TABLES_OF, tables)
    empties = 0
    for point in range(POINTS):
        there = load_byte(contents + point)
        if there != 3:
            store_16(board + EMPTY_AT + 2 * empties, point)
            store_16(board + PLACE_AT + 2 * point, empties)
            empties += 1
        store_byte(board + COLOUR_AT + point, 3 if there == 3 else 0)
    store(board + EMPTIES, empties)
    for point in range(POINTS):
        if load_byte(contents + point) != 3:
            shape = 0
            for direction in range(8):
                shape |= colour_at(board, point + way(direction)) << 2 * direction
            store_16(board + SHAPE_AT + 2 * point, shape)
    for point in range(POINTS):
        there = load_byte(contents + point)
        if there != 0 and there != 3:
            # No chain of a position is without liberties, so none is taken on the way there.
            put_stone(board, point, there)
    store(board + KO, 0)
    return board
