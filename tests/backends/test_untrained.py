"""Errors of searches by geometry: measured for each variant, once."""

from __future__ import annotations

import itertools
from pathlib import Path
from statistics import pstdev
from typing import Any

import pytest

from engined.backends import untrained
from engined.backends.memory import Context, TranspositionTable
from engined.backends.probcut_errors import BY_GEOMETRY
from engined.backends.untrained import CAUTION, errors_of, measured
from engined.config import default_cache
from engined.families import FLIPPING
from engined.kernels.compilation import build
from engined.rules.position import Position
from engined.tools import bench
from engined.variants.catalogue import Catalogue

UNTRAINED = Catalogue().get("othello-8x6")


def test_errors_are_those_of_good_games_too() -> None:
    """Of positions, depths and a number of empty cells that were not measured."""
    kernels = build.load(UNTRAINED, FLIPPING.search_part)
    errors = measured(kernels)
    measured_by = bench.Bench(default_cache())
    endings = (p for seed in itertools.count() for p in measured_by.endings(seed, range(13, 14), UNTRAINED.name))
    differences = []
    for position in itertools.islice(endings, 60):
        boards = kernels.layout.boards(position)
        context = Context(TranspositionTable(kernels.BUCKET_BYTES, 4), kernels)
        estimate = kernels.search(*boards, 3, -4800, 4800, context.address)
        exact = 100 * kernels.solve(*boards, -48, 48, context.address)
        if abs(estimate) <= 2000:
            differences.append(exact - estimate)
    assert len(differences) >= 30
    expected = errors.end.deviation(13, 3, 13 / 48) / CAUTION
    assert 0.65 < pstdev(differences) / expected < 1.5


def test_each_variant_has_its_own() -> None:
    """Discs that turn indirectly decide more than others: its first moves alone, and all else, are those of Othello."""
    plain, indirect = (
        measured(build.load(Catalogue().get(name), FLIPPING.search_part)) for name in ("othello-8x6", "hasami-indirect")
    )
    assert indirect.end.constant > plain.end.constant + 0.7
    assert plain != BY_GEOMETRY


def test_on_large_boards_shallow_searches_must_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """And what is found of them is close to what deeper ones find."""
    kernels = build.load(UNTRAINED, FLIPPING.search_part)
    all_depths = measured(kernels)
    asked: set[int] = set()
    values = untrained._Comparing._values

    def noted(self: Any, position: Position, depths: set[int], *, exact: bool) -> dict[int, int]:
        asked.update(() if exact else depths)
        return values(self, position, depths, exact=exact)

    monkeypatch.setattr(untrained._Comparing, "_values", noted)
    monkeypatch.setattr(untrained, "LARGE", len(UNTRAINED.board.cells) - 1)
    shallow = measured(kernels)
    assert asked == {1, 2, 3, 4}
    assert shallow.end == all_depths.end
    assert abs(shallow.midgame.constant - all_depths.midgame.constant) < 0.2


def test_they_are_measured_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernels = build.load(UNTRAINED, FLIPPING.search_part, tmp_path)
    errors = errors_of(kernels, tmp_path)
    (kept,) = tmp_path.rglob("errors-*.json")
    with monkeypatch.context() as patched:
        patched.delattr(untrained, "measured")
        assert errors_of(kernels, tmp_path) == errors
    kept.write_text("[1.0,")
    assert errors_of(kernels, tmp_path) == errors


def test_a_board_that_is_solved_at_once_is_not_measured() -> None:
    assert measured(build.load(Catalogue().get("othello-4x4"), FLIPPING.search_part)) is BY_GEOMETRY


def test_they_are_kept_where_nothing_was_compiled(tmp_path: Path) -> None:
    """As where kernel sources are interpreted: the folder of their machine code is not there."""
    kernels = build.load(Catalogue().get("othello-4x4"), FLIPPING.search_part)
    assert errors_of(kernels, tmp_path / "new") == BY_GEOMETRY
    assert len(list(tmp_path.rglob("errors-*.json"))) == 1
