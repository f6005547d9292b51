"""The rules without a daemon, as a client in the same process takes them: boards of scripts are played by these.

``engined_client.board`` finds this module where the engine is installed. What it says looks as a daemon's replies do.
"""

from __future__ import annotations

from engined.variants.catalogue import Catalogue, UnknownVariant
from engined.variants.declaration import DeclarationError
from engined_protocol import messages as m
from engined_protocol.errors import Code, ProtocolError

from .game import Game
from .replies.positions import position_reply
from .replies.variants import description

_CATALOGUE = Catalogue()


def describe(variant: str) -> m.Description:
    """A variant in full. Raises ProtocolError."""
    try:
        return description("", _CATALOGUE.get(variant), engine="", state="")
    except UnknownVariant as error:
        raise ProtocolError(Code.UNKNOWN_VARIANT, str(error), "variant") from None


def declare(text: str) -> m.Description:
    """Make a variant known in this process by the name in its declaration. Raises ProtocolError."""
    try:
        return description("", _CATALOGUE.declare(text), engine="", state="")
    except DeclarationError as error:
        place = f"line {error.line}: {error.field}" if error.field else f"line {error.line}"
        raise ProtocolError(Code.BAD_DECLARATION, error.message, place) from None


def begin(variant: str, start: str | None) -> Game:
    """A game that begins at a variant's start, or at a position as text. Raises ProtocolError."""
    return Game.begin(_CATALOGUE.get(describe(variant).name), start)


def show(game: Game) -> m.Position:
    """The position that a game has come to."""
    return position_reply("", game)
