"""The blocking face of the client."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from queue import Queue
from typing import Any

import pytest

from engined_client import AsyncClient, BlockingJob, Client, ClientError, ConnectionLost, NoDaemon, ServiceError
from engined_client.replies import Analysis, Info
from engined_protocol import messages as m
from tests.clients.fake_daemon import FakeDaemon
from tests.ctrl_c import Interruption, interrupted
from tests.patience import PATIENCE


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
        assert [type(reply) for reply in job] == [Info, Analysis]
        assert list(job) == []
        assert job.result().score == -2.0
        assert client.best_move(depth=1) == "--"
    assert daemon.requests(m.Analyse)[1] == m.Analyse(id=daemon.requests(m.Analyse)[1].id, depth=1, best=1)


def test_both_faces_have_the_same_methods() -> None:
    ways = {"connect", "close"}
    asking = {name for name, value in vars(AsyncClient).items() if callable(value) and not name.startswith("_")} - ways
    assert asking <= {*vars(Client)}
    for name in asking:
        blocking = inspect.signature(getattr(Client, name))
        assert blocking == inspect.signature(getattr(AsyncClient, name)), name


@pytest.mark.parametrize(
    "wrong",
    [
        lambda client: client.legal("f5"),
        lambda client: client.evaluate(),
        lambda client: client.book_export(afterwards="x"),
        lambda client: client.analyse("f5"),
    ],
)
def test_what_no_method_takes_is_a_type_error_at_once(daemon: FakeDaemon, wrong: Callable[[Client], object]) -> None:
    raised: Queue[BaseException] = Queue()

    def call() -> None:
        try:
            wrong(client)
        except TypeError as error:
            raised.put(error)

    with Client(daemon.folder) as client:
        thread = threading.Thread(target=call, daemon=True)  # one that waited for ever would not end with the test
        thread.start()
        assert isinstance(raised.get(timeout=PATIENCE), TypeError)
        thread.join(PATIENCE)
        client.ping()


def test_moves_are_texts_or_lists(daemon: FakeDaemon) -> None:
    daemon.answers[m.Analyse] = lambda request: [final(request)]
    daemon.answers[m.Play] = lambda request: [m.Error(id=request.id, code="unknown-session", message="")]
    with Client(daemon.folder, coordinates="othello") as client:
        for moves in ("f5d6 c3", ["f5", "d6", "c3"], ("f5", "d6", "c3")):
            client.analyse(moves=moves, only="c5 e6").result()
            assert daemon.requests(m.Analyse)[-1].moves == ("f5", "d6", "c3")
            assert daemon.requests(m.Analyse)[-1].only == ("c5", "e6")
            with pytest.raises(ServiceError):
                client.play("x", *([moves] if isinstance(moves, str) else moves))
            assert daemon.requests(m.Play)[-1].moves == ("f5", "d6", "c3")
        with pytest.raises(ClientError, match="moves: not a move at character 3"):
            client.analyse(moves="f5?!")


def test_a_cancelled_job_says_no_more(daemon: FakeDaemon) -> None:
    daemon.answers[m.Analyse] = lambda request: [snapshot(request)]
    with Client(daemon.folder) as client:
        with client.analyse() as job:
            assert isinstance(job.next(), m.Info)
        assert list(job) == []
        with pytest.raises(ClientError, match="cancelled"):
            job.result()
        job.cancel()
        daemon.wait_for(m.Stop)
        assert [request.target for request in daemon.requests(m.Stop)] == [job.id]


def test_cancelling_wakes_whoever_waits(daemon: FakeDaemon) -> None:
    with Client(daemon.folder) as client:
        job = client.analyse()
        ends: Queue[ClientError] = Queue()

        def wait() -> None:
            try:
                job.result()
            except ClientError as error:
                ends.put(error)

        waiting = threading.Thread(target=wait)
        waiting.start()
        daemon.wait_for(m.Analyse)
        job.cancel()
        assert "cancelled" in str(ends.get(timeout=PATIENCE))
        waiting.join(PATIENCE)


AnyJob = BlockingJob[Any, Any]


def breaks(job: AnyJob, daemon: FakeDaemon) -> None:
    for _ in job:
        break


def closes(job: AnyJob, daemon: FakeDaemon) -> None:
    replies = iter(job)
    next(replies)
    replies.close()  # type: ignore[attr-defined]


def is_interrupted_waiting(job: AnyJob, daemon: FakeDaemon) -> None:
    with interrupted(lambda: job._job._waiters), pytest.raises(KeyboardInterrupt):
        job.result()


def is_interrupted_looping(job: AnyJob, daemon: FakeDaemon) -> None:
    job.next()
    with interrupted(lambda: job._job._waiters), pytest.raises(KeyboardInterrupt):
        for _ in job:
            pass


@pytest.mark.parametrize("gives_up", [breaks, closes, is_interrupted_waiting, is_interrupted_looping])
def test_whoever_gives_up_waiting_ends_the_job_and_can_still_have_what_it_found(
    daemon: FakeDaemon, gives_up: Callable[[AnyJob, FakeDaemon], None]
) -> None:
    daemon.answers[m.Analyse] = lambda request: [snapshot(request)]
    with Client(daemon.folder) as client:
        job = client.analyse()
        gives_up(job, daemon)
        daemon.wait_for(m.Stop)
        assert daemon.requests(m.Stop)[0].target == job.id
        daemon.answers[m.ListSessions] = lambda request: [
            final(daemon.requests(m.Analyse)[0], "stopped"),
            m.Sessions(id=request.id, sessions=()),
        ]
        client.sessions()
        assert job.result().reason == "stopped"
    assert len(daemon.requests(m.Stop)) == 1


def test_a_job_that_is_forgotten_ends(daemon: FakeDaemon) -> None:
    with Client(daemon.folder) as client:
        identity = client.analyse().id
        daemon.wait_for(m.Stop)
        assert daemon.requests(m.Stop)[0].target == identity


def test_an_interrupted_question_ends_its_search(daemon: FakeDaemon) -> None:
    with Client(daemon.folder) as client:
        with interrupted(lambda: daemon.requests(m.Analyse)), pytest.raises(KeyboardInterrupt):
            client.best_move()
        daemon.wait_for(m.Stop)
        assert daemon.requests(m.Stop)[0].target == daemon.requests(m.Analyse)[0].id


def test_an_interrupt_at_any_instruction_of_a_wait_leaves_a_client_that_answers(daemon: FakeDaemon) -> None:
    answered: Queue[int] = Queue()

    def ping(number: int) -> None:
        client.ping()
        answered.put(number)

    client = Client(daemon.folder)  # without a block, whose end would wait for one that does not answer
    for number in count():
        with suppress(KeyboardInterrupt), Interruption(number) as interruption:
            client.ping()
        threading.Thread(target=ping, args=(number,), daemon=True).start()
        assert answered.get(timeout=PATIENCE) == number
        if not interruption.came:
            break
    client.close()
    assert number > 50  # instructions, of which each was interrupted once


def test_errors_come_through(daemon: FakeDaemon) -> None:
    daemon.answers[m.Play] = lambda request: [
        m.Error(id=request.id, code="unknown-session", message="no session 'x'", field="session")
    ]
    with Client(daemon.folder, coordinates="othello") as client:
        with pytest.raises(ServiceError, match="session: no session 'x'"):
            client.play("x", "f5")
        client.ping()


def test_stop_from_another_thread(daemon: FakeDaemon) -> None:
    daemon.answers[m.Analyse] = lambda request: [snapshot(request)]
    with Client(daemon.folder) as client:
        job = client.analyse()
        assert isinstance(job.next(), m.Info)
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
    waiting.join(PATIENCE)
    assert not waiting.is_alive()
    assert "closed" in str(ends[0])


def test_closing_twice_and_using_it_afterwards(daemon: FakeDaemon) -> None:
    client = Client(daemon.folder)
    client.close()
    client.close()
    with pytest.raises(ConnectionLost, match="closed"):
        client.ping()


def test_no_thread_stays_behind(daemon: FakeDaemon, tmp_path: object) -> None:
    before = set(threading.enumerate())
    with pytest.raises(NoDaemon):
        Client(str(tmp_path))
    with Client(daemon.folder) as client:
        client.ping()
    assert set(threading.enumerate()) <= before
