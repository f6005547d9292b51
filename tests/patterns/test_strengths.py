"""Files of strengths: written, read, found, damaged."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest

from engined.patterns.strengths import Strengths, find, read
from engined.patterns.weight_files import WeightsError, described
from engined.variants.catalogue import Catalogue

CATALOGUE = Catalogue()


def strengths(cells: int) -> Strengths:
    rng = np.random.default_rng(cells)
    tables = {"tactics": rng.uniform(0.01, 50, 13), "shapes": rng.uniform(0.1, 9, 65536)}
    return Strengths(cells, {name: table.astype(np.float32) for name, table in tables.items()}, {"variant": "some"})


def test_a_file_holds_what_was_written(tmp_path: Path) -> None:
    path, written = tmp_path / "some.weights", strengths(81)
    written.write(path)
    again = read(path)
    assert (again.cells, again.origin) == (81, {"variant": "some"})
    for name, table in written.tables.items():
        assert np.allclose(again.tables[name], table, rtol=1e-3), "to eleven bits"
    assert described(path) == "some, trained in 0 s"
    assert list(tmp_path.iterdir()) == [path]


def test_a_network_is_for_boards_with_about_as_many_cells_or_more(tmp_path: Path) -> None:
    path, network = tmp_path / "some.weights", np.linspace(-3, 3, 100, dtype=np.float32)
    replace(strengths(81), network=network).write(path)
    again = read(path)
    found = again.network_of(81)
    assert found is not None
    assert np.allclose(found, network, rtol=1e-3)
    assert again.network_of(64) is found
    assert again.network_of(49) is None
    assert again.network_of(361) is found
    replace(strengths(81), network=network * np.inf).write(path)
    with pytest.raises(WeightsError, match="no number"):
        read(path)


def test_a_variant_has_those_of_the_board_most_like_its_own(tmp_path: Path) -> None:
    for cells in (25, 1000):
        strengths(cells).write(tmp_path / f"{cells}.weights")
    assert find(CATALOGUE.get("go-4x4"), tmp_path) == tmp_path / "25.weights"
    strengths(16).write(tmp_path / "a.weights")
    assert find(CATALOGUE.get("go-4x4"), tmp_path) == tmp_path / "a.weights"
    assert find(CATALOGUE.get("go-4x4-area-komi-3"), tmp_path) == tmp_path / "a.weights"


@pytest.mark.parametrize("at", [0, 20, 500, 9_000])
def test_a_damaged_file_is_named(tmp_path: Path, at: int) -> None:
    path = tmp_path / "go.weights"
    strengths(81).write(path)
    path.write_bytes(path.read_bytes()[:at])
    with pytest.raises(WeightsError, match=str(path)):
        read(path)
    with pytest.raises(WeightsError, match=str(path)):
        find(CATALOGUE.get("go"), tmp_path)


@pytest.mark.parametrize(
    "change",
    [
        {"what": "engined weights"},
        {"version": 99},
        {"tables": 7},
        {"tables": {"tactics": b"not packed"}},
        {"cells": None},
    ],
)
def test_a_file_of_something_else_is_refused(tmp_path: Path, change: dict[str, object]) -> None:
    path = tmp_path / "some.weights"
    strengths(81).write(path)
    path.write_bytes(msgspec.msgpack.encode(msgspec.msgpack.decode(path.read_bytes()) | change))
    with pytest.raises(WeightsError, match=str(path)):
        read(path)


def test_a_strength_is_above_zero(tmp_path: Path) -> None:
    path = tmp_path / "some.weights"
    Strengths(9, {"tactics": np.array([1.0, -2.0], np.float32)}).write(path)
    with pytest.raises(WeightsError, match="not above 0"):
        read(path)
