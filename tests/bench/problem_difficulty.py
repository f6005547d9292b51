"""What the difficulty of problems is worth: how deep a search has to be to solve them, beside which levels of play do.

    engined practise make WTH_2003.wtb --most 200 --level 1
    python -m tests.bench.problem_difficulty ~/.local/state/engined/problems/othello-*.json

Problems are put together by the greatest depth at which a search, knowing nothing, prefers another move. Of each group
the table has the mean difficulty as it was measured when the problems were made, how deep the searches of the levels
were that failed, and how often each level plays the best move.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from statistics import mean
from typing import NamedTuple

from engined_client import Client
from engined_client.connection import PrivateDaemon
from engined_client.options import Where
from engined_client.practice.deck import Deck
from engined_client.practice.problem import Problem

DEEPEST = 12
"""Plies of the deepest search that is asked."""
LEVELS = (1, 3, 5, 7, 9, 11, 13, 15)
GROUPS = {0: "0", 2: "1-2", 4: "3-4", 6: "5-6", 8: "7-8", DEEPEST: f"9-{DEEPEST}"}
"""The greatest depths that err, in the groups of the table, and what these are called."""


class Measured(NamedTuple):
    """A problem, and who solves it."""

    problem: Problem
    errs: int
    """The greatest depth of a search that prefers another move; 0 where none does."""
    failing_depth: float
    """The depth of searches by levels that played another move, on average; 0 where all found it."""
    found: tuple[float, ...]
    """The part of the lots with which each of LEVELS plays the best move."""


def measure(client: Client, problem: Problem, lots: int) -> Measured:
    """Ask searches of each depth, and each level with so many lots. Raises ServiceError."""
    where = Where(variant=problem.variant, start=problem.start, moves=problem.moves)
    errs = 0
    for depth in range(1, min(DEEPEST, problem.empties) + 1):
        found = client.analyse(**where, depth=depth, solve_empties=0, best=1, fresh=True, book="ignore").result()
        errs = depth if found.best != problem.best else errs
    shares, depths = [], []
    for level in LEVELS:
        played = [client.analyse(**where, level=level, seed=lot).result() for lot in range(1, lots + 1)]
        shares.append(mean(reply.best == problem.best for reply in played))
        depths += [reply.depth for reply in played if reply.best != problem.best]
    return Measured(problem, errs, mean(depths) if depths else 0.0, tuple(shares))


def table(measured: Sequence[Measured]) -> list[str]:
    """A row for each group of problems."""
    levels = " | ".join(str(level) for level in LEVELS)
    lines = [
        f"| errs to depth | problems | difficulty | levels that fail search | {levels} |",
        "|---" * (4 + len(LEVELS)) + "|",
    ]
    ranked = sorted(measured, key=lambda one: one.errs)
    for most, group in groupby(ranked, key=lambda one: next(most for most in GROUPS if one.errs <= most)):
        rows = list(group)
        shares = " | ".join(f"{mean(row.found[place] for row in rows):.0%}" for place in range(len(LEVELS)))
        difficulty = mean(row.problem.difficulty for row in rows)
        depth = mean(row.failing_depth for row in rows)
        lines.append(f"| {GROUPS[most]} | {len(rows)} | {difficulty:.1f} | {depth:.1f} plies | {shares} |")
    return lines


def main() -> None:
    """Measure the problems of a deck, and print the table."""
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("deck", type=Path)
    parser.add_argument("--lots", type=int, default=5, help="so often is each level asked")
    arguments = parser.parse_args()
    measured = []
    with PrivateDaemon("--store", "") as daemon, Client(daemon.endpoint) as client:
        for card in Deck(arguments.deck).cards:
            measured.append(measure(client, card.problem, arguments.lots))
            print(f"{len(measured)}: {measured[-1][1:]}", file=sys.stderr)
    print("\n".join(table(measured)))


if __name__ == "__main__":
    main()
