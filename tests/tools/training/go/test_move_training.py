"""Training what moves are worth, on a board small enough to do it in seconds."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from engined.backends.go_tables import GROUPS, canonical_shapes
from engined.patterns.strengths import read
from engined.tools.training.go.move_training import MovePlan, MoveTraining, positions_in
from engined.variants.catalogue import Catalogue

PLAN = MovePlan(positions=40, nodes=60)


def silent(what: str, share: float) -> None:
    """Nobody listens."""


def test_a_training_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    variant = Catalogue().get("go-5x5")
    training = MoveTraining(variant, PLAN, tmp_path, None, None, silent)
    found = training.run()
    assert {name: len(table) for name, table in found.tables.items()} == {
        name: size for name, (_, size) in GROUPS.items()
    }
    assert (found.cells, found.origin["variant"]) == (25, "go-5x5")
    shapes = canonical_shapes()
    for name in ("shapes", "playout shapes"):
        assert (found.tables[name] == found.tables[name][shapes]).all(), "symmetries change nothing"
    games = sorted(tmp_path.glob("*.npy"))
    rows = np.concatenate([np.load(path) for path in games])
    assert positions_in(rows) == found.origin["positions"] >= PLAN.positions
    before = [path.stat().st_mtime_ns for path in games]
    training.path.unlink()
    again = MoveTraining(variant, PLAN, tmp_path, None, None, silent).run()
    assert [path.stat().st_mtime_ns for path in games] == before, "no game was played again"
    assert all((again.tables[name] == table).all() for name, table in found.tables.items())
    assert all(np.allclose(read(training.path).tables[name], table, rtol=1e-3) for name, table in found.tables.items())
    kept = np.load(games[0])
    for path in (*games, training.path):
        path.unlink()
    MoveTraining(variant, PLAN, tmp_path, None, None, silent).run()
    assert (np.load(games[0]) == kept).all(), "a game hangs on its number alone"


def test_the_next_round_plays_other_games(tmp_path: Path) -> None:
    variant = Catalogue().get("go-5x5")
    first = MoveTraining(variant, PLAN, tmp_path / "1", None, None, silent).run()
    MoveTraining(variant, PLAN, tmp_path / "2", None, first, silent).run()
    one, other = (np.load(tmp_path / number / "0.npy") for number in "12")
    assert one.shape != other.shape or (one != other).any()
