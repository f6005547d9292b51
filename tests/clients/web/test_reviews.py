"""Reviews and reasons that are under way: their end, by whomever, and how many there may be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from engined_client.web.bounds import Bounds
from engined_protocol import messages as m
from tests.clients.fake_daemon import FakeDaemon
from tests.patience import PATIENCE

from .conftest import connect, site, until_there

REVIEW = {"t": "review", "id": "1", "game": {"variant": "nip", "nodes": [{"parent": -1, "move": "d3"}]}}
WHY = {"t": "why", "id": "1", "variant": "nip", "move": "d3"}


@pytest.mark.parametrize(("asked", "final"), [(REVIEW, "reviewed"), (WHY, "reasons")])
def test_one_that_is_stopped(daemon: FakeDaemon, client: TestClient, asked: dict[str, Any], final: str) -> None:
    """It ends at once, though the daemon has not answered it."""
    with connect(client) as socket:
        socket.send_json(asked)
        daemon.wait_for(m.Show if asked is WHY else m.DescribeVariant)
        socket.send_json({"t": "stop", "id": "2", "target": "1"})
        told = {reply["id"]: reply for reply in (socket.receive_json(), socket.receive_json())}
        assert told == {"1": {"t": final, "id": "1", "reason": "stopped"}, "2": {"t": "stopped", "id": "2", "jobs": 1}}
        socket.send_json({"t": "ping", "id": "1"})  # the id is free again
        assert socket.receive_json()["t"] == "pong"


def test_all_that_a_page_has_asked_for_is_stopped(daemon: FakeDaemon, client: TestClient) -> None:
    with connect(client) as socket:
        socket.send_json(REVIEW)
        daemon.wait_for(m.DescribeVariant)
        socket.send_json({"t": "stop", "id": "2"})
        told = {reply["t"]: reply for reply in (socket.receive_json(), socket.receive_json())}
        assert told["stopped"]["jobs"] == 1 + 1  # the daemon of the test says that it has stopped one
        assert told["reviewed"]["reason"] == "stopped"


def test_a_page_that_is_closed_ends_its_review(daemon: FakeDaemon, client: TestClient) -> None:
    """Its place is free again: else one would be refused in the end, and not come to the daemon."""

    def clients() -> int:
        return len({client for client, _, _ in daemon.seen if client.startswith("web-review-")})

    def review(number: int) -> None:
        with connect(client) as socket, daemon.arrived:
            socket.send_json(REVIEW)
            assert daemon.arrived.wait_for(lambda: clients() == number, timeout=PATIENCE)

    for number in range(1, 41):
        review(number)


def test_a_daemon_that_is_lost_meanwhile(daemon: FakeDaemon, client: TestClient) -> None:
    with connect(client) as socket:
        socket.send_json(REVIEW)
        daemon.wait_for(m.DescribeVariant)
        daemon.die()
        errors = [socket.receive_json(), socket.receive_json()]
        assert {(error["id"], error["code"]) for error in errors} == {("", "no-daemon"), ("1", "no-daemon")}


def test_so_many_at_once(daemon: FakeDaemon, tmp_path: Path) -> None:
    with site(daemon, tmp_path, bounds=Bounds(reviews=1)) as client:
        until_there(client)
        with connect(client) as socket:
            socket.send_json(REVIEW)
            daemon.wait_for(m.DescribeVariant)
            reply = client.post("/message", json=WHY)
            assert (reply.status_code, reply.json()["code"]) == (503, "busy")


@pytest.mark.parametrize(
    ("wrong", "field", "said"),
    [
        ({"seconds": 0}, "seconds", "0 is not a number above 0"),
        ({"thresholds": {"mistake": "x"}}, "thresholds.mistake", "'x' is not a number"),
        ({"thresholds": {"inaccuracy": 5}}, "thresholds", "they grow, and begin above 0"),
        ({"exakt": 20}, "exakt", "did you mean 'exact'?"),
        ({"game": {"variant": "nip", "nodes": [{"parent": 3, "move": "d3"}]}}, "game", "does not come before it"),
    ],
)
def test_what_is_wrong_is_named(client: TestClient, wrong: dict[str, Any], field: str, said: str) -> None:
    error = client.post("/message", json=REVIEW | wrong).json()
    assert (error["t"], error["id"], error["code"], error.get("field", "")) == ("error", "1", "invalid", field)
    assert said in error["message"]


def test_no_review_is_kept_yet(client: TestClient) -> None:
    reply = client.post("/message", json={"t": "recall-review", "id": "1"}).json()
    assert reply == {"t": "reviewed", "id": "1"}
