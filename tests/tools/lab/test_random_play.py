"""Random play and the counting of results, against published figures and against plain formulas."""

from __future__ import annotations

import math
import random
from statistics import fmean, stdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engined.rules.position import parse_position, start
from engined.rules.scoring import names_of_sides, sides
from engined.tools.lab.random_play import RandomGames
from engined.tools.lab.tally import Quantity, ResultTally, side_of, winners
from engined.variants.catalogue import Catalogue
from engined.variants.model import Variant

CATALOGUE = Catalogue()
OTHELLO = CATALOGUE.get("othello")

# Mean and deviation of legal moves at a turn, mean plies, passes and the share of full boards; from 20,000 games (8x8)
# and 100,000 (6x6). None: not published.
FREEDOM = {
    "othello-6x6": (5.196, 2.481, 32.50, 0.55, 0.964),
    "yonin-6x6": (3.869, 2.086, 33.52, 1.57, None),
    "othello": (8.472, 3.960, 60.41, 0.45, 0.990),
}
ENDS = {"othello-6x6": (0.435, 0.508), "othello": (0.452, 0.506)}
"""How often Black wins such games, and White."""
SURE = 4.5
"""Standard errors: about one run in a hundred thousand is farther off, and the seed is fixed."""


def play(variant: Variant, games: int, seed: int = 1) -> RandomGames:
    played = RandomGames(variant, seed, games)
    for _ in played.run(1.0):
        pass
    return played


def hold_against_published(name: str, games: int) -> None:
    found = play(CATALOGUE.get(name), games).finding()
    assert found is not None
    choices, deviation, plies, passes, full = FREEDOM[name]
    for summary, wanted in ((found.choices, choices), (found.plies, plies), (found.passes, passes)):
        assert summary.error is not None
        # The published figures are rounded, and have errors of their own.
        assert abs(summary.mean - wanted) < SURE * summary.error + 0.005
    assert abs(found.choices.sd / deviation - 1) < SURE * 0.4 / math.sqrt(games)
    if full is not None:
        assert abs(found.results.full / games - full) < SURE * math.sqrt(full * (1 - full) / games)
    for side, wanted in zip(found.results.sides, ENDS.get(name, ()), strict=False):
        assert abs(side.won / games - wanted) < SURE * math.sqrt(wanted * (1 - wanted) / games) + 0.0005


@pytest.mark.parametrize("name", ["othello-6x6", "yonin-6x6"])
def test_random_play_is_as_published(name: str) -> None:
    hold_against_published(name, 400)


@pytest.mark.slow
@pytest.mark.parametrize("name", list(FREEDOM))
def test_many_random_games_are_as_published(name: str) -> None:
    hold_against_published(name, 6000)


def test_the_same_seed_plays_the_same_games() -> None:
    small = CATALOGUE.get("othello-4x4")
    assert play(small, 50).finding() == play(small, 50).finding()
    assert play(small, 50).finding() != play(small, 50, seed=2).finding()


def test_all_figures_are_of_the_same_games() -> None:
    found = play(CATALOGUE.get("othello-4x4"), 80).finding()
    assert found is not None
    assert sum(found.plies.histogram.values()) == found.games == 80
    assert found.choices.count == sum(plies * games for plies, games in found.plies.histogram.items())
    assert [ply.games for ply in found.by_ply] == [
        sum(games for plies, games in found.plies.histogram.items() if plies >= ply.ply) for ply in found.by_ply
    ]
    assert (found.by_ply[0].mean, found.by_ply[0].sd) == (4.0, 0.0), "four first moves, always"
    assert sum(side.won for side in found.results.sides) + found.results.draws == 80
    assert sum(side.points.value for side in found.results.sides) == pytest.approx(1.0)
    assert found.results.sides[0].margin == pytest.approx(found.margins.mean)
    assert None not in found.held


def test_winners_hold_most_cells() -> None:
    """On a full board without passes, at least half of what is shared out belongs to who has more."""
    found = play(CATALOGUE.get("othello-6x6"), 60).finding()
    misere = play(CATALOGUE.check('name = "least"\ninherits = "othello-6x6"\n[scoring]\nmisere = true\n'), 60).finding()
    assert found is not None
    assert misere is not None
    held, left = ([value for value in some.held if value is not None] for some in (found, misere))
    assert fmean(held) > 0.5 > fmean(left)


def test_what_does_not_end_is_given_up() -> None:
    endless = CATALOGUE.check(
        'name = "pile"\nplacement = "anywhere"\npassing = "free"\n[board]\nsize = "3x3"\nstart = "empty"\n'
        '[capture]\nkind = "surround"\n[scoring]\nkind = "area"\n'
    )
    games = play(endless, 300)
    found = games.finding()
    assert found is not None
    assert found.games + found.given_up == 300
    assert max(found.plies.histogram) <= 8 * 9 + 1


# --- counting -----------------------------------------------------------------------------------------


@given(st.lists(st.integers(-64, 64), min_size=2, max_size=40))
@settings(deadline=None, max_examples=50)
def test_one_value_a_game_has_the_plain_error(values: list[int]) -> None:
    quantity = Quantity()
    for value in values:
        quantity.add([float(value)])
    found = quantity.summary()
    assert found.mean == pytest.approx(fmean(values))
    assert found.sd == pytest.approx(stdev(values))
    assert found.error == pytest.approx(stdev(values) / math.sqrt(len(values)))
    assert list(found.histogram) == sorted(set(values))


def test_turns_of_one_game_are_not_independent() -> None:
    """Games of ten equal values each: ten times as many values, and no smaller error."""
    draw = random.Random(1)
    values = [draw.gauss(0, 1) for _ in range(200)]
    once, often = Quantity(), Quantity()
    for value in values:
        once.add([value])
        often.add([value] * 10)
    assert often.summary().error == pytest.approx(once.summary().error)


def test_points_are_shared_among_the_best() -> None:
    tally = ResultTally(OTHELLO)
    full = "X" * 32 + "O" * 32
    for board in (full, "X" * 33 + "O" * 31, "X" * 40 + "O" * 24, "X" * 12 + "O" * 52):
        tally.add(parse_position(OTHELLO, board + "X"))
    found = tally.results()
    black, white = found.sides
    assert (found.games, found.draws, found.full) == (4, 1, 4)
    assert (black.name, black.won, black.shared, black.points.value) == ("Black", 2, 1, 2.5 / 4)
    assert (white.won, white.points.value) == (1, 1.5 / 4)
    assert black.margin == (0 + 2 + 16 - 40) / 4 == -white.margin
    assert black.rank == (1 + 1 + 1 + 2) / 4


def test_one_result_does_not_claim_certainty() -> None:
    tally = ResultTally(OTHELLO)
    for _ in range(9):
        tally.add(parse_position(OTHELLO, "X" * 64 + "X"))
    points = tally.results().sides[0].points
    assert points.value == 1.0
    assert 0 < points.error < 0.1


def test_the_holder_of_a_draw_wins_it() -> None:
    board = "X" * 32 + "O" * 32 + "X"
    assert winners(parse_position(OTHELLO, board)) == (0, 1)
    for name, side in (("othello-black-draws", 0), ("othello-white-draws", 1)):
        assert winners(parse_position(CATALOGUE.get(name), board)) == (side,)


def test_teams_are_one_side() -> None:
    team = CATALOGUE.get("yonin-team-4x4")
    assert names_of_sides(team) == ("A and C", "B and D")
    assert len(sides(team)) == 2
    assert side_of(start(team)) == "A and C"
    found = play(team, 40).finding()
    assert found is not None
    assert len(found.results.sides) == 2
