"""What visitors may take of the gateway together: memory for what they send and do not read, places, processes."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request
from starlette.testclient import TestClient

from engined_client.notation import PROTOCOL
from engined_client.terminal.command import WrongInput
from engined_client.web import record_process
from engined_client.web.bodies import Bodies, TooLong
from engined_client.web.bounds import Bounds
from engined_client.web.messages import ReadRecord
from engined_client.web.outbox import Outbox, Unread
from engined_client.web.record_process import Question, RecordReader
from engined_client.web.records import read_record
from engined_protocol import messages as m
from engined_protocol.errors import ProtocolError
from tests.clients.fake_daemon import FakeDaemon

from .conftest import connect, site, until_there

SGF = b"(;GM[2]SZ[8]PB[\xc3\xa4];B[fe];W[fd])"


# --- what they do not read


def text(length: int) -> m.Error:
    return m.Error(id="1", code="x", message="x" * length)


def test_a_page_that_leaves_very_much_unread_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engined_client.web.outbox.MOST_UNREAD", 10_000)

    async def main() -> None:
        unread = Unread()
        outbox = Outbox(unread)
        for _ in range(5):
            outbox.put(text(1000))
        assert 5000 < unread.bytes < 6000
        await outbox.next()
        assert 4000 < unread.bytes < 5000
        for _ in range(10):
            outbox.put(text(1000))
        await outbox.lost()
        assert unread.bytes == 0
        outbox.put(text(1000))
        assert unread.bytes == 0

    asyncio.run(main())


def test_news_that_are_replaced_wait_once() -> None:
    unread = Unread()
    outbox = Outbox(unread)
    for seq in range(3):
        outbox.put(m.Info(id="a", seq=seq, depth=1, moves=(), nodes=0, seconds=0))
        once = unread.bytes
    outbox.put(m.Info(id="a", seq=5, depth=1, moves=(), nodes=0, seconds=0))
    assert unread.bytes == once


def test_of_many_pages_one_that_leaves_much_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engined_client.web.outbox.MOST_UNREAD_IN_ALL", 10_000)
    monkeypatch.setattr("engined_client.web.outbox.ENOUGH_UNREAD", 2_000)

    async def main() -> None:
        unread = Unread()
        small, large = Outbox(unread), Outbox(unread)
        small.put(text(500))
        for _ in range(10):
            large.put(text(1000))
        await large.lost()
        small.put(text(500))
        assert 1000 < unread.bytes < 1500

    asyncio.run(main())


def test_no_more_is_taken_from_a_page_that_reads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engined_client.web.outbox.ENOUGH_UNREAD", 2_000)

    async def main() -> None:
        outbox = Outbox(Unread())
        for _ in range(3):
            outbox.put(text(1000))
        waiting = asyncio.create_task(outbox.room())
        await outbox.next()
        assert not waiting.done()
        await outbox.next()
        await waiting

    asyncio.run(main())


def test_requests_under_way(daemon: FakeDaemon, client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many of one page; a stop is always taken."""
    monkeypatch.setattr("engined_client.web.pages.MOST_UNDER_WAY", 2)
    with connect(client) as socket:
        for id in ("1", "2", "3"):
            socket.send_json({"t": "analyse", "id": id})
        refused = socket.receive_json()
        assert (refused["id"], refused["code"]) == ("3", "busy")
        socket.send_json({"t": "stop", "id": "4", "target": "1"})
        assert socket.receive_json()["t"] == "stopped"


def test_games_that_there_are_files_for(daemon: FakeDaemon, tmp_path: Path) -> None:
    with site(daemon, tmp_path, bounds=Bounds(games=1)) as client:
        until_there(client)
        with connect(client, "?client=a") as one, connect(client, "?client=a") as two:
            for socket in (one, two):
                socket.send_json({"t": "ping", "id": "1"})
                assert socket.receive_json()["t"] == "pong"
            reply = client.post("/message", json={"t": "ping", "id": "1"}, params={"client": "b"})
            assert (reply.status_code, reply.json()["code"]) == (503, "busy")
            assert "1 games are open" in reply.json()["message"]


