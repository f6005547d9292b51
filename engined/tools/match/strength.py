"""From the results of a match to a difference in strength.

The two games of a pair begin alike and so are not independent of each other: the error comes from the pairs, of
which each is worth 0, 1/2, 1, 3/2 or 2 points ("pentanomial"; Van den Bergh, "Normalized Elo", 2020). Elo follows
the logistic curve, 400 points for odds of ten to one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, stdev

PAIR_POINTS = (0.0, 0.5, 1.0, 1.5, 2.0)
QUANTILE = NormalDist().inv_cdf(0.975)
"""Standard errors on both sides of a mean that hold 95 %."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How much stronger the first engine is. Elo is infinite where it won, or lost, everything."""

    elo: float
    low: float
    """Lower end of the 95 % interval of Elo."""
    high: float
    superiority: float
    """Likelihood that the first engine is the stronger one, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean and its standard error; the error is None where there are fewer than two values."""

    value: float
    error: float | None


def elo_of(score: float) -> float:
    """The difference in Elo that makes a mean score (from 0 to 1) expected.

    >>> round(elo_of(0.75), 1)
    190.8
    """
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else 400 * math.log10(score / (1 - score))


def strength(pairs: Sequence[float]) -> Strength:
    """What the points of each pair (0, 1/2, ... 2) say. Raises ValueError without pairs.

    One more pair, spread evenly over the five results, is added to the variance (never to the mean): without it a
    few equal results would claim certainty.
    """
    if not pairs:
        raise ValueError("no pair of games is complete")
    mean = fmean(pairs)
    spread = sum((points - mean) ** 2 for points in pairs)
    spread += sum((points - mean) ** 2 for points in PAIR_POINTS) / len(PAIR_POINTS)
    error = math.sqrt(spread / (len(pairs) + 1) / len(pairs)) / 2
    score = mean / 2
    return Strength(
        elo=elo_of(score),
        low=elo_of(score - QUANTILE * error),
        high=elo_of(score + QUANTILE * error),
        superiority=NormalDist().cdf((score - 0.5) / error),
    )


def mean_of(values: Sequence[float]) -> Mean | None:
    """The mean of independent values; None if there are none."""
    if not values:
        return None
    error = stdev(values) / math.sqrt(len(values)) if len(values) > 1 else None
    return Mean(fmean(values), error)
