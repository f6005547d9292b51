"""Who speaks what, and who is told what, without sockets: the test holds the wires."""

from __future__ import annotations

import os
from collections import deque
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgpack
import pytest

from engined.daemon.log.journal import Journal
from engined.daemon.log.log import Log
from engined.daemon.sockets.connections import Connections
from engined.daemon.sockets.frame import Frame
from engined.daemon.sockets.inbox import DECODED, MOST_WAITING, SHARE
from engined.daemon.sockets.overtaking import HELD, MOST_HELD
from engined.daemon.sockets.send_queue import GRACE, Delivery, SendQueue
from engined.daemon.sockets.server import MOST_AHEAD, SILENCE, SILENCE_AT_WORK, SILENCE_IN_A_CROWD, SocketServer
from engined.daemon.sockets.sockets import Sockets
from engined.daemon.text.server import TextServer
from engined.daemon.work.reckoner import Done
from engined.service.events import Address, Event, Gone, Received
from engined.service.game import Game
from engined.service.sessions.reckoning import KeptLog, Reckoned
from engined.variants.catalogue import Catalogue
from engined_protocol import messages as m
from engined_protocol.frames import decode_reply, wrap
from engined_protocol.text.dialogue import Output

ANN, BOB = b"ann", b"bob"
GAME = Game.begin(Catalogue().get("othello"))
REQUESTS = 128 << 20
WORK, CONTROL = Address(ANN, "work"), Address(ANN, "control")


class Wire:
    """One socket: frames to be received, frames sent, and how clients are doing."""

    gate = None

    def __init__(self) -> None:
        self.incoming: deque[tuple[bytes, list[bytes]]] = deque()
        self.sent: list[tuple[bytes, list[bytes]]] = []
        self.state: dict[bytes, Delivery] = {}
        self.send_queue = SendQueue(self.deliver, 1 << 30)

    def receive(self) -> Frame | None:
        return Frame(*self.incoming.popleft()) if self.incoming else None

    def failures(self) -> list[str]:
        return []

    def forget(self, client: bytes) -> None:
        self.send_queue.forget(client)

    def deliver(self, client: bytes, parts: list[bytes]) -> Delivery:
        state = self.state.get(client, Delivery.TAKEN)
        if state is Delivery.TAKEN:
            self.sent.append((client, parts))
        return state


class Parrot:
    """A dialogue that asks for an analysis at every line, and says what it hears of it."""

    def __init__(self) -> None:
        self.heard: list[m.AnyReply] = []

    def receive(self, line: str) -> Output:
        if line == "bye":
            return Output(text="bye\n", closed=True)
        return Output(requests=(m.Analyse(id=line),), text=f"{line}\n", error_text="aside\n")

    def refuse(self, reason: str) -> Output:
        return Output(text="?\n")

    def reply(self, reply: m.AnyReply) -> Output:
        self.heard.append(reply)
        return Output(text=f"{type(reply).__name__}\n")

    def end(self) -> Output:
        return Output(closed=True)


class Hall:
    """A server, its wires, and the events that it brings about."""

    def __init__(self) -> None:
        self.work, self.control = Wire(), Wire()
        self.now = 1000.0
        self.events: list[Event] = []
        self.jobs: dict[bytes, set[str]] = {}
        self.dropped = 0
        self.crowded = False
        self.parrot = Parrot()
        self.long: set[str] = set()
        """Ids of requests that take long."""
        self.asides: list[tuple[Received, Game | KeptLog]] = []
        """What is to be worked out."""
        self.text = TextServer(
            self, self.events.append, lambda: self.now, lambda line: self.parrot, lambda trouble: None, self.put_aside
        )
        self.server = SocketServer(
            cast(Sockets, SimpleNamespace(work=self.work, control=self.control, gate=None, connections=Connections())),
            self,
            self.events.append,
            lambda: self.now,
            self.text,
            REQUESTS,
            self.put_aside,
            Journal(Log(Path(os.devnull)), lambda: self.now),
        )

    def jobs_of(self, client: bytes, id: str | None = None) -> int:
        return sum(id in (None, job) for job in self.jobs.get(client, ()))

    def works_for(self, client: bytes) -> bool:
        return self.jobs_of(client) > 0

    def put_aside(self, received: Received, base: Game | KeptLog) -> None:
        self.asides.append((received, base))

    def to_reckon(self, event: Received) -> Game | None:
        return GAME if event.reckoned is None and event.request.id in self.long else None

    def bring(self, *parts: bytes, client: bytes = ANN) -> None:
        self.work.incoming.append((client, list(parts)))
        self.server.read_work()
        self.server.serve()
        self.serve_text()

    def serve_text(self) -> None:
        while self.text.serve_line():
            pass

    def bring_control(self, request: m.AnyRequest, client: bytes = ANN) -> None:
        self.control.incoming.append((client, wrap(request)))
        self.server.read_control()

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.server.flush()


