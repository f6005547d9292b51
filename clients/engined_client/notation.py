"""Moves as people write them: as messages do, or for Go by Go's coordinates."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Self

from engined_protocol.gtp.coordinates import Coordinates, Dialect
from engined_protocol.messages import Description
from engined_protocol.notation import PASS, half_width, is_pass, split_transcript, square_name

Convention = Literal["auto", "othello", "go"]
"""How squares are named: as those do who play the variant, or as one of these in any."""


class Named(str):
    """A move as messages name it, whatever the convention of the client that it is given to."""

    __slots__ = ()


_SQUARE = re.compile(r"(?<![\w-])[a-z]\d{1,2}(?![\w-])", re.ASCII)

_COLUMN_I = re.compile(r"i\d{1,2}", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Notation:
    """How squares are named on a board of ``width`` and ``height``.

    In Go row 1 is at the bottom, and no column is called I; in all else, as in messages, row 1 is on top.
    """

    go: bool = False
    width: int = 0
    height: int = 0
    hint: str = ""
    """The hint that is given besides where a text names a column I: how squares with one can be read."""

    @classmethod
    def of(cls, description: Description, convention: Convention = "auto", hint: str = "") -> Self:
        """That of a variant's players, unless another one is wanted."""
        wanted = description.coordinates if convention == "auto" else convention
        return cls(wanted == "go", description.width, description.height, hint)

    def write(self, move: str) -> str:
        """A move of a message: ``E5``, ``pass``."""
        return self._coordinates.write(move, self.width, self.height) if self.go else move

    def read(self, text: str) -> str:
        """A move for a message, of one that was written so. Raises ValueError naming what is wrong with it."""
        if isinstance(text, Named):
            return str(text)
        text = half_width(text)
        if not self.go:
            return text
        if is_pass(text):
            return PASS
        if _COLUMN_I.fullmatch(text):
            raise ValueError(f"{text.upper()}: Go has no column I{self.hint}")
        try:
            return self._coordinates.read(text, self.width, self.height)
        except ValueError as error:
            raise ValueError(f"{text.upper()}: {error}") from None

    def read_moves(self, text: str) -> tuple[str, ...]:
        """The moves of a transcript, as messages have them. Raises ValueError."""
        found = split_transcript(text)
        return tuple(map(self.read, found)) if self.go else found

    def write_moves(self, moves: Iterable[str]) -> str:
        """A transcript: ``f5d6c3``; in Go ``E5 C3 pass``."""
        return " ".join(map(self.write, moves)) if self.go else "".join(moves)

    def retold(self, message: str) -> str:
        """Return what a daemon says, with the squares of the board that it names; a variant may be called like one."""
        return _SQUARE.sub(self._retold, message) if self.go else message

    def _retold(self, match: re.Match[str]) -> str:
        try:
            return self.write(match[0])
        except ValueError:
            return match[0]  # off the board: some other word

    def column(self, column: int) -> str:
        """The letter of a column, from 0."""
        return self._coordinates.columns(self.width)[column] if self.go else square_name(column, column + 1)[0]

    def row(self, row: int) -> int:
        """The number of a row, counted from 0 at the top."""
        return self.height - row if self.go else row + 1

    @property
    def _coordinates(self) -> Coordinates:
        return Coordinates(Dialect.GO)


PROTOCOL = Notation()
"""The squares of messages."""
