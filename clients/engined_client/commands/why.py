"""``engined why``: what a move changes, along the line that refutes it and along the best one."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from msgspec import to_builtins

from engined_protocol.errors import Code
from engined_protocol.messages import Analyse, Position
from engined_protocol.notation import PASS, is_pass

from ..client import Client
from ..command import Exit, WrongInput, add_daemon_options, add_variant_option, connected, known_variant, said, value_of
from ..drawing import square_of, turn_line
from ..errors import ServiceError
from ..game_files import add_game_arguments, chosen_game
from ..review.budget_options import add_budget, budget_of
from ..review.orientation import upright
from ..review.reviewer import sides_of
from ..review.search import compare
from ..terminal import terminal
from ..why.counting import PLIES, Kind, explained
from ..why.model import Why
from ..why.sentences import LANGUAGES, add_language, sentences
from ..why.table import figure_lines

SUMMARY = "why a move is bad, or good: what is counted along its line and along the best one, in words"
EXAMPLES = (
    ("engined why f5d6c3d3c4 b3", "in a position"),
    ("engined why game.sgf --plies 46 g7 --exact 20 --language ja", "in a game, proven, in Japanese"),
)

DEFAULT_SECONDS = 2.0


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    add_game_arguments(parser, "what was played before (f5d6c3), a position, or a file with a game and --plies N")
    parser.add_argument("move", metavar="MOVE", help="the move that is asked about")
    add_budget(parser, DEFAULT_SECONDS)
    parser.add_argument(
        "--along",
        metavar="N",
        type=value_of(Analyse, "depth"),
        default=PLIES,
        help=f"compare so many plies of the lines (default: {PLIES})",
    )
    add_language(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object: figures, and sentences in each language")
    add_variant_option(parser)
    add_daemon_options(parser)


def run(arguments: Namespace) -> int:
    """Print the sentences and the figures that they are made from."""
    budget = budget_of(arguments)
    game = chosen_game(arguments)
    move = PASS if is_pass(arguments.move) else arguments.move.lower()
    with connected(arguments) as client:
        variant = known_variant(client, arguments.variant, game.given.variant)
        given = upright(client, game, variant)[0].given
        description = client.describe(variant)
        session = client.open(variant=variant, start=given.start, moves=given.moves).session
        position = client.show(session=session, theory=True)
        move = _legal(client, position, move)
        found = compare(client, position, move, budget.begin(1).next())
        kind = Kind.of(description, sides_of(description))
        why = explained(client, kind, position, found.best, found.played, arguments.along)
    if arguments.json:
        print(_as_json(why))
        return Exit.FINE
    screen = terminal()
    notes = {square_of(why.best.move): "!"} | ({square_of(why.played.move): "?"} if why.loss else {})
    screen.board(position, None, notes, square_of(why.best.move))
    screen.sentences(["", turn_line(position), "", *sentences(why, arguments.language), ""])
    screen.lines(figure_lines(why))
    return Exit.FINE


def _legal(client: Client, position: Position, move: str) -> str:
    """The move as the daemon writes it. Raises WrongInput for one that is none."""
    try:
        return client.show(session=position.session, moves=(move,)).moves[-1]
    except ServiceError as error:
        if error.code in (Code.ILLEGAL_MOVE, Code.INVALID, Code.GAME_OVER):
            raise WrongInput(said(ServiceError(error.code, error.message))) from error
        raise


def _as_json(why: Why) -> str:
    told = {language: sentences(why, language) for language in LANGUAGES}
    return json.dumps({**to_builtins(why), "sentences": told}, ensure_ascii=False)
