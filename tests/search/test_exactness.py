"""What is called exact is exact: whatever the table holds, on any number of threads, and in real games.

The long tests: ``pytest -m slow tests/search/test_exactness.py``. One core needs some seven minutes for the random
positions (0.4 s for one) and two hours for the tournament games (3.5 s for one); those are solved on all cores.
"""

from __future__ import annotations

import csv
import lzma
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from engined.backends.two_sided import TwoSidedBackend, TwoSidedSearcher
from engined.families import FLIPPING
from engined.kernels.codes import UNIT
from engined.kernels.compilation import build
from engined.patterns.weights import Weights, load
from engined.results import Certainty, MoveLine
from engined.roots.alphabeta.root import AlphaBetaRoot
from engined.roots.limits import Limits
from engined.roots.solve_policy import Policy
from engined.rules.position import Move, Position, format_position, parse_position
from tests.search import plain_othello as plain
from tests.search.compiled import TABLE_MIB, backend_of, late, load_two_sided, variant_named

FEWEST, MOST = 12, 18
"""Empty squares of random positions."""
RANDOM_POSITIONS = 1000
BATCH = 50
LIMIT = 64
OTHELLO = variant_named("othello")
DATA = Path(__file__).parent.parent / "data"


def best_line(position: Position, searcher: TwoSidedSearcher) -> MoveLine:
    """The best move with its score, which must be called exact."""
    limits = Limits(best=1)
    policy = Policy(worth_solving=lambda depth, empties: 3 * depth >= empties, proofs=False)
    root = AlphaBetaRoot(position, searcher, limits, lambda: None, policy)
    root.run()
    assert root.lines[0].score.kind is Certainty.EXACT
    return root.lines[0]


# --- threads and tables ---------------------------------------------------------------------------


@cache
def veteran() -> TwoSidedBackend:
    """One whose table has seen all positions before."""
    return backend_of("othello")


@cache
def weights() -> Weights | None:
    """What is shipped, read once."""
    return load(OTHELLO, None)


def cold() -> TwoSidedBackend:
    """One that knows nothing."""
    kernels = build.load(OTHELLO, FLIPPING.search_part, trained=weights() is not None)
    return TwoSidedBackend(kernels, TABLE_MIB, weights())


def warm(position: Position, searcher: TwoSidedSearcher) -> None:
    """Leave bounds, estimates and selective results of the position and of one after it in the table."""
    searcher.solve(position, -LIMIT, LIMIT, level=0)
    after = position.play(position.legal()[-1])
    if not after.over:
        searcher.search(after, 6, -UNIT * LIMIT, UNIT * LIMIT)
        searcher.solve(after, -1, 1)


def answers(position: Position) -> Iterator[tuple[str, MoveLine]]:
    """The same question to cold and to warm tables, on one thread and on two."""
    for threads in (1, 2):
        own = cold()
        with own.searcher(threads, None) as searcher:
            yield f"cold, on {threads}", best_line(position, searcher)
            warm(position, searcher)
            yield f"warm, on {threads}", best_line(position, searcher)
        with veteran().searcher(threads, None) as searcher:
            warm(position, searcher)
            yield f"veteran, on {threads}", best_line(position, searcher)


def is_best(position: Position, move: Move, score: int) -> bool:
    """Whether a move has this score and none a better one, by the plain solver alone."""
    values = {other: -plain_score(position.play(other), -score) for other in position.legal()}
    return values[move] == score == max(values.values())


def plain_score(position: Position, around: int) -> int:
    """The mover's score if it is ``around``, else a bound of it on the same side, which takes less time."""
    if position.over:
        return int(position.value(position.seat))
    words = [sum(1 << square for square, disc in enumerate(position.board) if disc == colour) for colour in (0, 1)]
    own, opp = words[position.seat], words[1 - position.seat]
    return int(plain.solve(np.uint64(own), np.uint64(opp), around - 1, around + 1, plain.room()))


@pytest.mark.parametrize(
    "numbers",
    [
        pytest.param(range(MOST - FEWEST + 1), id="few"),
        *(
            pytest.param(range(first, first + BATCH), id=f"from {first}", marks=pytest.mark.slow)
            for first in range(0, RANDOM_POSITIONS, BATCH)
        ),
    ],
)
def test_neither_threads_nor_the_table_change_what_is_exact(numbers: range) -> None:
    wrong = []
    for number in numbers:
        position = late("othello", FEWEST + number % (MOST - FEWEST + 1), number)
        asked = [(how, (line.move, int(line.score.value))) for how, line in answers(position)]
        right = {found for found in {answer for _, answer in asked} if is_best(position, *found)}
        wrong += [
            f"{number}: {format_position(position)}: {how}: {answer}" for how, answer in asked if answer not in right
        ]
    assert not wrong, "\n".join(wrong)


# --- tournament games -----------------------------------------------------------------------------

GAMES_MIB = 512


def table(name: str) -> list[list[str]]:
    """The rows of a file of data, without its notes."""
    path = DATA / name
    with (lzma.open if path.suffix == ".xz" else open)(path, "rt", encoding="utf-8") as file:
        return [row for row in csv.reader(file, delimiter="\t") if not row[0].startswith("#")]


GAMES = table("wthor.tsv.xz")
"""Year, number, position, Black's theoretical score. The files give no other than this, with 24 empty squares; to
find it the engine solves positions with 20 and fewer."""
ERRATA = {(year, number): int(score) for year, number, score, _ in table("wthor_errata.tsv")}
"""What is right where the files are wrong."""


@cache
def games_machine() -> TwoSidedBackend:
    return load_two_sided(OTHELLO, GAMES_MIB)


def black_score(text: str) -> int:
    """Black's discs with best play, the winner having the empty squares, as the engine finds them out."""
    position = parse_position(OTHELLO, text)
    with games_machine().searcher(1, None) as searcher:
        score = int(best_line(position, searcher).score.value)
    return (LIMIT + (score if position.seat == 0 else -score)) // 2


def test_the_sample_is_of_many_games_and_years() -> None:
    assert len({position for _, _, position, _ in GAMES}) == len(GAMES) >= 2_000
    assert len({year for year, _, _, _ in GAMES}) >= 10
    assert {position.count(".") for _, _, position, _ in GAMES} == {24}
    assert set(ERRATA) <= {(year, number) for year, number, _, _ in GAMES}


@pytest.mark.slow
@pytest.mark.parametrize("year", sorted({year for year, _, _, _ in GAMES}))
def test_theoretical_scores_of_tournament_games(year: str) -> None:
    games = [(number, position, int(score)) for of, number, position, score in GAMES if of == year]
    with ThreadPoolExecutor(os.cpu_count()) as cores:
        found = cores.map(black_score, [position for _, position, _ in games])
        wrong = [
            f"{year} game {number}: {position}: {score} in the file, {ours} found"
            for (number, position, score), ours in zip(games, found, strict=True)
            if ours != ERRATA.get((year, number), score)
        ]
    assert not wrong, "\n".join(wrong)
