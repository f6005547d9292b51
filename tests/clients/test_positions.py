"""Positions as people write them."""

from __future__ import annotations

import pytest

from engined_client.positions import GivenPosition, read_position, read_problems

START = "...........................OX......XO..........................."
FFO_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------"


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("", ()),
        ("   ", ()),
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
        ("% only a comment", ()),
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
    ],
)
def test_boards(text: str, start: str) -> None:
    assert read_position(text) == GivenPosition(start)


def test_a_board_and_moves() -> None:
    assert read_position(f"{START} X; f5 d6") == GivenPosition(f"{START} X", ("f5", "d6"))


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
    ],
)
def test_what_cannot_be_read_is_named(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        read_position(text)


def test_lines_of_a_file() -> None:
    lines = ["% FFO", "f5\r\n", "", "  % more", "d6 % x\n"]
    assert list(read_problems(lines)) == [(2, "f5"), (3, ""), (5, "d6 % x")]
