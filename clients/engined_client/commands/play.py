"""``engined play``: a game against the daemon in the terminal, in any variant."""

from __future__ import annotations

import contextlib
import sys
from argparse import ArgumentParser, Namespace

from engined_protocol.messages import Analyse

from ..client import Client
from ..files.chosen_game import add_game_arguments, chosen_game, chosen_variant, is_position
from ..files.games import reading_of
from ..find.openings import opening_called
from ..options import AnalyseOptions
from ..play.clock import add_clock_options, clocks_of
from ..play.game import Game
from ..practice.judge import Judge
from ..practice.teacher import WHENS, Teacher, measure, usual_measure
from ..review.budget import Budget
from ..terminal.command import (
    Exit,
    add_language_option,
    add_ties_options,
    add_usual_options,
    connected,
    errors_in,
    known_variant,
    value_of,
    wording_of,
)
from ..terminal.seats import wanted_seat

SUMMARY = "play against it in the terminal"
EXAMPLES = (
    ("engined play --seat White --level 3", "against a weak opponent that begins"),
    ("engined play --variant go-9x9 --seat Black --seat White", "between two people"),
    ("engined play --variant go --clock 10:00 --byoyomi 30", "ten minutes each, then half a minute a move"),
    ("engined play game.ggf --plies 30", "from a position of a game"),
    ("engined play tiger --teach", "a teaching game from an opening: warnings, and `clue` for hints"),
)

JUDGING_SECONDS = 1.0
"""The seconds of each search that judges a move, where nothing says how long the engine thinks."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    add_game_arguments(parser, "where to begin: moves, a position, or a file with a game")
    parser.add_argument(
        "--seat",
        metavar="SEAT",
        action="append",
        help="your seat: White, w or 白; several times for several seats (default: the one to move)",
    )
    seconds = value_of(Analyse, "seconds")
    parser.add_argument("--time", metavar="S", type=seconds, help="the engine's seconds a move (default: 2)")
    parser.add_argument("--depth", metavar="D", type=value_of(Analyse, "depth"), help="plies that it looks ahead")
    add_clock_options(parser)
    level = value_of(Analyse, "level")
    parser.add_argument(
        "--level", metavar="N", type=level, help="play weakly: 1 is the weakest, 15 the strongest of them"
    )
    parser.add_argument(
        "--teach",
        metavar="LOSS",
        type=measure,
        nargs="?",
        const=0.0,
        help="warn of moves that give so much away, in discs or points (4; in chain games 1); they can be thought over",
    )
    parser.add_argument(
        "--warn", choices=WHENS, default="before", help="before such a move is played (default), or after it"
    )
    add_ties_options(parser)
    add_usual_options(parser)
    add_language_option(parser)


def run(arguments: Namespace) -> int:
    """Play until the player leaves."""
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - gives input() a history and line editing
    control = clocks_of(arguments)
    with connected(arguments, clock=False) as client:  # a sign of thinking turns on the line
        _name_opening(client, arguments)
        game = chosen_game(arguments, reading_of(client, arguments))
        given = game.given
        variant = chosen_variant(client, arguments, game)
        teacher = _teacher(client, client.describe(variant).scoring, arguments)
        with errors_in(wording_of(client, variant, arguments).notation):
            position = client.open(variant=variant, start=given.start, moves=given.moves, clock=control)
        named = filter(None, arguments.seat or [position.mover])
        seats = frozenset(wanted_seat(name, position.seats) for name in named)
        limits = AnalyseOptions(seconds=arguments.time, depth=arguments.depth, ties=arguments.ties, seed=arguments.seed)
        if arguments.time is None and arguments.depth is None and control is None:
            limits["seconds"] = 2.0
        Game(
            client,
            game,
            position,
            seats,
            limits,
            arguments.level,
            control,
            arguments.coordinates,
            arguments.language,
            teacher=teacher,
        ).play()
    return Exit.FINE


def _name_opening(client: Client, arguments: Namespace) -> None:
    """The name of an opening is as good as its moves."""
    text = " ".join(arguments.position)
    if text and not is_position(text):
        found = opening_called(client, known_variant(client, arguments.variant), text)
        arguments.position = arguments.position if found is None else ["".join(found)]


def _teacher(client: Client, scoring: str, arguments: Namespace) -> Teacher:
    """The teacher that the options ask for."""
    seconds = arguments.time or (JUDGING_SECONDS if arguments.depth is None else None)
    judge = Judge(client, Budget(seconds=seconds, depth=arguments.depth))
    usual = usual_measure(scoring)
    least = arguments.teach if arguments.teach is None else arguments.teach or usual
    return Teacher(client, judge, least, arguments.warn, usual)
