"""Results of games as their records, or the rules, say them, and which game of a tournament they belong to."""

from __future__ import annotations

from dataclasses import dataclass

from engined_protocol.messages import Description
from engined_protocol.records.result import UNKNOWN, Result

from ..client import Client
from ..errors import ServiceError
from ..files.games import FoundGame
from ..files.replay import result_of
from ..terminal.command import USUAL, WrongInput, said
from .event import Club, Drawn, Table
from .event_file import with_score
from .score import Score, score_of


@dataclass(frozen=True, slots=True)
class Placed:
    """A game of a tournament that has a result now."""

    round: int
    number: int
    """The number of its table."""
    table: Table


def demand_two_seats(described: Description) -> None:
    """Raises WrongInput for a variant that more than two play."""
    if len(described.seats) != 2:
        raise WrongInput(f"{described.name} has {len(described.seats)} seats, and a tournament pairs two players")


def result_by_rules(client: Client, game: FoundGame) -> Result:
    """How a game has ended: as its record says, else by the rules. Raises WrongInput for one that has not ended, or
    cannot be played.
    """
    variant = game.given.variant or USUAL
    try:
        last = client.show(variant=variant, start=game.given.start, moves=game.given.moves)
    except ServiceError as error:
        raise WrongInput(_placed(game, said(error))) from error
    by_rules = result_of(last, game.record.komi if game.record else None) if len(last.seats) == 2 else UNKNOWN
    result = game.record.result.or_else(by_rules) if game.record else by_rules
    if not result.decided:
        raise WrongInput(_placed(game, "the game is not over, and nothing says who won"))
    return result


def place(
    club: Club, game: FoundGame, result: Result, *, round: int | None = None, number: int | None = None
) -> Placed:
    """The game of a tournament that this one is: of a table that is named, else of the last round in which its two
    players have a game without a result. Who had Black is as the record says. Raises WrongInput.
    """
    names = (game.record.black, game.record.white) if game.record else ("", "")
    if number is not None:
        at = round or len(club.drawn)
        table = table_of(club, at, number)
        turned = _same(names[0], table.b) and _same(names[1], table.a)
        return Placed(at, number, _scored(club, table, result, turned=turned))
    rounds = range(len(club.drawn), 0, -1) if round is None else (round,)
    for at in rounds:
        for place, table in enumerate(drawn_round(club, at).tables, 1):
            for turned, (a, b) in ((False, names), (True, names[::-1])):
                if table.score is None and _same(a, table.a) and _same(b, table.b):
                    return Placed(at, place, _scored(club, table, result, turned=turned))
    who = " - ".join(name or "?" for name in names)
    raise WrongInput(_placed(game, f"no game without a result has the players {who}: `--table N` says which it is"))


def drawn_round(club: Club, round: int) -> Drawn:
    """A round by its number. Raises WrongInput."""
    if not 1 <= round <= len(club.drawn):
        raise WrongInput(f"there is no round {round}: {len(club.drawn)} are drawn")
    return club.drawn[round - 1]


def table_of(club: Club, round: int, number: int) -> Table:
    """A game by its round and its number in it. Raises WrongInput."""
    tables = drawn_round(club, round).tables
    if not 1 <= number <= len(tables):
        raise WrongInput(f"there is no game {number} in round {round}: it has {len(tables)}")
    return tables[number - 1]


def _scored(club: Club, table: Table, result: Result, *, turned: bool) -> Table:
    """The game with its result; ``turned``: the other one had Black."""
    score = score_of(result, club.cells)
    assert isinstance(score, Score)  # it is decided
    return with_score(Table(table.b, table.a) if turned else table, score)


def _same(one: str, other: str) -> bool:
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()


def _placed(game: FoundGame, text: str) -> str:
    return f"{game.where}: {text}" if game.where else text
