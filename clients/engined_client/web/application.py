"""The application: which address does what. Start reading here."""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
from collections.abc import AsyncIterator, Awaitable, Iterable, Sequence
from pathlib import Path

import msgspec
from msgspec import structs
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from engined_protocol import json_frames
from engined_protocol.errors import Code, ProtocolError
from engined_protocol.frames import MAX_BYTES
from engined_protocol.messages import Error, Judgement

from ..async_client import AsyncClient
from ..drawing.japanese import translated
from ..errors import ClientError, NoDaemon, ServiceError
from ..notation import Notation
from ..terminal.command import USUAL, WrongInput
from .bodies import Bodies, TooLong
from .bounds import Bounds
from .game_lists import GameLists
from .guard import SUBPROTOCOL, Guard
from .kept_games import KeptGames
from .lessons import Lessons
from .library import Library
from .link import Link
from .messages import NO_DAEMON, GameTree, GatewayReply, GatewayRequest, News, WrittenRecord
from .messages.club import Tournament
from .pages import Full, Page, Pages, Studies
from .record_process import Question, RecordReader
from .records import LONGEST_FILE, written_record
from .reviews import Reviews
from .static_files import StaticFiles
from .tournaments import Tournaments

_NAME = re.compile(r"[A-Za-z0-9_-]{1,48}")
_requests: msgspec.json.Decoder[GatewayRequest] = msgspec.json.Decoder(GatewayRequest)
_trees = msgspec.json.Decoder(GameTree)
THE_END = ProtocolError(Code.BUSY, "the server ends")
_STATUS = {NO_DAEMON: 503, Code.BUSY: 503, Code.INTERNAL: 500}
"""The HTTP status of errors; others are the request's fault: 400."""


def application(
    link: Link,
    kept: KeptGames,
    bounds: Bounds,
    *,
    hosts: Iterable[str],
    origins: Iterable[str] = (),
    token: str = "",
    games: Sequence[Path] = (),
    clubs: Sequence[Path] = (),
) -> Starlette:
    """What serves the page, its messages and records of games. Raises WrongInput for ``games``, files and folders of
    records, that are not there, and for ``clubs``, files of tournaments, that are none.
    """
    studies = Studies(
        Reviews(link, bounds.reviews),
        Library(link, games),
        Lessons(link, keeps=not token),
        Tournaments(link, kept, clubs),
        GameLists(kept.folder / "lists"),
    )
    pages = Pages(link, kept, bounds, studies)
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
            Route("/club", static.page),
            Route("/favicon.ico", static.page),
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
        self._bodies = Bodies()
        self._reader = RecordReader()

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
        """Until the page is closed, or leaves more unread than is kept for it."""
        if not self._pages.link.there:
            page.outbox.put(Error(id="", code=NO_DAEMON, message="there is no daemon yet"))
        sending = _send(socket, page, socket.query_params.get("language", ""))
        tasks = [asyncio.create_task(work) for work in (_take_all(socket, page), sending, page.outbox.lost())]
        try:
            ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in ended:
                task.result()
        finally:
            for task in tasks:
                task.cancel()

    async def message(self, request: Request) -> Response:
        """One message over HTTP, and its final reply."""
        return await _response(request, self._answered(request))

    async def read(self, request: Request) -> Response:
        """The games of a file that is the body."""
        return await _response(request, self._read(request))

    async def write(self, request: Request) -> Response:
        """A tree as a file."""
        return await _response(request, self._written(request))

    async def _answered(self, request: Request) -> GatewayReply:
        async with self._bodies.body(request, MAX_BYTES, "a message") as body:
            try:
                asked = json_frames.decode(_requests, body)
            except ProtocolError as error:
                return _error(error, json_frames.request_id(body))
        name = request.query_params.get("client", "") or secrets.token_urlsafe(16)
        if not _NAME.fullmatch(name):
            raise ProtocolError(Code.INVALID, "a name has 1 to 48 letters, digits, - and _", "client")
        try:
            with self._pages.page(name) as page:
                page.ask(asked)
                return await _unless_gone(request, _final(page, asked.id))
        except Full as error:
            raise ProtocolError(Code.BUSY, str(error)) from error
        except asyncio.CancelledError:
            return _error(THE_END, asked.id)

    async def _read(self, request: Request) -> GatewayReply:
        async with self._bodies.body(request, LONGEST_FILE, "a record") as body:
            number = request.query_params.get("game", "1")
            if not number.isdecimal() or not 1 <= int(number) <= 10**9:
                raise ProtocolError(Code.INVALID, f"{number[:20]!r} is not the number of a game", "game")
            usual = request.query_params.get("variant") or USUAL
            notation = Notation.of(await self._client().describe(usual))
            return await self._reader.read(body, Question(int(number), usual, notation))

    async def _written(self, request: Request) -> GatewayReply:
        async with self._bodies.body(request, MAX_BYTES, "a tree") as body:
            tree = json_frames.decode(_trees, body)
        return WrittenRecord(id="", text=await written_record(self._client(), tree, request.path_params["kind"]))

    def _client(self) -> AsyncClient:
        """Raises NoDaemon."""
        client = self._pages.link.client
        if client is None:
            raise NoDaemon("the daemon is gone")
        return client


