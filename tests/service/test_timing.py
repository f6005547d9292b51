"""Seconds for a move: never more than the clock has, and something for every move to come."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engined.service.timing import LEAST, UNLIMITED, allot
from engined_protocol.messages import Clock

SECONDS = st.floats(0, 1e5)


@given(SECONDS, st.floats(0, 100), st.integers(0, 200), st.integers(1, 4))
def test_never_more_than_there_is(remaining: float, increment: float, empties: int, seats: int) -> None:
    seconds = allot(Clock(remaining=remaining, increment=increment), empties, seats)
    assert LEAST <= seconds <= max(remaining, LEAST)


@given(st.floats(30, 1e4), st.floats(0, 10))
def test_a_whole_game_fits_in_the_clock(remaining: float, increment: float) -> None:
    for empties in range(60, 0, -2):
        seconds = allot(Clock(remaining=remaining, increment=increment), empties, 2)
        remaining -= seconds
        assert remaining > 0
        remaining += increment


@given(st.floats(0, 60), st.floats(1, 60), st.integers(1, 25), st.integers(1, 60))
def test_overtime_is_shared_out_over_its_stones(remaining: float, byoyomi: float, stones: int, empties: int) -> None:
    seconds = allot(Clock(remaining=remaining, byoyomi=byoyomi, stones=stones), empties, 2)
    assert LEAST <= seconds <= max(remaining + byoyomi / stones, LEAST)


def test_overtime_alone_is_used() -> None:
    assert 3 < allot(Clock(remaining=0, byoyomi=50, stones=10), 40, 2) < 5


def test_overtime_without_a_count_is_no_limit() -> None:
    assert allot(Clock(remaining=0, byoyomi=30), 40, 2) == UNLIMITED


def test_a_clock_that_has_run_out_leaves_time_to_move() -> None:
    assert allot(Clock(remaining=0), 40, 2) == LEAST


def test_the_late_middle_game_gets_more_than_the_opening() -> None:
    opening = allot(Clock(remaining=300), 60, 2)
    before_the_end = allot(Clock(remaining=300), 26, 2)
    assert before_the_end > 2 * opening
