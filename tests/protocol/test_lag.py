"""What is lost between a clock and the engine, told from what the clock's owner says."""

from __future__ import annotations

import random

import pytest

from engined_protocol.gtp.clock import GameClocks
from engined_protocol.text.lag import DOUBT, MOST_AT_ONCE, Lag


def test_many_moves_are_believed_and_one_is_not() -> None:
    lag = Lag()
    assert lag.seconds == 0
    lag.see(0.5)
    assert lag.seconds == 0.5 / (1 + DOUBT)
    for _ in range(200):
        lag.see(0.5)
    assert lag.seconds == pytest.approx(0.5, abs=0.02)


def test_an_accident_does_not_count_in_full_and_a_gain_not_at_all() -> None:
    lag = Lag()
    lag.see(3600.0)
    assert lag.seconds == MOST_AT_ONCE / (1 + DOUBT)
    lag.see(-3600.0)
    assert lag.seconds == 0


def test_a_controller_that_speaks_in_whole_seconds_is_understood() -> None:
    """It says what is left, rounded down; every move loses 0.2 seconds."""
    rng, clocks, left = random.Random(1), GameClocks(), 600.0
    clocks.set(600, 0, 0)
    for _ in range(30):
        clocks.tell(0, int(left), 0)
        seconds = rng.uniform(5, 15)
        clocks.spend(0, seconds)
        left -= seconds + 0.2
    clocks.tell(0, int(left), 0)
    clock = clocks.clock(0)
    assert clock is not None
    assert clock.lag == pytest.approx(0.2, abs=0.06)


def test_only_the_engines_own_moves_tell_of_lag() -> None:
    clocks = GameClocks()
    clocks.set(600, 0, 0)
    for left in (500, 400, 300):
        clocks.tell(1, left, 0)
    clock = clocks.clock(1)
    assert clock is not None
    assert clock.lag == 0


def test_stones_and_main_time_are_not_confused() -> None:
    clocks = GameClocks()
    clocks.set(5, 30, 3)
    clocks.spend(0, 4)
    clocks.tell(0, 30, 3)
    clocks.spend(0, 5)
    clocks.tell(0, 24.5, 2)
    clock = clocks.clock(0)
    assert clock is not None
    assert clock.lag == 0.5 / (1 + DOUBT)
