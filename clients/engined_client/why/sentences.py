"""What is said of a move, in a language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from engined_protocol.notation import PASS

from ..drawing.wording import PASSES, Language
from ..notation import Notation
from ..review.worth import Worth
from .english import in_english
from .japanese import in_japanese
from .model import Why

LANGUAGES: Mapping[Language, Callable[[Why], Iterator[str]]] = {"en": in_english, "ja": in_japanese}


def sentences(why: Why, language: Language = "en") -> list[str]:
    """Nothing but what is counted in it."""
    return list(LANGUAGES[language](_renamed(why, lambda move: PASSES[language] if move == PASS else move)))


def written_by_players(why: Why, notation: Notation) -> Why:
    """The same, its moves named as those write them who play that variant; passes are those of the language."""
    return _renamed(why, lambda move: move if move == PASS else notation.write(move))


def _renamed(why: Why, write: Callable[[str], str]) -> Why:
    def named(worth: Worth) -> Worth:
        return replace(worth, move=write(worth.move), line=tuple(map(write, worth.line)))

    return replace(why, best=named(why.best), played=named(why.played))
