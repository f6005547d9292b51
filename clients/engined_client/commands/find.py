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
    from ..find.query import Wanted

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
        from ..find.query import Query
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
        positions = _positions(client, arguments, variant, words.notation)
        query = Query(arguments.player, arguments.black, arguments.white, positions)
        reading = Reading(words.notation, arguments.encoding, complain)
        search = Search(client, query, variant, reading, arguments.games, complain)
        for file in files:
            search.file(file)
            progress.advance()
        found = search.findings
        wanted = None if positions is None else found.position or positions.any()
    if arguments.json:
        print(json.dumps(as_json(found)))
    else:
        draw(found, wanted, terminal(words), words)
    return Exit.WRONG_INPUT if complaints else Exit.FINE


class _Positions:
    """The position that is looked for, in each variant that games are of."""

    def __init__(
        self, client: Client, given: GivenPosition, named: str | None, notation: Notation, *, symmetric: bool
    ) -> None:
        """``named``: the one variant that all games are played in, if it is said."""
        self._client = client
        self._given = given
        self._named = named
        self._notation = notation
        self._symmetric = symmetric
        self._wanted: dict[str, Wanted | None] = {}
        self._fault = ""
        self(named or USUAL)
        if named:
            self.any()

    def __call__(self, variant: str) -> Wanted | None:
        """The position in a variant; None where it is none there."""
        variant = self._named or variant
        if variant not in self._wanted:
            self._wanted[variant] = self._in_variant(variant)
        return self._wanted[variant]

    def any(self) -> Wanted:
        """The position in the first variant that it was asked for in. Raises WrongInput where it is one in none."""
        wanted = next(filter(None, self._wanted.values()), None)
        if wanted is None:
            raise WrongInput(f"--position: {self._fault}")
        return wanted

    def _in_variant(self, variant: str) -> Wanted | None:
        from ..find.query import Wanted

        try:
            position = self._client.show(variant=variant, start=self._given.start, moves=self._given.moves)
        except ServiceError as error:
            self._fault = self._fault or said(error, self._notation)
            return None
        symbols = tuple(symbol for _, symbol in self._client.describe(variant).seats)
        return Wanted(position, symbols, symmetric=self._symmetric)


def _positions(client: Client, arguments: Namespace, named: str | None, notation: Notation) -> _Positions | None:
    """The position that is looked for, if one is. Raises WrongInput."""
    if arguments.position is not None and arguments.opening is not None:
        raise WrongInput("--position, --opening: one of them")
    given = _given(client, arguments, named or USUAL, notation)
    if given is None:
        return None
    return _Positions(client, given, named, notation, symmetric=not arguments.as_it_is)


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
