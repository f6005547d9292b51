"""Tournaments of people for pages, by the functions of ``engined club``: the file is all that is kept of one."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import isqrt
from pathlib import Path

from engined_protocol.errors import Code
from engined_protocol.messages import Description, TimeControl

from ..client import Client
from ..club.event import Club, Drawn, Table, demand_next, next_round, standing
from ..club.event_file import EventFile, with_score
from ..club.pairing import PairingError
from ..club.results import demand_two_seats, result_by_rules, table_of
from ..club.score import Score, read_score, score_of
from ..club.standings import coefficient
from ..errors import ServiceError
from ..terminal.command import USUAL, WrongInput
from . import messages as m
from .kept_games import KeptGames
from .link import Link
from .messages.club import (
    AskTournament,
    DrawRound,
    Meeting,
    PutResult,
    Standing,
    TakeResults,
    Tournament,
    TournamentRequest,
    TournamentRound,
)
from .records import game_of
from .threads import Threads

MOST_WAITING = 64
"""Requests that wait or are being answered."""
ORGANISER = "only the organiser draws rounds and puts results in; the server has printed the organiser's address"
_USUAL_WIDTH = 8


@dataclass(frozen=True, slots=True)
class Appointed:
    """A tournament, and the key of its organiser."""

    name: str
    number: int
    key: str


def appointed(paths: Sequence[Path]) -> Iterator[Appointed]:
    """The organisers of tournaments; who had none is given one. Raises WrongInput."""
    for number, path in enumerate(paths, 1):
        file = EventFile(path)
        file.appoint()
        yield Appointed(file.club.name or path.stem, number, file.club.organiser)


class Tournaments:
    """Those whose files the server was given; a file is read anew for each request: it may be edited meanwhile."""

    def __init__(self, link: Link, kept: KeptGames, paths: Sequence[Path] = ()) -> None:
        """Raises WrongInput for a file that is no tournament's."""
        busy = f"{MOST_WAITING} requests for tournaments are being answered: wait for one of them"
        self._threads = Threads(link, "club", 1, MOST_WAITING, busy)  # one: what is changed is changed in turn
        self._kept = kept
        self._paths = tuple(paths)
        for path in self._paths:
            EventFile(path)

    async def answer(self, request: TournamentRequest) -> Tournament:
        """The tournament after what was asked. Raises ClientError, and WrongInput for what cannot be."""
        if not self._paths:
            raise ServiceError(Code.UNSUPPORTED, "this server was given no tournament (`engined web --club`)")
        if request.number > len(self._paths):
            raise WrongInput(f"there is no tournament {request.number}: the server has {len(self._paths)}")
        return await self._threads.run(lambda client: self._answered(client, request))

    def _answered(self, client: Client, request: TournamentRequest) -> Tournament:
        file = EventFile(self._paths[request.number - 1])
        described = _described(client, file)
        organised = hmac.compare_digest(request.key.encode(), file.club.organiser.encode()) and request.key != ""
        if not organised and not isinstance(request, AskTournament):
            raise ServiceError(Code.FORBIDDEN, ORGANISER)
        if isinstance(request, DrawRound):
            _draw(file, request.round)
        elif isinstance(request, PutResult):
            _put(file, request)
        elif isinstance(request, TakeResults):
            for round, number, score in [*self._ended(client, file.club)]:
                file.put(round, number, with_score(file.club.drawn[round - 1].tables[number - 1], score))
        club = file.club
        ended = {(round, number): score.text for round, number, score in self._ended(client, club)}
        rows = standing(club)
        games = max(row.games for row in rows)
        return Tournament(
            id=request.id,
            names=tuple(map(_name, self._paths)),
            number=request.number,
            format=club.format,
            variant=described.name,
            title=described.title,
            aliases=described.aliases,
            cells=club.cells,
            clock=club.clock,
            organised=organised,
            total=club.total,
            standings=tuple(
                Standing(**{name: getattr(row, name) for name in Standing.__struct_fields__}) for row in rows
            ),
            coefficient=coefficient(games) if games else 0,
            rounds=tuple(_round(drawn, at, ended) for at, drawn in enumerate(club.drawn, 1)),
            waits=_waits(club),
        )

    def _ended(self, client: Client, club: Club) -> Iterator[tuple[int, int, Score]]:
        """The round, the number in it and the score of each game that has ended on the page and has no result yet.
        Games that nobody has opened yet are laid out for their players.
        """
        for round, drawn in enumerate(club.drawn, 1):
            for number, table in enumerate(drawn.tables, 1):
                if table.score is not None or not drawn.page:
                    continue
                link = _link(drawn, table)
                tree = self._kept.recall(link)
                if tree is None:
                    self._kept.keep(link, _laid_out(club, table))
                elif score := _score(client, tree, club):
                    yield round, number, score


