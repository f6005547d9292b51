"""A client whose daemon goes and comes again."""

from __future__ import annotations

import errno
import warnings
from collections.abc import Iterator

import pytest
import zmq.asyncio

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


def test_no_address_of_an_earlier_connection_is_used_again(
    daemon: FakeDaemon, again: list[FakeDaemon], monkeypatch: pytest.MonkeyPatch
) -> None:
    """libzmq may still hold it, and then nothing can be bound to it."""
    bound: list[str | None] = []
    monitor = zmq.asyncio.Socket.monitor

    def recorded(self: zmq.asyncio.Socket, address: str | None, events: int = zmq.EVENT_ALL) -> None:
        bound.append(address)
        monitor(self, address, events)

    monkeypatch.setattr(zmq.asyncio.Socket, "monitor", recorded)
    with Client(daemon.folder) as client:
        for _ in range(4):
            (again[-1] if again else daemon).die()
            client.lost()
            again.append(FakeDaemon(daemon.folder))
            with pytest.warns(DaemonReturned):
                client.ping()
    opened = [address for address in bound if address is not None]
    assert len(opened) == len(set(opened)) == 10


def test_a_connection_that_cannot_be_opened_is_lost_and_the_next_request_tries_again(
    daemon: FakeDaemon, again: list[FakeDaemon], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: object, *rest: object) -> None:
        raise zmq.ZMQError(errno.EMFILE)

    with Client(daemon.folder) as client:
        daemon.die()
        client.lost()
        again.append(FakeDaemon(daemon.folder))
        with monkeypatch.context() as patch:
            patch.setattr(zmq.asyncio.Socket, "get_monitor_socket", full)
            with pytest.raises(ConnectionLost, match="Too many open files"):
                client.ping()
        with pytest.warns(DaemonReturned):
            client.ping()


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
