"""``engined solve``: exact scores of positions from a file, standard input or a pipe."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from io import StringIO
from pathlib import Path

from engined_protocol.messages import Info, Solve

from ..client import Client
from ..command import Exit, add_daemon_options, add_variant_option, connected, known_variant, read_text, said, value_of
from ..drawing import count_text
from ..errors import ServiceError
from ..positions import read_position, read_problems
from ..progress import Progress
from ..solution import HEADER, Solution

SUMMARY = "prove the scores of positions (OBF lines, boards or transcripts)"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument(
        "file", metavar="FILE", nargs="?", default="-", help="one position a line; - (the default): stdin"
    )
    parser.add_argument("--goal", choices=("score", "wld"), default="score", help="or only who wins")
    parser.add_argument(
        "--threads", metavar="N", type=value_of(Solve, "threads"), default=1, help="on each position (default: 1)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a position")
    add_variant_option(parser)
    add_daemon_options(parser)


def run(arguments: Namespace) -> int:
    """Print each position as soon as it is proven; complain about bad ones and go on, then exit with 1."""
    lines, total = _input(arguments.file)
    code = Exit.FINE
    agreed: list[bool] = []
    headed = False
    with connected(arguments) as client:
        variant = known_variant(client, arguments.variant)
        with Progress(total) as progress:
            for number, text in read_problems(lines):
                try:
                    solution = _solve(client, variant, number, text, arguments, progress)
                except (ValueError, ServiceError) as error:
                    progress.complain(f"line {number}: {said(error)}")
                    code = Exit.WRONG_INPUT
                else:
                    if not headed and not arguments.json:
                        progress.print(HEADER)
                        headed = True
                    progress.print(solution.as_json() if arguments.json else solution.as_row())
                    agreed += [] if solution.as_expected is None else [solution.as_expected]
                progress.advance()
    if agreed and not arguments.json:
        print(f"{sum(agreed)} of {len(agreed)} agree with the scores in the input")
    return code


def _solve(client: Client, variant: str, number: int, text: str, arguments: Namespace, progress: Progress) -> Solution:
    """Prove one position. Raises ValueError and ServiceError when it is not one."""
    given = read_position(text)
    position = client.show(variant=variant, start=given.start, moves=given.moves)
    job = client.solve(
        variant=variant, start=given.start, moves=given.moves, goal=arguments.goal, threads=arguments.threads
    )
    for reply in job:
        if isinstance(reply, Info):
            progress.note(reply.state or f"{position.empties} empty, {count_text(reply.nodes)} nodes")
    return Solution(number, given, position, job.result())


def _input(name: str) -> tuple[Iterable[str], int | None]:
    """The lines, and how many positions they are where that is known beforehand."""
    if name == "-":
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(encoding="utf-8", errors="replace")
        return sys.stdin, None
    lines = StringIO(read_text(Path(name))).readlines()
    return lines, sum(1 for _ in read_problems(lines))
