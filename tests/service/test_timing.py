"""Time for a move: never more than the clock has, something for every move to come, and little left at the end."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engined.engine.analysis import AFTER_COMPILING
from engined.roots.solve_policy import GROWTH, NODES_AT_20, SPEED, solving_seconds
from engined.roots.time_manager import DeepeningProgress, TimeManager
from engined.rules.moves import Move
from engined.service.jobs.timing import LAG, LARGEST_LAG, LEAST, UNLIMITED, MoveBudget, allot, later
from engined_protocol.messages import Clock

SECONDS = st.floats(0, 1e5)
OVERSHOOT = 0.02
"""Seconds by which an engine may notice its deadline late."""


@given(SECONDS, st.floats(0, 100), st.integers(0, 200), st.integers(1, 4), st.floats(0, 5))
def test_never_more_than_there_is(remaining: float, increment: float, empties: int, seats: int, lag: float) -> None:
    budget = allot(Clock(remaining=remaining, increment=increment, lag=lag), empties, seats)
    assert LEAST <= budget.soft <= budget.hard <= max(remaining - lag, LEAST)
    assert AFTER_COMPILING * budget.compiling <= remaining


@given(st.floats(0, 60), st.floats(1, 60), st.integers(1, 25), st.integers(1, 60))
def test_overtime_is_shared_out_over_its_stones(remaining: float, byoyomi: float, stones: int, empties: int) -> None:
    budget = allot(Clock(remaining=remaining, byoyomi=byoyomi, stones=stones), empties, 2)
    assert LEAST <= budget.soft <= budget.hard <= max(remaining + byoyomi, LEAST)
    assert budget.soft <= remaining + byoyomi / min(stones, (empties + 1) // 2)


def test_overtime_alone_is_used() -> None:
    assert 4 < allot(Clock(remaining=0, byoyomi=50, stones=10), 40, 2).soft < 5


def test_the_last_stone_of_a_period_takes_all() -> None:
    budget = allot(Clock(remaining=0, byoyomi=10, stones=1), 40, 2)
    assert budget.soft == budget.hard == pytest.approx(10 - LARGEST_LAG)


def test_overtime_without_a_count_is_no_limit() -> None:
    assert allot(Clock(remaining=0, byoyomi=30), 40, 2) == MoveBudget(UNLIMITED, UNLIMITED)


def test_a_clock_that_has_run_out_leaves_time_to_move() -> None:
    assert allot(Clock(remaining=0), 40, 2) == MoveBudget(LEAST, LEAST)


def test_more_time_and_fewer_moves_give_more() -> None:
    for less, more in ((60, 300), (300, 900)):
        assert allot(Clock(remaining=less), 50, 2).soft < allot(Clock(remaining=more), 50, 2).soft
    assert allot(Clock(remaining=300), 60, 2).soft < allot(Clock(remaining=300), 36, 2).soft


def test_a_solution_in_reach_gets_most_of_the_time() -> None:
    empties = next(e for e in range(60, 0, -1) if solving_seconds(e, 1) < 100)
    assert allot(Clock(remaining=300), empties, 2).hard > 150
    assert allot(Clock(remaining=300), empties + 8, 2).hard < 150


def test_known_lag_is_kept_for_all_moves() -> None:
    quick, slow = (allot(Clock(remaining=30, lag=lag), 50, 2).soft for lag in (0.0, 0.5))
    assert slow < quick * 0.75


@given(st.floats(0, 600), st.floats(0.2, 60), st.integers(0, 360), st.floats(0, 0.05))
def test_a_clock_that_refills_gives_at_least_what_it_refills_to(
    remaining: float, byoyomi: float, empties: int, lag: float
) -> None:
    budget = allot(Clock(remaining=remaining, byoyomi=byoyomi, refills=True, lag=lag), empties, 2, solving=False)
    there_is = max(remaining, byoyomi)
    assert byoyomi - LARGEST_LAG - LAG - lag <= budget.soft <= budget.hard <= there_is - LAG - lag


def test_what_a_clock_refills_is_never_saved() -> None:
    """Below the period all of it is used; above it, more than it: what is left would be refilled."""
    within = allot(Clock(remaining=3, byoyomi=10, refills=True), 200, 2, solving=False)
    assert within.soft == within.hard == pytest.approx(10 - LARGEST_LAG)
    assert allot(Clock(remaining=30, byoyomi=10, refills=True), 200, 2, solving=False).soft == 20
    ample = Clock(remaining=3000, byoyomi=10, refills=True)
    usual = Clock(remaining=3000)
    assert allot(ample, 100, 2, solving=False) == allot(usual, 100, 2, solving=False)


def test_no_move_takes_longer_than_the_clock_says() -> None:
    ample = Clock(remaining=3000, increment=10, longest=5)
    assert allot(ample, 100, 2, solving=False).hard == pytest.approx(5 - LARGEST_LAG)
    assert allot(ample, 100, 2, solving=False).soft <= 5 - LARGEST_LAG
    assert allot(later(ample, 3), 100, 2, solving=False).hard == pytest.approx(2 - LARGEST_LAG)
    short = Clock(remaining=3, longest=5)
    assert allot(short, 100, 2, solving=False) == allot(Clock(remaining=3), 100, 2, solving=False)


def test_a_clock_is_not_refilled_within_a_turn() -> None:
    waited = later(Clock(remaining=3, byoyomi=10, refills=True), 4)
    assert allot(waited, 200, 2, solving=False).hard == pytest.approx(6 - LARGEST_LAG)
    assert allot(later(waited, 20), 200, 2, solving=False) == MoveBudget(LEAST, LEAST, 0.0)


def test_where_nothing_can_be_solved_nothing_is_kept_for_it_nor_spent_on_it() -> None:
    even = allot(Clock(remaining=300), 20, 2, solving=False)
    assert even.soft == pytest.approx(300 / 10, rel=0.05)
    assert allot(Clock(remaining=300), 20, 2).soft > 2 * even.soft


def test_a_clock_goes_on_while_a_job_waits() -> None:
    assert later(Clock(remaining=10, increment=2), 4) == Clock(remaining=6, increment=2)
    assert later(Clock(remaining=10, byoyomi=30, stones=5), 14) == Clock(remaining=0, byoyomi=26, stones=5)
    assert later(Clock(remaining=10), 14) == Clock(remaining=0)


# --- whole games ----------------------------------------------------------------------------------


@dataclass
class Control:
    """A clock as a tournament runs it, sudden death to Canadian: losing on time is an AssertionError."""

    main: float
    increment: float = 0.0
    period: float = 0.0
    stones: int = 0
    refills: bool = False
    """At the start of a turn there are ``period`` seconds at least."""
    left: float = field(init=False)
    moves_left: int = field(init=False, default=0)
    """In the period that runs; 0 in main time."""
    used: float = field(init=False, default=0.0)
    given: float = field(init=False)
    """Seconds that the player has had so far, and could have used."""

    def __post_init__(self) -> None:
        self.left = self.given = self.main
        if not self.main and self.stones:
            self.left, self.moves_left, self.given = self.period, self.stones, self.period

    def clock(self, lag: float) -> Clock:
        if self.refills:
            return Clock(remaining=self.left, byoyomi=self.period, refills=True, lag=lag)
        if self.moves_left:
            return Clock(remaining=0.0, byoyomi=self.left, stones=self.moves_left, lag=lag)
        return Clock(remaining=self.left, increment=self.increment, byoyomi=self.period, stones=self.stones, lag=lag)

    def spend(self, seconds: float) -> None:
        if self.refills:
            self.given += max(self.period - self.left, 0.0)
            self.left = max(self.left, self.period)
        self.left -= seconds
        self.used += seconds
        if self.left < 0 and not self.moves_left and self.stones:
            self.left += self.period
            self.given += self.period
            self.moves_left = self.stones
        assert self.left >= 0, "lost on time"
        self.left += self.increment
        self.given += self.increment
        if self.moves_left:
            self.moves_left -= 1
            if not self.moves_left:
                self.given += self.period - self.left
                self.left, self.moves_left = self.period, self.stones


Think = Callable[[MoveBudget, int], tuple[float, bool]]
"""(budget, empties) -> seconds used, and whether the game is solved."""


def play(control: Control, think: Think, lag: Callable[[], float], known_lag: float = 0.0) -> list[float]:
    """A game from 60 empties until it is solved; what each move was allowed to take."""
    thought = []
    for empties in range(60, 0, -2):
        budget = allot(control.clock(known_lag), empties, 2)
        seconds, solved = think(budget, empties)
        assert seconds <= budget.hard + OVERSHOOT
        control.spend(seconds + lag())
        thought.append(budget.hard)
        if solved:
            break
    return thought


def engine(rng: random.Random) -> Think:
    """A search with costs as they are met: iterations that grow unevenly, moods that change, solutions that are
    dearer or cheaper than thought, and fail."""

    def think(budget: MoveBudget, empties: int) -> tuple[float, bool]:
        solution = NODES_AT_20 * GROWTH ** (empties - 20) * rng.lognormvariate(0, 0.8) / SPEED
        late = rng.uniform(0, OVERSHOOT)
        time_manager = TimeManager(budget.soft, budget.hard)
        growth, cost = rng.uniform(1.4, 2.5), 1e-5
        elapsed, best, value, choices = 0.0, Move(0), 0.0, rng.choice([1, 5, 8, 12, 15])
        for depth in range(1, empties + 1):
            cost *= growth * rng.lognormvariate(0, 0.3)
            if elapsed + cost > budget.hard:
                return budget.hard + late, False
            elapsed += cost
            if rng.random() < 0.1:
                best = Move(rng.randrange(4))
            value += rng.gauss(0, 1)
            if time_manager.enough(DeepeningProgress(depth, choices, best, value, rng.random()), elapsed):
                return elapsed, False
            if 2 * depth >= empties and solving_seconds(empties, 1) <= budget.hard - elapsed:
                return min(elapsed + solution, budget.hard + late), elapsed + solution <= budget.hard
        return elapsed, True

    return think


CONTROLS = st.one_of(
    st.builds(Control, st.floats(5, 3600)),
    st.builds(Control, st.floats(2, 900), st.floats(0.1, 30)),
    st.builds(
        lambda main, stone, stones: Control(main, period=stone * stones, stones=stones),
        st.floats(0, 900),
        st.floats(0.5, 60),
        st.integers(1, 25),
    ),
    st.builds(lambda main, period: Control(main, period=period, refills=True), st.floats(0, 900), st.floats(0.5, 60)),
)


@settings(max_examples=600, deadline=None)
@given(CONTROLS, st.integers(0, 2**32))
def test_no_game_is_lost_on_time_and_every_move_gets_something(control: Control, seed: int) -> None:
    rng = random.Random(seed)
    thought = play(control, engine(rng), lambda: rng.uniform(0, 0.03))
    assert min(thought) >= LEAST


@settings(max_examples=300, deadline=None)
@given(CONTROLS, st.floats(0, 0.4), st.integers(0, 2**32))
def test_measured_lag_is_heeded_even_by_an_engine_that_always_takes_all(
    control: Control, lag: float, seed: int
) -> None:
    rng = random.Random(seed)
    moves = control.stones or 1
    if control.main < 60 * lag or (control.period and control.period / moves < 2 * lag):
        return
    thought = play(control, lambda budget, empties: (budget.hard, False), lambda: lag + rng.uniform(0, LAG), lag)
    assert len(thought) == 30  # the clock held out to the last move


@pytest.mark.parametrize(
    ("main", "increment", "period", "stones"),
    [
        (10.0, 0.0, 0.0, 0),
        (60.0, 0.0, 0.0, 0),
        (300.0, 0.0, 0.0, 0),
        (1500.0, 0.0, 0.0, 0),
        (60.0, 1.0, 0.0, 0),
        (60.0, 5.0, 0.0, 0),
        (0.0, 0.0, 30.0, 10),
        (0.0, 0.0, 5.0, 1),
        (60.0, 0.0, 5.0, 1),
    ],
)
def test_most_of_the_time_is_used(main: float, increment: float, period: float, stones: int) -> None:
    """Of what a player has had by the time the game is solved; after that there is nothing to use it for."""
    shares = []
    for seed in range(60):
        control = Control(main, increment, period, stones)
        play(control, engine(random.Random(seed)), lambda: 0.005)
        shares.append(control.used / control.given)
    assert statistics.mean(shares) > 0.6
