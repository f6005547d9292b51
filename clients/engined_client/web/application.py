"""The application: which address does what. Start reading here."""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
from collections.abc import AsyncIterator, Iterable

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from engined_protocol import json_frames
from engined_protocol.errors import Code, ProtocolError
from engined_protocol.frames import MAX_BYTES
from engined_protocol.messages import Error

from ..async_client import AsyncClient
from ..command import USUAL, WrongInput
from ..errors import ClientError, NoDaemon, ServiceError
from ..notation import Notation
from .guard import SUBPROTOCOL, Guard
from .kept_games import KeptGames
from .link import Link
from .messages import NO_DAEMON, GameTree, GatewayReply, GatewayRequest, News, WrittenRecord
from .pages import Full, Page, Pages
from .records import LONGEST_FILE, read_record, written_record
from .static_files import StaticFiles

LONGEST_UNREAD = 64 << 20
"""Bytes of a body that are read to be refused."""
_NAME = re.compile(r"[A-Za-z0-9_-]{1,48}")
_requests: msgspec.json.Decoder[GatewayRequest] = msgspec.json.Decoder(GatewayRequest)
_trees = msgspec.json.Decoder(GameTree)
_STATUS = {NO_DAEMON: 503, Code.BUSY: 503, Code.INTERNAL: 500}
"""Of HTTP for errors; others are the request's fault: 400."""


