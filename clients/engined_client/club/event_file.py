"""The file of a tournament of people: TOML, which engined adds rounds and results to, and anybody may edit::

    name = "Thursday"
    format = "swiss"              # or "round-robin"
    rounds = 5                    # Swiss: so many; round robin: how often everybody meets everybody
    variant = "othello"           # what is played; and how many cells its board has
    cells = 64
    clock = { main = 1500, increment = 5 }    # of its games on the page, in seconds; or main and byoyomi
    organiser = "dGhpcyBvcmc"     # who knows it draws rounds and puts results in on the page
    players = ["Aoki", "Baba", "Chida", "Doi", "Endo"]     # in the order of their strength, or by lot
    withdrawn = ["Doi"]           # those who are paired no more

    [[round]]
    games = [
        "Aoki 40-24 Baba",        # Black, the result, White
        "Chida - Doi",            # not played yet
    ]
    bye = ["Endo"]
    page = "dGhpcyByb3Vu"         # for the addresses of its games on the page

What is written by hand stays as it is, comments too: a round is added at the end, a result put in its place.
"""

from __future__ import annotations

import json
import re
import secrets
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import msgspec

from engined_protocol.messages import TimeControl
from engined_protocol.values import fault

from ..terminal.command import WrongInput, read_text, write_bytes
from .event import Club, Drawn, Table
from .pairing import Format
from .score import PATTERN, Score, read_score
from .standings import BOARD

OPEN = "-"
"""Stands for the score of a game that was not played yet."""
MOST_PLAYERS = 1000
_GAME = re.compile(rf"(?P<a>.+?)\s+(?P<score>{OPEN}|{PATTERN})\s+(?P<b>.+)")
_HEADER = re.compile(r"^[ \t]*\[\[[ \t]*round[ \t]*\]\]", re.MULTILINE)
_NAME = re.compile(r'[^\x00-\x1f"\\]{1,64}')


class RoundKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of a round."""

    games: tuple[str, ...]
    bye: tuple[str, ...] = ()
    page: Annotated[str, msgspec.Meta(max_length=64)] = ""


class EventKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of the file."""

    players: Annotated[tuple[str, ...], msgspec.Meta(min_length=2, max_length=MOST_PLAYERS)]
    name: str = ""
    format: Format = "swiss"
    rounds: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = None
    cells: Annotated[int, msgspec.Meta(ge=4, le=2500)] = BOARD
    variant: Annotated[str, msgspec.Meta(max_length=100)] = ""
    clock: TimeControl | None = None
    organiser: Annotated[str, msgspec.Meta(max_length=64)] = ""
    withdrawn: tuple[str, ...] = ()
    round: tuple[RoundKeys, ...] = ()


