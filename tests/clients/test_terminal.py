"""What is drawn where: colours on a terminal alone, changes of scores, and lines that fit."""

from __future__ import annotations

import sys
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from rich.cells import cell_len
from rich.console import Console

from engined_client.drawing.changes import Changes
from engined_client.drawing.painting import FIELD_LAST, FIELD_TURNED, painted_analysis, painted_board
from engined_client.drawing.table import columns, fitted
from engined_client.drawing.text import board_lines, cell_scores, move_table
from engined_client.terminal.command import complain
from engined_client.terminal.output import Coloured, Plain, PlainTerminal, terminal
from engined_protocol.messages import Analysis, Info, Position, ScoredMove


def position(board: tuple[str, ...], legal: tuple[str, ...] = (), moves: tuple[str, ...] = ()) -> Position:
    return Position(
        id="1",
        variant="",
        digest="",
        board=board,
        mover="Black",
        colour="X",
        legal=legal,
        moves=moves,
        seats=("Black", "White"),
        scores=(),
        discs=(),
        empties=1,
        over=False,
    )


BEFORE = position(("....", ".OX.", ".XO.", "...."), ("b1", "a2", "d3", "c4"))
AFTER = position(("....", ".OX.", ".XX.", "..X."), ("b4", "d2", "d4"), ("c4",))


def scored(move: str, score: float, depth: int, *pv: str) -> ScoredMove:
    return ScoredMove(move=move, score=score, kind="estimate", depth=depth, pv=(move, *pv), nodes=10)


def info(*moves: ScoredMove) -> Info:
    return Info(id="1", seq=1, depth=min(move.depth for move in moves), moves=moves, nodes=10, seconds=1.0)


# --- where ----------------------------------------------------------------------------------------


class Window(StringIO):
    def isatty(self) -> bool:
        return True


def test_colours_are_for_terminals_that_want_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(sys, "stdout", StringIO())
    assert type(terminal()) is Plain
    monkeypatch.setattr(sys, "stdout", Window())
    assert type(terminal()) is Coloured
    monkeypatch.setenv("NO_COLOR", "1")
    assert type(terminal()) is PlainTerminal
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert type(terminal()) is PlainTerminal


def test_without_colours_nothing_but_text_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    plain = Plain()
    plain.board(AFTER, BEFORE)
    with plain.thinking("Black thinks"), plain.live() as live:
        assert live is None
    assert capsys.readouterr().out == "\n".join(board_lines(AFTER)) + "\n"


# --- colours --------------------------------------------------------------------------------------


def backgrounds(board: Position, before: Position | None) -> dict[str, int]:
    """How many cells have each colour under them."""
    counts: dict[str, int] = {}
    for _, _, style in painted_board(board, before=before).spans:
        if not isinstance(style, str) and style.bgcolor is not None:
            counts[style.bgcolor.name] = counts.get(style.bgcolor.name, 0) + 1
    return counts


def test_the_last_move_and_the_discs_that_turned_stand_out() -> None:
    known = backgrounds(AFTER, BEFORE)
    assert (known[FIELD_LAST], known[FIELD_TURNED]) == (1, 1)
    assert FIELD_TURNED not in backgrounds(AFTER, None)
    assert known[FIELD_LAST] + known[FIELD_TURNED] < sum(known.values()) == 16


def test_the_board_in_colour_is_the_board() -> None:
    lines = painted_board(AFTER).plain.splitlines()
    assert [line[:3].strip() for line in lines] == ["", "1", "2", "3", "4"]
    assert [line[3:].count("●") for line in lines] == [0, 0, 2, 2, 1]
    assert [line[3:].count("·") for line in lines] == [0, 0, 1, 0, 2]


def test_stones_of_go_lie_on_lines() -> None:
    board = replace(position(("...", ".X.", "..O"), moves=("c3",)), prisoners=(0, 0))
    assert [line[3:] for line in painted_board(board).plain.splitlines()] == [
        " a  b  c ",
        " ┌──┬──┐ ",
        " ├─ ● ─┤ ",
        " └──┴─ ● ",
    ]
    assert "+1.5" in painted_board(board, {"a1": "+1.5"}, "a1").plain


def test_an_analysis_in_colour_fits_its_window() -> None:
    analysis = info(scored("b4", 1.5, 3, *["d2"] * 11), scored("d2", -0.5, 3))
    output = StringIO()
    console = Console(file=output, force_terminal=True, width=60, color_system="truecolor")
    console.print(painted_analysis(AFTER, analysis, None, 60))
    assert "\x1b[" in output.getvalue()
    text = painted_analysis(AFTER, analysis, None, 60)
    assert max(map(len, text.plain.splitlines())) <= 60
    assert " +1.5" in text.plain
    assert any(style == "bold" for _, _, style in text.spans)


