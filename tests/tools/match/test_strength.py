"""Elo, its error, and the sum of a match, against the same quantities worked out another way."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engined.tools.match.game_log import FinishedGame, Label
from engined.tools.match.limits import Limit
from engined.tools.match.player import Engine
from engined.tools.match.report import summary
from engined.tools.match.standing import Thinking, stand
from engined.tools.match.strength import PAIR_POINTS, elo_of, mean_of, strength


def game(number: int, winner: Label | None, discs: float | None, end: str = "score") -> FinishedGame:
    """A game; A begins those with odd numbers."""
    return FinishedGame(
        number=number,
        first="A" if number % 2 else "B",
        opening="f5d6",
        moves="c3d3c4",
        end=end,
        detail="",
        winner=winner,
        discs=discs,
        seconds=(0.5, 0.25, 1.5),
        evaluations=(None, None, None),
    )


@pytest.mark.parametrize(("odds", "elo"), [(10, 400), (1, 0), (0.1, -400), (100, 800)])
def test_ten_times_the_odds_are_400_points(odds: float, elo: float) -> None:
    assert elo_of(odds / (1 + odds)) == pytest.approx(elo)


def test_all_or_nothing_is_infinite() -> None:
    assert elo_of(0.0) == -math.inf
    assert elo_of(1.0) == math.inf


def test_a_match_worked_out_by_hand() -> None:
    # 40 pairs: 4 lost twice, 6 a half, 14 even, 10 one and a half, 6 won twice: 44 points of 80.
    pairs = [0.0] * 4 + [0.5] * 6 + [1.0] * 14 + [1.5] * 10 + [2.0] * 6
    mean = Fraction(44, 40)
    counts = {Fraction(0): 4, Fraction(1, 2): 6, Fraction(1): 14, Fraction(3, 2): 10, Fraction(2): 6}
    spread = sum((count + Fraction(1, 5)) * (points - mean) ** 2 for points, count in counts.items())
    error = math.sqrt(spread / 41 / 40) / 2
    found = strength(pairs)
    assert found.elo == pytest.approx(400 * math.log10(0.55 / 0.45))
    low, high = 0.55 - 1.959964 * error, 0.55 + 1.959964 * error
    assert found.low == pytest.approx(400 * math.log10(low / (1 - low)), abs=1e-3)
    assert found.high == pytest.approx(400 * math.log10(high / (1 - high)), abs=1e-3)
    assert found.superiority == pytest.approx(0.5 * (1 + math.erf(0.05 / error / math.sqrt(2))))


def test_the_interval_holds_what_it_claims() -> None:
    """Of simulated matches between engines of known strength, 95 % have the truth in their interval."""
    import random

    draw = random.Random(4)
    weights = (0.1, 0.2, 0.3, 0.25, 0.15)
    truth = elo_of(sum(w * p for w, p in zip(weights, PAIR_POINTS, strict=True)) / 2)
    held = 0
    for _ in range(2000):
        found = strength(draw.choices(PAIR_POINTS, weights, k=100))
        held += found.low <= truth <= found.high
    assert 0.935 <= held / 2000 <= 0.97


@given(st.lists(st.sampled_from(PAIR_POINTS), min_size=1, max_size=60))
def test_swapping_the_engines_swaps_the_sign(pairs: list[float]) -> None:
    one, other = strength(pairs), strength([2 - points for points in pairs])
    assert one.elo == pytest.approx(-other.elo)
    assert one.low == pytest.approx(-other.high)
    assert one.superiority == pytest.approx(1 - other.superiority)
    assert one.low <= one.elo <= one.high


def test_a_few_equal_results_are_not_certain() -> None:
    found = strength([1.0, 1.0])
    assert found.low < -100 < found.elo + 100
    assert strength([2.0]).low < 0
    assert strength([2.0] * 50).low > 100


def test_a_mean_and_its_error() -> None:
    mean = mean_of([1.0, 3.0, 5.0])
    assert mean is not None
    assert mean.value == 3.0
    assert mean.error == pytest.approx(2 / math.sqrt(3))
    assert mean_of([]) is None


def test_a_standing() -> None:
    games = [
        game(1, "A", 10.0),
        game(2, "B", -4.0),
        game(3, "A", 6.0),
        game(4, None, 0.0),
        game(5, "B", None, "timeout"),
        game(6, "A", 2.0),
        game(7, "A", 20.0),
    ]
    standing = stand(reversed(games))
    assert (standing.games, standing.won, standing.drawn, standing.lost) == (7, 4, 1, 2)
    assert standing.score == pytest.approx(4.5 / 7)
    assert standing.pairs == (0, 0, 2, 1, 0)
    assert standing.discs is not None
    assert standing.discs.value == pytest.approx((10 - 4 + 6 + 0 + 2 + 20) / 6)
    assert standing.discs.error == pytest.approx(0.0)  # both whole pairs average 3 discs
    assert standing.strength == strength([1.0, 1.5, 1.0])
    assert standing.forfeits == ({"timeout": 1}, {})
    ours, theirs = standing.thinking
    assert ours is not None
    assert theirs is not None
    # Seat of the first ply: A in odd games; it moves on plies 3 and 5, in even games on ply 4.
    assert (ours.moves, ours.most) == (2 * 4 + 1 * 3, 1.5)
    assert theirs.mean == pytest.approx((0.25 * 4 + (0.5 + 1.5) * 3) / 10)


@pytest.mark.parametrize(
    ("limit", "doubtful"),
    [
        (Limit(4.0), True),
        (Limit(2.0), False),
        (Limit(4.0, depth=9), False),
        (Limit(main=60.0), False),
    ],
)
def test_who_never_used_half_of_the_time_is_doubted(limit: Limit, doubtful: bool) -> None:
    engine = Engine("some", ("engine",), limit=limit)
    # In both games A's moves took 1.5 s at most: of the first it made two, of the second one.
    said = summary(stand([game(1, "A", 4.0), game(2, None, 0.0)]), (engine, engine))
    (line,) = (line for line in said.splitlines() if line.startswith("A took"))
    doubt = "never half of its 4 s, so it may not have understood them; a clock may help: --clock-a 6"
    assert line.endswith(doubt) is doubtful


@pytest.mark.parametrize(
    ("other", "doubtful"),
    [(Limit(2.0), True), (Limit(1.0), False), (Limit(main=60.0), False), (Limit(depth=9), False)],
)
def test_much_less_time_than_the_other_with_the_same_limit_is_doubted(other: Limit, doubtful: bool) -> None:
    engines = (Engine("some", ("engine",), limit=Limit(2.0)), Engine("other", ("engine",), limit=other))
    standing = replace(stand([]), games=1, thinking=(Thinking(0.2, 1.5, 30), Thinking(0.5, 1.5, 30)))
    a, b = (line for line in summary(standing, engines).splitlines() if "took" in line)
    assert ("less than half of what B took, so times were not equal; a clock may help: --clock-a 60" in a) is doubtful
    assert b == "B took 0.500 s a move, 1.500 s at most"
