"""A budget on the command line."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from engined_protocol.messages import Analyse

from ..terminal.command import WrongInput, value_of
from .budget import Budget


def add_budget(parser: ArgumentParser, seconds: float, *, clock: bool = False) -> None:
    """Add the limits of a position; so many ``seconds`` are the default. ``clock``: also those of a game."""
    group = parser.add_argument_group("budget of a position; scores are exact wherever it reaches the end of the game")
    time = value_of(Analyse, "seconds")
    group.add_argument("--time", metavar="S", type=time, help=f"seconds, or 5m, 5:00 (default: {seconds:g})")
    if clock:
        group.add_argument("--clock", metavar="S", type=time, help="seconds for the whole game, instead")
    group.add_argument("--depth", metavar="D", type=value_of(Analyse, "depth"), help="plies")
    group.add_argument("--nodes", metavar="N", type=value_of(Analyse, "nodes"), help="visited positions")
    empties = value_of(Analyse, "solve_empties")
    group.add_argument(
        "--exact", metavar="N", type=empties, help="prove scores from N empty cells on, whatever it takes"
    )
    group.add_argument("--threads", metavar="N", type=value_of(Analyse, "threads"), help="threads (default: 1)")
    parser.set_defaults(usual_seconds=seconds, clock=None)


def budget_of(arguments: Namespace) -> Budget:
    """The budget that was given. Raises WrongInput."""
    given = (arguments.time, arguments.depth, arguments.nodes, arguments.clock)
    if arguments.time is not None and arguments.clock is not None:
        raise WrongInput("--time is for a position, --clock for the game: one of them")
    return Budget(
        seconds=arguments.usual_seconds if given == (None,) * 4 else arguments.time,
        depth=arguments.depth,
        nodes=arguments.nodes,
        clock=arguments.clock,
        exact=arguments.exact,
        threads=arguments.threads,
    )
