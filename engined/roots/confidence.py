"""How far a selective score can be trusted: in how many of a hundred positions it is the exact one, as measured.

A level of selectivity says how often one probe may be wrong (see :mod:`engined.search.probcut_levels`). A search to the
end prunes by many, and where one is wrong the score may be right all the same, so the two numbers differ.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from engined.search.probcut_levels import FULL_WIDTH

AT = 20
"""Empty cells that the measured odds are told for."""


@dataclass(frozen=True)
class Confidence:
    """How often scores of searches to the end are exact: what is said of them, by level and empty cells."""

    odds: tuple[float, ...]
    """The logarithm of the odds, for each level, that a score is exact with :data:`AT` empty cells."""
    per_empty: float
    """The change of these logarithms with each further empty cell."""

    def percent(self, level: int, empties: int) -> int:
        """The least number of a hundred scores at a level that are exact: rounded down, 100 at the last, a proof."""
        if level == FULL_WIDTH:
            return 100
        return math.floor(100 / (1 + math.exp(-self.odds[level] - self.per_empty * (empties - AT))))

    def numbers(self) -> list[float]:
        """What :meth:`of` makes it from again."""
        return [*self.odds, self.per_empty]

    @staticmethod
    def of(numbers: Sequence[float]) -> Confidence:
        """The inverse of :meth:`numbers`. Raises ValueError where these are too few or too many."""
        if len(numbers) != FULL_WIDTH + 1:
            raise ValueError(f"{len(numbers)} numbers for {FULL_WIDTH} levels")
        return Confidence(tuple(numbers[:-1]), numbers[-1])


UNMEASURED = Confidence((-1.09, -0.66, -0.07, 0.25, 1.39), -0.2)
"""The confidence in evaluations that ``engined refit`` has not measured: those by geometry, and those of a training
alone. It is a little less than the least that was found on any board: of 36 scores of the octagon with 18 to 24 empty
cells that surprised the search 28, 39, 56, 61 and 86 % were exact at the five levels; of 85 of 8x6, by geometry, 56 to
96 %.
"""
