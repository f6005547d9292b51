"""Strengths from choices: those that made them are found again."""

from __future__ import annotations

import numpy as np

from engined.tools.training.go.bradley_terry import Choices, fit


def drawn(gammas: list[np.ndarray], competitions: int, seed: int) -> Choices:
    """Choices among 3 to 12 competitors with features at random, made as their strengths say."""
    rng = np.random.default_rng(seed)
    sizes = rng.integers(3, 13, competitions)
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    features = [rng.integers(0, len(gamma), sizes.sum()) for gamma in gammas]
    strengths = np.prod([gamma[feature] for gamma, feature in zip(gammas, features, strict=True)], axis=0)
    shares = np.zeros(len(strengths))
    for first, size in zip(starts, sizes, strict=True):
        here = strengths[first : first + size]
        shares[first + rng.choice(size, p=here / here.sum())] = 1.0
    return Choices(tuple(features), tuple(map(len, gammas)), starts, shares)


def even(gammas: list[np.ndarray]) -> list[np.ndarray]:
    """Strengths of features of which nothing is known."""
    return [np.ones(len(gamma)) for gamma in gammas]


def test_known_strengths_are_found() -> None:
    true = [np.array([1.0, 4.0, 0.25, 12.0]), np.array([1.0, 0.5, 3.0])]
    choices = drawn(true, 20_000, 1)
    found = fit(choices, 60, even(true), 1.0)
    for gamma, wanted in zip(found, true, strict=True):
        assert np.allclose(gamma / gamma[0], wanted, rtol=0.1), "but for a factor"
    assert choices.surprise(found) <= choices.surprise(true)


def test_every_round_explains_more() -> None:
    true = [np.array([1.0, 30.0, 0.1]), np.array([1.0, 2.0])]
    choices = drawn(true, 500, 2)
    surprises = [choices.surprise(fit(choices, rounds, even(true), 1e-9)) for rounds in (0, 1, 2, 5, 20)]
    assert surprises == sorted(surprises, reverse=True)
    assert surprises[0] > surprises[-1] + 0.2


def test_what_was_never_seen_stays_as_it_was() -> None:
    choices = drawn([np.array([1.0, 30.0])], 200, 3)
    wider = Choices(choices.features, (5,), choices.starts, choices.shares)
    (gamma,) = fit(wider, 30, [np.array([1.0, 1.0, 1.0, 7.0, 0.2])], 1.0)
    assert np.allclose(gamma[2:], [1.0, 7.0, 0.2])
    assert gamma[1] / gamma[0] > 10
