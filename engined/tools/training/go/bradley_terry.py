"""Strengths of features, from choices among what has them.

What is chosen from competes with a strength that is the product of those of its features, one of each group; it is
chosen as often as its share of all strengths there says (a generalized Bradley-Terry model). The likelihood is raised
to its maximum by minorization-maximization, a group at a time (R. Coulom, "Computing Elo ratings of move patterns in
the game of Go", 2007; D. Hunter, "MM algorithms for generalized Bradley-Terry models", 2004).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Choices:
    """Competitions, one behind the other: a row for each competitor."""

    features: tuple[NDArray[np.int64], ...]
    """The number of every row's feature, for each group."""
    sizes: tuple[int, ...]
    """The number of features of each group."""
    starts: NDArray[np.int64]
    """The first row of each competition."""
    shares: Numbers
    """The share of choices that each row got; those of a competition sum to 1."""

    def strengths(self, gammas: list[Numbers]) -> Numbers:
        """The strength of each row."""
        strengths = np.ones(len(self.shares))
        for feature, gamma in zip(self.features, gammas, strict=True):
            strengths *= gamma[feature]
        return strengths

    def totals(self, strengths: Numbers) -> Numbers:
        """The sum of strengths in each row's competition."""
        totals = np.add.reduceat(strengths, self.starts)
        return np.repeat(totals, np.diff(self.starts, append=len(strengths)))

    def surprise(self, gammas: list[Numbers]) -> float:
        """The mean of minus the logarithm of the probability of what was chosen: less is better."""
        strengths = self.strengths(gammas)
        chances = strengths / self.totals(strengths)
        return -float((self.shares * np.log(chances)).sum()) / len(self.starts)


def fit(choices: Choices, rounds: int, before: list[Numbers], doubt: float) -> list[Numbers]:
    """The strengths of each group's features, beginning with those that were thought ``before``.

    Each is held against what it was by ``doubt`` games won and as many lost, so that what is seen seldom or never stays
    about as it was.
    """
    gammas = [gamma.astype(np.float64) for gamma in before]
    wins = [
        np.bincount(feature, choices.shares, size)
        for feature, size in zip(choices.features, choices.sizes, strict=True)
    ]
    strengths = choices.strengths(gammas)
    for _ in range(rounds):
        for feature, gamma, was, won in zip(choices.features, gammas, before, wins, strict=True):
            others = strengths / gamma[feature]
            losses = np.bincount(feature, others / choices.totals(strengths), len(gamma))
            gamma[:] = (won + doubt) / (losses + 2 * doubt / (gamma + was))
            strengths = others * gamma[feature]
    return gammas
