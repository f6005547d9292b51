"""Solves small boards of Go from the start, and prints a row of a table for each: area scoring, no komi.

    python -m tests.bench.solved_go --threads 2 --seconds 600 2x2 2x3 3x3

With ``--out FILE`` rows are added to a file, and boards that have one there are left out: so it goes on where it was
interrupted. ``--opening c3`` proves instead what a first move gains at least; ``--least 25`` asks whether it gains so
much: by one search if that is the whole board, else by attacks of more and more plies, and tells what each took.
"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engined.backends.go_prover import GoProver
from engined.families.go import load_solver
from engined.results import Interrupted
from engined.roots.proof import DEEPEST, NO_LIMIT, Bounds, concedes, holds
from engined.rules.position import Position, parse_move, start
from engined.variants.catalogue import Catalogue

HEAD = "| board | Black at least | at most | plies | nodes | seconds |\n|---|---|---|---|---|---|"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", metavar="WxH", nargs="+")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--table", type=int, default=1024, help="MiB")
    parser.add_argument("--opening", default="", help="moves from the start, with blanks between them")
    parser.add_argument("--least", type=int)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    known = given.out.read_text() if given.out and given.out.exists() else ""
    tell(HEAD, None if known else given.out)
    for board in given.boards:
        if f"| {board} |" not in known:
            for row in rows(board, given):
                tell(row, given.out)


def tell(text: str, out: Path | None) -> None:
    """Print it, and add it to a file."""
    print(text, flush=True)
    if out is not None:
        with out.open("a") as file:
            file.write(text + "\n")


def rows(board: str, given: argparse.Namespace) -> Iterator[str]:
    """What is proven of a board within the time."""
    position = start(Catalogue().get(f"go-{board}-area-komi-0"))
    for move in given.opening.split():
        position = position.play(parse_move(position, move))
    with limited(position, given) as prover:
        yield bounds(board, position, prover) if given.least is None else forces(position, given.least, prover)


@contextmanager
def limited(position: Position, given: argparse.Namespace) -> Iterator[GoProver]:
    """A solver that is halted when the time is over."""
    with load_solver(position.variant, None, given.table).prover(given.threads, None) as prover:
        timer = threading.Timer(given.seconds, prover.halt)
        timer.start()
        yield prover
        timer.cancel()


def bounds(board: str, position: Position, prover: GoProver) -> str:
    """A row, from Black's view."""
    began, found = time.monotonic(), Bounds(position, prover)
    try:
        found.settle()
        plies = str(found.depth)
    except Interrupted:
        plies = f"{found.depth}, not done"
    least, most = (found.lower, found.upper) if position.seat == 0 else (-found.upper, -found.lower)
    return f"| {board} | {least:+g} | {most:+g} | {plies} | {prover.nodes:,} | {time.monotonic() - began:.2f} |"


def forces(position: Position, least: int, prover: GoProver) -> str:
    """Whether Black can force a score: by a search for the whole board, or by attacks."""
    if least < len(position.variant.board.cells) or prover.who_may_sweep(position) is not (position.seat == 0):
        return attacks(position, least, prover)
    began = time.process_time()
    try:
        reached = prover.sweep(position, NO_LIMIT, attacking=position.seat == 0).reached
    except Interrupted:
        reached = None
    said = "proven" if reached else "not proven"
    return f"{least:+d}: {said}; {prover.nodes:,} nodes, {time.process_time() - began:.2f} s of CPU"


def attacks(position: Position, least: int, prover: GoProver) -> str:
    """Whether Black can force a score, by attacks of more and more plies; tells of each on standard error."""
    for plies in range(1 + position.seat, DEEPEST, 2):
        before, began = prover.nodes, time.process_time()
        try:
            if position.seat == 0:
                forced = holds(position, least, plies, prover)
            else:
                forced = concedes(position, -least, plies, prover)
        except Interrupted:
            return f"{least:+d}: not within {plies - 2} plies; {prover.nodes:,} nodes"
        took = time.process_time() - began
        print(f"{plies} plies: {prover.nodes - before:,} nodes, {took:.2f} s of CPU", file=sys.stderr, flush=True)
        if forced:
            return f"{least:+d}: within {plies} plies; {prover.nodes:,} nodes"
    return f"{least:+d}: not within {DEEPEST} plies; {prover.nodes:,} nodes"


if __name__ == "__main__":
    main()
