"""How far searches can be trusted that prune by shallower ones: their errors, and levels of confidence."""

from __future__ import annotations

import math
from dataclasses import astuple, dataclass
from functools import lru_cache
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from engined.search.probcut_levels import FULL_WIDTH, LEVELS, PLIES

LEAST_DEPTH = 3
"""Least depth that is probed."""
LEAST_TO_THE_END = 12
"""Fewest empty cells where a search to the end of the game is probed."""


@dataclass(frozen=True)
class Growth:
    """The logarithm of a standard deviation, in hundredths of a disc: a constant and three slopes."""

    constant: float
    gap: float
    """The slope by the logarithm of the plies between the two searches."""
    shallow: float
    """The slope by the logarithm of the shallow depth plus one."""
    empties: float
    """The slope by the share of cells that are empty."""

    def deviation(self, deep: int, shallow: int, empties: float) -> float:
        """Standard deviation of a search to ``deep`` plies from one to ``shallow``."""
        gap = self.gap * math.log(deep - shallow)
        return math.exp(self.constant + gap + self.shallow * math.log(shallow + 1) + self.empties * empties)


@dataclass(frozen=True)
class Errors:
    """How far shallow searches are off."""

    midgame: Growth
    """The errors against deeper searches."""
    end: Growth
    """The errors against exact scores."""

    def numbers(self) -> list[float]:
        """What :meth:`of` makes them from again."""
        return [*astuple(self.midgame), *astuple(self.end)]

    @staticmethod
    def of(numbers: list[float]) -> Errors:
        """The inverse of :meth:`numbers`."""
        return Errors(Growth(*numbers[:4]), Growth(*numbers[4:]))


BY_GEOMETRY = Errors(Growth(6.3757, 0.4544, -0.3795, -1.2774), Growth(6.3757, 0.4544, -0.3795, -1.2774))
"""The errors of the evaluation by geometry: least squares through the logarithms of the deviations of 600 positions of
8x8 Othello, depths 1 to 9; the residual of the logarithm is 0.11. Never fitted for other boards, nor to the end.
"""


def probe_depth(depth: int) -> int:
    """Half the depth, and odd or even as it is: values of odd and of even depths are biased differently."""
    return depth // 2 - ((depth // 2 ^ depth) & 1)


@lru_cache(maxsize=32)
def probes(errors: Errors, cells: int, level: int) -> NDArray[np.int64]:
    """The table that kernels read, for a level: by empty cells and depth, the probe's depth and its margin."""
    table = np.zeros((cells + 1, PLIES, 2), np.int64)
    if level == FULL_WIDTH:
        return table
    deviations = NormalDist().inv_cdf((1 + LEVELS[level] / 100) / 2)
    for empties in range(cells + 1):
        for depth in range(LEAST_DEPTH, PLIES):
            to_the_end = depth >= empties
            if to_the_end and empties < LEAST_TO_THE_END:
                continue
            growth = errors.end if to_the_end else errors.midgame
            deep = min(depth, empties)
            shallow = probe_depth(deep)
            deviation = growth.deviation(deep, shallow, empties / cells)
            table[empties, depth] = shallow, round(deviations * deviation)
    return table
