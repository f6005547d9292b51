"""Who speaks what, and who is told what, without sockets: the test holds the wires."""

from __future__ import annotations

from collections import deque
from types import SimpleNamespace
from typing import Any, cast

import msgpack
import pytest

from engined.daemon.outbox import GRACE, Delivery, Outbox
from engined.daemon.reception import (
    LINES_AT_ONCE,
    MOST_AHEAD,
    OVERTAKING,
    SILENCE,
    SILENCE_AT_WORK,
    Reception,
)
from engined.daemon.sockets import Sockets
from engined.service.events import Address, Event, Gone, Received
from engined_protocol import messages as m
from engined_protocol.dialogue import Output
from engined_protocol.frames import decode_reply, wrap

ANN, BOB = b"ann", b"bob"
WORK, CONTROL = Address(ANN, "work"), Address(ANN, "control")


class Wire:
    """One socket: frames to be received, frames sent, and how clients are doing."""

    def __init__(self) -> None:
        self.incoming: deque[tuple[bytes, list[bytes]]] = deque()
        self.sent: list[tuple[bytes, list[bytes]]] = []
        self.state: dict[bytes, Delivery] = {}
        self.outbox = Outbox(self.deliver)

    def receive(self) -> tuple[bytes, list[bytes]] | None:
        return self.incoming.popleft() if self.incoming else None

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
    """A reception, its wires, and the events that it brings about."""

    def __init__(self) -> None:
        self.work, self.control = Wire(), Wire()
        self.now = 1000.0
        self.events: list[Event] = []
        self.jobs: dict[bytes, set[str]] = {}
        self.dropped = 0
        self.parrot = Parrot()
        self.reception = Reception(
            cast(Sockets, SimpleNamespace(work=self.work, control=self.control)),
            self,
            self.events.append,
            lambda: self.now,
            lambda line: self.parrot,
            lambda trouble: None,
        )

    def jobs_of(self, client: bytes, id: str | None = None) -> int:
        return sum(id in (None, job) for job in self.jobs.get(client, ()))

    def works_for(self, client: bytes) -> bool:
        return self.jobs_of(client) > 0

    def bring(self, *parts: bytes, client: bytes = ANN) -> None:
        self.work.incoming.append((client, list(parts)))
        assert self.reception.read_work()
        self.reception.talk()

    def bring_control(self, request: m.AnyRequest, client: bytes = ANN) -> None:
        self.control.incoming.append((client, wrap(request)))
        self.reception.read_control()

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.reception.flush()


@pytest.fixture
def hall() -> Hall:
    return Hall()


def info(id: str) -> m.Info:
    return m.Info(id=id, seq=1, depth=1, moves=(), nodes=1, seconds=0.1)


def test_replies_go_where_the_request_came_from(hall: Hall) -> None:
    hall.bring(*wrap(m.Ping(id="1")))
    hall.bring_control(m.Ping(id="2"))
    assert hall.events == [
        Received(WORK, m.Ping(id="1"), 1000.0),
        Received(CONTROL, m.Ping(id="2"), 1000.0),
    ]
    hall.reception.send(WORK, m.Pong(id="1"))
    hall.reception.send(CONTROL, m.Pong(id="2"))
    assert hall.work.sent == [(ANN, wrap(m.Pong(id="1")))]
    assert hall.control.sent == [(ANN, wrap(m.Pong(id="2")))]


def test_text_in_requests_and_text_out(hall: Hall) -> None:
    hall.bring(b"T1", b"one\ntwo")
    assert [event.request.id for event in hall.events if isinstance(event, Received)] == ["one", "two"]
    assert hall.work.sent == [(ANN, [b"T1", b"one\n", b"aside\n"]), (ANN, [b"T1", b"two\n", b"aside\n"])]
    hall.reception.send(WORK, info("one"))
    assert hall.work.sent[-1] == (ANN, [b"T1", b"Info\n"])


def test_a_slow_reader_of_text_hears_no_news_but_every_answer(hall: Hall) -> None:
    hall.work.state[ANN] = Delivery.FULL
    hall.bring(b"T1", b"one\n")
    hall.reception.send(WORK, info("one"))
    assert (hall.parrot.heard, hall.dropped) == ([], 1)
    hall.reception.send(WORK, m.Pong(id="one"))
    hall.work.state[ANN] = Delivery.TAKEN
    hall.wait(0.1)
    assert [parts[1] for _, parts in hall.work.sent] == [b"one\n", b"Pong\n"]


