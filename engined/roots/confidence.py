"""How far a selective score can be trusted: in how many of a hundred positions it is the exact one, as measured.

A level of selectivity says how often one probe may be wrong (see :mod:`engined.search.probcut_levels`). A search to the
end prunes by many, and where one is wrong the score may be right all the same, so the two numbers differ.
"""

from __future__ import annotations

import math

from engined.search.probcut_levels import FULL_WIDTH

AT_20 = (0.45, 1.32, 1.82, 2.44, 2.75)
"""For each level the logarithm of the odds that the score is exact, with 20 empty cells."""
PER_EMPTY = -0.03
"""How much that changes with each further one. ``engined bench --confidence VARIANT`` holds these against reality.

They were set below the shares of these hard positions of 8x8 Othello, so others have yet to confirm them: of
276 with 20 empty cells, of a public file, 62, 81, 88, 94 and 95 % at the five levels; of 70 with 24, where a
search to depth 10 errs by 5 discs or more, 70, 81, 90, 93 and 94 %. Ordinary positions are worth more: a
logistic regression through 880 of them, of 8x8 Othello, 6x6 and Nip with 16 to 27 empty cells, gives 0.59,
1.52, 2.41, 3.14, 3.32 and -0.025 +- 0.025."""


def confidence(level: int, empties: int) -> int:
    """Per cent: how often the score of a search to the end at a level is exact. 100 at the last, which is proof."""
    if level == FULL_WIDTH:
        return 100
    return round(100 / (1 + math.exp(-AT_20[level] - PER_EMPTY * (empties - 20))))
