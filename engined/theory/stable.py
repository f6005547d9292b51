"""Stable discs (確定石): those that no continuation can change any more. What is found is a lower bound.

A disc is stable if nothing can be bracketed over it along any axis through it: rows, columns, diagonals, and each ring.
Along an axis it is safe at the end of the line, beside a stable disc of its own colour, or when no cell of the line is
empty. A ring has no end. From the corners and full lines inwards this is repeated until nothing is added.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engined.rules.flipping import Bracketing
from engined.rules.position import Position
from engined.rules.registry import capture_of
from engined.variants.model import EMPTY, Board

STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Axis(NamedTuple):
    """One of the lines through a cell, seen from there."""

    line: tuple[int, ...]
    """All of its cells, as far as a walk without a hole or the edge goes."""
    beside: tuple[int, ...]
    """The cells next to this one on it."""
    ends: bool
    """Whether the line ends here."""


def stable(position: Position) -> frozenset[int]:
    """Squares of discs that cannot change any more: not all of them, but these for certain.

    All where nothing is captured; none where discs are captured but not bracketed, as in Go. Where discs leave the
    board, or turn because others just did, a line is not safe for being full.
    """
    capture = capture_of(position.variant)
    discs = [square for square in position.variant.board.cells if position.board[square] != EMPTY]
    if capture.settles:
        return frozenset(discs)
    if not isinstance(capture, Bracketing):
        return frozenset()
    stays_full = not capture.leaves and not position.variant.capture.indirect
    through = axes(position.variant.board)
    found: set[int] = set()

    def safe(square: int, axis: Axis) -> bool:
        if axis.ends or (stays_full and all(position.board[cell] != EMPTY for cell in axis.line)):
            return True
        return any(cell in found and position.board[cell] == position.board[square] for cell in axis.beside)

    added = True
    while added:
        added = False
        for square in discs:
            if square not in found and all(safe(square, axis) for axis in through[square]):
                found.add(square)
                added = True
    return frozenset(found)


def corners(position: Position) -> frozenset[int]:
    """Cells on which no disc can ever be turned, as no line passes through them; none where discs are not bracketed."""
    if not isinstance(capture_of(position.variant), Bracketing):
        return frozenset()
    through = axes(position.variant.board)
    return frozenset(square for square, lines in through.items() if all(line.ends for line in lines))


@lru_cache(maxsize=256)
def axes(board: Board) -> dict[int, tuple[Axis, ...]]:
    """The axes through each cell of a board."""
    cells = frozenset(board.cells)
    return {square: (*_straight(board, cells, square), *_round(board, square)) for square in board.cells}


def _straight(board: Board, cells: frozenset[int], square: int) -> list[Axis]:
    found = []
    for down, right in STEPS:
        halves = []
        for sign in (-1, 1):
            row, column = divmod(square, board.width)
            half: list[int] = []
            while True:
                row, column = row + sign * down, column + sign * right
                there = row * board.width + column
                if not (0 <= row < board.height and 0 <= column < board.width and there in cells):
                    break
                half.append(there)
            halves.append(half)
        before, after = halves
        beside = tuple(half[0] for half in halves if half)
        found.append(Axis((*reversed(before), square, *after), beside, len(beside) < 2))
    return found


def _round(board: Board, square: int) -> list[Axis]:
    """The rings through a cell."""
    found = []
    for ring in board.rings:
        if square in ring:
            at = ring.index(square)
            found.append(Axis(ring, (ring[at - 1], ring[(at + 1) % len(ring)]), False))
    return found
