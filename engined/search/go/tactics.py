"""What a move does to the chains beside it: kernel source (see kernels/prelude.pyi)."""

from engined.kernels.go_codes import (
    ATTACKS,
    ATTACKS_ONE,
    CAPTURES,
    CAPTURES_ONE,
    ESCAPES,
    ESCAPES_ONE,
    EXTENDS,
    GIVES,
    GIVES_ONE,
    QUIET,
    SAVES,
)
from engined.kernels.prelude import inline, kernel
from engined.search.go.board import (
    GoBoard,
    colour_at,
    empties_beside,
    head_at,
    is_eye,
    liberties_of,
    liberty_but,
    next_at,
    size_of,
    way,
)

ILLEGAL = -1


@inline
def left_in_atari(board: GoBoard, point: int, colour: int) -> int:
    """How many stones have one liberty after a move; 0 where it leaves more liberties, or captures; ILLEGAL where it
    leaves none. Ko is not looked at.
    """
    if empties_beside(board, point) > 1:
        return 0
    liberty = 0
    stones = 1
    before = 0
    for direction in range(4):
        near = point + way(direction)
        there = colour_at(board, near)
        if there == 0:
            if liberty != 0 and liberty != near:
                return 0
            liberty = near
        elif there != 3:
            head = head_at(board, near)
            liberties = liberties_of(board, head)
            if there != colour:
                if liberties == 1:
                    return 0
            elif liberties > 2:
                return 0
            else:
                if liberties == 2:
                    other = liberty_but(board, head, point)
                    if liberty != 0 and liberty != other:
                        return 0
                    liberty = other
                if head != before:
                    stones += size_of(board, head)
                before = head
    return stones if liberty != 0 else ILLEGAL


@inline
def is_beside_atari(board: GoBoard, head: int, colour: int) -> bool:
    """Whether a chain stands beside one of this colour that is in atari: to capture the one frees the other."""
    stone = head
    while True:
        for direction in range(4):
            near = stone + way(direction)
            if colour_at(board, near) == colour and liberties_of(board, head_at(board, near)) == 1:
                return True
        stone = next_at(board, stone)
        if stone == head:
            break
    return False


@inline
def gains_liberty(board: GoBoard, point: int, colour: int) -> bool:
    """Whether a move beside a chain of two liberties leaves it with three or more."""
    empties = empties_beside(board, point)
    if empties > 1:
        return True
    for direction in range(4):
        near = point + way(direction)
        if colour_at(board, near) == colour and liberties_of(board, head_at(board, near)) > 3 - empties:
            return True
    return False


@kernel("int64(GoBoard, int64)")
def tactic_of(board: GoBoard, point: int) -> int:
    """What the mover's move on an empty point is: one of the tactics of :mod:`engined.kernels.go_codes`, the first that
    fits; ILLEGAL where it may not play, or where the point is its own eye.
    """
    colour = board.mover
    if is_eye(board, point, colour):
        # An eye is filled only where a stone beside it is in atari: there its being one may end.
        return ILLEGAL
    if point == board.ko:
        return ILLEGAL
    empties = empties_beside(board, point)
    if empties == 4:
        return QUIET
    captured = 0
    saves = False
    in_atari = 0
    weak = 0
    attacked = 0
    for direction in range(4):
        near = point + way(direction)
        there = colour_at(board, near)
        if there != 0 and there != 3:
            head = head_at(board, near)
            liberties = liberties_of(board, head)
            stones = size_of(board, head)
            if there == colour:
                if liberties == 1:
                    in_atari = max(in_atari, stones)
                elif liberties == 2:
                    weak = max(weak, stones)
            elif liberties == 1:
                captured += stones
                saves = saves or is_beside_atari(board, head, colour)
            elif liberties == 2:
                attacked = max(attacked, stones)
    if captured > 0:
        return SAVES if saves else CAPTURES if captured > 1 else CAPTURES_ONE
    left = left_in_atari(board, point, colour)
    if left != 0:
        return ILLEGAL if left < 0 else GIVES if left > 1 else GIVES_ONE
    if in_atari > 0:
        return ESCAPES if in_atari > 1 else ESCAPES_ONE
    if attacked > 0:
        return ATTACKS if attacked > 1 else ATTACKS_ONE
    if weak > 1 and gains_liberty(board, point, colour):
        return EXTENDS
    return QUIET
