"""How a person is told of a game: in which notation, and in which language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from engined_protocol.notation import PASS
from engined_protocol.words import counted

from ..notation import PROTOCOL, Notation
from .japanese import JAPANESE, translated

Language = Literal["en", "ja"]
PASSES = {"en": "pass", "ja": "パス"}


@dataclass(frozen=True, slots=True)
class Wording:
    """What tables, boards and sentences are written in."""

    notation: Notation = PROTOCOL
    language: Language = "en"

    def __call__(self, text: str, **facts: object) -> str:
        """A text of ours in the language, its fields filled in."""
        return (JAPANESE[text] if self.language == "ja" else text).format(**facts)

    def told(self, text: str) -> str:
        """What the daemon says in English: rules, results, the names of seats."""
        return translated(text) if self.language == "ja" else text

    def counted(self, number: int, noun: str, plural: str = "") -> str:
        """A number with its noun: ``2 plies``."""
        if self.language == "ja":
            return JAPANESE[f"{{count}} {noun}"].format(count=number)
        return counted(number, noun, plural)

    def move(self, move: str) -> str:
        """A move of a message."""
        return PASSES[self.language] if self.notation.go and move == PASS else self.notation.write(move)

    def moves(self, moves: Iterable[str]) -> str:
        """Several, with blanks between them."""
        return " ".join(map(self.move, moves))


PLAIN = Wording()
"""The squares of messages, in English."""