def _name(path: Path) -> str:
    """What a tournament is called; where its file is gone or broken, which is said to who asks for it, the file."""
    try:
        return EventFile(path).club.name or path.stem
    except WrongInput:
        return path.stem


def _put(file: EventFile, request: PutResult) -> None:
    """Raises WrongInput."""
    try:
        score = read_score(request.score, file.club.cells)
    except ValueError as error:
        raise WrongInput(str(error)) from error
    file.put(request.round, request.table, with_score(table_of(file.club, request.round, request.table), score))


def _draw(file: EventFile, round: int) -> None:
    """Raises WrongInput, also where somebody else has drawn that round meanwhile."""
    if round != len(file.club.drawn) + 1:
        raise WrongInput(f"round {round} is not the next one: {len(file.club.drawn)} are drawn")
    try:
        file.add(next_round(file.club))
    except PairingError as error:
        raise WrongInput(str(error)) from error


def _waits(club: Club) -> str:
    try:
        demand_next(club)
    except PairingError as error:
        return str(error)
    return ""


def _score(client: Client, tree: m.GameTree, club: Club) -> Score | None:
    """The score of the main line of a game; None while it goes on."""
    game = game_of(m.GameTree(variant=tree.variant, start=tree.start, nodes=tree.nodes, properties=tree.properties))
    try:
        result = result_by_rules(client, replace(game, given=replace(game.given, variant=tree.variant)))
    except WrongInput:
        return None
    return score_of(result, club.cells)


def _round(drawn: Drawn, number: int, ended: dict[tuple[int, int], str]) -> TournamentRound:
    return TournamentRound(
        meetings=tuple(
            Meeting(
                black=table.a,
                white=table.b,
                score=table.score.text if table.score else "",
                link=_link(drawn, table) if drawn.page else "",
                ended=ended.get((number, at), ""),
            )
            for at, table in enumerate(drawn.tables, 1)
        ),
        byes=drawn.byes,
    )


def _link(drawn: Drawn, table: Table) -> str:
    """The name of a game on the page, whoever of the two has Black in the end."""
    players = "\n".join(sorted((table.a, table.b)))
    digest = hashlib.sha256(f"{drawn.page}\n{players}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def _laid_out(club: Club, table: Table) -> m.GameTree:
    """A game for its players, before its first move."""
    properties = {} if club.clock is None else _clock_properties(club.clock)
    return m.GameTree(variant=_variant(club), names=(table.a, table.b), clock=club.clock, properties=properties)


def _clock_properties(clock: TimeControl) -> dict[str, tuple[str, ...]]:
    """Make the SGF properties of clocks, in the words in which the page writes its own."""
    more = f"{clock.increment:g} s added after each move" if clock.increment else ""
    more = f"raised to {clock.byoyomi:g} s after each move" if clock.byoyomi else more
    properties: dict[str, tuple[str, ...]] = {"TM": (f"{clock.main:g}",)}
    return properties | {"OT": (more,)} if more else properties


def _described(client: Client, file: EventFile) -> Description:
    """Describe the variant of a tournament. Raises WrongInput where there is none, or on another board."""
    club, variant = file.club, _variant(file.club)
    try:
        described = client.describe(variant)
        demand_two_seats(described)
    except (ServiceError, WrongInput) as error:
        said = error.message if isinstance(error, ServiceError) else str(error)
        raise WrongInput(f"{file.path.name}: variant: {said}") from error
    if described.cells != club.cells:
        raise WrongInput(f"{file.path.name}: cells: the board of {variant} has {described.cells}, not {club.cells}")
    return described


def _variant(club: Club) -> str:
    """Name the variant of a tournament: where its file does not, Othello on a square of so many cells."""
    width = isqrt(club.cells)
    return club.variant or (USUAL if width == _USUAL_WIDTH else f"{USUAL}-{width}x{width}")
