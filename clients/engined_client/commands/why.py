"""``engined why``: what a move changes, along the line that refutes it and along the best one."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from msgspec import to_builtins

from engined_protocol.messages import Analyse

from ..drawing.text import square_of, turn_line
from ..files.chosen_game import add_game_arguments, chosen_game, chosen_variant
from ..files.games import reading_of
from ..notation import Notation
from ..review.budget_options import add_budget, budget_of
from ..terminal.command import (
    Exit,
    WrongInput,
    add_language_option,
    add_usual_options,
    connected,
    errors_in,
    value_of,
    wording_of,
)
from ..terminal.output import terminal
from ..why.counting import PLIES
from ..why.model import Why
from ..why.question import ask_why
from ..why.sentences import LANGUAGES, sentences, written_by_players
from ..why.table import figure_lines

SUMMARY = "why a move is bad, or good: what is counted along its line and along the best one, in words"
EXAMPLES = (
    ("engined why f5d6c3d3c4 b3", "in a position"),
    ("engined why game.sgf g7 --exact 20 --language ja", "of a game, where it was played, proven, in Japanese"),
)

DEFAULT_SECONDS = 2.0


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    add_game_arguments(parser, "what was played before (f5d6c3), a position, or a file with a game and --plies N")
    parser.add_argument("move", metavar="MOVE", help="the move that is asked about: the next one, or one of the game")
    add_budget(parser, DEFAULT_SECONDS)
    parser.add_argument(
        "--along",
        metavar="N",
        type=value_of(Analyse, "depth"),
        default=PLIES,
        help=f"compare so many plies of the lines (default: {PLIES})",
    )
    add_language_option(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object: figures, and sentences in each language")
    add_usual_options(parser)


def run(arguments: Namespace) -> int:
    """Print the sentences and the figures that they are made from."""
    budget = budget_of(arguments)
    with connected(arguments) as client:
        game = chosen_game(arguments, reading_of(client, arguments))
        variant = chosen_variant(client, arguments, game)
        words = wording_of(client, variant, arguments)
        with errors_in(words.notation):
            move = _move(arguments.move, words.notation)
            position, why = ask_why(client, game, variant, move, budget, arguments.along)
    if arguments.json:
        print(_as_json(why))
        return Exit.FINE
    screen = terminal(words)
    written = written_by_players(why, words.notation)
    notes = {square_of(why.best.move): "!"} | ({square_of(why.played.move): "?"} if why.loss else {})
    screen.board(position, None, notes, square_of(why.best.move))
    screen.sentences(["", turn_line(position, words), "", *sentences(written, words.language), ""])
    screen.lines(figure_lines(written, words))
    return Exit.FINE


def _move(text: str, notation: Notation) -> str:
    """The move that is asked about. Raises WrongInput."""
    try:
        return notation.read(text)
    except ValueError as error:
        raise WrongInput(str(error)) from error


def _as_json(why: Why) -> str:
    told = {language: sentences(why, language) for language in LANGUAGES}
    return json.dumps({**to_builtins(why), "sentences": told}, ensure_ascii=False)
