"""The sockets of a client: requests go out, each reply finds the one who waits for its id."""

from __future__ import annotations

import asyncio
import itertools
import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import zmq
import zmq.asyncio
from zmq.utils.monitor import recv_monitor_message

from engined_protocol import frames
from engined_protocol.errors import ProtocolError
from engined_protocol.keepalive import SOCKET_OPTIONS
from engined_protocol.messages import AnyReply, AnyRequest, Control, Error, Partial, Ping, Position, Stop

from .connection import Endpoints
from .errors import ConnectionLost, DaemonReturned, InvalidRequest, ServiceError
from .keys import Keys
from .replies import DECODER

RETURN_SECONDS = 5.0
"""How long a daemon that is there again may take for its first answer."""


class Wire:
    """Two DEALER sockets, one for work and one for control, and the queues of those who wait.

    Belongs to the event loop in which it was made. When the daemon goes away, every waiting queue gets the
    :class:`ConnectionLost`. A wire that ``returns`` connects again for the next request, and warns once it has; another
    one stays broken.
    """

    def __init__(
        self,
        endpoints: Endpoints,
        name: str,
        keys: Keys | None = None,
        *,
        returns: bool = False,
        flagged: Callable[[Position], None] = lambda position: None,
    ) -> None:
        """``flagged`` is called with the end of a session's game that was lost on time, which nobody had asked for."""
        self._flagged = flagged
        self._endpoints = endpoints
        self._keys = keys
        self._name = name
        self._returns = returns
        self._returning = asyncio.Lock()
        self._loop = asyncio.get_running_loop()
        self._context = zmq.asyncio.Context()
        self._waiting: dict[str, asyncio.Queue[AnyReply | Exception]] = {}
        self._broken = ""
        self._lost = asyncio.Event()
        self.met = asyncio.Event()
        """Set once a daemon is there, though it may be too busy to answer yet."""
        self._sockets: list[tuple[zmq.asyncio.Socket, zmq.asyncio.Socket]] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._numbers = itertools.count()
        self._work = self._open(endpoints.work)
        self._control = self._open(endpoints.control)

    async def post(self, request: AnyRequest) -> asyncio.Queue[AnyReply | Exception]:
        """Send a request; its replies arrive in the queue, the final one (or an exception) last.

        Raises ConnectionLost when the daemon is gone, InvalidRequest for what cannot be sent.
        """
        parts = _wrapped(request)
        if self._broken:
            await self._return()
        return await self._send(request, parts)

    async def _send(self, request: AnyRequest, parts: list[bytes]) -> asyncio.Queue[AnyReply | Exception]:
        replies: asyncio.Queue[AnyReply | Exception] = asyncio.Queue()
        self._waiting[request.id] = replies
        # A stop of one of many positions goes where it cannot overtake the request for them.
        ahead = isinstance(request, Control) and not (isinstance(request, Stop) and request.index is not None)
        socket = self._control if ahead else self._work
        try:
            await socket.send_multipart(parts)
        except asyncio.CancelledError:
            self.forget(request.id)  # it is not sent any more
            raise
        return replies

    def end(self, id: str) -> None:
        """Have a job end early, if it has not ended: sent now or as soon as there is room, and not waited for."""
        if id in self._waiting and not self._broken:
            sending = self._control.send_multipart(frames.wrap(Stop(id=f"{id}.stop", target=id)))
            asyncio.ensure_future(sending).add_done_callback(_unheard)

    def end_forgotten(self, id: str) -> None:
        """The same, from any thread, for a job of which nobody wants to hear any more."""
        with suppress(RuntimeError):  # the loop is closed, and so are the sockets
            self._loop.call_soon_threadsafe(self._end_and_forget, id)

    def _end_and_forget(self, id: str) -> None:
        self.end(id)
        self.forget(id)

    async def lost(self) -> None:
        """Come back when the daemon is gone, or this end is closed."""
        await self._lost.wait()

    @property
    def broken(self) -> bool:
        """Whether the daemon is gone, or this end closed."""
        return bool(self._broken)

    @property
    def busy(self) -> bool:
        """Whether some request still waits for its final reply."""
        return bool(self._waiting) and not self._broken

    def forget(self, id: str) -> None:
        """Drop whatever still comes for a request that nobody waits for any more."""
        self._waiting.pop(id, None)

    async def close(self) -> None:
        """Close the sockets; those who still wait get ConnectionLost. Safe to call twice."""
        self._returns = False
        self._break("the client is closed")
        try:
            await self._shut()
        finally:
            self._context.term()

    async def _return(self) -> None:
        """Connect again. Raises ConnectionLost where nobody answers, or this end is closed."""
        async with self._returning:
            if not self._broken:
                return  # another request has done so
            if not self._returns:
                raise ConnectionLost(self._broken)
            why = self._broken
            await self._shut()
            self._broken, self._lost = "", asyncio.Event()
            try:
                self._work, self._control = self._open(self._endpoints.work), self._open(self._endpoints.control)
            except zmq.ZMQError as error:  # no more descriptors, say: the next request tries again
                self._break(why)
                raise ConnectionLost(f"{why}; cannot connect again: {error}") from error
            ping = Ping(id="return")
            try:
                async with asyncio.timeout(RETURN_SECONDS):
                    reply = await (await self._send(ping, _wrapped(ping))).get()
            except TimeoutError:
                reply = ConnectionLost(why)
            if isinstance(reply, Exception):
                self._break(why)
                raise ConnectionLost(self._broken) from reply
        warnings.warn(
            "the daemon was gone and is there again: jobs have ended, and of its sessions only kept ones are left",
            DaemonReturned,
            stacklevel=2,
        )

    async def _shut(self) -> None:
        for task in self._tasks:
            task.cancel()
        try:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        finally:
            self._tasks.clear()
            for socket, monitor in self._sockets:
                # Otherwise libzmq's own thread may wait for ever to tell an event to a monitor that is closed.
                socket.disable_monitor()
                socket.close(linger=0)
                monitor.close(linger=0)
            self._sockets.clear()

    def _open(self, address: str) -> zmq.asyncio.Socket:
        socket = self._context.socket(zmq.DEALER)
        socket.set(zmq.ROUTING_ID, self._name.encode())
        socket.set(zmq.LINGER, 0)
        for option, value in SOCKET_OPTIONS.items():
            socket.set(getattr(zmq, option), value)
        if self._keys is not None:
            self._keys.apply(socket)
        # A daemon that comes back knows nothing of our jobs: we say so, rather than have ZeroMQ go on as if it did.
        socket.set(zmq.RECONNECT_IVL, -1)
        # The address that pyzmq would choose has the number of a descriptor, which an earlier socket may still hold.
        events = zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_DISCONNECTED | zmq.EVENT_CLOSED
        try:
            monitor = socket.get_monitor_socket(events, f"inproc://monitor-{next(self._numbers)}")
        except zmq.ZMQError:
            socket.close()
            raise
        self._sockets.append((socket, monitor))
        self._tasks.append(asyncio.create_task(self._watch(monitor, address)))
        self._tasks.append(asyncio.create_task(self._read(socket)))
        socket.connect(address)
        return socket

    async def _read(self, socket: zmq.asyncio.Socket) -> None:
        while True:
            parts = await socket.recv_multipart()
            if len(parts) != 2 or parts[0] != frames.MESSAGE:
                continue  # SPEC.md: a client ignores frames whose kind it does not know
            try:
                reply = frames.decode(DECODER, parts[1])
            except ProtocolError as error:
                self._fail(ConnectionLost(f"the daemon sent what this client cannot read: {error.message}"))
                continue
            if isinstance(reply, Error) and not reply.id:
                self._fail(ServiceError.of(reply))
                continue
            if reply.warnings and not isinstance(reply, Partial):
                warnings.warn(f"the daemon did not heed {'; '.join(reply.warnings)}", stacklevel=2)
            if isinstance(reply, Position) and not reply.id:
                self._flagged(reply)
                continue
            replies = self._waiting.get(reply.id)
            if replies is None:
                continue
            if not isinstance(reply, Partial):
                del self._waiting[reply.id]
            replies.put_nowait(reply)

    async def _watch(self, monitor: zmq.asyncio.Socket, address: str) -> None:
        while (await recv_monitor_message(monitor))["event"] == zmq.EVENT_HANDSHAKE_SUCCEEDED:
            self.met.set()
        self._break(f"the daemon at {address} is gone")

    def _break(self, why: str) -> None:
        self._broken = self._broken or why
        self._lost.set()
        self._fail(ConnectionLost(self._broken))

    def _fail(self, error: Exception) -> None:
        waiting, self._waiting = self._waiting, {}
        for replies in waiting.values():
            replies.put_nowait(error)


def _wrapped(request: AnyRequest) -> list[bytes]:
    """The frame of a request. Raises InvalidRequest."""
    try:
        parts = frames.wrap(request)
    except UnicodeEncodeError as error:
        raise InvalidRequest(f"not text: {error.object[error.start :][:20]!r}") from error
    except (TypeError, OverflowError, RecursionError) as error:
        raise InvalidRequest(f"a request cannot hold this: {error}") from error
    if len(parts[1]) > frames.MAX_BYTES:
        raise InvalidRequest(f"the request is longer than {frames.MAX_BYTES} bytes")
    return parts


def _unheard(sending: asyncio.Future[Any]) -> None:
    """Whether something could be sent is of no interest: a daemon that is gone has ended all jobs."""
    if not sending.cancelled():
        sending.exception()
