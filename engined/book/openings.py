"""Names of openings, by position: however it came about, and whichever way the board is turned.

A name covers the position after its last move and everything that follows from there, until a longer opening's name
takes over. A position without a history is covered only if it bears the name itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from engined.rules.position import Position
from engined.variants.model import Variant
from engined_protocol.notation import split_transcript

from .folding import fold

FILE = Path(__file__).with_name("openings.tsv")


class Opening(Struct, frozen=True):
    """A name, and how many plies ago the position was there that bears it."""

    name: str
    language: str
    plies: int


class _Names(Struct, frozen=True):
    digest: str
    """The digest of the variant that the names are for."""
    by_text: dict[str, dict[str, str]]
    """Name by language, by canonical position."""
    rows: tuple[Named, ...]
    least_empties: int
    """The least number of empty cells of a position that has a name."""


class Named(Struct, frozen=True):
    """An opening as the file has it, and one way to get there from the start."""

    name: str
    language: str
    moves: tuple[str, ...]


def named(variant: Variant) -> tuple[Named, ...]:
    """All openings of a variant that have a name."""
    names = _names()
    return names.rows if variant.digest == names.digest else ()


def openings(positions: Sequence[Position]) -> tuple[Opening, ...]:
    """What the opening of a game is called, in each language that has a name for it: the latest one reached.

    ``positions`` are all of the game, in order, or the one that is known.
    """
    names = _names()
    if positions[-1].variant.digest != names.digest:
        return ()
    found: dict[str, Opening] = {}
    for plies, position in enumerate(reversed(positions)):
        if position.empties >= names.least_empties:
            for language, name in names.by_text.get(fold(position).text, {}).items():
                found.setdefault(language, Opening(name, language, plies))
    return tuple(found[language] for language in sorted(found))


@lru_cache(maxsize=1)
def _names() -> _Names:
    """The file: a line with the variant's digest, then language, moves, canonical position, name."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    by_text: dict[str, dict[str, str]] = {}
    for language, _, text, name in rows[1:]:
        by_text.setdefault(text, {}).setdefault(language, name)
    empties = min(text.partition(" ")[0].count(".") for text in by_text)
    ways = tuple(Named(name, language, split_transcript(moves)) for language, moves, _, name in rows[1:])
    return _Names(rows[0][1], by_text, ways, empties)
