"""How games end, in the words of each format."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engined_protocol.records import ggf, sgf
from engined_protocol.records.ggf import parse_ggf
from engined_protocol.records.result import DRAW, UNKNOWN, Result, by_points
from engined_protocol.records.sgf import parse_sgf
from engined_protocol.records.wthor import result_of


@pytest.mark.parametrize(("margin", "winner"), [(0.5, "X"), (-0.5, "O"), (0, ""), (-0.0, "")])
def test_half_a_point_wins(margin: float, winner: str) -> None:
    assert by_points(margin).winner == winner


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("+8.500", by_points(8.5)),
        ("-8.00:r", by_points(-8, "resignation")),
        ("+64.000:t", Result("time", "X")),
        ("-64.00:r", Result("resignation", "O")),
        ("-2:s", by_points(-2, "agreement")),
        ("+0.00:s", by_points(0, "agreement")),
        ("0", DRAW),
        ("-0.00", DRAW),
        ("+12.0:l", by_points(12, "other", "l")),
        ("+64.00:w", Result("points", "X")),
        ("+64.00:f", Result("forfeit", "X")),
        ("+64.00", by_points(64)),
        ("?", UNKNOWN),
        ("", UNKNOWN),
        ("Black", Result(text="Black")),
    ],
)
def test_ggf(text: str, result: Result) -> None:
    assert ggf.parse_result(text, 64) == result
    assert ggf.parse_result(ggf.format_result(result, 64), 64) == result


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("B+8.5", by_points(8.5)),
        ("w+0,5", by_points(-0.5)),
        ("W+3.5 points", by_points(-3.5)),
        ("W+R", Result("resignation", "O")),
        ("Black+Resign", Result("resignation", "X")),
        ("B+T", Result("time", "X")),
        ("W+Time", Result("time", "O")),
        ("W+F", Result("forfeit", "O")),
        ("B+", Result("points", "X")),
        ("0", DRAW),
        ("Draw", DRAW),
        ("Jigo", DRAW),
        ("Void", Result("unfinished")),
        ("W+Illegal", Result("other", "O", text="Illegal")),
        ("?", UNKNOWN),
        ("\u9ed1\u4e2d\u76d8\u80dc", Result(text="\u9ed1\u4e2d\u76d8\u80dc")),
    ],
)
def test_sgf(text: str, result: Result) -> None:
    assert sgf.parse_result(text) == result
    assert sgf.parse_result(sgf.format_result(result)) == result


@pytest.mark.parametrize(
    ("from_ggf", "to_sgf"),
    [
        ("+8.50", "B+8.5"),
        ("-8.00:r", "W+R"),
        ("+3.00:t", "B+T"),
        ("-2.00:s", "W+2"),
        ("+12.00:l", "B+12"),
        ("+64.00:f", "B+F"),
        ("0.00", "0"),
        ("?", ""),
    ],
)
def test_a_word_of_one_format_is_that_of_the_other(from_ggf: str, to_sgf: str) -> None:
    assert sgf.format_result(ggf.parse_result(from_ggf, 64)) == to_sgf


@pytest.mark.parametrize(
    ("from_sgf", "to_ggf"),
    [
        ("B+R", "+64.00:r"),
        ("W+T", "-64.00:t"),
        ("W+F", "-64.00:f"),
        ("B+", "+64.00:w"),
        ("Void", "?"),
        ("W+2", "-2.00"),
    ],
)
def test_and_back(from_sgf: str, to_ggf: str) -> None:
    assert ggf.format_result(sgf.parse_result(from_sgf), 64) == to_ggf


def test_the_official_score_of_wthor_is_a_result() -> None:
    assert [result_of(discs) for discs in (40, 32, 0, 255)] == [by_points(16), DRAW, by_points(-64), UNKNOWN]


def test_komi_is_read_and_written() -> None:
    text = "(;GM[Othello]PB[a]PW[b]TY[8k]KM[-0.500]RE[+8.500]B[F5];)"
    record = parse_ggf(text)
    assert (record.komi, record.result) == (-0.5, by_points(8.5))
    assert "RE[+8.50]KM[-0.500]" in ggf.format_ggf(record)
    written = sgf.format_sgf(replace(record, properties={}))
    assert (parse_sgf(written).komi, parse_sgf(written).result) == (-0.5, by_points(8.5))
    assert parse_ggf("(;TY[8]KM[some];)").properties["KM"] == "some"


@given(st.text(max_size=20), st.sampled_from([16, 64, 88]))
def test_any_text_is_some_result(text: str, cells: int) -> None:
    for result in (ggf.parse_result(text, cells), sgf.parse_result(text)):
        assert ggf.parse_result(ggf.format_result(result, cells), cells).winner == result.winner
