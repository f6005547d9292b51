"""Conversations in text: whose line is next, where it is answered, and how a conversation ends."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from engined.daemon.text.server import TextServer
from engined.daemon.work.reckoner import Done
from engined.service.events import Address, Event, Received
from engined.service.game import Game
from engined.service.sessions.reckoning import KeptLog, Reckoned, Restored
from engined.variants.catalogue import Catalogue
from engined_protocol import messages as m
from engined_protocol.text.dialogue import Output

GAME = Game.begin(Catalogue().get("othello"))
RECKONED = Reckoned(GAME, GAME, None)
ANN, BOB = Address(b"ann", "work"), Address(b"", "stdio")
INFO = m.Info(id="1", seq=1, depth=1, moves=(), nodes=1, seconds=0.1)


class Echo:
    """A dialogue that repeats what it hears, and asks for what it is told to ask for."""

    def receive(self, line: str) -> Output:
        word, _, rest = line.partition(" ")
        requests = (m.Show(id=rest),) if word == "ask" else ()
        return Output(requests=requests, text=f"{line}\n" * (word != "silent"), closed=word == "bye")

    def refuse(self, reason: str) -> Output:
        return Output()

    def reply(self, reply: m.AnyReply) -> Output:
        return Output(text=f"{type(reply).__name__}\n")

    def end(self) -> Output:
        return Output(text="end\n", closed=True)


@dataclass
class Ear:
    """Where a client listens: what it heard, and whether it is slow."""

    heard: list[str] = field(default_factory=list)
    waiting: bool = False
    closed: int = 0

    def write(self, text: str, error_text: str) -> None:
        self.heard.append(text + error_text)

    def close(self) -> None:
        self.closed += 1


class Room:
    """A text server with two clients, and what it dispatches."""

    def __init__(self) -> None:
        self.dropped = 0
        self.long: set[str] = set()
        """Ids of requests that take long."""
        self.asides: list[Received] = []
        """What is worked out for."""
        self.events: list[Event] = []
        self.chosen: list[tuple[str, str]] = []
        self.ann, self.bob = Ear(), Ear()
        self.text = TextServer(self, self.events.append, lambda: 7.0, self.choose, self.fail, self.put_aside)
        self.text.open(ANN, self.ann, self.ann.close)
        self.text.open(BOB, self.bob, self.bob.close, lambda line: self.choose(line, "his own"))

    def put_aside(self, received: Received, base: Game | KeptLog) -> None:
        self.asides.append(received)

    def to_reckon(self, event: Received) -> Game | None:
        return GAME if event.reckoned is None and event.request.id in self.long else None

    def choose(self, first_line: str, by: str = "all") -> Echo:
        self.chosen.append((first_line, by))
        return Echo()

    def fail(self, trouble: str) -> None:
        raise AssertionError(trouble)

    def serve(self) -> int:
        """Serve all lines that wait; how many steps that took."""
        steps = 0
        while self.text.serve_line():
            steps += 1
        return steps


@pytest.fixture
def room() -> Room:
    return Room()


def test_a_client_may_have_a_choice_of_dialogues_of_its_own(room: Room) -> None:
    room.text.feed(ANN, b"nboard 2\n")
    room.text.feed(BOB, b"name\n")
    room.serve()
    assert room.chosen == [("nboard 2", "all"), ("name", "his own")]
    assert (room.ann.heard, room.bob.heard) == (["nboard 2\n"], ["name\n"])


def test_clients_take_turns_line_by_line(room: Room) -> None:
    room.text.feed(ANN, b"ask 1\nask 2\nask 3\n")
    room.text.feed(BOB, b"ask 4\n")
    room.text.feed(ANN, b"ask 5\n")
    room.serve()
    assert room.events == [
        Received(who, m.Show(id=id), 7.0) for who, id in ((ANN, "1"), (BOB, "4"), (ANN, "2"), (ANN, "3"), (ANN, "5"))
    ]


def test_lines_wait_until_they_are_served(room: Room) -> None:
    assert not room.text.serve_line()
    room.text.feed(ANN, b"one\ntwo\n")
    assert (room.text.busy, room.text.has_lines(ANN), room.text.has_lines(BOB)) == (True, True, False)
    assert room.text.ahead(ANN) == 8
    assert room.text.serve_line()
    assert room.text.ahead(ANN) == 4
    room.serve()
    assert (room.text.busy, room.text.has_lines(ANN)) == (False, False)


def test_nothing_is_written_where_nothing_is_said(room: Room) -> None:
    room.text.feed(ANN, b"silent\n")
    room.serve()
    assert room.ann.heard == []


def test_slow_readers_miss_partial_replies_only(room: Room) -> None:
    room.text.feed(ANN, b"one\n")
    room.serve()
    room.ann.waiting = True
    room.text.send(ANN, INFO)
    room.text.send(ANN, m.Pong(id="1"))
    room.ann.waiting = False
    room.text.send(ANN, INFO)
    assert room.ann.heard == ["one\n", "Pong\n", "Info\n"]
    assert room.dropped == 1


def test_a_conversation_ends_once_and_hears_no_more(room: Room) -> None:
    room.text.feed(ANN, b"bye\ntwo\n")
    room.text.feed(BOB, b"one\n")
    room.serve()
    room.text.feed(ANN, b"three\n")
    room.text.finish(ANN)
    room.text.close(ANN)
    assert room.text.serve_line() is False
    assert (room.ann.heard, room.ann.closed) == (["bye\n"], 1)
    room.text.send(ANN, m.Pong(id="1"))
    assert room.ann.heard == ["bye\n", "Pong\n"], "replies to what was asked before are still heard"
    assert (room.bob.heard, room.bob.closed) == (["one\n"], 0)


def test_the_end_of_input_comes_after_the_lines_before_it(room: Room) -> None:
    room.text.feed(ANN, b"one\ntwo")
    room.text.finish(ANN)
    room.serve()
    assert (room.ann.heard, room.ann.closed) == (["one\n", "two\n", "end\n"], 1)


def test_lines_that_wait_when_a_conversation_is_closed_are_not_served(room: Room) -> None:
    room.text.feed(ANN, b"one\n")
    room.text.close(ANN)
    assert room.serve() == 0
    assert (room.ann.heard, room.ann.closed) == ([], 1)


def test_who_is_forgotten_may_begin_anew(room: Room) -> None:
    room.text.feed(ANN, b"one\n")
    room.text.forget(ANN)
    assert ANN not in room.text
    assert room.serve() == 0
    room.text.open(ANN, room.ann, room.ann.close)
    room.text.feed(ANN, b"two\n")
    room.serve()
    assert room.ann.heard == ["two\n"]


# --- what takes long ------------------------------------------------------------------------------


def asked(room: Room) -> list[tuple[str, Reckoned | Restored | None]]:
    """Ids of what was dispatched, and what had been worked out for it."""
    return [(event.request.id, event.reckoned) for event in room.events if isinstance(event, Received)]


def serve(room: Room) -> None:
    while room.text.serve_line():
        pass


def test_lines_wait_for_what_takes_long_and_those_of_others_do_not(room: Room) -> None:
    room.long = {"1"}
    room.text.feed(ANN, b"ask 1\nask 2\n")
    room.text.feed(BOB, b"ask 3\n")
    serve(room)
    assert asked(room) == [("3", None)]
    assert room.text.serve_line() is False
    room.text.feed(ANN, b"ask 4\n")
    serve(room)
    assert asked(room) == [("3", None)]
    room.text.come_back(Done(room.asides[0], RECKONED))
    assert room.text.busy
    serve(room)
    assert asked(room) == [("3", None), ("1", RECKONED), ("2", None), ("4", None)]


def test_the_end_of_input_waits_for_it_too(room: Room) -> None:
    room.long = {"1"}
    room.text.feed(ANN, b"ask 1\n")
    serve(room)
    room.text.finish(ANN)
    serve(room)
    assert room.ann.closed == 0
    room.text.come_back(Done(room.asides[0], RECKONED))
    serve(room)
    assert room.ann.heard[-1] == "end\n"
    assert room.ann.closed == 1


def test_what_comes_back_for_a_conversation_that_is_over_is_for_nobody(room: Room) -> None:
    room.long = {"1"}
    room.text.feed(ANN, b"ask 1\n")
    serve(room)
    room.text.forget(ANN)
    room.text.come_back(Done(room.asides[0], RECKONED))
    assert asked(room) == []