async def _take_all(socket: WebSocket, page: Page) -> None:
    """Have what a page sends answered, as fast as it reads the answers."""
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        _take(page, message.get("text"))
        await page.outbox.room()


def _take(page: Page, text: str | None) -> None:
    """Have what came from a page answered."""
    try:
        if text is None:
            raise ProtocolError(Code.MALFORMED, "a message is a text, not bytes")
        page.ask(json_frames.decode(_requests, text))
    except ProtocolError as error:
        page.outbox.put(_error(error, "" if text is None else json_frames.request_id(text)))


async def _send(socket: WebSocket, page: Page, language: str) -> None:
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            await socket.send_text(json_frames.encode(_told(await page.outbox.next(), language)))


async def _final(page: Page, id: str) -> GatewayReply:
    """The last reply to a request of a page."""
    while True:
        reply = await page.outbox.next()
        if reply.id == id and not isinstance(reply, News):
            return reply


async def _unless_gone(request: Request, answered: Awaitable[GatewayReply]) -> GatewayReply:
    """An answer, waited for as long as the connection of its request lasts. Raises ProtocolError when that ends."""
    answer, gone = asyncio.ensure_future(answered), asyncio.create_task(_end_of(request))
    try:
        await asyncio.wait([answer, gone], return_when=asyncio.FIRST_COMPLETED)
        if answer.done():
            return answer.result()
        gone.result()
        raise ProtocolError(Code.MALFORMED, "the connection has ended")
    finally:
        answer.cancel()
        gone.cancel()


async def _end_of(request: Request) -> None:
    """Come back when the connection of a request whose body has been read ends."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _told(reply: GatewayReply, language: str) -> GatewayReply:
    """What is wrong, or stands in the way, in the language that was asked for, as far as there are words for it."""
    if language != "ja":
        return reply
    if isinstance(reply, Tournament):
        return structs.replace(reply, waits=translated(reply.waits))
    return structs.replace(reply, message=translated(reply.message)) if isinstance(reply, Error | Judgement) else reply


async def _response(request: Request, answered: Awaitable[GatewayReply]) -> Response:
    """An answer, or what was wrong."""
    try:
        reply = await answered
    except TooLong as error:
        return _as_json(_error(error), 413)
    except ProtocolError as error:
        reply = _error(error)
    except WrongInput as error:
        reply = Error(id="", code=Code.INVALID, message=str(error))
    except ServiceError as error:
        reply = Error(id="", code=error.code, message=error.message, field=error.field)
    except ClientError as error:
        reply = Error(id="", code=NO_DAEMON, message=str(error))
    except asyncio.CancelledError:  # nobody waits longer
        reply = _error(THE_END)
    status = _STATUS.get(reply.code, 400) if isinstance(reply, Error) else 200
    return _as_json(_told(reply, request.query_params.get("language", "")), status)


def _error(error: ProtocolError, id: str = "") -> Error:
    return Error(id=id, code=error.code, message=str(error), field=error.field)


def _as_json(reply: GatewayReply, status: int) -> Response:
    return Response(json_frames.encode(reply), status, media_type="application/json")
