"""Kernel sources in plain Python do what the compiled ones do: the same values, lines and nodes."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import engined.search
from engined.engine.engine import Engine
from engined.engine.tasks import PerftTask, SearchTask, Task
from engined.families import FLIPPING
from engined.kernels.compilation.interpreted import Interpreted
from engined.kernels.layouts.layout import layout_of
from engined.results import Result
from engined.roots.limits import Limits
from engined.rules.position import Position, start
from engined.variants.catalogue import Catalogue
from tests.engine.asking import Asked
from tests.search.compiled import variant_named

CATALOGUE = Catalogue()


def reached(name: str, plies: int) -> Position:
    """A position after a game at random."""
    rng = random.Random(name)
    position = start(variant_named(name))
    for _ in range(plies):
        position = position.play(rng.choice(position.legal()))
    return position


def said(task: Task) -> object:
    """What a fresh engine says, but how long it took."""
    engine = Engine(table_mib=1)
    try:
        final = Asked(engine, task).final
    finally:
        engine.close()
    return (final.reason, final.depth, final.lines, final.nodes) if isinstance(final, Result) else final.leaves  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "task",
    [
        SearchTask(position=reached("othello", 20), limits=Limits(depth=1, best=1, solve_empties=0)),
        SearchTask(position=reached("othello", 52), limits=Limits(depth=2, best=1, solve_empties=0)),
        SearchTask(position=reached("holed", 18), limits=Limits(depth=2, best=1, solve_empties=0)),
        SearchTask(position=reached("nip", 44), limits=Limits(depth=2, best=1, solve_empties=0)),
        SearchTask(position=reached("othello-10x10", 92), limits=Limits(depth=2, best=1, solve_empties=0)),
        SearchTask(position=reached("reversi-original-4x4", 2), limits=Limits(depth=2, best=1, solve_empties=0)),
        SearchTask(position=reached("reversi-1890-4x4", 6), limits=Limits(depth=2, best=1, solve_empties=0)),
        SearchTask(position=reached("hasami-choose", 57), limits=Limits(depth=1, best=1, solve_empties=0)),
        SearchTask(position=reached("hasami-indirect", 50), limits=Limits(depth=2, best=1, solve_empties=0)),
        SearchTask(position=reached("hasami-remove-5x5", 0), limits=Limits(depth=2, best=1, solve_empties=0)),
        pytest.param(
            SearchTask(position=reached("hasami-remove", 0), limits=Limits(depth=2, best=1, solve_empties=0)),
            marks=pytest.mark.products,
        ),
        SearchTask(position=reached("rolit-2", 56), limits=Limits(depth=2, best=1, solve_empties=0)),
        SearchTask(position=reached("rolit-3", 57), limits=Limits(nodes=10, solve_empties=0)),
        SearchTask(position=reached("othello", 56), limits=Limits(best=1, prove=True)),
        SearchTask(position=reached("othello-10x10", 94), limits=Limits(best=1, prove=True)),
        SearchTask(position=reached("rolit-4", 59), limits=Limits(best=1, prove=True)),
        SearchTask(position=reached("chain-all-4x4", 6), limits=Limits(best=1, prove=True)),
        pytest.param(
            SearchTask(position=reached("chain-all-9x8-multi", 45), limits=Limits(best=1, prove=True)),
            marks=pytest.mark.products,
        ),
        SearchTask(position=reached("go-5x5", 20), limits=Limits(nodes=10)),
        SearchTask(position=reached("go-3x3-area-komi-0", 7), limits=Limits(best=1, prove=True)),
    ],
    ids=lambda task: f"{task.position.variant.name}-{task.position.empties}",
)
def test_searches_are_the_same(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = said(task)
    monkeypatch.setenv("ENGINED_INTERPRET", "1")
    assert said(task) == compiled


@pytest.mark.parametrize("name", ["othello", "octagon-52", "hasami-one", "rolit-4", "reversi-cross", "chain-bend-3x3"])
def test_perft_is_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    task = PerftTask(position=start(CATALOGUE.get(name)), depth=2)
    compiled = said(task)
    monkeypatch.setenv("ENGINED_INTERPRET", "1")
    assert said(task) == compiled


def test_a_debugger_sees_the_file_and_the_line() -> None:
    kernels = Interpreted(layout_of(CATALOGUE.get("othello")), FLIPPING.search_part, trained=False)
    code = vars(kernels)["search"].__wrapped__.__code__
    lines = Path(code.co_filename).read_text(encoding="utf-8").splitlines()
    assert code.co_filename == engined.search.__path__[0] + "/two_sided/alphabeta.py"
    assert "def search(" in "".join(lines[code.co_firstlineno - 1 : code.co_firstlineno + 1])
