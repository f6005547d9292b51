"""GGF: what NBoard and the Generic Game Server write."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engined_protocol.records.ggf import (
    format_ggf,
    format_limits,
    is_anti,
    parse_ggf,
    parse_limits,
    parse_move,
    read_ggf,
    size_name,
)
from engined_protocol.records.record import PlayerTime, Record, RecordedMove, RecordError

START = "8 ---------------------------O*------*O--------------------------- *"
LOGGED = (
    "(;GM[Othello]PC[NBoard]DT[2026-11-20 07:31:11 GMT]PB[root]PW[Abigail]RE[?]TI[5:00]TY[8]"
    f"BO[{START}]B[F5//9.555]W[F4/-0.96/0.123];)"
)


def test_a_logged_game_is_read() -> None:
    record = parse_ggf(LOGGED)
    assert (record.width, record.height, record.black, record.white) == (8, 8, "root", "Abigail")
    assert record.start == "...........................OX......XO........................... X"
    assert record.moves == (
        RecordedMove("X", "f5", None, 9.555),
        RecordedMove("O", "f4", -0.96, 0.123),
    )
    assert record.limits == {"X": PlayerTime(300.0), "O": PlayerTime(300.0)}
    assert record.properties["PC"] == "NBoard"


def test_what_is_read_is_written_again() -> None:
    record = parse_ggf(LOGGED)
    assert parse_ggf(format_ggf(record)) == record


@pytest.mark.parametrize(("moves", "mover"), [("B[F5]", "X"), ("W[F5]B[F6]", "O"), ("", "X")])
def test_a_mover_that_is_missing_is_who_moves_first_and_that_is_said(moves: str, mover: str) -> None:
    record = parse_ggf(f"(;BO[{START[:-2]}]{moves};)")
    assert record.start == f"...........................OX......XO........................... {mover}"
    assert record.notes == (f"BO does not say who moves: {'Black' if mover == 'X' else 'White'}",)


def test_a_match_and_blanks_and_lines_are_tolerated() -> None:
    spread = LOGGED.replace("]", "]\n ").replace("---------", "--- ---\n---")
    assert parse_ggf(" 1 " + spread + "\n") == parse_ggf(LOGGED.replace("[NBoard]", "[NBoard]"))
    assert len(list(read_ggf("2 " + LOGGED + "\n" + LOGGED))) == 2
    with pytest.raises(RecordError, match="one game expected, 2 found"):
        parse_ggf(LOGGED + LOGGED)


def test_cells_have_several_symbols() -> None:
    board = START.replace("*", "x").replace("O", "0").replace("-", "_")
    assert parse_ggf(f"(;BO[{board}];)").start == parse_ggf(LOGGED).start


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "character 1: a game begins"),
        ("(;", "character 3: the game breaks off at its beginning"),
        (LOGGED[:-2], "the game breaks off after W"),
        (LOGGED[:120], "the game breaks off after TY"),
        (LOGGED.replace("F4/", "Z/"), r"move 2, W\[Z/-0.96/0.12\]: not a move: .Z/-0.96/0.123"),
        (LOGGED.replace("-0.96", "-0.9.6"), r"move 2.*not a number: '-0.9.6'"),
        (LOGGED.replace("9.555", "-9.555"), "move 1.*not a time"),
        (LOGGED.replace("BO[8 -", "BO[8 --"), "BO: 64 squares and the mover expected, 66 characters found"),
        (LOGGED.replace("BO[8 -", "BO[8 ?"), r"BO: '\?' is not one of"),
        (LOGGED.replace("- *]", "- -]"), "BO: the mover is"),
        (LOGGED.replace("- *]", "]"), "64 squares and the mover expected, 63 characters"),
        (LOGGED.replace("BO[8", "BO[9"), "BO: size 9 is not one of 4, 6, 8"),
        (LOGGED.replace("Othello", "Chess"), "GM: this is a game of 'Chess'"),
        (LOGGED.replace("5:00", "5:xx"), "TI: not a time: '5:xx'"),
        ("(;PB[a];)", "BO: there is no board"),
    ],
)
def test_errors_say_what_and_where(text: str, what: str) -> None:
    with pytest.raises(RecordError, match=what):
        parse_ggf(text)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("F5", RecordedMove("X", "f5")),
        ("f5/", RecordedMove("X", "f5")),
        ("F5//9.5", RecordedMove("X", "f5", None, 9.5)),
        ("F5/+1.5", RecordedMove("X", "f5", 1.5)),
        ("F5/-0,96/0,123", RecordedMove("X", "f5", -0.96, 0.123)),
        ("F5/NaN/1.0E-4", RecordedMove("X", "f5", None, 0.0001)),
        ("PA", RecordedMove("X", "--")),
        ("pass/0.5/1", RecordedMove("X", "--", 0.5, 1.0)),
        ("P", RecordedMove("X", "--")),
        ("--", RecordedMove("X", "--")),
        ("J10", RecordedMove("X", "j10")),
    ],
)
def test_moves_are_read_with_evaluation_and_time(text: str, move: RecordedMove) -> None:
    assert parse_move(text, "X") == move


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("5:00", PlayerTime(300)),
        ("15:00//02:00", PlayerTime(900)),
        ("1:00:00/10/0", PlayerTime(3600, 10, 0)),
        ("1.02:03:04", PlayerTime(((24 + 2) * 60 + 3) * 60 + 4)),
        ("300", PlayerTime(300)),
        ("0:05.5", PlayerTime(5.5)),
        ("05:00/00:12,5/02:00", PlayerTime(300, 12, 120)),
    ],
)
def test_clocks_are_read(text: str, limits: PlayerTime) -> None:
    assert parse_limits(text) == limits
    assert parse_limits(format_limits(limits)) == limits


@pytest.mark.parametrize("text", ["900//120", "300/10/0", "5.5//60"])
def test_all_of_a_clock_is_written(text: str) -> None:
    assert format_limits(parse_limits(text)) == text
    game = f"(;GM[Othello]PB[]PW[]RE[?]TI[{text}]TY[4]BO[4 -----O*--*O----- *];)"
    assert format_ggf(parse_ggf(game)) == game


def test_match_types_say_the_size_and_who_wins() -> None:
    types = ("8", "s8r18", "8b", "10k", "8a", "s10kar20")
    games = [parse_ggf(f"(;TY[{kind}];)") for kind in types]
    assert [is_anti(game) for game in games] == [False, False, False, False, True, True]
    assert [game.width for game in games] == [8, 8, 8, 10, 8, 10]


def test_the_octagon_has_88_squares() -> None:
    record = parse_ggf("(;TY[88]BO[88 " + "-" * 88 + " O];)")
    assert (record.width, size_name(record)) == (10, "88")
    assert record.start == "." * 88 + " O"


def test_a_colour_that_moves_twice_has_the_others_pass_between() -> None:
    record = parse_ggf("(;TY[8]B[F5]B[D6]W[PA]B[C3];)")
    assert record.transcript == ("f5", "--", "d6", "--", "c3")


def test_what_has_no_size_in_ggf_is_not_written() -> None:
    with pytest.raises(RecordError, match="no 6x4 board"):
        format_ggf(Record(6, 4))


@given(st.text(alphabet="(;)[]GMBOTYPAothel8 *-O/1.:\n%", max_size=120))
def test_nothing_but_a_record_error_comes_of_any_text(text: str) -> None:
    with suppress(RecordError):
        list(read_ggf(text))
