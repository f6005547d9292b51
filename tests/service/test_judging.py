"""Claims judged and colours drawn, as they are asked for."""

from __future__ import annotations

import pytest

from engined_protocol import messages as m
from tests.service.desk import Desk

F5 = "...........................OX......XXX.........................."


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_a_right_claim(desk: Desk) -> None:
    judged = desk.ask(m.Judge(id="1", move="f5", board=F5), m.Judgement)
    assert (judged.fault, judged.message, judged.move) == ("", "", "f5")
    assert judged.board[3:5] == ("...OX...", "...XXX..")


def test_a_fault_in_a_session_changes_nothing(desk: Desk) -> None:
    before = desk.ask(m.Open(id="1", session="s", moves=("f5",)), m.Position)
    judged = desk.ask(m.Judge(id="2", session="s", move="f6", board=F5, seat="black"), m.Judgement)
    assert (judged.fault, judged.board) == ("wrong_turn", ())
    judged = desk.ask(m.Judge(id="3", session="s", move="f6", board=F5), m.Judgement)
    assert (judged.fault, judged.missing) == ("wrong_colour", ("e5",))
    assert desk.ask(m.Show(id="4", session="s"), m.Position).board == before.board


def test_faults_name_their_cells(desk: Desk) -> None:
    lazy = F5.replace("XXX", "XOX")
    judged = desk.ask(m.Judge(id="1", move="f5", board=lazy), m.Judgement)
    assert (judged.fault, judged.missing, judged.extra) == ("missing_flips", ("e5",), ())
    eager = "X" + F5[1:]
    judged = desk.ask(m.Judge(id="2", move="f5", board=eager), m.Judgement)
    assert (judged.fault, judged.missing, judged.extra) == ("extra_flips", (), ("a1",))


def test_holes_may_be_blanks(desk: Desk) -> None:
    shown = desk.ask(m.Show(id="1", variant="octagon-52", moves=("f5",)), m.Position)
    board = "\n".join(shown.board)
    judged = desk.ask(m.Judge(id="2", variant="octagon-52", move="f5", board=board), m.Judgement)
    assert (judged.fault, judged.board) == ("", shown.board)


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("a2", "the game is over: Black wins by 1; and on a2 it would make a block of four with a1, b1, b2"),
        ("b2", "the game is over: Black wins by 1"),
        ("pass", "the game is over: Black wins by 1"),
    ],
)
def test_after_the_end_it_is_said_how_that_was_and_which_rule_closes_the_cell(desk: Desk, move: str, said: str) -> None:
    request = m.Judge(id="1", variant="chain-count-2x2", moves=("a1", "b1", "b2"), move=move, board="XOXX")
    (refusal,) = desk.say(request)
    assert isinstance(refusal, m.Error)
    assert (refusal.code, refusal.message) == ("game-over", said)


@pytest.mark.parametrize(
    ("request_", "code", "field"),
    [
        (m.Judge(id="1", move="f5", board="XO"), "bad-position", "board"),
        (m.Judge(id="1", move="f5", board="?" * 64), "bad-position", "board"),
        (m.Judge(id="1", move="hello", board=F5), "illegal-move", "move"),
        (m.Judge(id="1", move="f5", board=F5, seat="Red"), "invalid", "seat"),
        (m.Judge(id="1", move="f5", board=F5, colour="R"), "invalid", "colour"),
        (m.Judge(id="1", move="f5", board=F5, start="X" * 64 + "X"), "game-over", "move"),
        (m.Judge(id="1", move="f5", board=F5, session="s"), "unknown-session", "session"),
        (m.DrawColours(id="1", mode="draws", call="black", face="black"), "invalid", "call"),
    ],
)
def test_what_is_refused(desk: Desk, request_: m.AnyRequest, code: str, field: str) -> None:
    assert desk.fail(request_) == (code, field)


def test_colours_are_drawn(desk: Desk) -> None:
    request = m.DrawColours(id="1", mode="draws", call="down", face="white")
    assert desk.ask(request, m.ColoursDrawn) == m.ColoursDrawn(id="1", black="lower")
    request = m.DrawColours(id="2", mode="no-draws", call="black", face="white", choice="colours")
    drawn = desk.ask(request, m.ColoursDrawn)
    assert drawn == m.ColoursDrawn(id="2", draw_right="lower", chooser="higher", choosing="colour")
