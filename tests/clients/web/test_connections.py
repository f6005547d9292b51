"""Connections that ask for nothing, ask too slowly or read nothing: each is broken off, and nobody else notices."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from engined_client.terminal.command import WrongInput
from engined_client.web import bounds
from engined_client.web.bounds import Bounds
from engined_client.web.connections import Connection, Conversation, Server
from engined_client.web.server import Settings, listening
from tests.patience import PATIENCE

ASKED = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n"
UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: " + base64.b64encode(bytes(16)) + b"\r\n\r\n"
)
MUCH = "x" * (1 << 20)

Visit = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Connect = Callable[[], Awaitable[Visit]]


LEFT: list[str] = []
"""Who is known to have gone."""


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers a body with itself, but one of ``!!`` never, and one of ``??`` with very much; so a WebSocket too."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        try:
            while True:
                await send({"type": "websocket.send", "text": MUCH})
        except OSError:
            LEFT.append("websocket")
            raise
    body = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        body += message["body"]
        if not message["more_body"]:
            break
    if body == b"!!":
        await receive()
        return
    if body == b"??":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": MUCH.encode() * 50, "more_body": True})
        await receive()
        LEFT.append("http")
        return
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def serving(most: int = 10) -> AsyncIterator[Connect]:
    config = uvicorn.Config(
        application, log_level="critical", lifespan="off", http=Connection, ws=Conversation, timeout_graceful_shutdown=0
    )
    server = Server(config, most)
    with listening(Settings()) as listener:
        address = listener.getsockname()
        running = asyncio.create_task(server._serve([listener]))
        visits: list[Visit] = []

        async def connect() -> Visit:
            visits.append(await asyncio.open_connection(*address, limit=1 << 16))
            return visits[-1]

        yield connect
        server.should_exit = True
        await running
        for _, writer in visits:
            writer.close()


async def answer(visit: Visit, body: bytes) -> bytes:
    reader, writer = visit
    writer.write(ASKED + body)
    head = await reader.readuntil(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200")
    return await reader.readexactly(2)


async def broken_off(visit: Visit) -> bool:
    try:
        return await visit[0].read() == b""
    except ConnectionResetError:
        return True


def run(talk: Callable[[], Awaitable[None]]) -> None:
    async def main() -> None:
        async with asyncio.timeout(PATIENCE):
            await talk()

    asyncio.run(main())


@pytest.mark.parametrize("sent", [b"", b"POST / HT", ASKED[:-2]])
def test_a_header_that_does_not_come(monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(bounds, "HEADER_SECONDS", 0.05)

    async def talk() -> None:
        async with serving() as connect:
            visit = await connect()
            visit[1].write(sent)
            assert await broken_off(visit)

    run(talk)


def test_a_header_that_does_not_come_after_a_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even the second one has for ever."""

    async def talk() -> None:
        async with serving() as connect:
            visit = await connect()
            assert await answer(visit, b"ab") == b"ab"
            monkeypatch.setattr(bounds, "HEADER_SECONDS", 0.05)  # of what comes after the next answer
            assert await answer(visit, b"cd") == b"cd"
            visit[1].write(b"POST / HT")
            assert await broken_off(visit)

    run(talk)


def test_a_body_that_does_not_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "BODY_SECONDS", 0.05)

    async def talk() -> None:
        async with serving() as connect:
            visit = await connect()
            visit[1].write(ASKED + b"a")
            assert await broken_off(visit)

    run(talk)


def test_an_answer_may_take_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deadlines are for what the visitor has to send."""

    async def talk() -> None:
        async with serving() as connect:
            waiting = await connect()
            assert await answer(waiting, b"ab") == b"ab"
            monkeypatch.setattr(bounds, "HEADER_SECONDS", 0.05)  # of whoever comes now
            monkeypatch.setattr(bounds, "BODY_SECONDS", 0.05)
            waiting[1].write(ASKED + b"!!")
            assert await broken_off(await connect())  # the deadline is over
            assert not waiting[0].at_eof()

    run(talk)


def test_one_more_than_there_may_be() -> None:
    """Whoever has waited longest without a request makes room."""

    async def talk() -> None:
        async with serving(2) as connect:
            first, second = await connect(), await connect()
            first[1].write(b"POST / HT")
            assert await answer(second, b"ab") == b"ab"
            assert await answer(await connect(), b"cd") == b"cd"
            assert await broken_off(first)

    run(talk)


def test_one_more_than_there_may_be_of_those_that_are_answered() -> None:
    async def talk() -> None:
        async with serving(1) as connect:
            busy = await connect()
            busy[1].write(ASKED + b"!!")
            while True:  # until its request is there, another one would only take its place
                reader, _ = await connect()
                if (said := await reader.read()).startswith(b"HTTP/1.1 503"):
                    break
            assert b"as many connections as may be" in said
            assert not busy[0].at_eof()

    run(talk)


@pytest.mark.parametrize("sent", [UPGRADE, ASKED + b"??"])
def test_one_who_reads_nothing(monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(bounds, "STUCK_SECONDS", 0.05)

    async def talk() -> None:
        LEFT.clear()
        async with serving() as connect:
            _, writer = await connect()  # of what it does not read, little waits here, and the rest there
            writer.write(sent)
            while not LEFT:
                await asyncio.sleep(0.01)
        assert len(LEFT) == 1

    run(talk)


def test_a_flood_of_pings_whose_answers_nobody_reads() -> None:
    """It is broken off by how much waits, before the time for reading is over."""

    async def talk() -> None:
        async with serving() as connect:
            reader, writer = await connect()
            writer.write(UPGRADE)
            await reader.readuntil(b"\r\n\r\n")
            broken_off = False
            while not broken_off:
                writer.write((b"\x89\xfd" + bytes(4) + bytes(125)) * 1000)
                try:
                    await writer.drain()
                except ConnectionError:
                    broken_off = True
            assert broken_off

    run(talk)


def test_files_are_shared_out() -> None:
    """What is let in has the files that it needs: 14 a game or review, one a connection."""
    for files in (110, 128, 256, 1024, 4096, 65536):
        shared = Bounds.of(files)
        assert min(shared.connections, shared.games, shared.reviews) >= 1
        assert shared.connections + 14 * (shared.games + shared.reviews) <= files - 50
    assert Bounds.of(65536) == Bounds()
    with pytest.raises(WrongInput, match="may open 90 files only"):
        Bounds.of(90)