def test_a_slow_reader_of_messages_misses_news_only(hall: Hall) -> None:
    hall.bring(*wrap(m.Analyse(id="1")))
    hall.work.state[ANN] = Delivery.FULL
    hall.reception.send(WORK, info("1"))
    hall.reception.send(WORK, m.Pong(id="1"))
    hall.reception.send(WORK, info("1"))
    assert hall.dropped == 2
    hall.work.state[ANN] = Delivery.TAKEN
    hall.wait(0.1)
    assert hall.work.sent == [(ANN, wrap(m.Pong(id="1")))]


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
    assert hall.events[-1] == Received(WORK, m.Ping(id="again"), hall.now)


def test_many_lines_are_served_in_turns(hall: Hall) -> None:
    hall.work.incoming.append((ANN, [b"T1", b"ann\n" * 3 * LINES_AT_ONCE]))
    hall.work.incoming.append((BOB, [b"T1", b"bob\n" * 3]))
    hall.reception.read_work()
    hall.reception.read_work()
    hall.reception.talk()
    assert LINES_AT_ONCE - 5 < len(hall.events) <= LINES_AT_ONCE
    said = [client for client, _ in hall.work.sent]
    assert said[:6] == [ANN, BOB] * 3
    assert hall.reception.busy
    for _ in range(3):
        hall.reception.talk()
    assert len(hall.work.sent) == 3 * LINES_AT_ONCE + 3
    assert not hall.reception.busy


def test_a_client_too_far_ahead_is_cut_off(hall: Hall) -> None:
    for _ in range(MOST_AHEAD // 1_000_000 + 1):
        hall.work.incoming.append((ANN, [b"T1", b"x" * 999_999 + b"\n"]))
        hall.reception.read_work()
    hall.reception.talk()
    hall.wait(0.1)
    assert hall.work.sent == [(ANN, [b"T1", b""])]
    assert hall.events[-1] == Gone(ANN, hall.now)


def test_an_early_stop_waits_for_its_job_and_not_for_long(hall: Hall) -> None:
    hall.bring_control(m.Stop(id="s", target="late"))
    hall.wait(OVERTAKING / 2)
    assert hall.events == []
    assert hall.reception.waiting
    hall.jobs[ANN] = {"late"}
    hall.wait(0.0)
    assert [event.request.id for event in hall.events if isinstance(event, Received)] == ["s"]
    hall.bring_control(m.Stop(id="t", target="never"))
    hall.wait(OVERTAKING)
    assert [event.request.id for event in hall.events if isinstance(event, Received)] == ["s", "t"]


def test_silent_clients_are_asked_and_missed(hall: Hall) -> None:
    for client in (ANN, BOB):
        hall.bring(*wrap(m.Ping(id="1")), client=client)
    hall.jobs[BOB] = {"1"}
    hall.now += SILENCE_AT_WORK + 1
    hall.reception.look_around()
    assert hall.work.sent == [(BOB, wrap(m.Pong(id="")))]
    hall.now += SILENCE
    hall.work.state[ANN] = hall.work.state[BOB] = Delivery.UNREACHABLE
    hall.reception.look_around()
    hall.wait(GRACE)
    assert {event.client for event in hall.events if isinstance(event, Gone)} == {ANN, BOB}
    assert not hall.reception.waiting


def test_those_who_only_ask_for_control_are_not_remembered(hall: Hall) -> None:
    for number in range(100):
        hall.bring_control(m.Ping(id="1"), client=b"%d" % number)
        hall.reception.send(Address(b"%d" % number, "control"), m.Pong(id="1"))
    hall.now += SILENCE + 1
    hall.reception.look_around()
    assert hall.control.outbox.silent_since(hall.now) == []


def test_the_id_comes_back_with_the_error(hall: Hall) -> None:
    payload: dict[str, Any] = {"t": "show", "id": "mine", "moves": 3}
    hall.bring(b"E1", msgpack.packb(payload))
    ((_, parts),) = hall.work.sent
    reply = decode_reply(parts[1])
    assert isinstance(reply, m.Error)
    assert (reply.id, reply.code, reply.field) == ("mine", "invalid", "moves")
