"""``engined club``: tournaments of people: who plays whom, results, standings."""

from __future__ import annotations

import secrets
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated, get_args

from msgspec import Meta

from engined_protocol.values import reading

from ..club.event import Club, next_round
from ..club.event_file import EventFile, with_score
from ..club.pairing import Format, PairingError, demand_package
from ..club.results import Placed, demand_two_seats, place, result_by_rules, table_of
from ..club.score import read_score
from ..club.standings import BOARD
from ..club.tables import as_csv, round_lines, standing_lines
from ..drawing.wording import Wording
from ..errors import ServiceError
from ..files.games import Found, FoundGame, Reading, read_games
from ..play.clock import add_clock_options, clocks_of
from ..terminal.command import (
    Exit,
    WrongInput,
    add_daemon_options,
    add_encoding_option,
    add_language_option,
    complain,
    connected,
    language_of,
    read_text,
    said,
)
from ..terminal.output import terminal

SUMMARY = "a tournament of people: Swiss or round robin, results, standings"
EXAMPLES = (
    ("engined club new thursday.toml Aoki Baba Chida Doi", "a file that you may edit"),
    ("engined club pair thursday.toml", "the next round"),
    ("engined club result thursday.toml 2 40-24", "or: record thursday.toml game.sgf"),
    ("engined club table thursday.toml", "who stands where; --csv for spreadsheets"),
)

COUNT = reading(Annotated[int, Meta(ge=1, le=1000)])
CELLS = reading(Annotated[int, Meta(ge=4, le=2500)])


def add_arguments(parser: ArgumentParser) -> None:
    """Add the verbs and their own arguments."""
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)

    def verb(name: str, text: str) -> ArgumentParser:
        added = verbs.add_parser(name, help=text, description=text, allow_abbrev=False)
        added.add_argument("file", metavar="FILE", type=Path, help="the tournament's file (TOML)")
        add_language_option(added)
        return added

    new = verb("new", "makes the file of a tournament")
    new.add_argument("players", metavar="PLAYER", nargs="*", help="in the order of their strength, or by lot")
    new.add_argument("--players", metavar="LIST", dest="list", type=Path, help="a file with a name on each line")
    new.add_argument("--format", choices=get_args(Format), default="swiss", help="default: swiss")
    rounds = "Swiss: how many (default: as many as it takes); round robin: how often everybody meets everybody (1)"
    new.add_argument("--rounds", metavar="N", type=COUNT, help=rounds)
    new.add_argument("--variant", metavar="NAME", help="what is played (default: Othello)")
    new.add_argument("--cells", metavar="N", type=CELLS, help="of the board, where no variant says (default: 64)")
    add_clock_options(new)
    new.add_argument("--name", metavar="TEXT", default="", help="what it is called")
    add_daemon_options(new)
    verb("pair", "draws the next round, adds it to the file and prints it")
    verb("rounds", "prints all rounds with their results")
    result = verb("result", "puts the result of a game into the file")
    result.add_argument("table", metavar="GAME", type=COUNT, help="its number in the round")
    result.add_argument("score", metavar="SCORE", help="Black's discs first: 40-24; 1-0, 0-1, 1/2-1/2 without discs")
    result.add_argument("--round", metavar="N", type=COUNT, help="default: the last one")
    record = verb("record", "takes results from records of games, or from a game of the page")
    sources = "records with the players' names, or the page's address of a game, with its #NAME"
    record.add_argument("sources", metavar="FILE|ADDRESS", nargs="+", help=sources)
    record.add_argument("--table", metavar="GAME", type=COUNT, help="it is this one's, whatever names it has")
    record.add_argument("--round", metavar="N", type=COUNT, help="default: the last one in which the two play")
    add_encoding_option(record)
    add_daemon_options(record)
    table = verb("table", "prints who stands where")
    table.add_argument("--csv", action="store_true", help="as comma-separated values")


def run(arguments: Namespace) -> int:
    """Do what the verb says. The file is changed as a whole, or not at all."""
    words = Wording(language=language_of(arguments))
    if arguments.verb == "new":
        file = EventFile.create(arguments.file, _new(arguments))
        terminal().lines(standing_lines(file.club, words))
        return Exit.FINE
    file = EventFile(arguments.file)
    match arguments.verb:
        case "pair":
            _pair(file, words)
        case "rounds":
            for number, drawn in enumerate(file.club.drawn, 1):
                terminal().lines(round_lines(drawn, number, words))
        case "result":
            _result(file, arguments, words)
        case "record":
            return _record(file, arguments, words)
        case "table" if arguments.csv:
            print(as_csv(file.club), end="")
        case _:
            terminal().lines(standing_lines(file.club, words))
    return Exit.FINE


