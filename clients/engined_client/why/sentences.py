"""What is said of a move, in a language."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from typing import Literal

from .english import in_english
from .japanese import in_japanese
from .model import Why

Language = Literal["en", "ja"]

LANGUAGES: Mapping[Language, Callable[[Why], Iterator[str]]] = {"en": in_english, "ja": in_japanese}


def sentences(why: Why, language: Language = "en") -> list[str]:
    """Nothing but what is counted in it."""
    return list(LANGUAGES[language](why))


def add_language(parser: ArgumentParser) -> None:
    """Add ``--language``."""
    parser.add_argument(
        "--language", choices=tuple(LANGUAGES), default="en", help="of the sentences: English (default) or Japanese"
    )