# --- changes --------------------------------------------------------------------------------------


def test_changes_are_told_from_depth_to_depth() -> None:
    changes = Changes()
    first, again = scored("f5", 1.0, 4), scored("f5", 1.2, 4)
    for analysis in (info(first), info(again)):
        changes.note(analysis)
        assert changes.before(first) is None
    deeper = scored("f5", -0.5, 5)
    changes.note(info(deeper))
    before = changes.before(deeper)
    assert before is not None
    assert (before.score, before.depth) == (1.2, 4)


def test_the_table_says_how_scores_changed_and_which_depths_are_new() -> None:
    changes = Changes()
    changes.note(info(scored("f5", 1.0, 4), scored("d3", 0.0, 4)))
    now = (scored("f5", 0.5, 5), scored("d3", 0.0, 4))
    changes.note(info(*now))
    assert move_table(now, changes=changes) == [
        "move  score  kind      depth  nodes        change  principal variation",
        "f5     +0.5  estimate     5+     10  -0.5 since 4  f5",
        "d3      0.0  estimate      4     10                d3",
    ]
    final = Analysis(
        id="1", reason="done", best="f5", score=0.5, kind="estimate", depth=5, moves=now, nodes=1, seconds=1.0
    )
    changes.note(final)
    assert "5+" in move_table(final.moves, changes=changes)[1]


@pytest.mark.parametrize(
    ("width", "line"),
    [
        (None, "f5 d6 c3 d3"),
        (11, "f5 d6 c3 d3"),
        (10, "f5 d6 c3…"),
        (9, "f5 d6 c3…"),
        (8, "f5 d6…"),
        (4, "f5…"),
        (3, "f5…"),
        (2, "f…"),
    ],
)
def test_lines_fit(width: int | None, line: str) -> None:
    assert fitted("f5 d6 c3 d3", width) == line


@given(st.text(st.sampled_from("ab 虎定石…"), max_size=20), st.integers(2, 20))
def test_lines_fit_whatever_their_script(text: str, width: int) -> None:
    """As rich counts the columns of a terminal."""
    line = fitted(text, width)
    assert cell_len(line) <= width
    assert columns(text) == cell_len(text)
    assert line == text if cell_len(text) <= width else text.startswith(line[:-1])


def test_a_table_may_have_lines_in_colour(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Coloured(
        Console(file=(window := Window()), force_terminal=True, color_system="standard", width=40, highlight=False)
    )
    screen.lines(["head", "bad [red]", "fine"], ["", "bright_red"])
    assert window.getvalue().splitlines() == ["head", "\x1b[91mbad [red]\x1b[0m", "fine"]
    Plain().lines(["head", "bad"], ["", "bright_red"])
    assert capsys.readouterr().out == "head\nbad\n"


def test_text_and_tables_fit_a_window(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    output = StringIO()
    for screen in (PlainTerminal(), Coloured(Console(file=output, width=20))):
        screen.sentences(["    one two three four five", ""])
        screen.lines(["one two three four five"])
    expected = "    one two three\n    four five\n\none two three four…\n"
    assert capsys.readouterr().out == expected
    assert output.getvalue() == expected
    Plain().sentences(["one two three four five"])
    assert capsys.readouterr().out == "one two three four five\n"


def test_boards_with_scores_fit_the_window() -> None:
    """Whole scores where there is no room, and then which moves are best."""
    wide = position(("." * 19,) * 19)
    moves = [scored(f"{column}1", -12.5 - rank, 3) for rank, column in enumerate("cadefghijk")]
    found = info(*moves)
    for width, cell in ((None, "-12.5"), (200, "-12.5"), (120, "-12"), (60, "1")):
        lines = board_lines(wide, *cell_scores(wide, found, width))
        assert cell in lines[1].replace("[", " ").replace("]", " ").split()
        assert width is None or max(map(len, lines)) <= width
        painted = painted_analysis(wide, found, None, width or 200).plain.splitlines()[:20]
        assert max(map(cell_len, painted)) <= (width or 200)
    assert "10" not in board_lines(wide, *cell_scores(wide, found, 60))[1].split()


def test_a_complaint_keeps_the_lines_that_are_set_in(capsys: pytest.CaptureFixture[str]) -> None:
    complain("perft.py:33: what\nis  wrong\n  called by perft\n")
    assert capsys.readouterr().err == "engined: perft.py:33: what is wrong\n  called by perft\n"
