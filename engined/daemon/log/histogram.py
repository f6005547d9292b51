"""How many of some durations were how short."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate

BOUNDS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0)
"""Seconds up to which durations are counted together; longer ones are so besides."""


class Histogram:
    """Counts durations."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0
        """Seconds of all together."""

    def add(self, seconds: float) -> None:
        """Count one more."""
        self._counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def up_to(self) -> list[tuple[float, int]]:
        """The number, for each bound, infinity last, of those that were at most as long."""
        return list(zip((*BOUNDS, float("inf")), accumulate(self._counts), strict=True))
