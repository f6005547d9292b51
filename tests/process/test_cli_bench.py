"""``engined bench``: the same nodes every time, and wrong scores are said."""

from __future__ import annotations

import subprocess
import sys

import pytest

from engined import bench
from engined.config import default_cache

START = ".....OX..XO..... X"


def test_nodes_are_the_same_every_time() -> None:
    totals = set()
    for _ in range(2):
        measured = bench.Bench(default_cache())
        row = measured.solve("othello-4x4", START, -10)
        measured.search("othello-4x4", "b1", 5)
        totals.add(measured.nodes)
        assert "WRONG" not in row
    assert len(totals) == 1
    assert totals.pop() > 0


def test_a_wrong_score_is_said() -> None:
    assert "WRONG: +2 is right" in bench.Bench(default_cache()).solve("othello-4x4", START, 2)


def test_leaves_are_counted() -> None:
    row = bench.Bench(default_cache()).perft("othello-4x4", 4)
    assert f"{4 + 12 + 44 + 128} leaves" in row


def test_effort_is_measured_on_endings(capsys: pytest.CaptureFixture[str]) -> None:
    bench.print_effort(bench.Bench(default_cache()), games=2, empties=range(10, 13))
    heading, *rows, law = capsys.readouterr().out.splitlines()
    assert heading.split()[0] == "empties"
    assert [row.split()[0] for row in rows] == ["10", "11", "12"]
    assert law.startswith("NODES_AT_20 = ")


def test_the_law_that_fits() -> None:
    nodes = {n: [int(1e6 * 2.5 ** (n - 20) * factor) for factor in (0.5, 1, 1, 2)] for n in (18, 19, 20)}
    at_20, growth, caution = bench.fit(nodes)
    assert at_20 == pytest.approx(1e6, rel=1e-3)
    assert growth == pytest.approx(2.5, rel=1e-3)
    assert 1 < caution <= 2


@pytest.mark.slow
def test_the_command() -> None:
    command = [sys.executable, "-m", "engined", "bench", "--signature"]
    first, second = (
        subprocess.run(command, capture_output=True, text=True, check=True, timeout=600).stdout for _ in range(2)
    )
    assert "WRONG" not in first
    assert first.splitlines()[-1].startswith("signature ")
    assert first.splitlines()[-1] == second.splitlines()[-1]
