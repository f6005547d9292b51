"""Stops that come before their jobs, and those that come too late."""

from __future__ import annotations

import pytest

from engined.daemon.sockets import overtaking
from engined.daemon.sockets.overtaking import HELD, MOST_HELD, REMEMBERED, Overtaking
from engined.service.events import Address, Received
from engined_protocol.messages import Stop

ANN, BOB = b"ann", b"bob"


def stop(target: str, client: bytes = ANN, now: float = 0.0) -> Received:
    return Received(Address(client, "control"), Stop(id=f"stop {target}", target=target), now)


def test_a_stop_waits_for_its_job_and_is_released_once() -> None:
    stops = Overtaking()
    assert stops.hold("1", stop("1"))
    assert stops.came(ANN, "2") is None
    assert stops.came(BOB, "1") is None, "the job of another client"
    assert stops.too_late() == []
    assert stops.came(ANN, "1") == stop("1")
    assert stops.came(ANN, "1") is None


def test_a_stop_whose_job_has_ended_is_too_late() -> None:
    stops = Overtaking()
    stops.ended(ANN, "1", 0.0)
    assert stops.hold("1", stop("1"))
    assert stops.hold("2", stop("2"))
    assert stops.too_late() == [stop("1")]
    assert stops.too_late() == []
    assert stops.came(ANN, "1") is None, "it was released"
    assert stops.came(ANN, "2") == stop("2"), "this one went on waiting"


def test_an_id_that_is_used_again_is_no_ended_job() -> None:
    stops = Overtaking()
    stops.ended(ANN, "1", 0.0)
    assert stops.came(ANN, "1") is None
    assert stops.hold("1", stop("1"))
    assert stops.too_late() == []


def test_what_ended_long_ago_is_not_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overtaking, "MOST_ENDED", 2)
    stops = Overtaking()
    for id in ("1", "2", "1", "3"):  # the second end of 1 is later than that of 2
        stops.ended(ANN, id, 0.0)
    for id in ("1", "2", "3"):
        assert stops.hold(id, stop(id))
    assert stops.too_late() == [stop("1"), stop("3")]


def test_jobs_that_ended_are_forgotten_when_their_time_is_over() -> None:
    stops = Overtaking()
    stops.ended(BOB, "1", 100.0)
    for id, now in (("1", 100.0), ("2", 101.0), ("3", 102.0), ("1", 103.0)):
        stops.ended(ANN, id, now)
    stops.forget_ended(101.0 + REMEMBERED)
    for id in ("1", "2", "3"):
        assert stops.hold(id, stop(id))
    assert stops.hold("1", stop("1", client=BOB))
    assert stops.too_late() == [stop("1"), stop("3")], "the last end of 1 counts"


def test_stops_are_given_up_when_their_time_is_over() -> None:
    stops = Overtaking()
    assert stops.hold("1", stop("1", now=100.0))
    assert stops.hold("2", stop("2", now=101.0))
    assert stops.given_up(99.0 + HELD) == []
    assert stops.given_up(100.0 + HELD) == [stop("1", now=100.0)]
    assert stops.given_up(101.0 + HELD) == [stop("2", now=101.0)]


def test_what_cannot_be_held() -> None:
    stops = Overtaking()
    assert not stops.hold("1", stop("1", client=b"\0made up"))
    assert stops.hold("1", stop("1"))
    assert not stops.hold("1", stop("1")), "one for that job waits already"
    for number in range(2, MOST_HELD + 1):
        assert stops.hold(str(number), stop(str(number)))
    assert not stops.hold("one more", stop("one more"))
    assert stops.hold("1", stop("1", client=BOB)), "the bound is each client's own"


def test_a_client_that_is_gone_leaves_nothing() -> None:
    stops = Overtaking()
    stops.ended(ANN, "1", 0.0)
    assert stops.hold("2", stop("2"))
    stops.forget(ANN)
    assert stops.came(ANN, "2") is None
    assert stops.hold("1", stop("1"))
    assert stops.too_late() == []
