"""``engined analyse``: a position as a board with a score on every move."""

from __future__ import annotations

import json
import shutil
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta
from msgspec.structs import asdict

from engined_protocol.messages import Analyse, Analysis, Info, Position
from engined_protocol.values import reading

from ..client import BlockingJob
from ..command import (
    Exit,
    WrongInput,
    add_daemon_options,
    add_ties_options,
    add_variant_option,
    connected,
    known_variant,
    value_of,
)
from ..drawing import analysis_lines
from ..options import AnalyseOptions
from ..positions import GivenPosition, read_position

SUMMARY = "score the moves of a position; the board with scores, live on a terminal"

DEFAULT_SECONDS = 5.0


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument(
        "position",
        metavar="MOVES|POSITION",
        nargs="*",
        help="moves from the start (f5d6c3), or the cells row by row and the mover's symbol",
    )
    parser.add_argument(
        "--time",
        metavar="S",
        type=reading(Annotated[float, Meta(ge=0, le=1e7)]),
        help=f"seconds; 0: until exact or Ctrl-C (default: {DEFAULT_SECONDS:g})",
    )
    parser.add_argument("--depth", metavar="D", type=value_of(Analyse, "depth"), help="plies")
    parser.add_argument("--nodes", metavar="N", type=value_of(Analyse, "nodes"), help="visited positions")
    parser.add_argument(
        "--best", metavar="N", type=value_of(Analyse, "best"), help="only the best N moves need right scores"
    )
    parser.add_argument("--threads", metavar="N", type=value_of(Analyse, "threads"), help="threads (default: 1)")
    parser.add_argument("--learn", action="store_true", help="put the position, with what is found, in the book")
    parser.add_argument("--theory", action="store_true", help="also regions and parity, stable discs, mobility")
    parser.add_argument("--json", action="store_true", help="one JSON object, at the end")
    add_ties_options(parser)
    add_variant_option(parser)
    add_daemon_options(parser)


def run(arguments: Namespace) -> int:
    """Print the analysis, while it grows if standard output is a terminal. Ctrl-C ends it early."""
    try:
        given = read_position(" ".join(arguments.position))
    except ValueError as error:
        raise WrongInput(str(error)) from error
    with connected(arguments) as client:
        variant = known_variant(client, arguments.variant)
        position = client.show(variant=variant, start=given.start, moves=given.moves)
        job = client.analyse(**_options(arguments, variant, given))
        live = sys.stdout.isatty() and not arguments.json
        final = _watch(job, position, Screen() if live else None)
        if arguments.json:
            print(_as_json(position, final))
        elif not live:
            print("\n".join(analysis_lines(position, final)))
    return Exit.FINE


def _options(arguments: Namespace, variant: str, given: GivenPosition) -> AnalyseOptions:
    seconds = arguments.time
    if seconds is None and arguments.depth is None and arguments.nodes is None:
        seconds = DEFAULT_SECONDS
    return AnalyseOptions(
        variant=variant,
        start=given.start,
        moves=given.moves,
        seconds=seconds or None,
        depth=arguments.depth,
        nodes=arguments.nodes,
        best=arguments.best,
        threads=arguments.threads,
        learn=arguments.learn,
        theory=arguments.theory,
        ties=arguments.ties,
        seed=arguments.seed,
    )


def _watch(job: BlockingJob[Info, Analysis], position: Position, screen: Screen | None) -> Analysis:
    """Follow the job to its end, drawing it as it goes; the first Ctrl-C stops the job."""
    try:
        for reply in job:
            if screen is not None and (isinstance(reply, Analysis) or reply.moves or reply.state):
                screen.draw(analysis_lines(position, reply))
        return job.result()
    except KeyboardInterrupt:
        job.stop()
        final = job.result()
        if screen is not None:
            screen.draw(analysis_lines(position, final))
        return final


class Screen:
    """A block of lines at the bottom of a terminal that is drawn again and again in its place."""

    def __init__(self) -> None:
        self._height = 0

    def draw(self, lines: Iterable[str]) -> None:
        """Replace the block. Lines too wide for the terminal are cut: a wrapped one would shift the block."""
        columns, rows = shutil.get_terminal_size()
        block = [line[: columns - 1] for line in lines][-(rows - 1) :]
        home = f"\x1b[{self._height}F" if self._height else ""
        print(home + "\x1b[J" + "\n".join(block), flush=True)
        self._height = len(block)


def _as_json(position: Position, final: Analysis) -> str:
    """The position, then the fields of the protocol's ``analysis``; scores are from the mover's view."""
    fields = asdict(final)
    del fields["id"]
    return json.dumps(
        {
            "variant": position.variant,
            "position": f"{''.join(position.board).replace(' ', '')} {position.colour}".rstrip(),
            "pv": final.moves[0].pv if final.moves else (),
            **fields,
        },
        default=asdict,
    )
