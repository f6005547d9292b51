"""Training what chains are worth, on a board small enough to do it in seconds."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from engined.patterns.chain_weights import read
from engined.tools.training.chains.training import (
    ChainPlan,
    ChainTraining,
    ChainWorkers,
    explained,
    fitted,
    untrainable,
)
from engined.variants.catalogue import Catalogue

VARIANT = Catalogue().get("chain-all-6x6")
PLAN = ChainPlan(positions=192, depth=2, exact=12, nodes=500, threads=2)


def silent(what: str, share: float) -> None:
    """Nobody listens."""


def test_the_fit_is_drawn_to_what_was_before() -> None:
    rng = np.random.default_rng(1)
    features = rng.integers(0, 3, (400, 5)).astype(np.float32)
    features[:, 4] = 0
    before, truth = np.array([0.0, 0, 0, 0, 77]), np.array([50.0, -20, 0, 5, 0])
    found = fitted(features, features @ truth, before, 1e-6)
    assert np.allclose(found[:4], truth[:4], atol=0.01)
    assert found[4] == 77, "nothing was seen of it"
    assert np.allclose(fitted(features, features @ truth, before, 1e12), before, atol=0.01)


def test_what_is_explained() -> None:
    labels = np.array([0, 100, 200, 100])
    assert explained(labels, labels) == 1.0
    assert explained(np.full(4, 100), labels) == 0.0


def test_a_training_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    training = ChainTraining(VARIANT, PLAN, tmp_path, None, None, silent)
    found = training.run()
    assert (found.points, found.cells) == (("bends", "count", "ends"), 36)
    assert found.origin["trained"] == len(found.table)
    assert found.origin["known"]["1"] > 0.2, "of positions near the end much can be seen"
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.glob("*.np*")}
    assert len(kept) > 5
    training.path.unlink()
    again = ChainTraining(VARIANT, PLAN, tmp_path, None, None, silent).run()
    assert (again.table == found.table).all()
    assert {path: path.stat().st_mtime_ns for path in kept} == kept, "nothing was played or searched again"
    assert (read(training.path).table == found.table).all()


def test_labels_near_the_end_are_those_of_the_solver() -> None:
    """A search to a depth does not ask weights there."""
    workers = ChainWorkers(VARIANT, 1, None)
    rows = np.concatenate(list(workers.games(64, 1, 5)))
    late = rows[workers.summed_up(rows)[0] == 1][:50]
    solved, searched = (dict(workers.labels(late, 1, exact)) for exact in (36, 0))
    assert (solved[0] == searched[0]).all()
    assert (solved[0] % 100 == 0).all()


def test_chains_that_branch_have_no_weights() -> None:
    assert untrainable(Catalogue().get("hashijime-6x6")) is None
    assert untrainable(Catalogue().get("hashijime-6x6-multi")) == "its chains may branch"
