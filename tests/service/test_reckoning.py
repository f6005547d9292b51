"""What is worked out before a request's turn changes no reply, and is not used where it does not fit any more."""

from __future__ import annotations

import pytest

from engined.service.events import Address, CutLog, Received, Send
from engined.service.game import Game
from engined.service.sessions import clients, reckoning
from engined.service.sessions.reckoning import KeptLog, reckon, restore, takes_long
from engined.service.sessions.session import Begun, MovesPlayed, Step, Undone
from engined.variants.catalogue import Catalogue
from engined_protocol import messages as m
from tests.service.desk import ANN, Desk

CATALOGUE = Catalogue()
OTHELLO = CATALOGUE.get("othello")
HERE = Address(ANN, "work")
REQUESTS: tuple[m.AnyRequest, ...] = (
    m.Open(id="1", session="s", variant="othello", moves=("f5", "d6")),
    m.Show(id="2", session="s"),
    m.Show(id="3", session="s", moves=("c3",), theory=True),
    m.Play(id="4", session="s", moves=("c3", "d3")),
    m.Play(id="5", session="s", moves=("a1",)),
    m.Undo(id="6", session="s", plies=2),
    m.Undo(id="7", session="s", plies=9),
    m.Show(id="8", session="s"),
    m.Open(id="9", moves=("f5", "f5")),
    m.Open(id="10", moves=("f5",)),
    m.Show(id="11", session="s", variant="othello"),
    m.Show(id="12", variant="hasami-choose", moves=("f5",)),
    m.Judge(id="13", session="s", move="c3", board="." * 64),
    m.Analyse(id="14", session="s", moves=("c3",), depth=1),
    m.Analyse(id="15", session="s", moves=("h8",), depth=1),
    m.Solve(id="16", variant="othello-4x4"),
    m.Learn(id="17", moves=("f5", "d6")),
    m.BookShow(id="18", moves=("f5", "d6")),
)


def replies(desk: Desk, *, foreseen: bool) -> list[m.AnyReply]:
    """What a desk replies to all of that."""
    said = []
    for request in REQUESTS:
        event = Received(HERE, request, 0.0)
        base = desk.service.to_reckon(event)
        if base is not None and foreseen:
            assert isinstance(request, reckoning.Asking)
            assert isinstance(base, Game)
            event = Received(HERE, request, 0.0, reckoned=reckon(request, base))
            assert desk.service.to_reckon(event) is None
        said += [effect.reply for effect in desk.tell(event) if isinstance(effect, Send)]
    return said


def test_no_reply_hangs_on_whether_it_was_worked_out_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reckoning, "LONG", 0)
    before, in_turn = replies(Desk(), foreseen=True), replies(Desk(), foreseen=False)
    assert before == in_turn
    assert {type(reply) for reply in before} >= {m.Position, m.Judgement, m.Error}


def test_what_was_worked_out_from_another_position_is_worked_out_anew() -> None:
    desk = Desk()
    desk.ask(m.Open(id="1", session="s", moves=("f5",)), m.Position)
    show = m.Show(id="2", session="s")
    stale = reckon(show, Game.begin(OTHELLO))
    (effect,) = desk.tell(Received(HERE, show, 0.0, reckoned=stale))
    assert isinstance(effect, Send)
    assert isinstance(effect.reply, m.Position)
    assert effect.reply.moves == ("f5",)


@pytest.mark.parametrize(
    ("request_", "variant", "long"),
    [
        (m.Show(id="1"), "othello", False),
        (m.Judge(id="1", move="f5", board=""), "othello", False),
        (m.Show(id="1", moves=("f5",) * 60), "othello", True),
        (m.Show(id="1"), "othello-24x24", False),
        (m.Show(id="1", moves=("f5",)), "othello-24x24", True),
        (m.Judge(id="1", move="f5", board=""), "othello-24x24", True),
        (m.Show(id="1"), "hasami-choose", True),
        (m.Undo(id="1", session="s"), "othello", False),
    ],
)
def test_what_takes_long(request_: reckoning.Asking, variant: str, long: bool) -> None:
    assert takes_long(request_, Game.begin(CATALOGUE.get(variant))) is long


# --- sessions that are restored -------------------------------------------------------------------

MOVES = ("f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7")


def kept(*steps: Step) -> Desk:
    """A desk where Ann kept a session."""
    return Desk(kept=[(ANN, "s", (Begun("othello", OTHELLO.digest, None, MOVES), *steps))])


def come(desk: Desk, request: m.AnyRequest) -> m.AnyReply:
    """The reply to a request, its session restored before its turn."""
    event = Received(HERE, request, 0.0)
    log = desk.service.to_reckon(event)
    assert isinstance(log, KeptLog)
    event = Received(HERE, request, 0.0, reckoned=restore(log))
    assert not isinstance(desk.service.to_reckon(event), KeptLog)
    desk.tell(event)
    return desk.sent[-1][1]


@pytest.fixture
def beside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is replayed in turn."""
    monkeypatch.delattr(clients, "replay")


@pytest.mark.usefixtures("beside")
@pytest.mark.parametrize(
    ("request_", "moves"),
    [
        (m.Show(id="1", session="s"), MOVES),
        (m.Play(id="1", session="s", moves=("d7",)), (*MOVES, "d7")),
        (m.Undo(id="1", session="s"), MOVES[:-1]),
        (m.Resign(id="1", session="s"), MOVES),
        (m.Open(id="1", session="s", moves=("f5",)), ("f5",)),
    ],
)
def test_a_long_kept_session_is_restored_before_its_turn(request_: m.AnyRequest, moves: tuple[str, ...]) -> None:
    desk = kept()
    reply = come(desk, request_)
    assert isinstance(reply, m.Position)
    assert reply.moves == moves
    assert desk.service.to_reckon(Received(HERE, m.Show(id="2", session="s"), 0.0)) is None, "it is there now"


@pytest.mark.usefixtures("beside")
def test_a_log_that_begins_with_what_makes_no_sense_is_an_error_as_ever() -> None:
    desk = Desk(kept=[(ANN, "s", (Begun("othello", OTHELLO.digest, None, ("a1", *MOVES)),))])
    for _ in range(2):
        reply = come(desk, m.Show(id="1", session="s"))
        assert isinstance(reply, m.Error)
        assert reply.code == "illegal-move"


@pytest.mark.usefixtures("beside")
def test_of_a_log_whose_later_steps_cannot_follow_there_is_what_comes_before_them() -> None:
    desk = kept(MovesPlayed(("d7",)), MovesPlayed(("a1",)), Undone(1))
    reply = come(desk, m.Show(id="1", session="s"))
    assert isinstance(reply, m.Position)
    assert reply.moves == (*MOVES, "d7")
    assert desk.saves == [CutLog(ANN, "s", 2)]


@pytest.mark.usefixtures("beside")
def test_what_can_be_closed_need_not_be_restored() -> None:
    desk = kept()
    assert desk.service.to_reckon(Received(HERE, m.Close(id="1", session="s"), 0.0)) is None
    desk.ask(m.Close(id="1", session="s"), m.Closed)


def test_a_short_one_is_restored_in_turn() -> None:
    desk = Desk(kept=[(ANN, "s", (Begun("othello", OTHELLO.digest, None, ("f5",)),))])
    assert desk.service.to_reckon(Received(HERE, m.Show(id="1", session="s"), 0.0)) is None
    assert desk.ask(m.Show(id="1", session="s"), m.Position).moves == ("f5",)
