"""``engined play``: a game against the daemon in the terminal, in any variant."""

from __future__ import annotations

import contextlib
import sys
from argparse import ArgumentParser, Namespace

from engined_protocol.messages import Analyse, Position

from ..files.chosen_game import add_game_arguments, chosen_game
from ..files.games import reading_of
from ..options import AnalyseOptions
from ..play.clock import GameClock, TimeControl, byoyomi, time_control
from ..play.game import Game
from ..terminal.command import (
    Exit,
    WrongInput,
    add_coordinates_option,
    add_daemon_options,
    add_language_option,
    add_ties_options,
    add_variant_option,
    connected,
    errors_in,
    known_variant,
    value_of,
    wording_of,
)
from ..terminal.seats import seat_of

SUMMARY = "play against it in the terminal"
EXAMPLES = (
    ("engined play --seat White --level 3", "against a weak opponent that begins"),
    ("engined play --variant go-9x9 --seat Black --seat White", "between two people"),
    ("engined play --variant go --clock 10:00 --byoyomi 30", "ten minutes each, then half a minute a move"),
    ("engined play game.ggf --plies 30", "from a position of a game"),
)


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
    parser.add_argument(
        "--clock", metavar="TIME", type=time_control, help="seconds for each seat's game, as 300, 5:00 or 5:00+3 a move"
    )
    parser.add_argument(
        "--byoyomi",
        metavar="TIME",
        type=byoyomi,
        help="at the start of a turn the clock is raised to that if less is left; without --clock, so much a move",
    )
    level = value_of(Analyse, "level")
    parser.add_argument(
        "--level", metavar="N", type=level, help="play weakly: 1 is the weakest, 10 the strongest of them"
    )
    add_ties_options(parser)
    add_variant_option(parser)
    add_coordinates_option(parser)
    add_language_option(parser)
    add_daemon_options(parser)


def run(arguments: Namespace) -> int:
    """Play until the player leaves."""
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - gives input() a history and line editing
    control = _control(arguments)
    with connected(arguments, clock=False) as client:  # a sign of thinking turns on the line
        game = chosen_game(arguments, reading_of(client, arguments))
        given = game.given
        variant = known_variant(client, arguments.variant, given.variant)
        with errors_in(wording_of(client, variant, arguments).notation):
            position = client.open(variant=variant, start=given.start, moves=given.moves)
        seats = _seats(arguments.seat or [position.mover], position)
        limits = AnalyseOptions(seconds=arguments.time, depth=arguments.depth, ties=arguments.ties, seed=arguments.seed)
        if arguments.time is None and arguments.depth is None and control is None:
            limits["seconds"] = 2.0
        clock = None if control is None else GameClock(position.seats, control)
        Game(
            client, game, position, seats, limits, arguments.level, clock, arguments.coordinates, arguments.language
        ).play()
    return Exit.FINE


def _control(arguments: Namespace) -> TimeControl | None:
    """The clocks that are wanted. Raises WrongInput."""
    if arguments.byoyomi is None:
        return arguments.clock  # type: ignore[no-any-return]
    main = arguments.clock or TimeControl(0.0)
    if main.increment:
        raise WrongInput("--byoyomi: a clock has byo-yomi, or gets more with each move")
    return TimeControl(main.main, byoyomi=arguments.byoyomi)


def _seats(names: list[str], position: Position) -> frozenset[str]:
    found = set()
    for name in filter(None, names):
        seat = seat_of(name, position.seats)
        if seat is None:
            raise WrongInput(f"--seat: no seat {name!r}; there are {', '.join(position.seats)}")
        found.add(seat)
    return frozenset(found)
