"""What a review may spend: time, depth or nodes a position, or a clock for the game; and from where on it is exact."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from engined_protocol.messages import Analysis

from ..options import AnalyseOptions

USUAL_SECONDS = 0.5
"""The seconds for a position, where nothing else is said."""
LEAST_SECONDS = 0.02
"""The least seconds for a position, whatever the clock says."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of a position's search; without any it is searched until it is exact."""

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    clock: float | None = None
    """Seconds for the whole game, instead."""
    exact: int | None = None
    """The number of empty cells from which on scores are proven, however long that takes."""
    threads: int | None = None

    def begin(self, positions: int, now: Callable[[], float] = time.monotonic) -> Allotment:
        """Begin the review of a game of so many positions."""
        return Allotment(self, positions, now)


class Allotment:
    """Deals a budget out to the positions of a game, one after the other. What one leaves of the clock goes on to the
    next ones.
    """

    def __init__(self, budget: Budget, positions: int, now: Callable[[], float]) -> None:
        self._budget = budget
        self._left = positions
        self._now = now
        self._end = None if budget.clock is None else now() + budget.clock

    def next(self) -> Self:
        """Go on to the next position."""
        self._left -= 1
        return self

    def proves(self, empties: int) -> bool:
        """Whether a position is to be proven."""
        return self._budget.exact is not None and empties <= self._budget.exact

    def limits(self, found: Analysis | None = None) -> AnalyseOptions:
        """The limits for the best move, or for another one after what was ``found`` about the best: as deep, if depths
        say something of it.
        """
        budget = self._budget
        options = AnalyseOptions(best=1, book="ignore", nodes=budget.nodes, depth=budget.depth, threads=budget.threads)
        options["seconds"] = budget.seconds
        if self._end is not None:
            share = (self._end - self._now()) / (self._left + 1)
            options["seconds"] = max(share / 2, LEAST_SECONDS)
        if found is not None and found.depth and found.forecast is None:
            options["depth"], options["nodes"] = found.depth, None
            if found.known_depth:  # its depth has cost nothing now: as deep again may cost any time
                options["seconds"] = options["seconds"] or USUAL_SECONDS
        return options