def application(
    link: Link, kept: KeptGames, *, hosts: Iterable[str], origins: Iterable[str] = (), token: str = ""
) -> Starlette:
    """What serves the page, its messages and records of games."""
    pages = Pages(link, kept)
    gateway = _Gateway(pages)
    static = StaticFiles()
    origins = tuple(origins)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        watch = asyncio.create_task(link.watch())
        yield
        await pages.close()
        watch.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watch

    app = Starlette(
        routes=[
            Route("/", static.page),
            Route("/message", gateway.message, methods=["POST"]),
            Route("/record", gateway.read, methods=["POST"]),
            Route("/record/{kind}", gateway.write, methods=["POST"]),
            WebSocketRoute("/messages", gateway.messages),
            Route("/static/{digest}/{name:path}", static.file),
        ],
        middleware=[
            Middleware(Guard, hosts=hosts, origins=origins, token=token),
            Middleware(
                CORSMiddleware,
                allow_origins=origins,
                allow_methods=["POST"],
                allow_headers=["Content-Type", "Authorization"],
            ),
        ],
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    return app


class _Gateway:
    """Messages and records, over WebSocket and HTTP."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages

    async def messages(self, socket: WebSocket) -> None:
        """A conversation over a WebSocket, one message a text."""
        name = socket.query_params.get("client", "") or secrets.token_urlsafe(16)
        if not _NAME.fullmatch(name):
            await socket.close(1008, "client: a name has 1 to 48 letters, digits, - and _")
            return
        await socket.accept(SUBPROTOCOL if SUBPROTOCOL in socket.scope["subprotocols"] else None)
        try:
            with self._pages.page(name) as page:
                await self._converse(socket, page)
        except Full as error:
            await socket.close(1013, str(error))

    async def _converse(self, socket: WebSocket, page: Page) -> None:
        if not self._pages.link.there:
            page.outbox.put(Error(id="", code=NO_DAEMON, message="there is no daemon yet"))
        sending = asyncio.create_task(_send(socket, page))
        try:
            while True:
                message = await socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                _take(page, message.get("text"))
        finally:
            sending.cancel()

    async def message(self, request: Request) -> Response:
        """One message over HTTP, and its final reply."""
        body = b""
        try:
            body = await _body(request, MAX_BYTES, "a message")
            asked = json_frames.decode(_requests, body)
        except ProtocolError as error:
            return _refused(error, json_frames.request_id(body))
        name = request.query_params.get("client", "") or secrets.token_urlsafe(16)
        if not _NAME.fullmatch(name):
            return _refused(ProtocolError(Code.INVALID, "a name has 1 to 48 letters, digits, - and _", "client"))
        try:
            with self._pages.page(name) as page:
                page.ask(asked)
                while True:
                    reply = await page.outbox.next()
                    if reply.id == asked.id and not isinstance(reply, News):
                        return _answer(reply)
        except Full as error:
            return _refused(ProtocolError(Code.BUSY, str(error)))
        except asyncio.CancelledError:  # nobody waits longer: the server ends
            return _refused(ProtocolError(Code.BUSY, "the server ends"), asked.id)

    def _client(self) -> AsyncClient:
        """Raises NoDaemon."""
        client = self._pages.link.client
        if client is None:
            raise NoDaemon("the daemon is gone")
        return client

    async def read(self, request: Request) -> Response:
        """The games of a file that is the body."""
        try:
            body = await _body(request, LONGEST_FILE, "a record")
            number = request.query_params.get("game", "1")
            if not number.isdecimal() or not 1 <= int(number) <= 10**9:
                raise ProtocolError(Code.INVALID, f"{number[:20]!r} is not the number of a game", "game")
            usual = request.query_params.get("variant") or USUAL
            notation = Notation.of(await self._client().describe(usual))
            return _answer(await asyncio.to_thread(read_record, body, int(number), usual, notation))
        except ProtocolError as error:
            return _refused(error)
        except WrongInput as error:
            return _refused(ProtocolError(Code.INVALID, str(error)))
        except ServiceError as error:
            return _answer(Error(id="", code=error.code, message=error.message, field=error.field))
        except ClientError as error:
            return _answer(Error(id="", code=NO_DAEMON, message=str(error)))

    async def write(self, request: Request) -> Response:
        """A tree as a file."""
        try:
            tree = json_frames.decode(_trees, await _body(request, MAX_BYTES, "a tree"))
            text = await written_record(self._client(), tree, request.path_params["kind"])
            return _answer(WrittenRecord(id="", text=text))
        except ProtocolError as error:
            return _refused(error)
        except WrongInput as error:
            return _refused(ProtocolError(Code.INVALID, str(error)))
        except ServiceError as error:
            return _answer(Error(id="", code=error.code, message=error.message, field=error.field))
        except ClientError as error:
            return _answer(Error(id="", code=NO_DAEMON, message=str(error)))


def _take(page: Page, text: str | None) -> None:
    """Have what came from a page answered."""
    try:
        if text is None:
            raise ProtocolError(Code.MALFORMED, "a message is a text, not bytes")
        page.ask(json_frames.decode(_requests, text))
    except ProtocolError as error:
        id = "" if text is None else json_frames.request_id(text)
        page.outbox.put(Error(id=id, code=error.code, message=str(error), field=error.field))


async def _send(socket: WebSocket, page: Page) -> None:
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            await socket.send_text(json_frames.encode(await page.outbox.next()))


class _TooLong(ProtocolError):
    """The body has more bytes than are read."""


async def _body(request: Request, most: int, what: str) -> bytes:
    """What was sent. Raises ProtocolError when it is too long.

    What is too long is read to its end all the same, up to a bound: a browser that is cut off does not hear why.
    """
    parts: list[bytes] = []
    length = 0
    try:
        async for part in request.stream():
            length += len(part)
            if length <= most:
                parts.append(part)
            elif length > LONGEST_UNREAD:
                break
    except ClientDisconnect:
        raise ProtocolError(Code.MALFORMED, "the body breaks off") from None
    if length > most:
        raise _TooLong(Code.MALFORMED, f"{what} has at most {most} bytes, this one has {length}")
    return b"".join(parts)


def _answer(reply: GatewayReply, status: int = 200) -> Response:
    if isinstance(reply, Error) and status == 200:
        status = _STATUS.get(reply.code, 400)
    return Response(json_frames.encode(reply), status, media_type="application/json")


def _refused(error: ProtocolError, id: str = "") -> Response:
    error_reply = Error(id=id, code=error.code, message=str(error), field=error.field)
    return _answer(error_reply, 413 if isinstance(error, _TooLong) else 200)
