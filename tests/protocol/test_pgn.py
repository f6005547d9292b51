"""PGN, as programs and archives of Othello write it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engined_protocol.records.pgn import format_pgn, parse_result, read_pgn
from engined_protocol.records.record import Record, RecordedMove, RecordError
from engined_protocol.records.result import DRAW, UNKNOWN, Result, by_points

ARCHIVE = """[Event "Open - 1990"]
[Date "1990"]
[Black "A \\\\ \\"B\\""]
[White "C"]
[Result "34-30"]
1. F5 D6
3. C3 F3
34-30

[Black "D"]
[Result "*"]

1... f5 $4 {a {comment} 2. -- (2. d6 c3 (2... e6)) 2... pass!? ; the rest of the line
% and this line
3.c3d3 *
"""


def games(text: str) -> list[Record]:
    found = list(read_pgn(text))
    assert all(isinstance(game, Record) for game in found)
    return [game for game in found if isinstance(game, Record)]


def test_games_of_an_archive_are_read() -> None:
    """There the number of a line is that of its first move."""
    first, second = games(ARCHIVE)
    assert (first.black, first.white, first.result) == ('A \\ "B"', "C", by_points(4))
    assert first.transcript == ("f5", "d6", "c3", "f3")
    assert first.properties == {"Event": "Open - 1990", "Date": "1990"}
    assert (second.black, second.white, second.result) == ("D", "", UNKNOWN)
    assert [move.move for move in second.moves] == ["f5", "--", "--", "c3", "d3"]


@pytest.mark.parametrize(
    ("result", "termination", "expected"),
    [
        ("34-30", "", by_points(4)),
        ("64-0", "normal", by_points(64)),
        ("32-32", "", DRAW),
        ("1-0", "", Result("points", "X")),
        ("1/2-1/2", "", DRAW),
        ("0.5-0.5", "agreement", by_points(0, "agreement")),
        ("0-1", "time forfeit", Result("time", "O")),
        ("1-0", "Ann won by resignation", Result("resignation", "X")),
        ("0-1", "rules infraction", Result("forfeit", "O")),
        ("0-1", "abandoned", Result("forfeit", "O")),
        ("1-0", "lightning", Result("other", "X", text="lightning")),
        ("*", "unterminated", Result("unfinished")),
        ("*", "", UNKNOWN),
        ("?", "", UNKNOWN),
    ],
)
def test_results(result: str, termination: str, expected: Result) -> None:
    assert parse_result(result, termination) == expected


@pytest.mark.parametrize(
    "result",
    [
        by_points(4),
        by_points(-13),
        by_points(8.5),
        by_points(-8, "resignation"),
        Result("time", "X"),
        Result("forfeit", "O"),
        by_points(2, "agreement"),
        Result("unfinished"),
        UNKNOWN,
        DRAW,
        by_points(12, "other", "l"),
    ],
)
def test_what_is_written_is_read_again(result: Result) -> None:
    moves = tuple(RecordedMove("XO"[ply % 2], move) for ply, move in enumerate(["f5", "d6", "--", "c3"] * 12))
    board = "." * 27 + "OX......XO" + "." * 27
    for record in (
        Record(8, 8, moves, black="A", white="B", result=result, variant="othello", komi=-0.5),
        Record(8, 8, moves, f"{board} X", result=result, variant="anti-othello", properties={"Round": "3"}),
    ):
        text = format_pgn(record)
        assert max(map(len, text.splitlines())) <= 80
        assert games(text + "\n" + text) == [record, record]


def test_where_white_begins_a_dash_of_numbers_is_written() -> None:
    board = "." * 27 + "OX......XO" + "." * 27
    record = Record(8, 8, (RecordedMove("O", "d3"), RecordedMove("X", "c3")), f"{board} O", variant="othello")
    text = format_pgn(record)
    assert '[FEN "8/8/8/3Pp3/3pP3/8/8/8 w"]' in text
    assert "1... d3 2. c3 *" in text
    assert games(text) == [record]


def test_a_game_at_fault_costs_no_other() -> None:
    text = '[Black "a"]\n1. f5 zz\n\n[Black "b"]\n1. f5\n\n[FEN "8/8 b"]\n1. f5\n\n[Black "d"]\n1. e6'
    text += '\n\n[FEN "\u00b2/8 b"]\nf5'
    found = list(read_pgn(text))
    assert [str(game) if isinstance(game, RecordError) else game.black for game in found] == [
        "move 2: not a move: 'zz'",
        "b",
        "FEN: no board of 2 rows: '8/8 b'",
        "d",
        "FEN: no board of 2 rows: '\u00b2/8 b'",
    ]


@given(st.text(alphabet='[]"\\ \n(){};%$!1.*-abF5#\x00', max_size=80))
def test_any_text_is_games_or_errors(text: str) -> None:
    assert all(isinstance(game, Record | RecordError) for game in read_pgn(text))
