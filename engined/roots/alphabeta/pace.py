"""The iterations of a search say what a deeper one will cost."""

from __future__ import annotations

import math

LEAST_GROWTH, MOST_GROWTH = 1.2, 2.5
"""A ply costs at least and at most so many times the one before."""


class Pace:
    """The nodes of the last two iterations of a search."""

    def __init__(self) -> None:
        self._ends: list[tuple[int, int]] = []
        """The depth where the first of them began and those where they ended, and the nodes of the search by then."""

    def reached(self, depth: int, nodes: int) -> None:
        """Note that an iteration has ended, or before the first that so much is known."""
        self._ends = [*self._ends, (depth, nodes)][-3:]

    def cost(self, plies: int) -> float:
        """The nodes that an iteration so many plies deeper should take; infinity before there were two."""
        if len(self._ends) < 3:
            return math.inf
        (_, begin), (before, middle), (depth, end) = self._ends
        growth = max((end - middle) / max(middle - begin, 1), 1.0) ** (1 / (depth - before))
        return (end - middle) * float(min(max(growth, LEAST_GROWTH), MOST_GROWTH) ** plies)
