"""How far the static evaluation of 8x8 Othello is off in tournament games, by trained weights and by geometry.

    python -m tests.bench.evaluation_errors FOLDER

FOLDER holds the WTHOR files (``WTH_1977.wtb`` ... ) that the French Othello federation publishes. They are the test:
weights are trained on none of them. Errors are in discs: against exact scores where those take no time, else against
a search by the trained weights, which are a little the better for it there.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path

from engined.backends.two_sided import TwoSidedBackend
from engined.families import FLIPPING
from engined.kernels.compilation import build
from engined.rules.position import Position, parse_position
from engined.variants.catalogue import Catalogue
from engined_protocol.records.wthor import read_games
from tests.data.wthor_sample import Unusable, replay
from tests.search.compiled import load_two_sided

OTHELLO = Catalogue().get("othello")
EMPTIES = (12, 20, 28, 36, 44)
EXACT_MOST = 20
DEPTH = 18
A_YEAR = 10
"""Games of each year."""
TABLE_MIB = 256
WIDEST = 6400
"""Hundredths of a disc."""


def drawn(folder: Path, empties: int) -> Iterator[Position]:
    """Positions with so many empty cells, the same in every run; games that have none are left out."""
    for path in sorted(folder.glob("WTH_*.wtb")):
        games = read_games(path.read_bytes())
        found = 0
        for game in random.Random(path.name).sample(games, len(games)):
            try:
                position = parse_position(OTHELLO, replay(game, empties))
            except Unusable:
                continue
            yield position
            found += 1
            if found == A_YEAR:
                break


def static(backend: TwoSidedBackend, positions: list[Position]) -> list[int]:
    """Values in hundredths of a disc, the mover's view."""
    with backend.searcher(1, None) as searcher:
        return [searcher.search(position, 0, -WIDEST, WIDEST) for position in positions]


def labels(backend: TwoSidedBackend, positions: list[Position]) -> list[int]:
    """What the positions are worth, the same way."""
    with backend.searcher(1, None) as searcher:
        if positions[0].empties <= EXACT_MOST:
            return [100 * searcher.solve(position, -64, 64) for position in positions]
        return [searcher.search(position, DEPTH, -WIDEST, WIDEST) for position in positions]


def main(folder: Path) -> None:
    """Print the table, a line as soon as it is known."""
    trained = load_two_sided(OTHELLO, TABLE_MIB)
    geometry = TwoSidedBackend(build.load(OTHELLO, FLIPPING.search_part, trained=False), TABLE_MIB)
    print("empty  positions  label     geometry  trained")
    for empties in EMPTIES:
        positions = list(drawn(folder, empties))
        if not positions:
            sys.exit(f"{folder}: no WTH_*.wtb with such games")
        right = labels(trained, positions)
        errors = [
            statistics.fmean(abs(value - label) for value, label in zip(static(backend, positions), right, strict=True))
            for backend in (geometry, trained)
        ]
        label = "exact" if empties <= EXACT_MOST else f"depth {DEPTH}"
        print(f"{empties:5}  {len(positions):9}  {label:8}  {errors[0] / 100:8.2f}  {errors[1] / 100:7.2f}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
