"""Requests that wait: in turns, within bounds, and ended by stops before they begin."""

from __future__ import annotations

import pytest

from engined.daemon.sockets import inbox
from engined.daemon.sockets.inbox import BESIDES, DECODED, Inbox
from engined.service.events import Address, Received
from engined.service.game import Game
from engined.service.sessions.reckoning import Reckoned
from engined.variants.catalogue import Catalogue
from engined_protocol import messages as m

ROOMY = 1 << 30
"""Bytes that no test here has waiting, but those about that."""
GAME = Game.begin(Catalogue().get("othello"))
RECKONED = Reckoned(GAME, GAME, None)
ANN, BOB = Address(b"ann", "work"), Address(b"bob", "work")


def put(waiting: Inbox, sender: Address, *requests: m.AnyRequest) -> None:
    for request in requests:
        assert waiting.put(sender, request, 1)


def take(waiting: Inbox) -> Received | None:
    received = waiting.next(5.0)
    if received is not None:
        waiting.take()
    return received


def take_all(waiting: Inbox) -> list[Received]:
    taken = []
    while (received := take(waiting)) is not None:
        taken.append(received)
    return taken


def test_each_client_in_order_and_the_clients_in_turns() -> None:
    waiting = Inbox(ROOMY)
    assert not waiting
    put(waiting, ANN, m.Show(id="1"), m.Show(id="2"), m.Show(id="3"))
    put(waiting, BOB, m.Show(id="4"))
    assert waiting
    assert take_all(waiting) == [
        Received(sender, m.Show(id=id), 5.0) for sender, id in ((ANN, "1"), (BOB, "4"), (ANN, "2"), (ANN, "3"))
    ]
    assert not waiting


def test_it_is_known_when_a_request_came_in_that_waited() -> None:
    waiting = Inbox(ROOMY)
    waiting.put(ANN, m.Show(id="1"), 0, 3.0)
    received = take(waiting)
    assert received is not None
    assert (received.came, received.now) == (3.0, 5.0)


def test_a_stop_marks_the_job_it_names_and_no_other() -> None:
    waiting = Inbox(ROOMY)
    put(waiting, ANN, m.Analyse(id="a"), m.BookFix(id="b", variant="othello"), m.Show(id="c"))
    put(waiting, BOB, m.Analyse(id="b"))
    assert waiting.stop(b"ann", "b") == 1
    assert waiting.stop(b"ann", "b") == 0, "it is stopped already"
    assert waiting.stop(b"ann", "c") == 0, "it is no job"
    assert waiting.stop(b"nobody", None) == 0
    stopped = {(received.sender.client, received.request.id): received.stopped for received in take_all(waiting)}
    assert stopped == {(b"ann", "a"): 0, (b"ann", "b"): 1, (b"ann", "c"): 0, (b"bob", "b"): 0}


def test_a_stop_of_all_marks_what_waits_and_nothing_that_comes_later() -> None:
    waiting = Inbox(ROOMY)
    put(waiting, ANN, m.Analyse(id="a"), m.Perft(id="b", depth=1))
    assert waiting.stop(b"ann", None) == 2
    put(waiting, ANN, m.Solve(id="c"))
    assert take(waiting) == Received(ANN, m.Analyse(id="a"), 5.0, stopped=1)
    put(waiting, ANN, m.Analyse(id="a"))  # the id is used again
    assert [(received.request.id, received.stopped) for received in take_all(waiting)] == [("b", 1), ("c", 0), ("a", 0)]


def test_whether_a_job_waits() -> None:
    waiting = Inbox(ROOMY)
    put(waiting, ANN, m.Analyse(id="a"), m.Analyse(id="a"), m.Show(id="b"))
    assert waiting.has_job(b"ann", "a")
    assert not waiting.has_job(b"ann", "b")
    assert not waiting.has_job(b"bob", "a")
    take(waiting)
    assert waiting.has_job(b"ann", "a"), "one of the two is left"
    take(waiting)
    assert not waiting.has_job(b"ann", "a")


def test_bounds_are_each_clients_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inbox, "MOST_WAITING", 2)
    waiting = Inbox(2 * (100 * DECODED + 2 * BESIDES))
    assert waiting.put(ANN, m.Show(id="1"), 60)
    assert not waiting.put(ANN, m.Analyse(id="2"), 41)
    assert not waiting.has_job(b"ann", "2"), "what is refused does not wait"
    assert waiting.put(ANN, m.Show(id="3"), 40)
    assert not waiting.put(ANN, m.Show(id="4"), 0)
    assert waiting.put(BOB, m.Show(id="5"), 50)
    assert not waiting.put(BOB, m.Show(id="6"), 151)
    take(waiting)
    assert waiting.put(ANN, m.Show(id="7"), 60), "what is taken makes room"


def test_all_clients_together_have_a_bound() -> None:
    waiting = Inbox(8 * (10 * DECODED + BESIDES))
    clients = [Address(b"%d" % number, "work") for number in range(9)]
    assert [waiting.put(client, m.Show(id="1"), 10) for client in clients] == [True] * 8 + [False]
    waiting.forget(b"3")
    assert waiting.put(clients[8], m.Show(id="1"), 10)
    while take(waiting) is not None:
        pass
    assert waiting.size == 0


def test_what_waits_for_a_client_that_is_gone_is_dropped() -> None:
    waiting = Inbox(ROOMY)
    put(waiting, ANN, m.Analyse(id="1"))
    put(waiting, BOB, m.Analyse(id="2"))
    waiting.forget(b"ann")
    waiting.forget(b"nobody")
    assert [received.request.id for received in take_all(waiting)] == ["2"]


def test_a_client_that_is_set_aside_waits_and_the_others_do_not() -> None:
    waiting, long = Inbox(ROOMY), m.Show(id="1")
    put(waiting, ANN, long, m.Analyse(id="2"))
    put(waiting, BOB, m.Show(id="3"))
    assert waiting.next(5.0) == Received(ANN, long, 5.0)
    waiting.set_aside(b"ann")
    assert [received.request.id for received in take_all(waiting)] == ["3"]
    assert not waiting
    put(waiting, ANN, m.Show(id="4"))
    assert not waiting
    assert waiting.stop(b"ann", "2") == 1
    waiting.come_back(b"ann", long, RECKONED)
    assert waiting
    assert [(received.request.id, received.reckoned, received.stopped) for received in take_all(waiting)] == [
        ("1", RECKONED, 0),
        ("2", None, 1),
        ("4", None, 0),
    ]


def test_what_comes_back_for_a_client_that_left_is_for_nobody() -> None:
    waiting, long = Inbox(ROOMY), m.Show(id="1")
    put(waiting, ANN, long)
    waiting.set_aside(b"ann")
    waiting.forget(b"ann")
    waiting.come_back(b"ann", long, RECKONED)
    assert not waiting
    put(waiting, ANN, m.Show(id="1"))
    waiting.set_aside(b"ann")
    waiting.come_back(b"ann", long, RECKONED)
    assert not waiting
    waiting.come_back_all()
    assert take_all(waiting) == [Received(ANN, m.Show(id="1"), 5.0)]
