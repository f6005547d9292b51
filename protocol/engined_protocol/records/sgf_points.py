"""Points and moves as SGF writes them: ``fe`` in every game, rows counted from the top; in Othello ``f5`` too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ..notation import PASS, is_pass, square_name
from ..words import board_of
from .record import RecordError
from .sgf_tree import Node

LARGEST: Final = 52
"""Length of a side: there are no more letters."""

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_CHOICE = re.compile(r"[^:+]+")
"""The squares of ``fe:ee+de``, where the mover has chosen what turns: SGF has no other way to write that."""
_PRINTED = re.compile(r"[A-Za-z]\d{1,2}", re.ASCII)


class Points:
    """The points of a board. With ``othello`` those with digits are read too, and passes with letters.

    What is read raises RecordError naming the property of the node that it stands in.
    """

    def __init__(self, width: int, height: int, *, othello: bool) -> None:
        self.width = width
        self.height = height
        self._othello = othello

    def move(self, value: str, node: Node, name: str) -> str:
        """The move that a value means."""
        text = value.strip()
        if text == "" or (text == "tt" and max(self.width, self.height) <= 19):
            return PASS
        if self._othello and is_pass(text) and (text == "PA" or self.width < 16):
            return PASS
        return _CHOICE.sub(lambda match: square_name(self._square(match[0], node, name), self.width), text)

    def squares(self, value: str, node: Node, name: str) -> Iterator[int]:
        """A point, or a rectangle ``aa:cc``."""
        first, _, last = value.strip().partition(":")
        top, left = divmod(self._square(first, node, name), self.width)
        bottom, right = divmod(self._square(last or first, node, name), self.width)
        if bottom < top or right < left:
            raise RecordError(f"{value[:10]!r} is a rectangle from its lower right", f"{node.place}, {name}")
        for row in range(top, bottom + 1):
            yield from range(row * self.width + left, row * self.width + right + 1)

    def value(self, move: str, *, printed: bool = False) -> str:
        """A move, or a square by its name, as a value; with ``printed`` as ``f5`` and ``PA``, as Edax writes them."""
        if move == PASS:
            return "PA" if printed else ""
        return move if printed else _CHOICE.sub(lambda match: _lettered(match[0]), move)

    def _square(self, text: str, node: Node, name: str) -> int:
        if self._othello and _PRINTED.fullmatch(text):
            column, row = _LETTERS.find(text[0].lower()), int(text[1:]) - 1
        elif len(text) == 2:
            column, row = _LETTERS.find(text[0]), _LETTERS.find(text[1])
        else:
            raise RecordError(f"not a point: {text[:10]!r}", f"{node.place}, {name}")
        if not (0 <= column < self.width and 0 <= row < self.height):
            raise RecordError(f"{text!r} is not on {board_of(self.width, self.height)}", f"{node.place}, {name}")
        return row * self.width + column


def _lettered(name: str) -> str:
    """``fe`` for ``f5``."""
    return name[0] + _LETTERS[int(name[1:]) - 1]
