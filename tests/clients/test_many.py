"""Any number of positions: asked for in parts, answered as one job."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engined_client import Analysed, Board, Client, ClientError, InvalidRequest, Position, ServiceError
from engined_client.many import AHEAD, AT_ONCE
from engined_protocol import messages as m
from tests.clients.fake_daemon import FakeDaemon

COUNT = 2 * AT_ONCE + 7


def answered(request: m.AnyRequest, reason: str = "done") -> list[m.AnyReply]:
    assert isinstance(request, m.AnalyseMany)
    each = [
        m.Analysed(id=request.id, index=index, error=m.Error(id=request.id, code=str(len(position.moves)), message=""))
        for index, position in enumerate(request.positions)
    ]
    count = len(request.positions)
    done = m.AnalysesDone(
        id=request.id, reason=reason, positions=count, answered=count, errors=count, nodes=3, seconds=1.0
    )
    return [*reversed(each), done]


def positions(taken: list[int]) -> Iterator[list[str]]:
    for number in range(COUNT):
        taken.append(number)
        yield ["f5"] * (number % 60)


def test_each_is_answered_by_its_index_and_they_are_taken_as_they_are_needed(daemon: FakeDaemon) -> None:
    daemon.answers[m.AnalyseMany] = answered
    taken: list[int] = []
    with Client(daemon.folder) as client:
        job = client.analyse_many(positions(taken), depth=3)
        assert len(taken) == AHEAD * AT_ONCE
        *replies, done = job
        assert isinstance(done, m.AnalysesDone)
        assert (done.reason, done.positions, done.answered, done.errors, done.nodes) == ("done", COUNT, COUNT, COUNT, 9)
        found: dict[int, Any] = {reply.index: reply.error for reply in replies if isinstance(reply, Analysed)}
        assert {index: int(error.code) for index, error in found.items()} == {n: n % 60 for n in range(COUNT)}
        assert job.result() == done
    assert [len(request.positions) for request in daemon.requests(m.AnalyseMany)] == [AT_ONCE, AT_ONCE, 7]
    assert {request.depth for request in daemon.requests(m.AnalyseMany)} == {3}


def test_positions_that_know_their_variant_bring_it(daemon: FakeDaemon) -> None:
    daemon.answers[m.AnalyseMany] = answered
    nip, small = Board("nip"), Board("othello-4x4")
    given: list[str | Board | Position] = [nip, nip.play(nip.legal[0]), "f5", small, nip.position]
    with Client(daemon.folder) as client:
        *replies, done = client.analyse_many(given, variant="othello-6x6", depth=1)
        assert sorted(reply.index for reply in replies if isinstance(reply, Analysed)) == [0, 1, 2, 3, 4]
        assert isinstance(done, m.AnalysesDone)
        assert done.answered == 5
    asked = [(request.variant, len(request.positions)) for request in daemon.requests(m.AnalyseMany)]
    assert asked == [("nip", 2), ("othello-6x6", 1), ("othello-4x4", 1), ("nip", 1)]


def test_evaluations_are_of_boards_too(daemon: FakeDaemon) -> None:
    daemon.answers[m.Evaluate] = lambda request: [
        m.EvaluationsDone(id=request.id, reason="done", positions=0, seconds=0.0)
    ]
    board = Board("othello-4x4")
    with Client(daemon.folder) as client:
        client.evaluate([board, board.position.text])
        (request,) = daemon.requests(m.Evaluate)
        assert (request.variant, request.positions) == ("othello-4x4", (".....OX..XO..... X",) * 2)
        with pytest.raises(InvalidRequest, match="not of nip and othello-4x4"):
            client.evaluate([board, Board("nip")])
        with pytest.raises(InvalidRequest, match="not one text"):
            client.evaluate(board.text)
        with pytest.raises(InvalidRequest, match="3") as caught:
            client.evaluate([board, 3])  # type: ignore[list-item]
        assert caught.value.field == "positions[1]"


def test_a_job_says_how_to_have_its_result(daemon: FakeDaemon) -> None:
    daemon.answers[m.AnalyseMany] = answered
    with Client(daemon.folder) as client:
        job = client.analyse_many(["f5"])
        assert f"{job}" == f"<job {job.id}, under way: iterate over it, or ask for its result()>"
        job.result()
        assert "ended" in repr(job)


def test_a_stop_asks_for_no_more(daemon: FakeDaemon) -> None:
    waiting: list[m.AnyRequest] = []

    def keep(request: m.AnyRequest) -> list[m.AnyReply]:
        waiting.append(request)
        return []

    def stop_it(request: m.AnyRequest) -> list[m.AnyReply]:
        assert isinstance(request, m.Stop)
        if request.index is not None:
            return []
        return [reply for asked in waiting if asked.id == request.target for reply in answered(asked, "stopped")]

    daemon.answers |= {m.AnalyseMany: keep, m.Stop: stop_it}
    taken: list[int] = []
    with Client(daemon.folder) as client:
        job = client.analyse_many(positions(taken))
        job.stop(AT_ONCE + 3)
        daemon.wait_for(m.Stop)
        (stop,) = daemon.requests(m.Stop)
        assert (stop.target, stop.index) == (daemon.requests(m.AnalyseMany)[1].id, 3)
        job.stop()
        done = job.result()
        assert (done.reason, done.answered, len(taken)) == ("stopped", AHEAD * AT_ONCE, AHEAD * AT_ONCE)


def test_what_the_daemon_refuses_ends_it_all(daemon: FakeDaemon) -> None:
    daemon.answers[m.AnalyseMany] = lambda request: [m.Error(id=request.id, code="busy", message="too many")]
    with Client(daemon.folder) as client:
        job = client.analyse_many(positions([]))
        with pytest.raises(ServiceError, match="too many"):
            job.result()
        job = client.analyse_many(["f5"])
        job.cancel()
        with pytest.raises(ClientError, match="cancelled"):
            job.result()
