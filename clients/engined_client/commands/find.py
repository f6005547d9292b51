"""``engined find``: games in files, by position, opening and player, and what came of them."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from engined_protocol.values import reading

from ..client import Client
from ..errors import ServiceError
from ..files.games import Reading
from ..files.positions import GivenPosition, read_position
from ..notation import Notation
from ..terminal.command import (
    USUAL,
    Exit,
    WrongInput,
    add_encoding_option,
    add_language_option,
    add_usual_options,
    complain,
    connected,
    known_variant,
    said,
    wording_of,
)
from ..terminal.output import terminal
from ..terminal.progress import Progress

if TYPE_CHECKING:
    from ..find.query import Query

SUMMARY = "games in files by position, opening and player: results, and what was played next"
EXAMPLES = (
    ("engined find wthor/ --position f5d6c3d3c4", "what was played there, and how it ended"),
    ("engined find wthor/ games.ggf --opening tiger --player tamenori", "by opening and player"),
)

SHOWN = 10


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument(
        "files", metavar="FILE|FOLDER", nargs="+", type=Path, help="WTHOR, GGF, SGF, PGN, or transcripts, one a line"
    )
    parser.add_argument("--position", metavar="MOVES|POSITION", help="the game came there, in whatever way")
    parser.add_argument(
        "--opening", metavar="NAME", help="the same, by the name of an opening of 8x8 Othello: tiger, 虎"
    )
    parser.add_argument("--as-it-is", action="store_true", help="not also its mirror images and turned ones")
    parser.add_argument("--player", metavar="NAME", default="", help="part of the name of either player")
    parser.add_argument("--black", metavar="NAME", default="", help="part of Black's name")
    parser.add_argument("--white", metavar="NAME", default="", help="part of White's name")
    parser.add_argument(
        "--games", metavar="N", type=reading(int), default=SHOWN, help=f"name so many of the games (default: {SHOWN})"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")
    add_usual_options(parser)
    add_language_option(parser)
    add_encoding_option(parser)


def run(arguments: Namespace) -> int:
    """Print what was found; complain about games that cannot be played, then exit with 1."""
    try:
        from ..find.listing import as_json, draw
        from ..find.search import Search, files_of
    except ModuleNotFoundError as error:
        raise WrongInput(f"`engined find` needs {error.name}: pip install {error.name}") from error
    files = files_of(arguments.files)
    complaints = 0
    with connected(arguments) as client, Progress(len(files), "files") as progress:

        def complain(text: str) -> None:
            nonlocal complaints
            complaints += 1
            progress.complain(text)

        variant = arguments.variant and known_variant(client, arguments.variant)
        words = wording_of(client, variant or USUAL, arguments)
        query = _query(client, arguments, variant or USUAL, words.notation)
        reading = Reading(words.notation, arguments.encoding, complain)
        search = Search(client, query, variant, reading, arguments.games, complain)
        for file in files:
            search.file(file)
            progress.advance()
    found = search.findings
    if arguments.json:
        print(json.dumps(as_json(found)))
    else:
        draw(found, search.query, terminal(words), words)
    return Exit.WRONG_INPUT if complaints else Exit.FINE


def _query(client: Client, arguments: Namespace, variant: str, notation: Notation) -> Query:
    """What is looked for. Raises WrongInput."""
    from ..find.query import Query, Wanted

    if arguments.position is not None and arguments.opening is not None:
        raise WrongInput("--position, --opening: one of them")
    wanted = None
    given = _given(client, arguments, variant, notation)
    if given is not None:
        try:
            position = client.show(variant=variant, start=given.start, moves=given.moves)
        except ServiceError as error:
            raise WrongInput(f"--position: {said(error, notation)}") from error
        symbols = tuple(symbol for _, symbol in client.describe(variant).seats)
        wanted = Wanted(position, symbols, symmetric=not arguments.as_it_is)
    return Query(arguments.player, arguments.black, arguments.white, wanted)


def _given(client: Client, arguments: Namespace, variant: str, notation: Notation) -> GivenPosition | None:
    if arguments.position is not None:
        try:
            given = read_position(arguments.position, notation)
        except ValueError as error:
            raise WrongInput(f"--position: {error}") from error
        if given.assumed:
            complain(f"--position: {given.assumed}")
        return given
    if arguments.opening is None:
        return None
    from ..find.openings import by_name

    known = by_name(client.openings(variant))
    if not known:
        raise WrongInput(f"--opening: nobody has named the openings of {variant}")
    found = known.get(arguments.opening.casefold())
    if found is None:
        near = [known[name].name for name in get_close_matches(arguments.opening.casefold(), known, 3)]
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise WrongInput(f"--opening: no opening is called {arguments.opening!r}{hint}")
    return GivenPosition(moves=found.moves)
