"""Scales, histograms and numbers in words."""

from __future__ import annotations

import math
from xml.etree.ElementTree import fromstring, tostring

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engined.tools.lab.chart import MOST_BARS, Chart, Point, Scale, histogram, scale_of
from engined.tools.lab.markup import tag
from engined.tools.lab.words import large, with_error


@given(st.floats(-1e4, 1e4), st.floats(0.01, 1e4))
@settings(deadline=None)
def test_ticks_are_few_round_and_on_the_axis(low: float, length: float) -> None:
    scale = Scale(low, low + length)
    ticks = scale.ticks()
    assert 2 <= len(ticks) <= 8
    assert all(-1e-6 <= scale.place(tick) <= 1 + 1e-6 for tick in ticks)
    step = ticks[1] - ticks[0]
    assert round(step / 10 ** math.floor(math.log10(step * 1.001)), 6) in (1, 2, 5)


@given(st.floats(1, 1e4), st.floats(1, 1e12))
@settings(deadline=None)
def test_a_logarithmic_axis_has_powers_of_ten(low: float, times: float) -> None:
    scale = scale_of([low, low * times], log=True)
    ticks = scale.ticks()
    assert ticks
    assert all(0 <= scale.place(tick) <= 1 for tick in ticks)
    assert all(math.log10(tick) == round(math.log10(tick)) for tick in ticks)
    assert all(0 <= scale.place(value) <= 1 for value in (low, low * times))


@given(st.dictionaries(st.integers(-500, 500).map(float), st.integers(1, 50), min_size=1, max_size=80))
@settings(deadline=None, max_examples=60)
def test_a_histogram_holds_everything(counts: dict[float, int]) -> None:
    bars = [mark for mark in histogram(counts, "x").element("all").iter("rect") if mark.get("class") == "bar"]
    assert len(bars) <= MOST_BARS
    assert math.fsum(float(bar.get("data-y", "nan")) for bar in bars) == pytest.approx(100)
    mean = sum(float(bar.get("data-x", "nan")) * float(bar.get("data-y", "nan")) for bar in bars) / 100
    width = (max(counts) - min(counts)) / MOST_BARS + 1
    assert abs(mean - sum(value * count for value, count in counts.items()) / sum(counts.values())) <= width


def test_marks_stand_where_their_numbers_say() -> None:
    chart = Chart(Scale(0.0, 10.0), Scale(0.0, 100.0), "x", "y")
    points = [Point(0.0, 0.0), Point(5.0, 50.0, 10.0), Point(10.0, 100.0)]
    drawn = chart.line(points, 0, "line", lambda point: f"{point.y:g}").element("a line")
    dots = [mark for mark in drawn.iter("circle") if mark.get("data-x")]
    places = [(float(dot.get("cx", "nan")), float(dot.get("cy", "nan"))) for dot in dots]
    assert places[1][0] == pytest.approx((places[0][0] + places[2][0]) / 2)
    assert places[1][1] == pytest.approx((places[0][1] + places[2][1]) / 2)
    assert places[2][1] < places[0][1], "upwards"
    errors = [mark for mark in drawn.iter("line") if "error" in mark.get("class", "")]
    assert len(errors) == 1


def test_what_people_write_is_escaped() -> None:
    text = tostring(tag("p", "<script>&", tag("b", "x"), "tail", class_="a"), encoding="unicode")
    assert text == '<p class="a">&lt;script&gt;&amp;<b>x</b>tail</p>'
    assert fromstring(text).text == "<script>&"


@pytest.mark.parametrize(
    ("mean", "error", "text"),
    [
        (8.4723, 0.0041, "8.4723 ± 0.0041"),
        (8.4723, 0.041, "8.472 ± 0.041"),
        (-3.25, 4.1, "−3.2 ± 4.1"),
        (12.0, 15.0, "12 ± 15"),
        (60.0, 0.0, "60.00"),
        (1.5, None, "1.50"),
    ],
)
def test_as_many_digits_as_the_error_warrants(mean: float, error: float | None, text: str) -> None:
    assert with_error(mean, error) == text


def test_large_numbers() -> None:
    assert [large(940), large(123456), large(4.56e9)] == ["940", "123,456", "4.56 × 10⁹"]
