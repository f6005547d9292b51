"""The examples beside the client run against a real daemon, and say what is known by other ways."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engined.rules.position import start
from engined.variants.catalogue import Catalogue
from tests.families.installed import minimax
from tests.process.serving import Served

EXAMPLES = Path(__file__).parents[2] / "clients" / "examples"


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with Served() as daemon:
        yield daemon


def run(served: Served, name: str, *words: str) -> str:
    """What an example prints."""
    done = subprocess.run(
        [sys.executable, "-W", "error", str(EXAMPLES / name), *words],
        capture_output=True,
        text=True,
        timeout=120,
        env=served.environment(),
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_each_is_run_here() -> None:
    text = Path(__file__).read_text("utf-8")
    assert [path.name for path in EXAMPLES.iterdir() if f'"{path.name}"' not in text] == []


def test_an_analysis_is_watched(served: Served) -> None:
    out = run(served, "watch_an_analysis.py", "f5 d6", "--seconds", "1")
    assert re.search(r"^depth \d+: c\d [+-]\d+\.\d \(", out, re.MULTILINE)
    assert "Black (X) to move" in out


def test_a_game_is_scored(served: Served) -> None:
    head, *lines = run(served, "score_a_game.py", "f5d6c3d3c4", "--depth", "4").splitlines()
    assert head.split() == ["ply", "played", "score", "best", "score"]
    assert [line.split()[1] for line in lines] == ["f5", "d6", "c3", "d3", "c4"]
    assert all(float(line.split()[2]) <= float(line.split()[4]) for line in lines)


def test_a_new_variant_is_solved(served: Served) -> None:
    out = run(served, "solve_a_new_variant.py")
    declaration = ast.parse((EXAMPLES / "solve_a_new_variant.py").read_text("utf-8")).body[2]
    assert isinstance(declaration, ast.Assign)
    position = start(Catalogue().declare(ast.literal_eval(declaration.value)))
    assert f"{len(position.legal())} ways to play 1 plies" in out
    worth = minimax(position)
    winner = "Black" if worth > 0 else "White" if worth < 0 else "Nobody"
    assert f"{winner} wins, by {abs(worth):g};" in out
    assert "is best (exact)" in out


def test_a_game_of_go_is_played(served: Served) -> None:
    *_, result = run(served, "play_go.py").splitlines()
    assert re.search(r"(Black|White) wins by \d+|Draw", result)