@pytest.fixture
def hall() -> Hall:
    return Hall()


def info(id: str) -> m.Info:
    return m.Info(id=id, seq=1, depth=1, moves=(), nodes=1, seconds=0.1)


def test_replies_go_where_the_request_came_from(hall: Hall) -> None:
    hall.bring(*wrap(m.Ping(id="1")))
    hall.bring_control(m.Ping(id="2"))
    assert hall.events == [
        Received(WORK, m.Ping(id="1"), 1000.0, arrived=1000.0),
        Received(CONTROL, m.Ping(id="2"), 1000.0),
    ]
    hall.server.send(WORK, m.Pong(id="1"))
    hall.server.send(CONTROL, m.Pong(id="2"))
    assert hall.work.sent == [(ANN, wrap(m.Pong(id="1")))]
    assert hall.control.sent == [(ANN, wrap(m.Pong(id="2")))]


def test_text_in_requests_and_text_out(hall: Hall) -> None:
    hall.bring(b"T1", b"one\ntwo")
    assert [event.request.id for event in hall.events if isinstance(event, Received)] == ["one", "two"]
    assert hall.work.sent == [(ANN, [b"T1", b"one\n", b"aside\n"]), (ANN, [b"T1", b"two\n", b"aside\n"])]
    hall.server.send(WORK, info("one"))
    assert hall.work.sent[-1] == (ANN, [b"T1", b"Info\n"])


def test_a_slow_reader_of_text_hears_no_news_but_every_answer(hall: Hall) -> None:
    hall.work.state[ANN] = Delivery.FULL
    hall.bring(b"T1", b"one\n")
    hall.server.send(WORK, info("one"))
    assert (hall.parrot.heard, hall.dropped) == ([], 1)
    hall.server.send(WORK, m.Pong(id="one"))
    hall.work.state[ANN] = Delivery.TAKEN
    hall.wait(0.1)
    assert [parts[1] for _, parts in hall.work.sent] == [b"one\n", b"Pong\n"]


def test_a_slow_reader_of_messages_misses_older_news_only(hall: Hall) -> None:
    hall.bring(*wrap(m.Analyse(id="1")))
    hall.work.state[ANN] = Delivery.FULL
    for _ in range(3):
        hall.server.send(WORK, info("1"))
        hall.server.send(WORK, info("2"))
    hall.server.send(WORK, m.Pong(id="1"))
    assert hall.dropped == 5  # and with the final the last news of its request
    hall.work.state[ANN] = Delivery.TAKEN
    hall.wait(0.1)
    assert hall.work.sent == [(ANN, wrap(m.Pong(id="1"))), (ANN, wrap(info("2")))]


