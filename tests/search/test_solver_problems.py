"""Published endgame problems and solved boards."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from engined.rules.position import move_text, parse_position, start
from tests.search.compiled import variant_named
from tests.search.kernel_solver import Solver

PROBLEMS = Path(__file__).parent.parent / "data" / "fforum.tsv"
LONG = {45, 46, 48, 49}
LAST = 49
"""The problems after this one take minutes and more."""


def problems() -> list[object]:
    """Position, score and best moves of each problem."""
    with PROBLEMS.open(encoding="utf-8") as file:
        rows = [row for row in csv.reader(file, delimiter="\t") if not row[0].startswith("#")]
    return [
        pytest.param(
            text,
            int(score),
            set(best.split(",")),
            id=number,
            marks=[pytest.mark.slow] * (int(number) in LONG),
        )
        for number, text, score, best in rows
        if int(number) <= LAST
    ]


@pytest.mark.parametrize(("text", "score", "best"), problems())
def test_score_and_best_moves(text: str, score: int, best: set[str]) -> None:
    position = parse_position(variant_named("othello"), text)
    solver = Solver("othello", mebibytes=128)
    assert solver.solve(position) == score
    kept = {
        move_text(position, move)
        for move in position.legal()
        if -solver.solve(position.play(move), -score, -score + 1) >= score
    }
    assert kept == best


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("othello-4x4", -10),
        ("reversi-cross-4x4", -8),  # 3 discs to 11: the empty cells count for nobody
        pytest.param("othello-4x6", 16, marks=pytest.mark.products),
        pytest.param("othello-6x4", 16, marks=pytest.mark.products),
        pytest.param("anti-othello-4x6", 0, marks=pytest.mark.products),
    ],
)
def test_solved_boards(name: str, value: int) -> None:
    position = start(variant_named(name))
    assert Solver(name).solve(position) == value


@pytest.mark.slow
def test_6x6_from_the_start_on_two_threads() -> None:
    """White wins by 4 (J. Feinstein, 1993)."""
    position = start(variant_named("othello-6x6"))
    assert Solver("othello-6x6", threads=2, mebibytes=256).solve(position) == -4
