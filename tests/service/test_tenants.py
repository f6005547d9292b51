"""Limits of keys: all clients of one together."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engined.results import Certainty, Reason
from engined.service import Ports, Service
from engined.service.events import CompileState
from engined.service.tenants import Allowance, Tenant, shown
from engined.variants.catalogue import Catalogue
from engined_protocol import messages as m
from tests.service.desk import Desk

ANN, ANNS_OTHER, EVE, ROOT = b"one@ann", b"two@ann", b"one@eve", b"x@root"


def desk(**allowance: Any) -> Desk:
    """A desk at which each key may take that much, but for root's."""
    desk = Desk(threads=2)

    def tenant(client: bytes) -> Tenant:
        key = client.rpartition(b"@")[2].decode()
        return Tenant(key, Allowance(operator=True) if key == "root" else Allowance(**allowance))

    desk.service = Service(Catalogue(), threads=2, ports=Ports(tenant=tenant, stores=True))
    return desk


def test_jobs_of_a_key() -> None:
    at = desk(jobs=2)
    at.say(m.Analyse(id="1"), ANN)
    at.say(m.Analyse(id="1"), ANNS_OTHER)
    assert at.fail(m.Analyse(id="2"), ANN) == ("busy", "")
    at.say(m.Analyse(id="1"), EVE)
    at.finish(at.started[0])
    at.say(m.Analyse(id="3"), ANN)
    assert at.finals(ANN, "3") == []


def test_sessions_of_a_key_open_and_kept() -> None:
    at = desk(sessions=2)
    at.ask(m.Open(id="1", session="a", keep=True), m.Position, ANN)
    at.leave(ANN)
    at.ask(m.Open(id="1", session="a"), m.Position, ANNS_OTHER)
    assert at.fail(m.Open(id="2", session="b"), ANNS_OTHER) == ("busy", "")
    at.ask(m.Open(id="3", session="a", moves=("f5",)), m.Position, ANNS_OTHER)
    at.ask(m.Open(id="1", session="a"), m.Position, EVE)


def test_declarations_of_a_key() -> None:
    at = desk(declarations=1)
    for name in ("one", "two"):
        at.ask(m.Declare(id="1", text=f'name = "{name}"\ninherits = "othello"\n'), m.Description, ANN)
    at.ask(m.Declare(id="1", text='name = "hers"\ninherits = "othello"\n'), m.Description, EVE)
    assert at.fail(m.Show(id="2", variant="one"), ANN) == ("unknown-variant", "variant")
    at.ask(m.Show(id="2", variant="two"), m.Position, EVE)


def test_a_key_searches_for_so_many_seconds_an_hour() -> None:
    at = desk(seconds=60)
    at.say(m.Analyse(id="1"), ANN)
    (job,) = at.started
    at.wait(59)
    assert at.stops == {}
    at.wait(2)
    assert at.stops == {job: Reason.LIMIT}
    at.finish(job, Certainty.ESTIMATE)
    assert at.reasons(ANN, "1") == ["limit"]
    refusal = at.ask(m.Analyse(id="2"), m.Error, ANNS_OTHER)
    at.say(m.Analyse(id="1"), EVE)
    assert refusal.code == "busy"
    assert refusal.retry_after is not None
    assert 60 <= refusal.retry_after <= 180, "a second comes back in a minute"
    at.wait(refusal.retry_after + 1)
    assert not any(isinstance(reply, m.Error) for reply in at.say(m.Analyse(id="3"), ANN))


@pytest.mark.parametrize("known", [False, True], ids=["told while it waits", "told before"])
def test_waiting_for_machine_code_costs_a_key_nothing(known: bool) -> None:
    """Nor does it once more, where a process with all machine code is lost; what was searched before does."""
    at = desk(seconds=60)
    othello = Catalogue().get("othello")
    if known:
        at.tell(CompileState(othello, "compiling", at.now))
    at.say(m.Analyse(id="1"), ANN)
    (job,) = at.started
    at.tell(CompileState(othello, "compiling", at.now))
    at.wait(100)
    assert at.stops == {}
    at.tell(CompileState(othello, "ready", at.now))
    at.wait(30)
    for state in ("cold", "compiling"):
        at.tell(CompileState(othello, state, at.now))
    at.wait(100)
    at.tell(CompileState(othello, "ready", at.now))
    at.wait(29)
    assert at.stops == {}
    at.wait(2)
    assert at.stops == {job: Reason.LIMIT}
    at.finish(job, Certainty.ESTIMATE)
    assert at.fail(m.Analyse(id="2"), ANNS_OTHER) == ("busy", "")


def test_a_key_sees_its_own_jobs_and_an_operator_all() -> None:
    at = desk()
    at.say(m.Analyse(id="1"), ANN)
    at.say(m.Analyse(id="2", variant="othello-6x6"), EVE)
    mine, all_of_them = (at.ask(m.AskStatus(id="s"), m.Status, client) for client in (ANNS_OTHER, ROOT))
    assert ([job.client for job in mine.jobs], mine.others) == (["one@ann"], 1)
    assert ([(job.client, job.variant) for job in all_of_them.jobs], all_of_them.others) == (
        [("one@ann", "othello"), ("one@eve", "othello-6x6")],
        0,
    )


@pytest.mark.parametrize(
    ("client", "said"),
    [
        (b"ann", "ann"),
        (b"0123456789abcdef", "0123456789ab..."),
        (b"0123456789abcdef0123@ann", "0123456789ab...@ann"),
        (b"\x1b[31m", "\\x1b[31m"),
        (b"@", "@"),
    ],
)
def test_a_name_is_shown_in_part_and_tells_a_terminal_nothing(client: bytes, said: str) -> None:
    assert shown(client) == said


def test_of_a_name_that_the_socket_made_up_nothing_is_shown() -> None:
    said = shown(b"\0\xffabc@ann")
    assert re.fullmatch("unnamed-[0-9a-f]{6}@ann", said)
    assert said == shown(b"\0\xffabc@ann")
    assert said != shown(b"\0\xffabd@ann")
