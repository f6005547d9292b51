"""What is said of selective scores, against reality."""

from __future__ import annotations

import itertools
import math

import pytest

from engined.config import default_cache
from engined.roots.confidence import confidence
from engined.search.probcut_levels import FULL_WIDTH
from engined.tools import bench

MEASURED = (
    ((16, 20), (42, 55, 57, 58, 57), 60),
    ((18, 22), (44, 53, 56, 56, 57), 60),
    ((16, 22), (42, 52, 57, 60, 60), 60),
    ((24, 27), (36, 50, 54, 58, 58), 60),
    ((24, 26), (24, 32, 39, 39, 39), 40),
    ((18, 22), (132, 164, 180, 192, 192), 200),
    ((18, 22), (130, 158, 180, 186, 188), 200),
    ((18, 22), (114, 156, 184, 194, 198), 200),
)
"""Empty cells, how many scores were exact at each level, and of how many: Nip, 8x8, 6x6, 6x6, 8x8, 6x6, 8x8 and Nip."""
HARD = (
    (20, (172, 224, 243, 259, 263), 276),
    (24, (49, 57, 63, 65, 66), 70),
)
"""The same of hard positions of 8x8, below which the percentages were set: of a public file, and games of its own where
a search to depth 10 errs by 5 discs or more. The evaluation learned from part of these games."""
STANDARD_ERRORS = 3.5
"""So far off is one of thousands."""


def off_by(exact: int, count: int, claimed: float) -> float:
    """In standard errors, if what is claimed were so; positive where too little is claimed."""
    share = claimed / 100
    return (exact - share * count) / math.sqrt(share * (1 - share) * count)


@pytest.mark.parametrize("level", range(FULL_WIDTH))
def test_the_percentages_are_those_measured(level: int) -> None:
    for (fewest, most), exact, count in MEASURED:
        claimed = confidence(level, (fewest + most) // 2)
        assert abs(off_by(exact[level], count, claimed)) < STANDARD_ERRORS


@pytest.mark.parametrize("level", range(FULL_WIDTH))
def test_no_more_is_said_than_holds_for_hard_positions(level: int) -> None:
    for empties, exact, count in HARD:
        assert confidence(level, empties) <= 100 * exact[level] / count


def test_a_higher_level_says_more_and_only_proof_says_all() -> None:
    for empties in range(12, 65):
        said = [confidence(level, empties) for level in range(FULL_WIDTH + 1)]
        assert said[-1] == 100
        assert all(lower < higher for lower, higher in itertools.pairwise(said))


@pytest.mark.parametrize("level", range(FULL_WIDTH))
def test_more_empty_cells_say_less(level: int) -> None:
    said = [confidence(level, empties) for empties in range(12, 65)]
    assert said == sorted(said, reverse=True)
    assert said[0] > said[-1]


@pytest.mark.parametrize("name", ["othello-6x6", "othello-8x6"])
def test_scores_are_exact_as_often_as_they_say(name: str) -> None:
    """With trained weights, and by geometry with margins measured for this board; always the same positions."""
    measured, positions = bench.Bench(default_cache()), 40
    off = [0] * FULL_WIDTH
    said = [0] * FULL_WIDTH
    for position in itertools.islice(measured.unrelated_endings(name, range(15, 18)), positions):
        *scores, exact = measured.selective_scores(position)
        assert all(score % 2 == 0 for score in scores), "empty cells are the winner's: no score is odd"
        for level, score in enumerate(scores):
            off[level] += score != exact
            said[level] += confidence(level, position.empties)
    for level in range(FULL_WIDTH):
        assert off_by(positions - off[level], positions, said[level] / positions) > -STANDARD_ERRORS
