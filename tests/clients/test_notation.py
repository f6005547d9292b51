"""Squares as people name them, and as messages do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engined_client.drawing.text import board_lines, move_table, removal_lines
from engined_client.drawing.wording import Wording
from engined_client.files.positions import GivenPosition, read_position
from engined_client.notation import PROTOCOL, Notation
from engined_protocol.messages import Position, ScoredMove
from engined_protocol.notation import PASS, square_name

NINE = Notation(go=True, width=9, height=9)
NINETEEN = Notation(go=True, width=19, height=19)

# SGF's own examples: FF[4] (red-bean.com/sgf/go.html) has the upper left corner as aa, which Go players call A19, and
# the lower right one of 19x19 as ss, which they call T1.
CORNERS = [("a1", "A19"), ("s1", "T19"), ("a19", "A1"), ("s19", "T1"), ("h4", "H16"), ("i4", "J16"), ("p16", "Q4")]


@pytest.mark.parametrize(("square", "vertex"), CORNERS)
def test_points_have_their_names_in_go(square: str, vertex: str) -> None:
    assert NINETEEN.write(square) == vertex
    assert NINETEEN.read(vertex) == NINETEEN.read(vertex.lower()) == square


@given(st.integers(2, 19), st.integers(2, 19), st.data())
def test_what_is_written_is_read(width: int, height: int, data: st.DataObject) -> None:
    notation = Notation(go=True, width=width, height=height)
    squares = st.integers(0, width * height - 1).map(lambda square: square_name(square, width))
    moves = tuple(data.draw(st.lists(squares | st.just(PASS), max_size=20)))
    assert notation.read_moves(notation.write_moves(moves)) == moves
    assert "I" not in notation.write_moves(moves)


def test_others_write_what_messages_have() -> None:
    assert PROTOCOL.write_moves(("f5", "d6:d5", PASS)) == "f5d6:d5--"
    assert PROTOCOL.read_moves("F5 d6:d5 pass") == ("f5", "d6:d5", PASS)
    assert PROTOCOL.retold("i9 is occupied") == "i9 is occupied"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I5", "I5: Go has no column I"),
        ("i5", "I5: Go has no column I"),
        ("k5", "K5: not on a 9x9 board"),
        ("E10", "E10: not on a 9x9 board"),
        ("e0", "E0: not on a 9x9 board"),
        ("tengen", "TENGEN: not a vertex"),
    ],
)
def test_a_vertex_that_is_none_is_named(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        NINE.read(text)


def test_a_transcript_with_a_vertex_that_is_none_is_refused_as_a_whole() -> None:
    with pytest.raises(ValueError, match="I5: Go has no column I"):
        NINE.read_moves("E5 I5 C3")


def test_what_the_daemon_says_is_said_in_go() -> None:
    assert NINE.retold("e4 is occupied") == "E6 is occupied"
    assert NINE.retold("go-9x9-h2 has a 9x9 board") == "go-9x9-h2 has a 9x9 board"
    assert NINE.retold("d13 can have no book, nor t1") == "d13 can have no book, nor t1"


# --- where it is used ------------------------------------------------------------------------------


def position(*board: str, removed: tuple[str, ...] = ()) -> Position:
    return Position(
        id="1",
        variant="go-3x3",
        digest="",
        board=board,
        mover="Black",
        colour="X",
        legal=("a1", PASS),
        moves=(),
        seats=("Black", "White"),
        scores=(),
        discs=(),
        empties=8,
        over=False,
        removed=removed,
    )


def test_boards_have_row_1_at_the_bottom() -> None:
    words = Wording(Notation(go=True, width=3, height=3))
    board = position("X..", "...", "..O")
    assert board_lines(board, words=words) == ["    A B C", "  3 X . .", "  2 . . .", "  1 . . O"]
    assert board_lines(board, {"c1": "?"}, "c1", words)[1] == "  3 X . ?"


def test_tables_have_the_same_names() -> None:
    move = ScoredMove(move="a1", score=2.0, kind="exact", depth=3, pv=("a1", PASS, "c3"))
    head, row = move_table([move], words=Wording(Notation(go=True, width=3, height=3)))
    assert row.split()[0] == "A3"
    assert row.endswith("A3 pass C1")
    assert head.startswith("move")


def test_removed_stones_are_named_so_too() -> None:
    off = position("...", "...", "...", removed=("X..", "...", "..O"))
    words = Wording(Notation(go=True, width=3, height=3))
    assert removal_lines(off, words) == ["removed O: C1", "removed X: A3"]


def test_positions_are_read_in_a_notation() -> None:
    start = "." * 81
    assert read_position("E5 pass J1", NINE) == GivenPosition(moves=("e5", PASS, "i9"))
    assert read_position(f"{start} X; A9 A1", NINE) == GivenPosition(f"{start} X", ("a1", "a9"))
