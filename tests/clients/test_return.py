"""A client whose daemon goes and comes again."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import pytest

from engined_client import Client, ConnectionLost, DaemonReturned
from engined_protocol import messages as m
from tests.clients.fake_daemon import FakeDaemon


@pytest.fixture
def again(daemon: FakeDaemon) -> Iterator[list[FakeDaemon]]:
    """Successors of the daemon."""
    successors: list[FakeDaemon] = []
    yield successors
    for successor in successors:
        successor.die()


def test_the_next_request_finds_the_daemon_again_and_says_so(daemon: FakeDaemon, again: list[FakeDaemon]) -> None:
    with Client(daemon.folder, name="ann") as client:
        job = client.analyse()
        daemon.wait_for(m.Analyse)
        daemon.die()
        with pytest.raises(ConnectionLost, match="gone"):
            job.result()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with pytest.raises(ConnectionLost, match="gone"):
                client.ping()
        again.append(FakeDaemon(daemon.folder))
        with pytest.warns(DaemonReturned, match="only kept ones"):
            client.ping()
        client.ping()  # and says it once
        assert {name for name, _, _ in again[0].seen} == {"ann"}


def test_who_does_not_want_that_stays_without(daemon: FakeDaemon, again: list[FakeDaemon]) -> None:
    with Client(daemon.folder, reconnect=False) as client:
        daemon.die()
        client.lost()
        again.append(FakeDaemon(daemon.folder))
        with pytest.raises(ConnectionLost, match="gone"):
            client.ping()
        assert again[0].seen == []


def test_a_closed_client_does_not_come_back(daemon: FakeDaemon) -> None:
    client = Client(daemon.folder)
    client.close()
    with pytest.raises(ConnectionLost, match="closed"):
        client.ping()
