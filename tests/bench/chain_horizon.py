"""With how many cells left chain games are solved in time: the most with which the median position is, by rule.

    python -m tests.bench.chain_horizon --board 8x8 --games 50 --seconds 1 60
    python -m tests.bench.chain_horizon --board 8x8 --games 50 --nodes 1000000

Games are random; of each the first position with so few open cells is solved, on an empty table. Where others work on
the machine too, nodes say more than seconds.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import threading
import time

from engined.backends.chains import ChainBackend
from engined.engine.loading import load_backend
from engined.results import Interrupted
from engined.rules.position import Position, start
from engined.tools.study.chain_boards import RULES
from engined.variants.catalogue import Catalogue
from engined.variants.model import Variant

FEWEST = 8
STEP = 2
"""Cells that are left out at first, while half of the limit is not reached."""


def main() -> None:
    """Print a row of a table for each rule and limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--board", default="8x8")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seconds", type=float, nargs="+", default=[1.0, 60.0])
    parser.add_argument("--nodes", type=int, nargs="+", default=[], help="limits, instead of seconds")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--table", type=int, default=1024, help="MiB")
    parser.add_argument("--from", dest="first", type=int, default=FEWEST, help="cells to begin with")
    parser.add_argument("--rules", nargs="+", default=list(RULES))
    given = parser.parse_args()
    limit_of = "nodes" if given.nodes else "seconds"
    print(f"| rule | {limit_of} | cells left | median seconds | median nodes |\n|---|---|---|---|---|", flush=True)
    for rule in given.rules:
        variant = Catalogue().get(f"{rule}-{given.board}")
        left = given.first
        for limit in sorted(given.nodes or given.seconds):
            left, seconds, nodes = horizon(variant, limit, left, given)
            print(f"| {rule} | {limit:,g} | {left} | {seconds:.2f} | {nodes:,} |", flush=True)


def horizon(variant: Variant, limit: float, left: int, given: argparse.Namespace) -> tuple[int, float, int]:
    """The most open cells of which the median is solved within the limit, and that median, with its nodes."""
    known = (left - 1, 0.0, 0)
    while (median := median_of(variant, limit, left, given)) is not None:
        known = (left, *median)
        left += 1 if median[bool(given.nodes)] > limit / 8 else STEP
    return known


def median_of(variant: Variant, limit: float, left: int, given: argparse.Namespace) -> tuple[float, int] | None:
    """Seconds and nodes in the middle; None as soon as the middle is beyond the limit."""
    took: list[tuple[float, float]] = []
    for number in range(given.games):
        took.append(solve(position_of(variant, number, left), limit, given) or (math.inf, math.inf))
        if took.count((math.inf, math.inf)) > given.games // 2:
            return None
    return statistics.median(seconds for seconds, _ in took), int(statistics.median(nodes for _, nodes in took))


def position_of(variant: Variant, number: int, left: int) -> Position:
    """The first position of a random game with at most so many open cells."""
    dice, position = random.Random(f"{variant.name} {number}"), start(variant)
    while position.placements_left > left:
        position = position.play(dice.choice(position.legal()))
    return position


def solve(position: Position, limit: float, given: argparse.Namespace) -> tuple[float, int] | None:
    """Seconds and nodes; None where the limit did not do."""
    if position.over:
        return 0.0, 0
    backend = load_backend(position.variant, None, given.table)
    assert isinstance(backend, ChainBackend)
    most = 3 * len(position.board)
    with backend.searcher(given.threads, int(limit) if given.nodes else None) as searcher:
        timer = threading.Timer(threading.TIMEOUT_MAX if given.nodes else limit, searcher.halt)
        timer.start()
        began = time.monotonic()
        try:
            searcher.solve(position, -most, most)
        except Interrupted:
            return None
        finally:
            timer.cancel()
        return time.monotonic() - began, searcher.nodes


if __name__ == "__main__":
    main()
