"""Proves that whoever is to move in a chain game cannot be ahead, one move after the other, and notes each.

    python -m tests.bench.chain_proof hashijime-6x6 --table 6144 --log first.txt
    python -m tests.bench.chain_proof hashijime-6x6 --table 6144 --log second.txt --opening a1

Together these say that 6x6 is worth nothing by ends: Black cannot be ahead, nor can White after a1. Moves that the log
has are left out, so it goes on where it was interrupted; the table is lost then. ``--most 1`` allows a lead of a point.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

from engined.backends.chains import ChainBackend
from engined.engine.loading import load_backend
from engined.rules.position import Position, move_text, parse_move, start
from engined.rules.symmetry import matching
from engined.variants.catalogue import Catalogue


def main() -> None:
    """Print a row for each move, and write it behind the log."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant")
    parser.add_argument("--opening", default="", help="moves from the start, with blanks between them")
    parser.add_argument("--most", type=int, default=0, help="points of the lead (default: 0)")
    parser.add_argument("--table", type=int, default=1024, help="MiB")
    parser.add_argument("--log", type=Path, required=True)
    given = parser.parse_args()
    position = start(Catalogue().get(given.variant))
    for move in given.opening.split():
        position = position.play(parse_move(position, move))
    backend = load_backend(position.variant, None, given.table)
    assert isinstance(backend, ChainBackend)
    known = given.log.read_text().splitlines() if given.log.exists() else []
    done = {line.split()[0] for line in known}
    with given.log.open("a") as log:
        for move, after in kinds(position):
            if move not in done:
                row = refuted(move, after, given.most, backend)
                print(row, flush=True)
                print(row, file=log, flush=True)


def kinds(position: Position) -> Iterator[tuple[str, Position]]:
    """One of all moves that are symmetric to each other, and what it leads to."""
    found: list[Position] = []
    for move in position.legal():
        after = position.play(move)
        if not any(matching(other, after) for other in found):
            found.append(after)
            yield move_text(position, move), after


def refuted(move: str, after: Position, most: int, backend: ChainBackend) -> str:
    """A row: whether a move gains no more, the nodes and the seconds of CPU that it took."""
    begun = time.process_time()
    with backend.searcher(1, None) as searcher:
        holds = searcher.solve(after, -most - 1, -most) >= -most
        word = "refuted" if holds else "GAINS MORE"
        return f"{move} {word} {searcher.nodes} nodes {time.process_time() - begun:.1f} s"


if __name__ == "__main__":
    main()
