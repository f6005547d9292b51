"""``engined train``: from a variant's name to weights that the next start uses."""

from __future__ import annotations

import os
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engined.kernels.network_size import NetworkSize, size_of
from engined.patterns.strengths import read
from engined.patterns.weight_files import SHIPPED
from engined.patterns.weights import read as weights_of
from engined.variants.catalogue import Catalogue
from tests.patience import LONG
from tests.process import commands

SMALL = ("train", "othello-4x4", "--positions", "100", "--depth", "2", "--rounds", "1")


def engined(*words: str, home: Path) -> subprocess.CompletedProcess[str]:
    places = {"XDG_STATE_HOME": str(home / "state"), "XDG_DATA_HOME": str(home / "data")}
    return commands.run(words, env=os.environ | places, timeout=LONG)


def test_weights_go_where_engined_looks_and_another_plan_is_another_task(tmp_path: Path) -> None:
    done = engined(*SMALL, home=tmp_path)
    assert done.returncode == 0, done.stderr
    made = tmp_path / "data/engined/weights/othello-4x4.weights"
    assert str(made) in done.stdout
    assert f"{made}: othello-4x4" in engined("doctor", home=tmp_path).stdout
    first = made.read_bytes()
    assert engined(*SMALL, home=tmp_path).returncode == 0
    assert made.read_bytes() == first, "all was done already"
    other = tmp_path / "other.weights"
    assert f"once they are {made}" in engined(*SMALL, "--out", str(other), home=tmp_path).stdout
    assert other.read_bytes() == first
    assert engined(*SMALL, "--seed", "2", home=tmp_path).returncode == 0
    assert made.read_bytes() != first


def test_go_has_strengths_and_a_network(tmp_path: Path) -> None:
    words = ("train", "go-5x5", "--positions", "20", "--nodes", "20", "--rounds", "1", "--network-positions", "40")
    made = tmp_path / "data/engined/weights/go-5x5.weights"
    done = engined(*words, home=tmp_path)
    assert done.returncode == 0, done.stderr
    found = read(made)
    assert found.network_of(25) is not None
    games = {path: path.stat().st_mtime_ns for path in (tmp_path / "state").rglob("[0-9]*.np[yz]")}
    assert {path.suffix for path in games} == {".npy", ".npz"}
    done = engined(*words, "--networks", "0", home=tmp_path)
    assert done.returncode == 0, done.stderr
    alone = read(made)
    assert alone.network is None
    assert all((alone.tables[name] == table).all() for name, table in found.tables.items())
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "state").rglob("[0-9]*.np[yz]")} == games


def test_a_network_can_be_taught_for_the_strengths_there_are(tmp_path: Path) -> None:
    words = ("train", "go-5x5", "--nodes", "20", "--rounds", "0", "--networks", "1", "--network-positions", "40")
    done = engined(*words, home=tmp_path)
    assert done.returncode == 0, done.stderr
    found, shipped = read(tmp_path / "data/engined/weights/go-5x5.weights"), read(SHIPPED / "go-9x9.weights")
    assert found.network_of(25) is not None
    assert all((shipped.tables[name] == table).all() for name, table in found.tables.items())


def test_a_network_is_as_large_as_wanted_and_may_only_grow(tmp_path: Path) -> None:
    words = ("train", "go-5x5", "--nodes", "20", "--rounds", "0", "--networks", "1", "--network-positions", "20")
    done = engined(*words, "--network-channels", "64", "--network-blocks", "1", home=tmp_path)
    assert done.returncode == 0, done.stderr
    made = tmp_path / "data/engined/weights/go-5x5.weights"
    network = read(made).network_of(25)
    assert network is not None
    assert size_of(len(network)) == NetworkSize(64, 1)
    done = engined(*words, "--network-blocks", "2", home=tmp_path)
    assert done.returncode == 0, done.stderr
    network = read(made).network_of(25)
    assert network is not None
    assert size_of(len(network)) == NetworkSize(64, 2), "it goes on with the channels that it has"
    done = engined(*words, "--network-channels", "32", home=tmp_path)
    assert done.returncode == 1
    assert "a network of 32 channels and 2 blocks cannot go on from one of 64 and 2" in done.stderr
    replace(read(made), network=np.zeros(1000, np.float32)).write(made)
    done = engined(*words, home=tmp_path)
    assert done.returncode == 1
    assert "cannot be gone on from: a network of 1000 weights: this engined knows no such network" in done.stderr


def test_a_network_is_taught_by_collected_positions(tmp_path: Path) -> None:
    words = ("train", "othello-4x4", "--rounds", "0", "--network-positions", "600")
    done = engined(*words, home=tmp_path)
    assert done.returncode == 0, done.stderr
    made = tmp_path / "data/engined/weights/othello-4x4.weights"
    assert f"{made}: engined plays othello-4x4 with these weights" in done.stdout
    weights = weights_of(made, Catalogue().get("othello-4x4"))
    assert weights.network is not None
    (positions,) = (tmp_path / "state").rglob("*.positions")
    assert positions.parent.name == "positions", "where engined collect has them"
    done = engined("solve", "--variant", "othello-4x4", "start", home=tmp_path)
    assert "-10" in done.stdout, "what is exact stays so"


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("nosuch",), "no variant 'nosuch'"),
        (("othello-4x4", "--positions", "0"), "--positions: 0 is not a whole number of at least 1"),
        (("othello-4x4", "--threads", "-1"), "-1 is not a whole number of at least 1"),
        (("othello-4x4", "--depth", "deep"), "'deep' is not a whole number of at least 1"),
        (("chain-ends-bend-4x4", "--networks", "1"), "with --networks: its training has no such thing"),
        (("chain-ends-bend-4x4", "--rounds", "0"), "with --rounds 0: there would be nothing to do"),
        (("othello-4x4", "--networks", "2"), "with more than one of --networks"),
        (("go-5x5", "--rounds", "0", "--networks", "0"), "with --rounds 0: there would be nothing to do"),
        (("go-5x5", "--network-channels", "48"), "with --network-channels: they are a multiple of 32, at most 64"),
        (("othello-4x4", "--network-blocks", "2"), "with --network-blocks: its training has no such thing"),
        (("go-5x5", "--networks", "-1"), "--networks: -1 is not a whole number of at least 0"),
        (("nofile.toml",), "nofile.toml"),
        (("othello-4x4", "--out", "."), ".: Is a directory"),
    ],
)
def test_what_cannot_be_trained_is_said(words: tuple[str, ...], fault: str, tmp_path: Path) -> None:
    done = engined("train", *words, home=tmp_path)
    assert done.returncode == (2 if "not a whole number" in fault else 1)
    assert fault in done.stderr
    assert "Traceback" not in done.stderr
