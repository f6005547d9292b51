"""Positions of a file as questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from engined.files import FileError, read_text
from engined.service.game import Game
from engined.service.replies.positions import position_reply
from engined.variants.catalogue import Catalogue, UnknownVariant
from engined.variants.declaration import DeclarationError
from engined.variants.model import Variant
from engined_client.files.games import STDIN, FoundGame, read_games, read_input_games
from engined_client.terminal.command import USUAL, WrongInput
from engined_protocol import messages as m
from engined_protocol.errors import ProtocolError
from engined_protocol.words import told

from .question import Declared, ProofQuestion

Request = Callable[[str, FoundGame], m.Solve | m.Analyse]
"""A function that makes the request about the position that a game of a variant comes to."""


@dataclass(frozen=True, slots=True)
class Posed:
    """A question about a position of a file."""

    found: FoundGame
    game: Game
    question: ProofQuestion

    @property
    def shown(self) -> m.Position:
        """The position as it is shown."""
        return position_reply("", self.game)


def games_of(file: str) -> tuple[Iterable[FoundGame | WrongInput], int | None]:
    """The games of a file, or of standard input, and how many there are where that is known. Raises WrongInput."""
    if file == STDIN:
        return read_input_games(), None
    games = list(read_games(Path(file)))
    return games, len(games)


def declared(name: str) -> Declared:
    """A variant by its name, or by the path of its declaration. Raises WrongInput."""
    try:
        if name.endswith(".toml"):
            text = read_text(Path(name))
            variant = Catalogue().check(text, name)
            return Declared(variant.name, variant.digest, text)
        variant = _catalogue().get(name)
        return Declared(variant.name, variant.digest)
    except (UnknownVariant, DeclarationError, FileError) as error:
        raise WrongInput(str(error)) from None


@lru_cache(maxsize=1)
def _catalogue() -> Catalogue:
    return Catalogue()


def posed(
    games: Iterable[FoundGame | WrongInput], named: Declared | None, request: Request
) -> Iterator[Posed | WrongInput]:
    """The question about each game's last position; what cannot be played comes as an error in its place."""
    for found in games:
        if isinstance(found, WrongInput):
            yield found
            continue
        try:
            what = named or declared(found.given.variant or USUAL)
            yield Posed(found, _game(what.variant(), found), ProofQuestion(what, request(what.name, found)))
        except (WrongInput, ProtocolError) as error:
            yield refused(found, error)


def refused(found: FoundGame, error: WrongInput | ProtocolError) -> WrongInput:
    """What is wrong with a game, and where that is."""
    text = told(error.message, error.field) if isinstance(error, ProtocolError) else str(error)
    return WrongInput(f"{found.where}: {text}" if found.where else text)


def _game(variant: Variant, found: FoundGame) -> Game:
    return Game.begin(variant, found.given.start).play(found.given.moves, record=True)
