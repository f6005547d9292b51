"""Durations, counted by how long they were."""

from __future__ import annotations

from math import fsum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engined.daemon.log.histogram import BOUNDS, Histogram


@given(st.lists(st.one_of(st.floats(0, 1000), st.sampled_from(BOUNDS)), max_size=30))
def test_each_bound_counts_what_is_at_most_as_long(durations: list[float]) -> None:
    histogram = Histogram()
    for seconds in durations:
        histogram.add(seconds)
    assert dict(histogram.up_to()) == {
        bound: sum(seconds <= bound for seconds in durations) for bound in (*BOUNDS, float("inf"))
    }
    assert histogram.total == pytest.approx(fsum(durations))
