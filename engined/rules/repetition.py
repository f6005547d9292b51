"""Boards that a game has had, and what brings one back."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from engined.variants.model import Ko

from .moves import PASS, Move
from .position import Position
from .registry import capture_of


def boards_of(positions: Sequence[Position]) -> frozenset[bytes]:
    """The boards of a game before its last position where superko forbids them, a byte for each square: 0 where it is
    empty, else one more than what is there. Those with the other seat to move are among them, under situational superko
    as well, which forbids less.

    None under simple ko: a stone that took in a ko may be taken back after two passes, though that is an earlier board.
    """
    capture = positions[-1].variant.capture
    if not capture.surrounds or capture.ko is Ko.SIMPLE:
        return frozenset()
    return frozenset(bytes([content + 1 for content in one.board]) for one in positions[:-1])


def repeating(positions: Sequence[Position]) -> frozenset[Move]:
    """The placements in the last of a game's positions that lead to the board of an earlier one, whoever moved then,
    and a pass where the other seat has put a stone on this board before: it may do the same again.

    None where stones do not leave the board, and before one has.
    """
    *earlier, position = positions
    capture = capture_of(position.variant)
    if not earlier or not position.variant.capture.surrounds or not any(position.taken):
        return frozenset()
    had = {one.board for one in earlier}
    passing = not position.passes and any(
        one.board == position.board != following.board and one.seat != position.seat
        for one, following in pairwise(positions)
    )
    return frozenset({PASS} if passing else ()) | {
        Move(square)
        for square, captured in position.placements(position.seat).items()
        if capture.apply(position, square, captured) in had
    }
