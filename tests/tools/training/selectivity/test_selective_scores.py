"""How often selective scores are exact: how it is measured, and what is said by it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from engined.backends.two_sided import TwoSidedBackend
from engined.config import default_cache
from engined.engine.loading import load_backend
from engined.roots.confidence import Confidence
from engined.search.probcut_levels import FULL_WIDTH
from engined.tools.training.selectivity.selective_scores import (
    FEWEST,
    Difficulty,
    Measured,
    fitted,
    measured,
    table,
    too_small,
)
from engined.variants.catalogue import Catalogue

TRUE = {False: (1.0, 1.5, 2.0, 2.5, 3.0), True: (0.3, 1.0, 1.5, 2.0, 2.5)}
"""Logarithms of odds at the levels with 20 empty cells, of ordinary positions and of hard ones."""
PER_EMPTY = -0.1
STANDARD_ERRORS = 3.5
"""So far off is one of thousands."""


def share(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))


def made_up(count: int, *, hard: bool) -> list[Measured]:
    """Hard ones are close or surprised the search, by turns."""
    rng = np.random.default_rng(hard)
    rows = []
    for game in range(count):
        empties = int(rng.integers(16, 25))
        wrong = [rng.random() > share(odds + PER_EMPTY * (empties - 20)) for odds in TRUE[hard]]
        close, off = hard and game % 2 == 0, 6.0 * (hard and game % 2 == 1)
        rows.append(Measured(game, close, empties, off, tuple(2.0 * is_wrong for is_wrong in wrong)))
    return rows


def backend(name: str) -> TwoSidedBackend:
    made = load_backend(Catalogue().get(name), default_cache(), 16)
    assert isinstance(made, TwoSidedBackend)
    return made


def test_no_more_is_said_than_holds_for_the_hardest_kind_and_little_less() -> None:
    found = fitted(made_up(4000, hard=False) + made_up(4000, hard=True))
    assert found is not None
    for level, odds in enumerate(TRUE[True]):
        for empties in (16, 20, 24):
            true = 100 * share(odds + PER_EMPTY * (empties - 20))
            assert true - 5 < found.percent(level, empties) <= true


def test_few_positions_say_less_and_very_few_nothing() -> None:
    few, many = fitted(made_up(60, hard=True)), fitted(made_up(6000, hard=True))
    assert few is not None
    assert many is not None
    assert sum(few.odds) < sum(many.odds) - 1
    assert fitted(made_up(FEWEST - 1, hard=True)) is None


def test_what_was_always_right_is_not_said_to_be_certain() -> None:
    rows = [Measured(game, False, 20, 0.0, (0.0,) * FULL_WIDTH) for game in range(50)]
    found = fitted(rows)
    assert found is not None
    assert 60 < found.percent(4, 20) < 100
    assert found.percent(4, 30) < 100


def test_more_empty_cells_never_say_more() -> None:
    rising = [Measured(n, False, 16 + n % 9, 0.0, (2.0 * (n % 9 < 5),) * FULL_WIDTH) for n in range(90)]
    found = fitted(rising)
    assert found is not None
    assert found.per_empty <= 0


def test_kinds() -> None:
    right = (0.0,) * FULL_WIDTH
    assert Measured(0, False, 20, 4.9, right).kinds == {Difficulty.ORDINARY}
    assert Measured(0, True, 20, 5.0, right).kinds == {Difficulty.CLOSE, Difficulty.SURPRISING}


def test_the_table_is_counted_by_hand() -> None:
    rows = [Measured(n, False, 20, 0.0, (2.0 * (n < 1), 0.0, 0.0, 0.0, 4.0 * (n < 2))) for n in range(4)]
    said = Confidence((0.0, 1.0, 2.0, 3.0, 4.0), 0.0)
    kinds, heading, *lines = table(rows, said)
    assert kinds.split() == ["ordinary", "(4)"]
    assert heading.split() == ["level", "said", "exact", "+-", "off"]
    assert lines[0].split() == ["73", "%", "50.0", "%", "75.0%", "22%", "0.50"]
    assert lines[4].split() == ["99", "%", "98.0", "%", "50.0%", "25%", "2.00"]


def test_small_boards_have_no_selective_scores() -> None:
    assert too_small(Catalogue().get("othello-4x4"))
    assert not too_small(Catalogue().get("othello-6x6"))


def test_games_are_the_same_whoever_plays_them_and_when() -> None:
    variant = Catalogue().get("othello-6x6")

    def found(games: range, threads: int) -> list[list[Measured]]:
        return list(measured(variant, lambda: backend("othello-6x6"), games, 7, threads))

    alone = found(range(4), 1)
    assert found(range(4), 2) == alone
    assert found(range(3, 4), 1) == alone[3:]
    assert [row.game for rows in alone for row in rows] == sorted(row.game for rows in alone for row in rows)


@pytest.mark.parametrize("name", ["othello-6x6", pytest.param("othello-8x6", marks=pytest.mark.products)])
def test_scores_are_exact_as_often_as_they_say(name: str) -> None:
    """With trained weights, and by geometry with margins measured for this board; always the same positions."""
    made = backend(name)
    games = measured(Catalogue().get(name), lambda: made, range(40), 99, 1)
    rows = [row for of_game in games for row in of_game if row.empties < 19]
    assert len(rows) >= 20
    assert all(error % 2 == 0 for row in rows for error in row.errors), "empty cells are the winner's: no score is odd"
    for level in range(FULL_WIDTH):
        said = [made.confidence.percent(level, row.empties) / 100 for row in rows]
        right = sum(row.errors[level] == 0 for row in rows)
        spread = math.sqrt(sum(p * (1 - p) for p in said))
        assert right - sum(said) > -STANDARD_ERRORS * spread
