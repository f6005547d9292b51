"""A question about one move: the session in which it is asked, the search, and the counting."""

from __future__ import annotations

from typing import NamedTuple

from engined_protocol.errors import Code
from engined_protocol.messages import Position
from engined_protocol.notation import PASS, is_pass

from ..client import Client
from ..command import WrongInput, said
from ..errors import ServiceError
from ..game_files import FoundGame
from ..review.budget import Budget
from ..review.orientation import upright
from ..review.reviewer import sides_of
from ..review.search import compare
from .counting import PLIES, Kind, explained
from .model import Why


class Answer(NamedTuple):
    """Where the move was asked about, and what came of it."""

    position: Position
    why: Why


def ask_why(client: Client, game: FoundGame, variant: str, move: str, budget: Budget, plies: int = PLIES) -> Answer:
    """Hold a move, after those of the game, against the best one, along so many plies.

    Raises WrongInput for a move that is none, ServiceError for a game that cannot be played.
    """
    given = upright(client, game, variant)[0].given
    description = client.describe(variant)
    session = client.open(variant=variant, start=given.start, moves=given.moves).session
    try:
        position = client.show(session=session, theory=True)
        asked = _legal(client, session, PASS if is_pass(move) else move.lower())
        found = compare(client, position, asked, budget.begin(1).next())
        kind = Kind.of(description, sides_of(description))
        return Answer(position, explained(client, kind, position, found.best, found.played, plies))
    finally:
        client.close_session(session)


def _legal(client: Client, session: str, move: str) -> str:
    """The move as the daemon writes it. Raises WrongInput for one that is none."""
    try:
        return client.show(session=session, moves=(move,)).moves[-1]
    except ServiceError as error:
        if error.code in (Code.ILLEGAL_MOVE, Code.INVALID, Code.GAME_OVER):
            raise WrongInput(said(ServiceError(error.code, error.message))) from error
        raise
