"""Published endgame problems and solved boards."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from kernel_solver import Solver, declared, variant

from engined.rules.position import Position, move_text, parse_move, parse_position, start

PROBLEMS = Path(__file__).parent.parent / "data" / "fforum.tsv"
LONG = {45, 46, 48, 49}
UNSOLVED_HERE = range(50, 60)
"""Minutes and more."""


def problems() -> list[object]:
    with PROBLEMS.open(encoding="utf-8") as file:
        rows = [row for row in csv.reader(file, delimiter="\t") if not row[0].startswith("#")]
    return [
        pytest.param(
            row[1],
            int(row[2]),
            set(row[3].split(",")),
            id=row[0],
            marks=[pytest.mark.slow] * (int(row[0]) in LONG),
        )
        for row in rows
        if int(row[0]) not in UNSOLVED_HERE
    ]


@pytest.mark.parametrize(("text", "score", "best"), problems())
def test_score_and_a_best_move(text: str, score: int, best: set[str]) -> None:
    position = parse_position(variant("othello"), text)
    solver = Solver(variant("othello"), mebibytes=128)
    assert solver.solve(position) == score
    for move in position.legal():
        if -solver.solve(position.play(move), -score, -score + 1) >= score:
            assert move_text(position, move) in best
            break
    else:
        pytest.fail("no move keeps the score")


DISCS_ONLY = """
name = "{name}-discs"
inherits = "{name}"

[scoring]
empties_to_winner = false
"""


def discs_only(name: str) -> str:
    return DISCS_ONLY.format(name=name)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("othello-4x4", -10),
        ("reversi-original-4x4", -3),
        ("reversi-parallel-4x4", -3),
        ("reversi-1890-4x4", -3),
        ("othello-4x6", 16),
        ("othello-6x4", 16),
        ("anti-othello-4x4", 3),
        ("anti-othello-4x6", 0),
    ],
)
def test_solved_boards(name: str, value: int) -> None:
    """Values of RULES, Black's view: reversi counts discs only, othello gives empty cells to the winner."""
    board = variant(name)
    assert Solver(board).solve(start(board)) == value


def test_four_by_four_by_discs_alone() -> None:
    board = declared(discs_only("othello-4x4"))
    assert Solver(board).solve(start(board)) == -8


PERFECT_6X6 = (
    "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4 b3 b2 f3 f2 e2 b6 a4 c6 a6 a2 b5 a5 e6 e5 a3 a1 f5 f6 -- e1 f1"
)


def on_the_perfect_line(plies: int) -> Position:
    """A position of Feinstein's perfect game of 6x6 Othello, which White wins by 4."""
    position = start(variant("othello-6x6"))
    for word in PERFECT_6X6.split()[:plies]:
        position = position.play(parse_move(position, word))
    return position


@pytest.mark.parametrize(
    ("plies", "empties"),
    [(12, 20), (8, 24), pytest.param(6, 26), pytest.param(2, 30, marks=pytest.mark.slow)],
)
def test_perfect_play_on_6x6(plies: int, empties: int) -> None:
    position = on_the_perfect_line(plies)
    assert position.empties == empties
    assert Solver(position.variant, mebibytes=64).solve(position) == -4  # Black to move


@pytest.mark.slow
def test_6x6_from_the_start_on_two_threads() -> None:
    position = on_the_perfect_line(0)
    assert Solver(position.variant, threads=2, mebibytes=256).solve(position) == -4
