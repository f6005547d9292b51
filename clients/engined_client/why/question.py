"""A question about one move: the session in which it is asked, the search, and the counting."""

from __future__ import annotations

from typing import NamedTuple

from engined_protocol.errors import Code
from engined_protocol.messages import Position
from engined_protocol.notation import PASS, is_pass

from ..client import Client
from ..drawing.text import square_of
from ..errors import ServiceError
from ..files.games import FoundGame
from ..review.budget import Budget
from ..review.orientation import mirrored, upright
from ..review.reviewer import sides_of
from ..review.search import compare
from .counting import PLIES, Kind, explained
from .model import Why


class Answer(NamedTuple):
    """Where the move was asked about, and what came of it."""

    position: Position
    why: Why


def ask_why(client: Client, game: FoundGame, variant: str, move: str, budget: Budget, plies: int = PLIES) -> Answer:
    """Hold a move, after those of the game, against the best one, along so many plies. One that cannot be played there
    but is a move of the game is asked about where it was played.

    Raises ServiceError: for a move that cannot be played there, in ``move``; for a game that cannot be played.
    """
    game, turned = upright(client, game, variant)
    description = client.describe(variant)
    asked = PASS if is_pass(move) else move.lower()
    if turned:
        asked = mirrored(asked, description.width)
    session = client.open(variant=variant, start=game.given.start, moves=game.given.moves).session
    try:
        asked = _before(client, session, asked)
        position = client.show(session=session, theory=True)
        found = compare(client, position, asked, budget.begin(1).next())
        kind = Kind.of(description, sides_of(description))
        return Answer(position, explained(client, kind, position, found.best, found.played, plies))
    finally:
        client.close_session(session)


def _before(client: Client, session: str, move: str) -> str:
    """Set the session to the position in which a move is to be, or was, played; the move as the daemon writes it.

    Raises ServiceError for one that is none.
    """
    played = client.show(session=session).moves
    try:
        return _next(client, session, move, len(played))
    except ServiceError as error:
        if error.code not in (Code.ILLEGAL_MOVE, Code.INVALID, Code.GAME_OVER):
            raise
        times = [ply for ply, other in enumerate(played) if move != PASS and square_of(other) == square_of(move)]
        if not times:
            raise ServiceError(error.code, error.message, "move") from error
    client.undo(session, len(played) - times[-1])
    if move == square_of(move):
        return played[times[-1]]
    try:
        return _next(client, session, move, times[-1])
    except ServiceError as error:
        raise ServiceError(error.code, error.message, "move") from error


def _next(client: Client, session: str, move: str, plies: int) -> str:
    """A move that can be played after so many plies; passes that are forced before it are played, as records leave them
    out.

    Raises ServiceError where play has stopped.
    """
    further = client.show(session=session, moves=(move,)).moves[plies:]
    if not further:  # a record may have passes after those that ended play
        raise ServiceError(Code.GAME_OVER, "play has stopped: there is no move to ask about", "move")
    *passes, legal = further
    if passes:
        client.play(session, *passes)
    return legal
