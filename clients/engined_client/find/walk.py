"""Games of any variant searched one by one, each played by the daemon."""

from __future__ import annotations

from engined_protocol.records.record import Record
from engined_protocol.records.result import UNKNOWN

from ..client import Client
from ..errors import ServiceError
from ..files.games import FoundGame
from ..files.replay import result_of
from ..notation import Notation
from ..terminal.command import WrongInput, said
from .games import Findings, Game
from .query import Query, Wanted


def search_game(client: Client, game: FoundGame, variant: str, query: Query, findings: Findings, most: int) -> None:
    """Add a game if it fits. Raises WrongInput where it cannot be played."""
    findings.read += 1
    try:
        last = client.open(variant=variant, start=game.given.start, moves=game.given.moves)
    except ServiceError as error:
        findings.faults += 1
        fault = said(error, Notation.of(client.describe(variant)))
        raise WrongInput(f"{game.where}: {fault}" if game.where else fault) from error
    findings.unfinished += last.phase == "play"
    try:
        record = game.record or Record(0, 0)
        names = record.black, record.white
        if not query.fits(*names):
            return
        ply, following = None, ""
        if query.position is not None:
            wanted = query.position(last.variant)
            came = None if wanted is None else _first(client, last.session, last.moves, wanted)
            if came is None:
                return
            findings.position = findings.position or wanted
            ply, following = came
        by_rules = result_of(last, record.komi) if len(last.seats) == 2 else UNKNOWN
        result = findings.settled(record.result, by_rules)
        findings.count(result, following)
        if len(findings.games) < most:
            findings.games.append(Game(game.where, *names, result, ply, following))
    finally:
        client.close_session(last.session)


def _first(client: Client, session: str, moves: tuple[str, ...], wanted: Wanted) -> tuple[int, str] | None:
    """Where a position came first in the game of a session, and what was played there as seen in it."""
    found = None
    for plies in range(len(moves), -1, -1):
        position = client.show(session=session)
        image = wanted.image_of(position.board, position.mover)
        if image is not None:
            found = plies, wanted.back(moves[plies] if plies < len(moves) else "", image)
        if plies:
            client.undo(session)
    return found
