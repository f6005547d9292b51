"""How GTP controllers name squares: two dialects for the same board.

Othello controllers (Quarry, GRhino, Edax) name squares as printed in books: row 1 on top, column letters
with I. Go controllers (GoGui, Sabaki, Lizzie) put row 1 at the bottom and leave out I. In Go all do. For other
games nothing in the protocol says which one is meant, so the first contact decides.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum

from ..notation import PASS, parse_square, square_name
from ..words import board_of

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_SQUARE = re.compile(r"[a-z]\d{1,2}", re.ASCII)
_MOVE = re.compile(r"[a-z]\d{1,2}(?::[a-z]\d{1,2}(?:\+[a-z]\d{1,2})*)?", re.ASCII)


class Dialect(StrEnum):
    """A way to name squares."""

    OTHELLO = "othello"
    """Row 1 on top, letters with I."""
    GO = "go"
    """Row 1 at the bottom, letters without I."""


class Coordinates:
    """Squares of the client to moves of this package, and back."""

    def __init__(self, forced: Dialect | None = None) -> None:
        self.of_game: Dialect | None = None
        """The dialect of the game, where all clients agree on one."""
        self._forced = forced
        self._met: Dialect | None = None

    @property
    def dialect(self) -> Dialect | None:
        """The one in use; None until something tells: then the first vertex is taken as Othello's."""
        return self._forced or self.of_game or self._met

    def force(self, dialect: Dialect | None) -> None:
        """Use a dialect from now on; None: whatever tells of one from now on."""
        self._forced, self._met = dialect, None

    def meet(self, dialect: Dialect) -> None:
        """The client gave a sign of its dialect; only the first one counts."""
        if self._met is None:
            self._met = dialect

    def read(self, vertex: str, width: int, height: int) -> str:
        """The move that a vertex means: ``PASS`` or ``D3``, any case. Raises ValueError if there is none."""
        text = vertex.lower()
        if text == "pass":
            return PASS
        if not _MOVE.fullmatch(text):
            raise ValueError("not a vertex")
        self.meet(Dialect.OTHELLO)

        def place(name: str) -> str:
            row = int(name[1:]) - 1
            if self.dialect is Dialect.GO:
                row = height - 1 - row
            column = self._letters.find(name[0])
            if not (0 <= column < width and 0 <= row < height):
                raise ValueError(f"not on {board_of(width, height)}")
            return square_name(row * width + column, width)

        return _each_square(text, place)

    def write(self, move: str, width: int, height: int) -> str:
        """The client's name of a move, upper case; ``pass`` for a pass."""
        if move == PASS:
            return "pass"

        def place(name: str) -> str:
            row, column = divmod(parse_square(name, width, height), width)
            return f"{self._letters[column]}{self.row_label(row, height)}"

        return _each_square(move, place).upper()

    def columns(self, width: int) -> str:
        """The column letters, upper case."""
        return self._letters[:width].upper()

    def row_label(self, row: int, height: int) -> int:
        """The number of a row counted from the top, from 0."""
        return height - row if self.dialect is Dialect.GO else row + 1

    @property
    def _letters(self) -> str:
        return _LETTERS.replace("i", "") if self.dialect is Dialect.GO else _LETTERS


def _each_square(text: str, place: Callable[[str], str]) -> str:
    return _SQUARE.sub(lambda match: place(match[0]), text)
