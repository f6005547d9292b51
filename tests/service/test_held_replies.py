"""A final that tells of something kept goes out once that is on disk, or says that it is not."""

from __future__ import annotations

from engined.results import Certainty
from engined_protocol import messages as m
from tests.service.desk import ANN, BOB, Desk


def held_desk() -> Desk:
    """A desk whose disk writes when the test says so."""
    desk = Desk()
    desk.writes = False
    return desk


def test_a_ply_of_a_kept_session_is_acknowledged_once_it_is_on_disk() -> None:
    desk = held_desk()
    assert desk.say(m.Open(id="o", session="s", keep=True)) == []
    assert desk.say(m.Play(id="p", session="s", moves=("f5",))) == []
    assert not desk.service.idle()
    desk.written()
    (opened,) = desk.finals(ANN, "o")
    assert isinstance(opened, m.Position)
    assert opened.stored
    assert desk.finals(ANN, "p") == []
    desk.written("the disk is full")
    (played,) = desk.finals(ANN, "p")
    assert isinstance(played, m.Position)
    assert (played.moves, played.stored) == (("f5",), False)
    assert desk.service.idle()


def test_other_sessions_and_other_clients_wait_for_no_disk() -> None:
    desk = held_desk()
    desk.say(m.Open(id="o", session="s", keep=True))
    assert not desk.ask(m.Open(id="a", session="t"), m.Position).stored
    assert desk.ask(m.Play(id="b", session="t", moves=("f5",)), m.Position).moves == ("f5",)
    desk.ask(m.Ping(id="c"), m.Pong, BOB)
    assert desk.ask(m.Show(id="d", session="s"), m.Position).moves == ()


def test_a_proof_is_told_once_it_is_on_disk() -> None:
    desk = held_desk()
    desk.say(m.Analyse(id="a", depth=1))
    (job,) = desk.started
    desk.finish(job, Certainty.EXACT)
    assert desk.finals(ANN, "a") == []
    desk.written()
    (final,) = desk.finals(ANN, "a")
    assert isinstance(final, m.Analysis)
    assert final.stored
    assert desk.ask(m.Analyse(id="b", depth=1), m.Analysis).stored


def test_an_estimate_waits_for_nothing() -> None:
    desk = held_desk()
    desk.say(m.Analyse(id="a", depth=1))
    desk.finish(desk.started[0])
    (final,) = desk.finals(ANN, "a")
    assert isinstance(final, m.Analysis)
    assert not final.stored


def test_at_the_end_what_is_held_goes_out_and_says_that_it_is_not_on_disk() -> None:
    desk = held_desk()
    desk.say(m.Open(id="o", session="s", keep=True))
    desk.shut_down()
    desk.take(desk.service.abandon(desk.now))
    (opened,) = desk.finals(ANN, "o")
    assert isinstance(opened, m.Position)
    assert not opened.stored
    desk.written()
    assert len(desk.finals(ANN, "o")) == 1