def test_a_conversation_ends_when_its_jobs_have(hall: Hall) -> None:
    hall.bring(b"T1", b"one\n")
    hall.jobs[ANN] = {"one"}
    hall.bring(b"T1", b"bye\nthree\n")
    last = hall.events[-1]
    assert isinstance(last, Received)
    assert isinstance(last.request, m.Stop)
    hall.wait(0.1)
    assert hall.work.sent[-1] == (ANN, [b"T1", b"bye\n"])
    hall.jobs.clear()
    hall.work.state[ANN] = Delivery.FULL
    hall.wait(0.1)
    hall.wait(0.1)
    hall.work.state[ANN] = Delivery.TAKEN
    hall.wait(0.1)
    assert hall.work.sent[-1] == (ANN, [b"T1", b""])
    assert hall.work.sent[-2] == (ANN, [b"T1", b"bye\n"])
    farewell = hall.events[-1]
    assert farewell == Gone(ANN, hall.now)
    hall.bring(*wrap(m.Ping(id="again")))
    assert hall.events[-1] == Received(WORK, m.Ping(id="again"), hall.now, arrived=hall.now)
    hall.server.send(WORK, m.Pong(id="again"))
    assert hall.work.sent[-1] == (ANN, wrap(m.Pong(id="again")))


def test_a_client_too_far_ahead_is_cut_off(hall: Hall) -> None:
    for _ in range(MOST_AHEAD // 1_000_000 + 1):
        hall.work.incoming.append((ANN, [b"T1", b"x" * 999_999 + b"\n"]))
        hall.server.read_work()
    hall.serve_text()
    hall.wait(0.1)
    assert hall.work.sent == [(ANN, [b"T1", b""])]
    assert hall.events[-1] == Gone(ANN, hall.now)


# --- stops and the jobs that they overtake --------------------------------------------------------


def served(hall: Hall) -> list[tuple[str, int]]:
    """Which requests have been served, and what each has heard of stops."""
    return [(event.request.id, event.stopped) for event in hall.events if isinstance(event, Received)]


def test_a_stop_that_overtakes_its_job_ends_it_however_late_it_comes(hall: Hall) -> None:
    hall.bring_control(m.Stop(id="stop", target="late"))
    for _ in range(20):
        hall.wait(1.0)
        hall.bring(*wrap(m.Show(id="other")))
        hall.server.look_around()
    hall.events.clear()
    hall.bring(*wrap(m.Analyse(id="late")))
    assert served(hall) == [("stop", 1), ("late", 1)]


def test_a_stop_finds_a_job_that_waits_for_its_turn(hall: Hall) -> None:
    for request in (m.Show(id="first"), m.Analyse(id="a"), m.Solve(id="b"), m.Show(id="c")):
        hall.work.incoming.append((ANN, wrap(request)))
    hall.server.read_work()
    hall.bring_control(m.Stop(id="one", target="b"))
    hall.bring_control(m.Stop(id="again", target="b"))
    hall.bring_control(m.Stop(id="all"))
    for _ in range(4):
        hall.server.serve()
    assert served(hall) == [("one", 1), ("again", 0), ("all", 1), ("first", 0), ("a", 1), ("b", 1), ("c", 0)]


def test_a_stop_without_a_target_ends_nothing_that_comes_later(hall: Hall) -> None:
    hall.bring_control(m.Stop(id="all"))
    hall.bring(*wrap(m.Analyse(id="later")))
    assert served(hall) == [("all", 0), ("later", 0)]


def test_a_stop_that_comes_too_late_ends_no_later_job_of_that_id(hall: Hall) -> None:
    hall.bring(*wrap(m.Analyse(id="1")))
    hall.server.send(WORK, m.Error(id="1", code="internal", message=""))
    hall.bring_control(m.Stop(id="stop", target="1"))
    hall.server.read_work()
    hall.bring(*wrap(m.Analyse(id="1")))
    assert served(hall) == [("1", 0), ("stop", 0), ("1", 0)]


def test_a_stop_is_for_the_later_job_of_an_id_when_that_has_arrived(hall: Hall) -> None:
    hall.bring(*wrap(m.Analyse(id="1")))
    hall.server.send(WORK, m.Error(id="1", code="internal", message=""))
    hall.work.incoming.append((ANN, wrap(m.Analyse(id="1"))))
    hall.bring_control(m.Stop(id="stop", target="1"))
    hall.bring(*wrap(m.Show(id="2")))
    assert served(hall) == [("1", 0), ("stop", 1), ("1", 1)]


def test_a_stop_whose_job_never_comes_is_answered_in_the_end(hall: Hall) -> None:
    hall.bring_control(m.Stop(id="stop", target="never"))
    hall.wait(HELD - 1)
    hall.server.look_around()
    assert hall.events == []
    hall.wait(1)
    hall.server.look_around()
    assert served(hall) == [("stop", 0)]
    hall.bring(*wrap(m.Analyse(id="never")))
    assert served(hall) == [("stop", 0), ("never", 0)]


def test_stops_of_a_client_that_never_works_are_answered_at_once(hall: Hall) -> None:
    hall.bring_control(m.Stop(id="stop", target="1"), client=b"\0made up")
    assert served(hall) == [("stop", 0)]


def test_of_stops_that_wait_there_are_only_so_many(hall: Hall) -> None:
    for number in range(MOST_HELD + 3):
        hall.bring_control(m.Stop(id=f"s{number}", target=str(number)))
    assert served(hall) == [(f"s{MOST_HELD + number}", 0) for number in range(3)]
    hall.bring_control(m.Stop(id="other", target="1"), client=BOB)
    assert len(hall.events) == 3


def test_at_the_end_all_that_waits_is_answered(hall: Hall) -> None:
    hall.work.incoming += [(ANN, wrap(m.Analyse(id="1"))), (ANN, wrap(m.Show(id="2")))]
    hall.server.read_work()
    hall.bring_control(m.Stop(id="stop", target="never"))
    hall.server.close()
    assert served(hall) == [("stop", 0)]
    refused = [decode_reply(parts[1]) for _, parts in hall.work.sent]
    assert [(reply.id, reply.code) for reply in refused if isinstance(reply, m.Error)] == [("1", "busy"), ("2", "busy")]


# --- many requests --------------------------------------------------------------------------------


def test_clients_are_served_in_turns(hall: Hall) -> None:
    hall.work.incoming += [(ANN, wrap(m.Ping(id=f"a{number}"))) for number in range(50)]
    hall.work.incoming += [(BOB, wrap(m.Ping(id=f"b{number}"))) for number in range(2)]
    hall.server.read_work()
    for _ in range(5):
        hall.server.serve()
    assert [id for id, _ in served(hall)] == ["a0", "b0", "a1", "b1", "a2"]
    assert hall.server.busy


@pytest.mark.parametrize(
    ("request_", "taken"),
    [(m.Ping(id="x"), MOST_WAITING), (m.Declare(id="x", text="#" * 250_000), REQUESTS // SHARE // DECODED // 250_000)],
    ids=["many", "large"],
)
def test_what_a_client_sends_ahead_has_bounds(hall: Hall, request_: m.AnyRequest, taken: int) -> None:
    frame = wrap(request_)
    for _ in range(taken + 200):
        hall.work.incoming.append((ANN, frame))
        hall.server.read_work()
    refused = [decode_reply(parts[1]) for _, parts in hall.work.sent]
    assert {reply.code for reply in refused if isinstance(reply, m.Error)} == {"busy"}
    assert len(refused) in (200, 201)
    hall.bring(*wrap(m.Ping(id="mine")), client=BOB)
    while hall.server.busy:
        hall.server.serve()
    assert len(served(hall)) + len(refused) == taken + 200 + 1
    assert ("mine", 0) in served(hall)


def test_silent_clients_are_asked_and_missed(hall: Hall) -> None:
    for client in (ANN, BOB):
        hall.bring(*wrap(m.Ping(id="1")), client=client)
    hall.jobs[BOB] = {"1"}
    hall.now += SILENCE_AT_WORK + 1
    hall.server.look_around()
    assert hall.work.sent == [(BOB, wrap(m.Pong(id="")))]
    hall.now += SILENCE
    hall.work.state[ANN] = hall.work.state[BOB] = Delivery.UNREACHABLE
    hall.server.look_around()
    hall.wait(GRACE)
    assert {event.client for event in hall.events if isinstance(event, Gone)} == {ANN, BOB}
    assert not hall.server.waiting


def test_in_a_crowd_silent_clients_are_asked_soon(hall: Hall) -> None:
    hall.bring(*wrap(m.Ping(id="1")))
    hall.now += SILENCE_IN_A_CROWD + 1
    hall.server.look_around()
    assert hall.work.sent == []
    hall.crowded = True
    hall.server.look_around()
    assert hall.work.sent == [(ANN, wrap(m.Pong(id="")))]


def test_those_who_only_ask_for_control_are_not_remembered(hall: Hall) -> None:
    for number in range(100):
        hall.bring_control(m.Ping(id="1"), client=b"%d" % number)
        hall.server.send(Address(b"%d" % number, "control"), m.Pong(id="1"))
    hall.now += SILENCE + 1
    hall.server.look_around()
    assert hall.control.send_queue.silent_since(hall.now) == []


def test_fields_that_are_not_known_are_not_heeded_and_every_reply_says_so(hall: Hall) -> None:
    request = {"t": "analyse", "id": "1", "hurry": True, "clock": {"remaining": 3, "haste": 1}, "depht": 4}
    hall.bring(b"E1", msgpack.packb(request))
    (event,) = hall.events
    assert isinstance(event, Received)
    assert event.request == m.Analyse(id="1", clock=m.Clock(remaining=3))
    hall.server.send(WORK, info("1"))
    hall.server.send(WORK, m.Error(id="1", code="internal", message=""))
    hall.server.send(WORK, info("1"))
    replies = [decode_reply(parts[1]) for _, parts in hall.work.sent]
    warned = [sorted(warning.partition(":")[0] for warning in reply.warnings) for reply in replies]
    assert warned == [["clock.haste", "depht", "hurry"]] * 2 + [[]]
    assert "did you mean 'depth'" in str(replies[0].warnings)


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        ({"t": "show", "id": "1", "hurry": 1, "moves": 7}, "moves"),
        ({"t": "shew", "id": "1"}, "t"),
        ({"t": "ping", "id": "1"} | {f"x{number}": 1 for number in range(17)}, "x16"),
    ],
)
def test_what_is_wrong_fails_by_name_all_the_same(hall: Hall, request_: dict[str, Any], field: str) -> None:
    hall.bring(b"E1", msgpack.packb(request_))
    ((_, parts),) = hall.work.sent
    error = decode_reply(parts[1])
    assert isinstance(error, m.Error)
    assert (error.code, error.field, hall.events) == ("invalid", field, [])


def test_the_id_comes_back_with_the_error(hall: Hall) -> None:
    payload: dict[str, Any] = {"t": "show", "id": "mine", "moves": 3}
    hall.bring(b"E1", msgpack.packb(payload))
    ((_, parts),) = hall.work.sent
    reply = decode_reply(parts[1])
    assert isinstance(reply, m.Error)
    assert (reply.id, reply.code, reply.field) == ("mine", "invalid", "moves")


# --- what takes long ------------------------------------------------------------------------------


def test_what_takes_long_keeps_its_client_in_order_and_nobody_else(hall: Hall) -> None:
    hall.long = {"1"}
    for client, id in ((ANN, "1"), (ANN, "2"), (BOB, "3")):
        hall.bring(*wrap(m.Show(id=id)), client=client)
    assert [event.request.id for event in hall.events if isinstance(event, Received)] == ["3"]
    assert not hall.server.busy
    ((received, base),) = hall.asides
    assert (received.request.id, base) == ("1", GAME)
    reckoned = Reckoned(GAME, GAME, None)
    hall.server.come_back(Done(received, reckoned))
    hall.server.serve()
    hall.server.serve()
    events = [event for event in hall.events if isinstance(event, Received)]
    assert [(event.request.id, event.reckoned) for event in events] == [("3", None), ("1", reckoned), ("2", None)]


def test_what_is_still_being_worked_out_at_the_end_is_refused(hall: Hall) -> None:
    hall.long = {"1"}
    hall.bring(*wrap(m.Show(id="1")))
    hall.bring(*wrap(m.Show(id="2")))
    hall.server.close()
    refused = [decode_reply(parts[1]) for _, parts in hall.work.sent]
    assert [(reply.id, reply.code) for reply in refused if isinstance(reply, m.Error)] == [("1", "busy"), ("2", "busy")]
