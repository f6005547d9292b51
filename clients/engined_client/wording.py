"""How a person is told of a game: in which notation, and in which language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .notation import PROTOCOL, Notation


@dataclass(frozen=True, slots=True)
class Wording:
    """What tables and boards are written in."""

    notation: Notation = PROTOCOL

    def move(self, move: str) -> str:
        """A move of a message."""
        return self.notation.write(move)

    def moves(self, moves: Iterable[str]) -> str:
        """Several, with blanks between them."""
        return " ".join(map(self.move, moves))


PLAIN = Wording()
"""The squares of messages, in English."""
