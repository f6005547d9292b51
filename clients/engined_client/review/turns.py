"""Moves that are one: a symmetry of the position, and of the rules, takes one to the other."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import structs

from engined_protocol.messages import Position
from engined_protocol.notation import PASS, parse_square, square_name

from ..client import Client
from ..symmetry import Image, images
from .worth import Worth

_EVEN = frozenset({"flip", "remove", "surround", "none"})
"""Ways to capture that are the same in all directions."""


class Turn(NamedTuple):
    """A symmetry."""

    goes: tuple[int, ...]
    """The cell to which each cell goes, by its index."""
    width: int
    height: int

    def move(self, move: str) -> str:
        """A move where it goes."""
        if move == PASS:
            return move
        cell, colon, chosen = move.partition(":")
        return self._cell(cell) + colon + "+".join(self._cell(name) for name in chosen.split("+") if name)

    def worth(self, worth: Worth) -> Worth:
        """What the move is worth there: the same."""
        return structs.replace(worth, move=self.move(worth.move), line=tuple(map(self.move, worth.line)))

    def _cell(self, name: str) -> str:
        return square_name(self.goes[parse_square(name, self.width, self.height)], self.width)


def turns(client: Client, position: Position) -> list[Turn]:
    """The symmetries of a position, without that which leaves all where it is; none where the rules may have others."""
    board = position.board
    legal = {*position.legal}
    found = [
        turn
        for image in images(board)[1:]
        if image.cells == "".join(board)
        and {(turn := _turn(image, len(board[0]), len(board))).move(move) for move in legal} == legal
    ]
    if found:
        rules = client.describe(position.variant)
        if rules.homes or rules.forbidden or rules.rings or rules.scoring == "chains" or rules.capture not in _EVEN:
            return []
    return found


def _turn(image: Image, width: int, height: int) -> Turn:
    goes = [0] * len(image.origins)
    for there, origin in enumerate(image.origins):
        goes[origin] = there
    return Turn(tuple(goes), width, height)
