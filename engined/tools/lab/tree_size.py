"""Perft: how many games begin differently."""

from __future__ import annotations

from collections.abc import Generator

from engined.rules.position import start
from engined.variants.model import Variant

from .findings import Leaves, TreeSize
from .oracle import Oracle


class CountingLeaves:
    """Leaves of the game tree, depth after depth."""

    def __init__(self, variant: Variant, oracle: Oracle) -> None:
        self._beginning, self._oracle = start(variant), oracle
        self._depths: list[Leaves] = []

    def run(self, seconds: float) -> Generator[float, None, None]:
        """Count for so long; gives the share of the time that has passed. Raises Unsupported."""
        spent = 0.0
        for leaves in self._oracle.perft(self._beginning, seconds):
            self._depths.append(leaves)
            spent += leaves.seconds
            yield min(spent / seconds, 1.0)

    def finding(self) -> TreeSize | None:
        """What is known so far; None before anything was counted."""
        return TreeSize(tuple(self._depths)) if self._depths else None
