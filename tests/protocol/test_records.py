"""OBF, WTHOR and transcripts."""

from __future__ import annotations

import struct
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engined_protocol.notation import is_pass, parse_square, split_transcript, square_name
from engined_protocol.records.board_text import Board, read_board, split_board
from engined_protocol.records.obf import format_obf, read_obf, read_scores
from engined_protocol.records.record import RecordError
from engined_protocol.records.wthor import PLAYER_BYTES, read_games, read_header, read_names

START = "...........................OX......XO..........................."

# --- OBF ------------------------------------------------------------------------------------------

FFO_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; C7:+36; D8:+34;"


def test_a_problem_is_read_and_written() -> None:
    board, _, scores = FFO_40.partition(";")
    assert read_scores(scores) == {"a2": 38, "c7": 36, "d8": 34}
    assert format_obf(board.replace("-", "."), {"d8": 34, "a2": 38, "c7": 36}) == FFO_40


def test_lines_of_problems_have_numbers_and_comments_do_not_count() -> None:
    lines = ["% FForum", "", FFO_40, "  % more", FFO_40.replace(" X;", " O;")]
    assert [(start[-1], len(scores)) for start, scores in read_obf(lines)] == [("X", 3), ("O", 3)]
    with pytest.raises(RecordError, match=r"line 2: not a scored move.*'C7\+36"):
        list(read_obf(["", FFO_40.replace("C7:", "C7")]))


def test_what_is_no_score_is_named() -> None:
    with pytest.raises(ValueError, match=r"not a scored move.*'C7\+36"):
        read_scores(" A2:+38; C7+36;")


@given(st.text(max_size=80))
def test_nothing_but_a_value_error_comes_of_any_scores(text: str) -> None:
    with suppress(ValueError):
        read_scores(text)


@pytest.mark.parametrize(
    ("text", "board"),
    [
        *((text, Board(START + " X")) for text in (START + "X", START + " X", START.replace(".", "-") + " *")),
        (" ".join(START) + " b", Board(START + " b")),
        (START, Board(START + " X", mover_said=False)),
        (".....OX..XO.....O", Board(".....OX..XO..... O")),
        ("-----WB--BW-----W", Board(".....OX..XO..... O")),
        ("R-.G Y", Board("R..G Y")),
        ("", Board("")),
    ],
)
def test_a_board_may_be_written_in_many_ways(text: str, board: Board) -> None:
    assert read_board(text) == board


@given(st.text(max_size=80))
def test_any_text_is_some_board(text: str) -> None:
    assert isinstance(read_board(text).start, str)
    assert isinstance(split_board(text)[1], str)


# --- WTHOR ----------------------------------------------------------------------------------------


def header(games: int, names: int = 0, board: int = 8) -> bytes:
    return struct.pack("<4BiHH4B", 20, 7, 5, 22, games, names, 1977, board, 0, 24, 0)


def game(*squares: int) -> bytes:
    return struct.pack("<3H2B60B", 1, 2, 3, 40, 38, *squares, *[0] * (60 - len(squares)))


def test_games_of_wthor_are_read() -> None:
    data = header(2) + game(56, 64, 33) + game(11, 88)
    first, second = read_games(data)
    # 56 is row 5, column 6.
    assert first.moves == ("f5", "d6", "c3")
    assert (first.tournament, first.black, first.white) == (1, 2, 3)
    assert (first.black_discs, first.theoretical) == (40, 38)
    assert second.moves == ("a1", "h8")
    told = read_header(data)
    assert (told.created, told.year, told.games, told.board, told.depth) == ((2007, 5, 22), 1977, 2, 8, 24)


def test_a_board_size_of_0_is_8() -> None:
    assert read_header(header(0, board=0)).board == 8


def test_names_are_latin_1() -> None:
    names = ["???", "Andr\xe9 Caf\xe9"]
    records = b"".join(name.encode("latin-1").ljust(PLAYER_BYTES, b"\0") for name in names)
    assert read_names(header(0, len(names)) + records, PLAYER_BYTES) == (tuple(names), "")


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"short", "16 bytes expected, 5 found"),
        (header(2) + game(56), "2 games announced, 1 found"),
        (header(1) + game(56)[:-1], "1 game announced, 0 found"),
        (header(1) + game(56, 99), "WTHOR game 1, move 2: 99 is not a square"),
        (header(0, board=10), "a board of 10x10"),
        (header(0, board=9), "the board size is 8 or 10, not 9"),
        (header(-1), "-1 entries announced"),
    ],
)
def test_errors_of_wthor_say_what_and_where(data: bytes, what: str) -> None:
    with pytest.raises(RecordError, match=what):
        read_games(data)


@given(st.binary(max_size=200))
def test_nothing_but_a_record_error_comes_of_any_bytes(data: bytes) -> None:
    for read in (read_games, lambda data: read_names(data, PLAYER_BYTES)):
        with suppress(RecordError):
            read(data)


# --- transcripts and notation ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["f5d6c3", "F5 D6 C3", "1. f5 d6 2. c3", "1.f5 1... d6 2.c3", "f5,d6,c3", "f5d6\nc3\n"]
)
def test_a_transcript_is_read_however_it_is_spaced(text: str) -> None:
    assert split_transcript(text) == ("f5", "d6", "c3")


@pytest.mark.parametrize("text", ["--", "@@", "pa", "PS", "Pass", "pas"])
def test_a_pass_is_spelt_in_many_ways(text: str) -> None:
    assert split_transcript(f"f5{text}d6") == ("f5", "--", "d6")
    assert is_pass(text)


def test_errors_of_transcripts_say_where() -> None:
    with pytest.raises(ValueError, match="not a move at character 3: 'd'"):
        split_transcript("f5d")


@given(st.integers(1, 26), st.integers(1, 99), st.data())
def test_every_square_has_a_name_of_its_own(width: int, height: int, data: st.DataObject) -> None:
    square = data.draw(st.integers(0, width * height - 1))
    name = square_name(square, width)
    assert parse_square(name, width, height) == parse_square(name.upper(), width, height) == square
    assert split_transcript(name) == (name,)


@pytest.mark.parametrize("text", ["", "a", "5", "a0", "a9", "i1", "a1a", "a\u0661", "aa1", "a-1", "a+1"])
def test_what_is_no_square_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a square$|^there is no .* on an 8x8 board$"):
        parse_square(text, 8, 8)


@given(st.text(max_size=60))
def test_nothing_but_a_value_error_comes_of_any_transcript(text: str) -> None:
    with suppress(ValueError):
        split_transcript(text)
