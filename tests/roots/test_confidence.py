"""What is said of selective scores."""

from __future__ import annotations

import itertools
import math

import pytest

from engined.patterns.weights import load
from engined.roots.confidence import UNMEASURED, Confidence
from engined.search.probcut_levels import FULL_WIDTH
from engined.variants.catalogue import Catalogue

SHIPPED = ("othello", "othello-6x6", "othello-10x10", "octagon-52", "nip")
MOST_SEARCHED = 36
"""Empty cells from which nothing is searched to the end in practice."""
CERTAIN = Confidence((1.0, 2.0, 3.0, 4.0, 20.0), -0.05)


def said_by(name: str) -> Confidence:
    weights = load(Catalogue().get(name), None)
    assert weights is not None
    return Confidence.of(weights.confidence) if weights.confidence else UNMEASURED


SAID = [UNMEASURED, CERTAIN, *map(said_by, SHIPPED)]


def test_it_is_the_share_that_the_odds_stand_for_rounded_down() -> None:
    even = Confidence((0.0, math.log(3) + 1e-9, math.log(9) - 1e-9, 4.0, 5.0), 0.0)
    assert [even.percent(level, 24) for level in range(3)] == [50, 75, 89]
    falling = Confidence((2.0, 2.0, 2.0, 2.0, 2.0), -0.5)
    assert falling.percent(0, 24) == 50
    assert falling.percent(0, 20) == 88


@pytest.mark.parametrize("confidence", SAID)
def test_a_higher_level_says_no_less_and_only_proof_says_all(confidence: Confidence) -> None:
    for empties in range(12, 65):
        said = [confidence.percent(level, empties) for level in range(FULL_WIDTH + 1)]
        assert said[-1] == 100
        assert said == sorted(said)
        assert 0 <= said[0] <= said[-2] < 100
        assert said[0] < said[-2] or empties > MOST_SEARCHED


@pytest.mark.parametrize("confidence", SAID)
def test_more_empty_cells_say_no_more(confidence: Confidence) -> None:
    for level in range(FULL_WIDTH):
        said = [confidence.percent(level, empties) for empties in range(12, 65)]
        assert all(fewer >= more for fewer, more in itertools.pairwise(said))


def test_numbers_are_kept() -> None:
    assert Confidence.of(CERTAIN.numbers()) == CERTAIN
    with pytest.raises(ValueError, match="4 numbers"):
        Confidence.of([1.0, 2.0, 3.0, 4.0])
