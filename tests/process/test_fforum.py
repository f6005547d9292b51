"""The Fforum's endgame problems, solved by a real daemon through its sockets."""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from engined_client import Client
from tests.process.serving import Served

DATA = Path(__file__).parent.parent / "data" / "fforum.tsv"
QUICK, SLOW = 43, 49


def problems() -> list[tuple[int, str, int, set[str]]]:
    rows = csv.reader((line for line in DATA.read_text().splitlines() if not line.startswith("#")), delimiter="\t")
    return [(int(number), start, int(score), set(best.split(","))) for number, start, score, best in rows]


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with Served() as served, Client(served.endpoint, timeout=600) as client:
        yield client


@pytest.mark.parametrize(
    ("number", "start", "score", "best"),
    [
        pytest.param(*row, marks=pytest.mark.slow if row[0] > QUICK else (), id=str(row[0]))
        for row in problems()
        if row[0] <= SLOW
    ],
)
def test_score_and_best_move(client: Client, number: int, start: str, score: int, best: set[str]) -> None:
    result = client.solve(variant="othello", start=start, threads=2).result()
    assert (result.score, result.kind, result.reason) == (score, "exact", "done")
    assert result.best in best