class EventFile:
    """The file of one tournament."""

    def __init__(self, path: Path) -> None:
        """Reads it. Raises WrongInput."""
        self.path = path
        self._text = read_text(path)
        self.club, self._lines = self._read(self._text)

    @classmethod
    def create(cls, path: Path, club: Club) -> EventFile:
        """A file for a tournament without rounds. Raises WrongInput where there is one already."""
        if path.exists():
            raise WrongInput(f"{path}: it is there already")
        names = "".join(f"    {_quoted(name)},\n" for name in club.players)
        lines = [
            f"name = {_quoted(club.name)}" if club.name else "",
            f"format = {_quoted(club.format)}",
            f"rounds = {club.rounds}" if club.rounds else "",
            f"variant = {_quoted(club.variant)}" if club.variant else "",
            f"cells = {club.cells}" if club.variant or club.cells != BOARD else "",
            f"clock = {_times(club.clock)}" if club.clock else "",
            f"organiser = {_quoted(club.organiser)}" if club.organiser else "",
            f"players = [\n{names}]",
        ]
        write_bytes(path, "".join(f"{line}\n" for line in lines if line).encode())
        try:
            return cls(path)
        except WrongInput:
            path.unlink()
            raise

    def appoint(self) -> None:
        """Give it an organiser, if it has none. Raises WrongInput."""
        if not self.club.organiser:
            key = secrets.token_urlsafe(16)
            self._write(f"organiser = {_quoted(key)}\n{self._text}", replace(self.club, organiser=key))

    def add(self, drawn: Drawn) -> None:
        """Add a round, whose games get addresses on the page. Raises WrongInput."""
        drawn = replace(drawn, page=drawn.page or secrets.token_urlsafe(9))
        games = "".join(f"    {_quoted(_line(table))},\n" for table in drawn.tables)
        byes = f"bye = [{', '.join(map(_quoted, drawn.byes))}]\n" if drawn.byes else ""
        page = f"page = {_quoted(drawn.page)}\n"
        text = f"{self._text.rstrip()}\n\n[[round]]\ngames = [\n{games}]\n{byes}{page}"
        self._write(text, replace(self.club, drawn=(*self.club.drawn, drawn)))

    def put(self, round: int, number: int, table: Table) -> None:
        """Put the game of a round (from 1) at a table (from 1) in the place of what is there. Raises WrongInput."""
        was = self.club.drawn[round - 1]
        tables = (*was.tables[: number - 1], table, *was.tables[number:])
        drawn = (*self.club.drawn[: round - 1], replace(was, tables=tables), *self.club.drawn[round:])
        headers = [match.end() for match in _HEADER.finditer(self._text)]
        start = headers[round - 1] if len(headers) == len(self.club.drawn) else len(self._text)
        written = self._lines[round - 1][number - 1]
        places = [self._text.find(f"{quote}{written}{quote}", start) for quote in "\"'"]
        at = min((place for place in places if place >= 0), default=-1)
        if at < 0:
            raise WrongInput(f"{self.path}: round {round}, game {number}: its line was not found; put the result in")
        text = f"{self._text[:at]}{_quoted(_line(table))}{self._text[at + len(written) + 2 :]}"
        self._write(text, replace(self.club, drawn=drawn))

    def _write(self, text: str, wanted: Club) -> None:
        """Write a text that says what is wanted. Raises WrongInput where it does not, and nothing is written then."""
        club, lines = self._read(text)
        if club != wanted:
            raise WrongInput(f"{self.path}: it is written so that engined cannot add to it: put it in by hand")
        write_bytes(self.path, text.encode())
        self._text, self.club, self._lines = text, club, lines

    # --- reading ------------------------------------------------------------------------------------

    def _read(self, text: str) -> tuple[Club, list[tuple[str, ...]]]:
        """The tournament of a text, and its games as they are written, round by round. Raises WrongInput."""
        table: dict[str, Any] = {}
        try:
            table = tomllib.loads(text)
            keys = msgspec.convert(table, EventKeys)
        except msgspec.ValidationError as error:
            found = fault(error, EventKeys, table)
            raise WrongInput(f"{self.path}: {found.field}: {found.message}") from None
        except tomllib.TOMLDecodeError as error:
            raise WrongInput(f"{self.path}: {error}") from None
        except RecursionError:
            raise WrongInput(f"{self.path}: it is nested too deeply") from None
        self._names(keys)
        club = Club(
            players=keys.players,
            name=keys.name,
            format=keys.format,
            rounds=keys.rounds,
            cells=keys.cells,
            variant=keys.variant,
            clock=keys.clock,
            organiser=keys.organiser,
            withdrawn=frozenset(keys.withdrawn),
            drawn=tuple(self._round(at, one, keys) for at, one in enumerate(keys.round, 1)),
        )
        return club, [one.games for one in keys.round]

    def _names(self, keys: EventKeys) -> None:
        for name in keys.players:
            if not _NAME.fullmatch(name) or name != name.strip() or _GAME.fullmatch(f"x {name} x"):
                raise WrongInput(f'{self.path}: players: {name!r} is no name: 1 to 64 characters, no " or \\, no score')
        if twice := _twice(keys.players):
            raise WrongInput(f"{self.path}: players: {twice} is there twice")
        for name in keys.withdrawn:
            self._known(name, keys, "withdrawn")

    def _round(self, number: int, keys: RoundKeys, event: EventKeys) -> Drawn:
        tables = tuple(self._table(f"round {number}, game {at}", line, event) for at, line in enumerate(keys.games, 1))
        for name in keys.bye:
            self._known(name, event, f"round {number}, bye")
        if twice := _twice([name for table in tables for name in (table.a, table.b)] + [*keys.bye]):
            raise WrongInput(f"{self.path}: round {number}: {twice} is there twice")
        return Drawn(tables, keys.bye, keys.page)

    def _table(self, where: str, line: str, keys: EventKeys) -> Table:
        match = _GAME.fullmatch(line.strip())
        if match is None:
            raise WrongInput(f"{self.path}: {where}: {line!r} is no game, such as `Aoki 40-24 Baba` or `Aoki - Baba`")
        for name in (match["a"], match["b"]):
            self._known(name, keys, where)
        if match["score"] == OPEN:
            return Table(match["a"], match["b"])
        try:
            return Table(match["a"], match["b"], read_score(match["score"], keys.cells))
        except ValueError as error:
            raise WrongInput(f"{self.path}: {where}: {error}") from None

    def _known(self, name: str, keys: EventKeys, where: str) -> None:
        if name not in keys.players:
            raise WrongInput(f"{self.path}: {where}: {name!r} is none of the players")


def with_score(table: Table, score: Score) -> Table:
    """A game with its result."""
    return replace(table, score=score)


def _line(table: Table) -> str:
    return f"{table.a} {OPEN if table.score is None else table.score.text} {table.b}"


def _times(clock: TimeControl) -> str:
    """Clocks as a table of TOML."""
    times = {name: getattr(clock, name) for name in TimeControl.__struct_fields__}
    return f"{{ {', '.join(f'{name} = {seconds:.10g}' for name, seconds in times.items() if seconds)} }}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _twice(names: Sequence[str]) -> str:
    return next((name for at, name in enumerate(names) if name in names[:at]), "")
