"""Positions as people write them."""

from __future__ import annotations

import pytest

from engined_client.files.positions import (
    GivenPosition,
    gathered,
    read_position,
    read_problems,
    resembles_position,
    undrawn,
)

START = "...........................OX......XO..........................."
FFO_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------"


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("start", ()),
        (" Start % the start position", ()),
        ("f5d6c3", ("f5", "d6", "c3")),
        ("F5 D6, C3;", ("f5", "d6", "c3")),
        ("1. f5 2. d6", ("f5", "d6")),
        ("f5--c3", ("f5", "--", "c3")),
        ("pass", ("--",)),
        ("--", ("--",)),
        ("@@ @@", ("--", "--")),
        ("F5PaD6 PASS\tc3\r\n@@--ps", ("f5", "--", "d6", "--", "c3", "--", "--", "--")),
        ("1. f5 d6 2. -- C3\n3... pass", ("f5", "d6", "--", "c3", "--")),
        ("f5:e5+d5 d6", ("f5:e5+d5", "d6")),
        ("f5d6 % a comment: x", ("f5", "d6")),
        ("f5-d6-c3", ("f5", "d6", "c3")),
        ("f5---d6", ("f5", "--", "d6")),
        ("\uff26\uff15\u3000\uff44\uff16\u2010c3\uff0c\u30d1\u30b9", ("f5", "d6", "c3", "--")),
        ("f5\u2013d6\u2212c3", ("f5", "d6", "c3")),
    ],
)
def test_transcripts(text: str, moves: tuple[str, ...]) -> None:
    assert read_position(text) == GivenPosition(moves=moves)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        (f"{START} X", f"{START} X"),
        (f"{START.replace('.', '-')} O;", f"{START} O"),
        (f"{START} X ; % comment", f"{START} X"),
        ("X", "X"),
        ("----OX--XO------ X", "....OX..XO...... X"),
        ("----0*--*0------ *", "....OX..XO...... X"),
        ("....WB..BW......B", "....OX..XO...... X"),
        ("....ox..xo......o", "....OX..XO...... O"),
        ("....\u25cb\u25cf..\u25cf\u25cb......\u25cf", "....OX..XO...... X"),
        ("R..G....B....... Y", "R..G....B....... Y"),
        ("X..O............ B", "X..O............ B"),
    ],
)
def test_boards(text: str, start: str) -> None:
    assert read_position(text) == GivenPosition(start)


def test_a_board_and_moves() -> None:
    assert read_position(f"{START} X; f5 d6") == GivenPosition(f"{START} X", ("f5", "d6"))


def test_a_board_and_moves_need_no_semicolon() -> None:
    assert read_position(f"{START} X f5 d6") == GivenPosition(f"{START} X", ("f5", "d6"))
    assert read_position(f"{START}Of5d6") == GivenPosition(f"{START} O", ("f5", "d6"))


@pytest.mark.parametrize("text", [START, f"{START}; f5", "----0*--*0------", "." * 88])
def test_a_mover_that_is_missing_is_taken_to_be_black_and_that_is_said(text: str) -> None:
    given = read_position(text)
    assert given.start is not None
    assert (given.start[-2:], given.assumed) == (" X", "it is not said who moves: Black")


def test_obf() -> None:
    given = read_position(f"{FFO_40} X; A2:+38; C7:+36; D8:-4; PA:0 % FFO 40")
    assert given == GivenPosition(FFO_40.replace("-", ".") + " X", expected={"a2": 38, "c7": 36, "d8": -4, "--": 0})


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("f5 zz9", "character 4"),
        ("f5d", "character 3"),
        (f"{FFO_40} X; A2:+38; C7+36;", "C7"),
        (f"{START} X; nonsense", "character 1"),
        ("", "`start` is the start position"),
        ("   ", "`start` is the start position"),
        ("% only a comment", "`start` is the start position"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        read_position(text)


def test_lines_of_a_file() -> None:
    lines = ["% FFO", "f5\r\n", "", " \t\n", "  % more", "d6 % x\n", "start"]
    assert list(read_problems(lines)) == [(2, "f5"), (6, "d6 % x"), (7, "start")]


def gathered_lines(text: str) -> list[tuple[int, str]]:
    return list(gathered(read_problems(text.splitlines())))


def test_a_transcript_on_several_lines_is_one() -> None:
    """With numbers, and without: no cell is played twice. Openings, one a line, have cells in common."""
    numbered = "1. f5 d6 2. c3 d3\n3. c4 f4\n1. f5 f6\n2. e6\n"
    assert gathered_lines(numbered) == [(1, "1. f5 d6 2. c3 d3 3. c4 f4"), (3, "1. f5 f6 2. e6")]
    wrapped = "f5d6c3d3c4f4e6f6\nc5e3 --\n\nf5d6c3d3c4f4e6f6\nf5d6c3d3c4f4e6f3"
    assert gathered_lines(wrapped) == [
        (1, "f5d6c3d3c4f4e6f6 c5e3 --"),
        (4, "f5d6c3d3c4f4e6f6"),
        (5, "f5d6c3d3c4f4e6f3"),
    ]
    assert gathered_lines("f5d6\nc4c3") == [(1, "f5d6"), (2, "c4c3")]


def test_a_board_on_several_lines_is_one() -> None:
    rows = "\n".join(START[at : at + 8] for at in range(0, 64, 8))
    first, second = gathered_lines(f"{rows}\nO\n{rows.replace('X', '*').replace('.', '-')}\n")
    assert (first[0], second[0]) == (1, 10)
    assert read_position(first[1]) == GivenPosition(f"{START} O")
    assert read_position(second[1]).start == f"{START} X"


def drawn(row: str, below: str = "") -> str:
    """Othello's start as it is drawn with a row like this: its number, and cells."""
    rows = [START[at : at + 8] for at in range(0, 64, 8)]
    lines = [row.format(number=number, cells=" ".join(cells)) for number, cells in enumerate(rows, start=1)]
    return "\n".join(["  a b c d e f g h", *lines, *([below] if below else [])])


@pytest.mark.parametrize(
    ("row", "below", "mover"),
    [
        ("{number} {cells}", "", "X"),
        (" {number} {cells} {number}", "White to move", "O"),
        ("{number} | {cells} |", "O", "O"),
        ("  {number} {cells}", "黒の番", "X"),
        ("{number} {cells}", "Black (X)", "X"),
    ],
)
def test_a_board_that_is_drawn(row: str, below: str, mover: str) -> None:
    (found,) = gathered(undrawn(read_problems(drawn(row, below).splitlines())))
    assert read_position(found[1]).start == f"{START} {mover}"


def test_a_board_of_this_program_with_dots_for_legal_moves() -> None:
    text = drawn("{number} {cells}").replace("4 . . .", "4 . . :")
    (found,) = gathered(undrawn(read_problems(text.splitlines())))
    assert read_position(found[1]).start == f"{START} X"


def test_what_is_no_drawing_stays() -> None:
    lines = ["1. f5 d6 2. c3", "f5 d6 c3 d3", "a b", START, "white", "ｆ５ｄ６"]
    assert [text for _, text in undrawn(read_problems(lines))] == lines


def test_full_width_moves_look_like_moves() -> None:
    assert resembles_position("ｆ５ｄ６ｃ３")
    assert not resembles_position("今日は")
