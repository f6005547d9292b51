"""Solves small boards of Go from the start, and prints a row of a table for each: area scoring, no komi.

    python -m tests.bench.solved_go --threads 2 --seconds 600 2x2 2x3 3x3

``--opening c3`` proves instead what a first move gains at least, and ``--least 25`` asks whether it gains so much.
"""

from __future__ import annotations

import argparse
import threading
import time

from engined.backends.go import GoBackend
from engined.engine.loading import load_backend
from engined.results import Interrupted
from engined.roots.proof import Bounds
from engined.rules.position import Position, parse_move, start
from engined.variants.catalogue import Catalogue


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", metavar="WxH", nargs="+")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--table", type=int, default=1024, help="MiB")
    parser.add_argument("--opening", default="")
    parser.add_argument("--least", type=int)
    given = parser.parse_args()
    print("| board | Black at least | at most | plies | nodes | seconds |\n|---|---|---|---|---|---|", flush=True)
    for board in given.boards:
        position = start(Catalogue().get(f"go-{board}-area-komi-0"))
        if given.opening:
            position = position.play(parse_move(position, given.opening))
        window = None if given.least is None else (float(-given.least), float(1 - given.least))
        print(row(board, position, window, given), flush=True)


def row(board: str, position: Position, window: tuple[float, float] | None, given: argparse.Namespace) -> str:
    """What is proven of a position within the time, from Black's view."""
    backend = load_backend(position.variant, None, given.table)
    assert isinstance(backend, GoBackend)
    with backend.prover(given.threads, None) as prover:
        timer = threading.Timer(given.seconds, prover.halt)
        timer.start()
        began, bounds = time.monotonic(), Bounds(position, prover, window)
        try:
            bounds.settle()
            plies = str(bounds.depth)
        except Interrupted:
            plies = f"{bounds.depth}, not done"
        timer.cancel()
        least, most = (bounds.lower, bounds.upper) if position.seat == 0 else (-bounds.upper, -bounds.lower)
        took = time.monotonic() - began
        return f"| {board} | {least:+g} | {most:+g} | {plies} | {prover.nodes:,} | {took:.2f} |"


if __name__ == "__main__":
    main()
