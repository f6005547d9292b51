"""How far a selective score can be trusted: in how many of a hundred positions it is the exact one, as measured.

A level of selectivity says how often one probe may be wrong (see :mod:`engined.search.probcut_levels`). A search to the
end prunes by many, and where one is wrong the score may be right all the same, so the two numbers differ.
"""

from __future__ import annotations

import math

from engined.search.probcut_levels import FULL_WIDTH

AT_20 = (0.52, 1.4, 2.25, 2.85, 3.15)
"""For each level the logarithm of the odds that the score is exact, with 20 empty cells."""
PER_EMPTY = -0.05
"""How much that changes with each further one. ``engined bench --confidence VARIANT`` holds these against reality.

A logistic regression through 880 positions, at five levels each, of 8x8 Othello, 6x6 and Nip with 16 to 27 empty cells
gives 0.59, 1.52, 2.41, 3.14, 3.32 and -0.025 +- 0.025. These promise less, since boards differ by more than chance (at
the first level 57 to 66 %), and with more empty cells nothing was measured."""


def confidence(level: int, empties: int) -> int:
    """Per cent: how often the score of a search to the end at a level is exact. 100 at the last, which is proof."""
    if level == FULL_WIDTH:
        return 100
    return round(100 / (1 + math.exp(-AT_20[level] - PER_EMPTY * (empties - 20))))
