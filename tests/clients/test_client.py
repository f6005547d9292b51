"""The blocking face of the client."""

from __future__ import annotations

import threading

import pytest

from engined_client import Client, ConnectionLost, NoDaemon, ServiceError
from engined_protocol import messages as m
from tests.clients.fake_daemon import FakeDaemon


def final(request: m.AnyRequest, reason: str = "done") -> m.Analysis:
    return m.Analysis(
        id=request.id,
        reason=reason,
        best="--",
        score=-2.0,
        kind="exact",
        depth=1,
        moves=(),
        nodes=1,
        seconds=0.0,
    )


def snapshot(request: m.AnyRequest) -> m.Info:
    return m.Info(id=request.id, seq=1, depth=1, moves=(), nodes=1, seconds=0.0)


def test_a_job_is_a_plain_iterator(daemon: FakeDaemon) -> None:
    daemon.answers[m.Analyse] = lambda request: [snapshot(request), final(request)]
    with Client(daemon.folder) as client:
        job = client.analyse(variant="othello", moves=["f5", "d6"])
        assert [type(reply) for reply in job] == [m.Info, m.Analysis]
        assert list(job) == []
        assert job.result().score == -2.0
        assert client.best_move(depth=1) == "--"
    assert daemon.requests(m.Analyse)[1] == m.Analyse(id=daemon.requests(m.Analyse)[1].id, depth=1, best=1)


def test_errors_come_through(daemon: FakeDaemon) -> None:
    daemon.answers[m.Play] = lambda request: [
        m.Error(id=request.id, code="unknown-session", message="no session 'x'", field="session")
    ]
    with Client(daemon.folder) as client:
        with pytest.raises(ServiceError, match="session: no session 'x'"):
            client.play("x", "f5")
        client.ping()


def test_stop_from_another_thread(daemon: FakeDaemon) -> None:
    daemon.answers[m.Analyse] = lambda request: [snapshot(request)]
    with Client(daemon.folder) as client:
        job = client.analyse()
        assert isinstance(next(iter(job)), m.Info)
        ends: list[BaseException] = []

        def wait() -> None:
            try:
                job.result()
            except ConnectionLost as error:
                ends.append(error)

        waiting = threading.Thread(target=wait)
        waiting.start()
        job.stop()
        daemon.wait_for(m.Stop)
    waiting.join(10)
    assert not waiting.is_alive()
    assert "closed" in str(ends[0])


def test_closing_twice_and_using_it_afterwards(daemon: FakeDaemon) -> None:
    client = Client(daemon.folder)
    client.close()
    client.close()
    with pytest.raises(ConnectionLost, match="closed"):
        client.ping()


def test_no_thread_stays_behind(daemon: FakeDaemon, tmp_path: object) -> None:
    before = threading.active_count()
    with pytest.raises(NoDaemon):
        Client(str(tmp_path))
    with Client(daemon.folder) as client:
        client.ping()
    assert threading.active_count() == before
