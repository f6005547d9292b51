"""Training from nothing, on boards small enough to do it in seconds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engined.backends.probcut_errors import Growth
from engined.kernels.layouts.layout import layout_of
from engined.patterns.shapes import patterns_of
from engined.patterns.weights import folded, read
from engined.rules.position import start
from engined.tools.training.patterns.fit import Problem, solve
from engined.tools.training.patterns.training import PatternTraining, Plan
from engined.tools.training.selectivity.search_errors import Deviation, fitted
from engined.tools.training.workers import Workers
from engined.variants.catalogue import Catalogue
from tests.tools.training.test_labelled_games import by_boards

SMALL = Catalogue().get("othello-4x4")
PLAN = Plan(positions=300, width=4, play_depth=2, depth=2, exact=12, threads=2)


def test_the_fit_is_that_of_least_squares() -> None:
    rng = np.random.default_rng(1)
    features = rng.integers(0, 20, (500, 6)).astype(np.int32)
    targets = rng.normal(size=500) * 100
    prior = rng.normal(size=25)
    dense = np.zeros((500, 25))
    np.add.at(dense, (np.arange(500)[:, None], features), 1.0)
    ridge = 7.0
    wanted = prior + np.linalg.solve(dense.T @ dense + ridge * np.eye(25), dense.T @ (targets - dense @ prior))
    found = solve(Problem(features, targets, 25), prior, ridge)
    assert np.allclose(found, wanted, atol=0.05)
    assert np.allclose(found[20:], prior[20:]), "nothing is known of these"


@pytest.mark.parametrize(
    ("name", "value"),
    [("othello-4x4", -10), pytest.param("hasami-one-4x4", -12, marks=pytest.mark.products)],
)
def test_games_are_legal_and_labels_exact(name: str, value: int) -> None:
    """The values are those of RULES and of plain searches: see tests/rules and tests/search."""
    variant = Catalogue().get(name)
    workers = Workers(variant, None, 2)
    positions = np.unique(np.concatenate(list(workers.games(128, 2, 3, 1))), axis=0)
    assert {tuple(row) for row in positions.tolist()} <= by_boards(name).keys()
    labels = {at + i: value for at, some in workers.labels(positions, 1, 16) for i, value in enumerate(some.tolist())}
    assert sorted(labels) == list(range(len(positions)))
    begin = layout_of(variant).boards(start(variant))
    at = positions.tolist().index(list(begin))
    assert labels[at] == 100 * value


@pytest.mark.parametrize("name", ["othello-4x4", pytest.param("hasami-choose-4x4", marks=pytest.mark.products)])
def test_a_training_ends_with_weights_that_know_the_board(name: str, tmp_path: Path) -> None:
    variant = Catalogue().get(name)
    heard: list[str] = []
    weights = PatternTraining(variant, PLAN, tmp_path, None, None, lambda what, share: heard.append(what)).run()
    assert "games" in heard
    chosen, places = folded(patterns_of(variant))
    assert (weights.tables[:, chosen][:, places] == weights.tables).all(), "symmetries change nothing"
    kept = read(tmp_path / "trained.weights", variant)
    assert (kept.tables == weights.tables).all()
    workers = Workers(variant, None, 1, weights)
    positions = np.concatenate(list(workers.games(256, 2, 99, 2)))
    exact, guessed = (
        np.concatenate([some for _, some in sorted(workers.labels(positions, 0, limit), key=lambda part: part[0])])
        for limit in (16, 0)
    )
    errors = np.abs(exact - guessed).mean()
    assert errors < 0.7 * np.abs(exact - exact.mean()).mean(), "better than knowing nothing"


def test_labels_cost_no_more_than_they_may(tmp_path: Path) -> None:
    efforts = {}
    for nodes in (1, 60, 10**6):
        plan = replace(PLAN, nodes=nodes, depth=6, width=2)
        training = PatternTraining(SMALL, plan, tmp_path / str(nodes), None, None, lambda what, share: None)
        found = training.run().origin["efforts"]
        efforts[nodes] = [found[stage] for stage in sorted(found, key=int)]
    assert set(efforts[1][1:]) == {(2, 0)}, "never so shallow that searches end in what is not trained"
    assert set(efforts[10**6]) == {(6, 12)}
    assert efforts[60][0] == (6, 12), "near the end more can be afforded"
    assert efforts[60][-1] < (6, 0)


def test_stages_without_positions_are_no_fault(tmp_path: Path) -> None:
    plan = replace(PLAN, positions=20, width=2)
    weights = PatternTraining(SMALL, plan, tmp_path, None, None, lambda what, share: None).run()
    assert len(weights.errors) == 8
    assert weights.tables.any()


def test_an_interrupted_training_goes_on(tmp_path: Path) -> None:
    class Enough(Exception):
        pass

    def stop_at_stage_2(what: str, share: float) -> None:
        if what.startswith("stage 2"):
            raise Enough

    with pytest.raises(Enough):
        PatternTraining(SMALL, PLAN, tmp_path / "broken", None, None, stop_at_stage_2).run()
    heard: list[str] = []
    weights = PatternTraining(
        SMALL, PLAN, tmp_path / "broken", None, None, lambda what, share: heard.append(what)
    ).run()
    assert "games" not in heard
    assert not any(what.startswith("stage 0") for what in heard)
    whole = PatternTraining(SMALL, PLAN, tmp_path / "whole", None, None, lambda what, share: None).run()
    assert (whole.tables[0] == weights.tables[0]).all()
    assert weights.origin["trained"] == len(weights.tables)


def test_errors_are_fitted_through_their_logarithms() -> None:
    law = Growth(6.0, 0.5, -0.3, -1.0)
    found = fitted(
        [
            Deviation(deep, shallow, share, law.deviation(deep, shallow, share))
            for deep in range(3, 9)
            for shallow in range(1, deep)
            for share in (0.3, 0.6)
        ]
    )
    assert found is not None
    assert np.allclose([found.constant, found.gap, found.shallow, found.empties], [6.0, 0.5, -0.3, -1.0], atol=0.05)
    assert fitted([Deviation(3, 1, 0.5, 100.0)] * 3) is None


def test_errors_to_the_end_are_told_beyond_what_was_measured() -> None:
    """With as many plies as cells are empty, and each number of these looked at on other positions."""
    law, rng = Growth(6.0, 0.5, -0.3, -1.0), np.random.default_rng(1)
    for _ in range(5):
        noises = dict(zip(range(12, 18), np.exp(rng.normal(0, 0.1, 6)).tolist(), strict=True))
        found = fitted(
            [
                Deviation(empties, shallow, empties / 64, law.deviation(empties, shallow, empties / 64) * noise)
                for empties, noise in noises.items()
                for shallow in range(2, 9, 2)
            ]
        )
        assert found is not None
        assert 0.6 < found.deviation(26, 8, 26 / 64) / law.deviation(26, 8, 26 / 64) < 1.6
