"""Files of weights of chains: written, read, found, damaged."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from engined.patterns.chain_weights import ChainWeights, find, load, read
from engined.patterns.weight_files import WeightsError, described
from engined.variants.catalogue import Catalogue

CATALOGUE = Catalogue()


def weights(cells: int, *points: str) -> ChainWeights:
    table = np.random.default_rng(cells).integers(-900, 900, (16, 30)).astype(np.int16)
    return ChainWeights(points, cells, table, {"variant": "some"})


def test_a_file_holds_what_was_written(tmp_path: Path) -> None:
    path, written = tmp_path / "some.weights", weights(36, "bends", "ends")
    written.write(path)
    again = read(path)
    assert (again.points, again.cells, again.origin) == (("bends", "ends"), 36, {"variant": "some"})
    assert (again.table == written.table).all()
    assert (again.block() == written.table).all()
    assert described(path) == "some, trained in 0 s"
    assert list(tmp_path.iterdir()) == [path]


def test_a_variant_has_those_of_what_counts_in_it_and_of_the_board_most_like_its_own(tmp_path: Path) -> None:
    for cells in (400, 900):
        weights(cells, "ends").write(tmp_path / f"ends-{cells}.weights")
    weights(100, "count", "ends").write(tmp_path / "both.weights")
    assert find(CATALOGUE.get("hashijime-19x19"), tmp_path) == tmp_path / "ends-400.weights"
    assert find(CATALOGUE.get("chain-ends-count-9x9-half"), tmp_path) == tmp_path / "both.weights"
    assert find(CATALOGUE.get("hashijime-19x19-multi"), tmp_path) is None
    assert find(CATALOGUE.get("othello-4x4"), tmp_path) is None
    assert load(CATALOGUE.get("chain-count-8x8"), tmp_path) is None


@pytest.mark.parametrize("at", [0, 20, 500])
def test_a_damaged_file_is_named(tmp_path: Path, at: int) -> None:
    path = tmp_path / "hashijime.weights"
    weights(36, "ends").write(path)
    path.write_bytes(path.read_bytes()[:at])
    with pytest.raises(WeightsError, match=str(path)):
        read(path)
    with pytest.raises(WeightsError, match=str(path)):
        find(CATALOGUE.get("hashijime"), tmp_path)


@pytest.mark.parametrize(
    "change",
    [
        {"what": "engined weights"},
        {"version": 99},
        {"table": 7},
        {"table": b"not packed"},
        {"stages": 7},
        {"cells": None},
    ],
)
def test_a_file_of_something_else_is_refused(tmp_path: Path, change: dict[str, object]) -> None:
    path = tmp_path / "some.weights"
    weights(36, "ends").write(path)
    path.write_bytes(msgspec.msgpack.encode(msgspec.msgpack.decode(path.read_bytes()) | change))
    with pytest.raises(WeightsError, match=str(path)):
        read(path)
