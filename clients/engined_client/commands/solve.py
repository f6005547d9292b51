"""``engined solve``: exact scores of positions from a file, standard input or a pipe."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Sequence
from functools import cache

from engined_protocol.messages import Info, Solve

from ..client import Client
from ..drawing.text import count_text
from ..drawing.wording import Wording
from ..errors import ServiceError
from ..files.chosen_game import is_file, position_of
from ..files.fitting import on_board_of
from ..files.games import STDIN, FoundGame, Reading, games_of, reading_of
from ..files.positions import GivenPosition
from ..solution import Solution, agreement, header
from ..terminal.command import (
    USUAL,
    Exit,
    WrongInput,
    add_encoding_option,
    add_language_option,
    add_usual_options,
    connected,
    known_variant,
    said,
    value_of,
    wording_of,
)
from ..terminal.progress import Progress

SUMMARY = "prove the scores of positions (OBF lines, boards, transcripts, or the ends of games in SGF or GGF)"
EXAMPLES = (
    ("engined solve problems.obf", "exact scores, held against those of the file"),
    ("engined solve --variant othello-6x6 b3d2e1b4c5b2", "of one position"),
)

_START = FoundGame("start", 1, GivenPosition())


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument(
        "words",
        metavar="MOVES|POSITION|FILE",
        nargs="*",
        help="a position, or a file with one a line, or games; - (the default): stdin",
    )
    parser.add_argument("--start", action="store_true", help="the start position, as a line `start` in a file")
    parser.add_argument("--goal", choices=("score", "wld"), default="score", help="or only who wins")
    parser.add_argument(
        "--threads", metavar="N", type=value_of(Solve, "threads"), default=1, help="on each position (default: 1)"
    )
    seconds = value_of(Solve, "seconds")
    parser.add_argument("--time", metavar="S", type=seconds, help="give a position up after so long (30, 5m, 5:00)")
    parser.add_argument("--json", action="store_true", help="one JSON object a position")
    add_usual_options(parser)
    add_language_option(parser)
    add_encoding_option(parser)


def run(arguments: Namespace) -> int:
    """Print each position as soon as it is proven; complain about bad ones and go on, then exit with 1."""
    code = Exit.FINE
    compared: list[Solution] = []
    headed = False
    with connected(arguments) as client:
        named = arguments.variant and known_variant(client, arguments.variant)
        reading = reading_of(client, arguments)
        games, total = ([_START], 1) if arguments.start else _input(arguments.words, reading)
        words_of = cache(lambda variant: wording_of(client, variant, arguments))
        with Progress(total) as progress:
            for game in on_board_of(client, named, games):
                try:
                    if isinstance(game, WrongInput):
                        raise game
                    variant = named or game.given.variant or USUAL
                    words = words_of(variant)
                    solution = _solve(client, variant, game, arguments, progress, words)
                except WrongInput as error:
                    progress.complain(str(error))
                    code = Exit.WRONG_INPUT
                else:
                    if not headed and not arguments.json:
                        progress.row(header(words))
                        headed = True
                    if arguments.json:
                        progress.print(solution.as_json())
                    else:
                        progress.row(solution.as_row(words))
                    compared += [] if solution.as_expected is None else [solution]
                progress.advance()
    if compared and not arguments.json:
        print(agreement(compared, words_of(USUAL)))
    return code


def _solve(
    client: Client, variant: str, game: FoundGame, arguments: Namespace, progress: Progress, words: Wording
) -> Solution:
    """Prove one position. Raises WrongInput when it is not one."""
    given = game.given
    try:
        position = client.show(variant=variant, start=given.start, moves=given.moves)
        job = client.solve(
            variant=variant,
            start=given.start,
            moves=given.moves,
            goal=arguments.goal,
            seconds=arguments.time,
            threads=arguments.threads,
        )
        for reply in job:
            if isinstance(reply, Info):
                progress.note(reply.state or f"{position.empties} empty, {count_text(reply.nodes)} nodes")
        return Solution(game.number, given, position, job.result())
    except ServiceError as error:
        fault = said(error, words.notation)
        raise WrongInput(f"{game.where}: {fault}" if game.where else fault) from error


def _input(words: Sequence[str], reading: Reading) -> tuple[Iterable[FoundGame | WrongInput], int | None]:
    """The positions, and how many they are where that is known beforehand."""
    name = words[0] if words else STDIN
    if len(words) > 1 or not (name == STDIN or is_file(name) or os.path.isdir(name)):
        return [position_of(words, reading)], 1
    games = games_of(name, reading, at_once=True)
    if name == STDIN:
        return games, None
    found = list(games)
    return found, len(found)