# --- what they send


def sending(*parts: bytes, breaks_off: bool = False) -> Request:
    messages = [{"type": "http.request", "body": part, "more_body": True} for part in parts]
    messages += [{"type": "http.disconnect"} if breaks_off else {"type": "http.request", "body": b""}]
    coming = iter(messages)

    async def receive() -> dict[str, object]:
        return next(coming)

    return Request({"type": "http"}, receive)


def test_bodies_take_so_much_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engined_client.web.bodies.MOST_BODIES", 10)

    async def main() -> None:
        bodies = Bodies()
        async with bodies.body(sending(b"abc", b"def"), 100, "a file") as body:
            assert body == b"abcdef"
            with pytest.raises(ProtocolError, match="at once"):
                async with bodies.body(sending(b"abc", b"def"), 100, "a file"):
                    pass
            async with bodies.body(sending(b"abc"), 100, "a file") as body:
                assert body == b"abc"
        for request in (sending(b"abcdef"), sending(b"a", breaks_off=True)):
            with pytest.raises(ProtocolError, match=r"at most 5|breaks off"):
                async with bodies.body(request, 5, "a file"):
                    pass
        async with bodies.body(sending(b"0123456789"), 100, "a file") as body:
            assert len(body) == 10

    asyncio.run(main())


def test_what_is_too_long_is_read_to_its_end() -> None:
    async def main() -> None:
        request = sending(*[b"x" * 10] * 10)
        with pytest.raises(TooLong, match="a file has at most 5 bytes, this one has 100"):
            async with Bodies().body(request, 5, "a file"):
                pass

    asyncio.run(main())


# --- records


def test_a_long_record_is_read_as_a_small_one() -> None:
    """In a process of its own: names, what cannot be read, and what is said of it."""
    data = SGF + b"\n" + b"(;GM[2]C[" + b"x" * record_process.SMALL + b"];B[fe])(;GM[2]"
    question = Question(2, "othello", PROTOCOL)

    async def main() -> ReadRecord:
        return await RecordReader().read(data, question)

    assert asyncio.run(main()) == read_record(data, 2)


def test_a_long_record_that_is_none() -> None:
    async def main() -> None:
        await RecordReader().read(b"f5 is no \xe5 game\n" * 10_000, Question(1, "othello", PROTOCOL))

    with pytest.raises(WrongInput, match="no record, it seems"):
        asyncio.run(main())


@pytest.mark.parametrize(
    "data",
    [b"(;GM[2]LB" + b"[aa:x]" * 800_000 + b";B[fe])", b"(;GM[2]" + b";B[fe]" * 500_000 + b")"],
    ids=["labels", "moves"],
)
def test_a_record_that_takes_too_much(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    """Very many moves, or very much of anything else."""
    monkeypatch.setattr(record_process, "MEMORY", 80 << 20)

    async def main() -> None:
        await RecordReader().read(data, Question(1, "othello", PROTOCOL))

    with pytest.raises(WrongInput, match="too much memory or time"):
        asyncio.run(main())


def test_a_record_that_nobody_waits_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its process ends with the request."""

    async def main() -> None:
        started: asyncio.Queue[asyncio.subprocess.Process] = asyncio.Queue()
        start = asyncio.create_subprocess_exec

        async def noted(*words: str, **options: Any) -> asyncio.subprocess.Process:
            process = await start(*words, **options)
            started.put_nowait(process)
            return process

        monkeypatch.setattr(asyncio, "create_subprocess_exec", noted)
        reading = asyncio.create_task(RecordReader().read(b"f5d6" * 2_000_000, Question(1, "othello", PROTOCOL)))
        process = await started.get()
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
        assert process.returncode is not None
        assert process.returncode < 0

    asyncio.run(main())