def _new(arguments: Namespace) -> Club:
    """The tournament that a command line asks for. Raises WrongInput."""
    try:
        demand_package(arguments.format)
    except PairingError as error:
        raise WrongInput(f"{error}; --format round-robin does without") from error
    listed = read_text(arguments.list).splitlines() if arguments.list else []
    players = [name.strip() for name in (*arguments.players, *listed) if name.strip()]
    if len(players) < 2:
        raise WrongInput("a tournament needs two players: name them, or give a file of names with --players")
    variant, cells = _played(arguments) if arguments.variant else ("", arguments.cells or BOARD)
    return Club(
        players=tuple(players),
        name=arguments.name,
        format=arguments.format,
        rounds=arguments.rounds,
        cells=cells,
        variant=variant,
        clock=clocks_of(arguments),
        organiser=secrets.token_urlsafe(16),
    )


def _played(arguments: Namespace) -> tuple[str, int]:
    """The variant, and how many cells its board has. Raises WrongInput for one that a tournament cannot play."""
    with connected(arguments) as client:
        try:
            described = client.describe(arguments.variant)
        except ServiceError as error:
            raise WrongInput(said(error)) from error
    demand_two_seats(described)
    if arguments.cells not in (None, described.cells):
        raise WrongInput(f"--cells {arguments.cells}: the board of {described.name} has {described.cells}")
    return described.name, described.cells


def _pair(file: EventFile, words: Wording) -> None:
    """Draw the next round. Raises WrongInput."""
    try:
        file.add(next_round(file.club))
    except PairingError as error:
        raise WrongInput(f"{file.path}: {error}") from error
    terminal().lines(round_lines(file.club.drawn[-1], len(file.club.drawn), words))


def _result(file: EventFile, arguments: Namespace, words: Wording) -> None:
    """Put a result in. Raises WrongInput."""
    try:
        score = read_score(arguments.score, file.club.cells)
    except ValueError as error:
        raise WrongInput(str(error)) from error
    round = arguments.round or len(file.club.drawn)
    table = with_score(table_of(file.club, round, arguments.table), score)
    _put(file, Placed(round, arguments.table, table), words)


def _put(file: EventFile, placed: Placed, words: Wording) -> None:
    file.put(placed.round, placed.number, placed.table)
    game = f"{placed.table.a} {placed.table.score.text if placed.table.score else '-'} {placed.table.b}"
    said = words("round {count}, game {number}: {game}", count=placed.round, number=placed.number, game=game)
    terminal().lines([said])


def _record(file: EventFile, arguments: Namespace, words: Wording) -> int:
    """Take results from records; what cannot be taken is complained about, and the exit code is 1 then."""
    complaints = 0
    with connected(arguments) as client:
        for source in arguments.sources:
            for game in _games(source, arguments):
                try:
                    if isinstance(game, WrongInput):
                        raise game
                    result = result_by_rules(client, game)
                    placed = place(file.club, game, result, round=arguments.round, number=arguments.table)
                    _put(file, placed, words)
                except WrongInput as error:
                    complaints += 1
                    complain(str(error))
    return Exit.WRONG_INPUT if complaints else Exit.FINE


def _games(source: str, arguments: Namespace) -> Found:
    """The games of a file, or the game of an address of the page."""
    address, hash, name = source.rpartition("#")
    if not hash or Path(source).exists() or not address.startswith(("http://", "https://")):
        return read_games(Path(source), Reading(encoding=arguments.encoding))
    return _kept(name, source)


def _kept(name: str, source: str) -> Iterator[FoundGame]:
    """The game that a page of this machine keeps."""
    from ..web.kept_games import KeptGames, default_folder
    from ..web.records import game_of

    tree = KeptGames(default_folder()).recall(name)
    if tree is None:
        raise WrongInput(f"{source}: no game of that address is kept on this machine")
    game = game_of(tree)
    given = replace(game.given, variant=tree.variant)
    yield replace(game, where=source, given=given)
