"""Rubbish through the reader of records: games and faults come of it, and nothing else."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.bench.record_rubbish import run


def test_random_bytes_and_changed_records_are_games_or_faults() -> None:
    tallies = run(200_000, 150, seed=2, tell=lambda row: None)
    assert [raised for tally in tallies.values() for raised in tally.raised] == []
    assert all(tally.games and tally.faults for kind, tally in tallies.items() if kind != "bytes")


@pytest.mark.slow
def test_much_of_it_takes_little_memory() -> None:
    """20 million bytes, and 10,000 records of each kind."""
    report = subprocess.run(
        [sys.executable, "-m", "tests.bench.record_rubbish"], capture_output=True, text=True, check=True
    ).stdout
    rows = [line.split() for line in report.splitlines()[1:7]]
    assert [row[4] for row in rows] == ["0"] * 6
    memory = re.search(r"at most (\d+) MiB", report)
    assert memory is not None
    assert int(memory[1]) <= 200
