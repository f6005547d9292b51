"""The client library against a daemon that is played by the test."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from engined_client import AsyncClient, ClientError, ConnectionLost, Job, NoDaemon, RequestTimeout, ServiceError
from engined_client.replies import Analysis, Info
from engined_client.wire import Wire
from engined_protocol import frames
from engined_protocol import messages as m
from tests.clients.fake_daemon import FakeDaemon, silence
from tests.patience import PATIENCE

AnyJob = Job[Any, Any]
LINE = m.ScoredMove(move="f5", score=1.5, kind="estimate", depth=3, pv=("f5", "d6"))


def info(request: m.AnyRequest, seq: int = 1) -> m.Info:
    return m.Info(id=request.id, seq=seq, depth=3, moves=(LINE,), nodes=10, seconds=0.1)


def analysis(request: m.AnyRequest, reason: str = "done") -> m.Analysis:
    return m.Analysis(
        id=request.id, reason=reason, best="f5", score=1.5, kind="estimate", depth=3, moves=(LINE,), nodes=10,
        seconds=0.1,
    )  # fmt: skip


def talk(daemon: FakeDaemon, conversation: Callable[[AsyncClient], Awaitable[Any]]) -> Any:
    """Run a conversation with a client of the fake daemon in the squares of messages; it must come to an end."""

    async def main() -> Any:
        async with asyncio.timeout(PATIENCE), await AsyncClient.connect(daemon.folder, coordinates="othello") as client:
            return await conversation(client)

    return asyncio.run(main())


def test_infos_then_the_final(daemon: FakeDaemon) -> None:
    daemon.answers[m.Analyse] = lambda request: [info(request, 1), info(request, 2), analysis(request)]

    async def conversation(client: AsyncClient) -> list[object]:
        return [reply async for reply in client.analyse(moves=["f5"], depth=3)]

    replies = talk(daemon, conversation)
    assert [type(reply) for reply in replies] == [Info, Info, Analysis]
    assert daemon.requests(m.Analyse) == [m.Analyse(id=replies[0].id, moves=("f5",), depth=3)]


def test_awaiting_a_job_gives_its_final_reply(daemon: FakeDaemon) -> None:
    daemon.answers[m.Solve] = lambda request: [info(request), analysis(request)]

    async def conversation(client: AsyncClient) -> tuple[m.Analysis, m.Analysis]:
        job = client.solve(variant="othello-4x4")
        return await job, await job

    first, second = talk(daemon, conversation)
    assert isinstance(first, m.Analysis)
    assert first == second


def test_replies_find_their_requests_in_any_order(daemon: FakeDaemon) -> None:
    held: list[m.AnyRequest] = []

    def answer(request: m.AnyRequest) -> list[m.AnyReply]:
        held.append(request)
        return [analysis(late) for late in reversed(held)] if len(held) == 3 else []

    daemon.answers[m.Analyse] = answer

    async def conversation(client: AsyncClient) -> tuple[list[str], list[str]]:
        jobs = [client.analyse(depth=depth) for depth in (1, 2, 3)]
        finals = await asyncio.gather(*(asyncio.wait_for(job, PATIENCE) for job in jobs))
        return [job.id for job in jobs], [final.id for final in finals]

    asked, answered = talk(daemon, conversation)
    assert asked == answered
    assert len(set(asked)) == 3


def test_control_goes_by_its_own_socket_under_the_same_name(daemon: FakeDaemon) -> None:
    daemon.answers[m.ListSessions] = lambda request: [m.Sessions(id=request.id, sessions=())]

    async def conversation(client: AsyncClient) -> str:
        await client.sessions()
        assert await client.stop() == 1
        return client.name

    name = talk(daemon, conversation)
    assert [(who, socket, type(request)) for who, socket, request in daemon.seen] == [
        (name, "control", m.Ping),
        (name, "work", m.ListSessions),
        (name, "control", m.Stop),
    ]


def test_stop_names_the_job_and_the_final_still_comes(daemon: FakeDaemon) -> None:
    daemon.answers[m.Analyse] = lambda request: [info(request)]

    async def conversation(client: AsyncClient) -> m.Analysis:
        job = client.analyse()
        await anext(job)
        await job.stop()
        await asyncio.to_thread(daemon.wait_for, m.Stop)  # by the control socket, which no later reply waits for
        # The final comes by the work socket: let the next request there bring it.
        daemon.answers[m.ListSessions] = lambda request: [
            m.Analysis(
                id=job.id, reason="stopped", best="", score=None, kind="estimate", depth=0, moves=(), nodes=0,
                seconds=0.0,
            ),
            m.Sessions(id=request.id, sessions=()),
        ]  # fmt: skip
        await client.sessions()
        return await job

    assert talk(daemon, conversation).reason == "stopped"
    (stop,) = daemon.requests(m.Stop)
    assert stop.target == daemon.requests(m.Analyse)[0].id


def test_leaving_the_block_stops_the_job(daemon: FakeDaemon) -> None:
    daemon.answers[m.Analyse] = lambda request: [info(request)]

    async def conversation(client: AsyncClient) -> None:
        async with client.analyse() as job:
            async for _ in job:
                break
        await asyncio.to_thread(daemon.wait_for, m.Stop)

    talk(daemon, conversation)
    assert daemon.requests(m.Stop)[0].target == daemon.requests(m.Analyse)[0].id


def test_closing_the_client_stops_its_jobs(daemon: FakeDaemon) -> None:
    daemon.answers[m.Analyse] = lambda request: [info(request)]

    async def conversation(client: AsyncClient) -> None:
        job = client.analyse()
        await anext(job)
        jobs.append(job)

    jobs: list[object] = []
    talk(daemon, conversation)
    assert daemon.requests(m.Stop)[0].target is None


async def times_out(job: AnyJob) -> None:
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0):
            await job


async def is_cancelled(job: AnyJob) -> None:
    task = asyncio.create_task(job.result())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def is_cancelled_in_a_loop(job: AnyJob) -> None:
    async def follow() -> None:
        async for _ in job:
            pass

    task = asyncio.create_task(follow())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def breaks(job: AnyJob) -> None:
    async for _ in job:
        break


async def fails(job: AnyJob) -> None:
    async def follow() -> None:
        async for _ in job:
            raise LookupError

    with pytest.raises(LookupError):
        await follow()


async def closes(job: AnyJob) -> None:
    replies = aiter(job)
    await anext(replies)
    await replies.aclose()  # type: ignore[attr-defined]


@pytest.mark.parametrize("gives_up", [times_out, is_cancelled, is_cancelled_in_a_loop, breaks, fails, closes])
def test_whoever_gives_up_waiting_ends_the_job_and_can_still_have_what_it_found(
    daemon: FakeDaemon, gives_up: Callable[[AnyJob], Awaitable[None]]
) -> None:
    daemon.answers[m.Analyse] = lambda request: [info(request)]

    async def conversation(client: AsyncClient) -> str:
        job = client.analyse()
        await job.start()
        await gives_up(job)
        await asyncio.to_thread(daemon.wait_for, m.Stop)
        daemon.answers[m.ListSessions] = lambda request: [
            analysis(daemon.requests(m.Analyse)[0], "stopped"),
            m.Sessions(id=request.id, sessions=()),
        ]
        await client.sessions()
        return (await job).reason

    assert talk(daemon, conversation) == "stopped"
    assert [stop.target for stop in daemon.requests(m.Stop)] == [daemon.requests(m.Analyse)[0].id]


def test_a_job_that_is_forgotten_ends(daemon: FakeDaemon) -> None:
    daemon.answers[m.Analyse] = lambda request: [info(request)]

    async def conversation(client: AsyncClient) -> None:
        await anext(client.analyse())
        await asyncio.to_thread(daemon.wait_for, m.Stop)

    talk(daemon, conversation)
    assert daemon.requests(m.Stop)[0].target == daemon.requests(m.Analyse)[0].id


def test_jobs_that_have_ended_are_not_stopped(daemon: FakeDaemon) -> None:
    daemon.answers[m.Analyse] = lambda request: [info(request), analysis(request)]

    async def conversation(client: AsyncClient) -> None:
        async for _ in client.analyse():
            pass
        await client.analyse()
        client.analyse()
        await client.stop("a sign")

    talk(daemon, conversation)
    assert [stop.target for stop in daemon.requests(m.Stop)] == ["a sign"]


def test_a_job_ends_with_the_last_who_waits_for_it(daemon: FakeDaemon) -> None:
    async def conversation(client: AsyncClient) -> list[str]:
        job = client.analyse()
        first, second, third = (asyncio.create_task(job.result()) for _ in range(3))
        await asyncio.to_thread(daemon.wait_for, m.Analyse)
        first.cancel()
        daemon.answers[m.ListSessions] = lambda request: [
            analysis(daemon.requests(m.Analyse)[0]),
            m.Sessions(id=request.id, sessions=()),
        ]
        await client.sessions()
        return [final.reason for final in await asyncio.gather(second, third)]

    assert talk(daemon, conversation) == ["done", "done"]
    assert not daemon.requests(m.Stop)


def test_a_question_that_is_given_up_is_forgotten(daemon: FakeDaemon) -> None:
    async def conversation(client: AsyncClient) -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await client.variants()

    talk(daemon, conversation)
    assert not daemon.requests(m.Stop), "nothing is under way when the client is closed"


def test_an_error_is_raised_with_code_and_field(daemon: FakeDaemon) -> None:
    daemon.answers[m.Show] = lambda request: [
        m.Error(id=request.id, code="illegal-move", message="a1 flips nothing", field="moves[0]")
    ]

    async def conversation(client: AsyncClient) -> None:
        await client.show(moves=["a1"])

    with pytest.raises(ServiceError, match=r"moves\[0\]: a1 flips nothing") as caught:
        talk(daemon, conversation)
    assert caught.value.code == "illegal-move"
    assert caught.value.field == "moves[0]"


def test_a_job_that_fails_raises(daemon: FakeDaemon) -> None:
    daemon.answers[m.Perft] = lambda request: [
        m.PerftLine(id=request.id, depth=1, leaves=4, seconds=0.0),
        m.Error(id=request.id, code="internal", message="no memory"),
    ]

    async def conversation(client: AsyncClient) -> None:
        job = client.perft(9)
        line = await anext(job)
        assert isinstance(line, m.PerftLine)
        assert line.leaves == 4
        with pytest.raises(ServiceError, match="no memory"):
            await job
        with pytest.raises(ServiceError, match="no memory"):
            await job

    talk(daemon, conversation)


def test_a_daemon_that_dies_fails_everything(daemon: FakeDaemon) -> None:
    async def conversation(client: AsyncClient) -> None:
        job = client.analyse()
        await job.start()
        await asyncio.to_thread(daemon.wait_for, m.Analyse)
        await asyncio.to_thread(daemon.die)
        with pytest.raises(ConnectionLost, match="gone"):
            await job
        with pytest.raises(ConnectionLost, match="gone"):
            await client.ping()

    talk(daemon, conversation)


def test_a_silent_daemon_is_a_timeout(daemon: FakeDaemon) -> None:
    async def conversation(client: AsyncClient) -> None:
        client.timeout = 0.05
        with pytest.raises(RequestTimeout, match="no reply to 'variants' within"):
            await client.variants()

    talk(daemon, conversation)


def test_nobody_there(tmp_path: Any) -> None:
    async def connect(endpoint: str) -> None:
        await AsyncClient.connect(endpoint)

    with pytest.raises(NoDaemon, match="engined serve"):
        asyncio.run(connect(str(tmp_path)))
    with pytest.raises(NoDaemon, match="nobody answers"):
        asyncio.run(connect("tcp://127.0.0.1:9"))
    with pytest.raises(NoDaemon, match="not an endpoint"):
        asyncio.run(connect("tcp://127.0.0.1:http"))
    far = tmp_path / ("far" * 40)
    far.mkdir()
    with pytest.raises(NoDaemon, match="too long"):
        asyncio.run(connect(str(far)))


def test_dead_sockets_are_no_daemon(daemon: FakeDaemon) -> None:
    async def connect() -> None:
        await AsyncClient.connect(daemon.folder)

    daemon.die()
    with pytest.raises(NoDaemon, match="nobody answers"):
        asyncio.run(connect())


def test_a_busy_daemon_is_waited_for_and_it_is_said(daemon: FakeDaemon, monkeypatch: pytest.MonkeyPatch) -> None:
    """It answers its first ping only after it has been said that it is waited for."""
    monkeypatch.setattr("engined_client.async_client.PROMPT_SECONDS", 0.0)
    told = threading.Event()

    def late(request: m.AnyRequest) -> list[m.AnyReply]:
        assert told.wait(PATIENCE)
        return [m.Pong(id=request.id)]

    daemon.answers[m.Ping] = late

    async def connect() -> None:
        async with await AsyncClient.connect(daemon.folder, waiting=told.set):
            pass

    asyncio.run(connect())
    assert told.is_set()


def test_a_busy_daemon_that_dies_is_waited_for_no_longer(daemon: FakeDaemon, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engined_client.async_client.PROMPT_SECONDS", 0.0)
    daemon.answers[m.Ping] = silence

    async def connect() -> None:
        await AsyncClient.connect(daemon.folder, waiting=daemon.die)

    with pytest.raises(NoDaemon, match="nobody answers"):
        asyncio.run(connect())


def test_frames_of_another_kind_and_strange_ids_are_ignored(daemon: FakeDaemon) -> None:
    daemon.answers[m.ListSessions] = lambda request: [
        m.Pong(id=""),
        m.Stopped(id="someone else's", jobs=3),
        m.Sessions(id=request.id, sessions=()),
    ]

    async def conversation(client: AsyncClient) -> object:
        daemon.raw = [b"E9", b"from the future"]
        return await client.sessions()

    assert talk(daemon, conversation) == ()


@pytest.mark.parametrize("payload", [b"\xc1", b"\x81\xa1t\xa7unknown", b""])
def test_an_unreadable_reply_is_no_silence(daemon: FakeDaemon, payload: bytes) -> None:
    async def conversation(client: AsyncClient) -> None:
        daemon.raw = [frames.MESSAGE, payload]
        with pytest.raises(ConnectionLost, match="cannot read"):
            await client.variants()

    talk(daemon, conversation)


def test_what_cannot_be_sent_is_refused_at_once(daemon: FakeDaemon) -> None:
    async def conversation(client: AsyncClient) -> None:
        with pytest.raises(ServiceError, match="longer than"):
            await client.check("#" * (frames.MAX_BYTES + 1))
        with pytest.raises(ServiceError, match="not text"):
            await client.describe("\udcff")
        with pytest.raises(ServiceError, match="object"):
            await client.play("s", "f5", seat=object())  # type: ignore[arg-type]
        with pytest.raises(ServiceError, match="serialize"):
            await client.analyse(nodes=2**70)

    talk(daemon, conversation)
    assert [type(request) for _, _, request in daemon.seen] == [m.Ping]


@pytest.mark.parametrize("moves", ["f5?!", 5, None])
def test_what_is_no_moves_is_an_error_of_the_client_like_any_other(daemon: FakeDaemon, moves: Any) -> None:
    asks: list[Callable[[AsyncClient], Any]] = [
        lambda client: client.show(moves=moves),
        lambda client: client.best_move(moves=moves),
        lambda client: client.play("s", moves),
        lambda client: client.learn(moves=moves),
    ]

    async def conversation(client: AsyncClient) -> list[tuple[str, str]]:
        raised: list[tuple[str, str]] = []
        for ask in asks:
            with pytest.raises(ClientError) as caught:
                await ask(client)
            assert isinstance(caught.value, ServiceError)
            assert isinstance(caught.value, ValueError), "as earlier versions raised"
            raised.append((caught.value.code, caught.value.field))
        return raised

    assert talk(daemon, conversation) == [("invalid", "moves")] * len(asks)


def test_of_many_positions_a_bad_one_is_left_to_the_daemon(daemon: FakeDaemon) -> None:
    """It answers each by its index: tests/service/test_batches.py."""
    daemon.answers[m.AnalyseMany] = lambda request: [
        m.AnalysesDone(id=request.id, reason="done", positions=0, answered=0, nodes=0, seconds=0.0)
    ]

    async def conversation(client: AsyncClient) -> None:
        await client.analyse_many(["f5d6", "zz", ["f5", 3, ""], "f5 ü" + "x" * 999, "\udcff"])  # type: ignore[list-item]

    talk(daemon, conversation)
    sent = [position.moves for position in daemon.requests(m.AnalyseMany)[0].positions]
    assert sent == [("f5", "d6"), ("zz",), ("['f5', 3, '']",), ("f5 ü" + "x" * 124,), ("?",)]


def test_whoever_gives_up_connecting_leaves_nothing_open(daemon: FakeDaemon, monkeypatch: pytest.MonkeyPatch) -> None:
    daemon.answers[m.Ping] = silence
    wires: list[Wire] = []

    class Seen(Wire):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            wires.append(self)

    monkeypatch.setattr("engined_client.async_client.Wire", Seen)

    async def connect() -> None:
        connecting = asyncio.create_task(AsyncClient.connect(daemon.folder))
        await asyncio.to_thread(daemon.wait_for, m.Ping)
        connecting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await connecting

    asyncio.run(connect())
    (wire,) = wires
    assert wire.broken
