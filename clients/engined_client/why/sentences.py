"""What is said of a move, in a language."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from typing import Literal

from msgspec.structs import replace

from engined_protocol.gtp_coordinates import Coordinates, Dialect
from engined_protocol.messages import Description
from engined_protocol.notation import PASS

from ..review.worth import Worth
from .english import in_english
from .japanese import in_japanese
from .model import Why

Language = Literal["en", "ja"]

LANGUAGES: Mapping[Language, Callable[[Why], Iterator[str]]] = {"en": in_english, "ja": in_japanese}


def sentences(why: Why, language: Language = "en") -> list[str]:
    """Nothing but what is counted in it."""
    return list(LANGUAGES[language](why))


def written_by_players(why: Why, description: Description) -> Why:
    """The same, its moves named as those write them who play that variant."""
    if description.coordinates != "go":
        return why
    coordinates = Coordinates(Dialect.GO)

    def written(move: str) -> str:
        return move if move == PASS else coordinates.write(move, description.width, description.height)

    def named(worth: Worth) -> Worth:
        return replace(worth, move=written(worth.move), line=tuple(map(written, worth.line)))

    return replace(why, best=named(why.best), played=named(why.played))


def add_language(parser: ArgumentParser) -> None:
    """Add ``--language``."""
    parser.add_argument(
        "--language", choices=tuple(LANGUAGES), default="en", help="of the sentences: English (default) or Japanese"
    )
