"""Connections of visitors: how many there may be, and how long each may take. uvicorn itself does not bound that."""

from __future__ import annotations

import asyncio
import socket

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from . import bounds

_NO_ROOM = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n"
    b"there are as many connections as may be\n"
)
_AGAIN_SECONDS = 0.5
"""The seconds until connections are taken again after the machine had no more files."""


class _Read:
    """Cuts a visitor off who reads nothing of what waits for it."""

    transport: asyncio.Transport
    _stuck: asyncio.TimerHandle | None = None

    def demand_reading(self) -> None:
        """Say at once if something waits, not only if it is much."""
        self.transport.set_write_buffer_limits(high=0)

    def waits(self) -> None:
        """What is sent is not taken any more."""
        loop = asyncio.get_running_loop()
        self._stuck = self._stuck or loop.call_later(bounds.STUCK_SECONDS, self.transport.abort)

    def taken(self) -> None:
        """All has been taken, or nobody is there any more."""
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None


class Connection(_Read, H11Protocol):
    """One of HTTP: each request has to come in time."""

    since = 0.0
    """The time at which its present wait began."""
    _phase: object = None
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """See :class:`asyncio.Protocol`."""
        super().connection_made(transport)
        self.demand_reading()
        self._look()

    @property
    def incomplete(self) -> bool:
        """Whether no request of it is being answered: there is none, or but a part of one."""
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    def handle_events(self) -> None:
        """See :class:`H11Protocol`."""
        super().handle_events()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """See :class:`asyncio.Protocol`."""
        self._set_deadline(None)
        self.taken()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """See :class:`asyncio.Protocol`."""
        super().pause_writing()
        self.waits()

    def resume_writing(self) -> None:
        """See :class:`asyncio.Protocol`."""
        super().resume_writing()
        self.taken()

    def _look(self) -> None:
        """Whether the visitor has to send something, and by when."""
        phase = self.conn.their_state
        if phase is not self._phase:
            self._phase = phase
            self.since = self.loop.time()
            self._set_deadline({h11.IDLE: bounds.HEADER_SECONDS, h11.SEND_BODY: bounds.BODY_SECONDS}.get(phase))

    def _set_deadline(self, seconds: float | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)


class Conversation(_Read, WebSocketsSansIOProtocol):
    """One of a WebSocket."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See :class:`asyncio.Protocol`."""
        super().connection_made(transport)
        self.demand_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """See :class:`asyncio.Protocol`."""
        self.taken()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """See :class:`asyncio.Protocol`."""
        super().pause_writing()
        self.waits()

    def resume_writing(self) -> None:
        """See :class:`asyncio.Protocol`."""
        super().resume_writing()
        self.taken()

    def handle_ping(self) -> None:
        """See :class:`WebSocketsSansIOProtocol`; its answers wait for nobody."""
        super().handle_ping()
        if self.transport.get_write_buffer_size() > bounds.ENOUGH_UNREAD:
            self.transport.abort()


class Server(uvicorn.Server):
    """Takes connections up to a bound, and for one more breaks off the one that has waited longest for its request."""

    def __init__(self, config: uvicorn.Config, most: int) -> None:
        super().__init__(config)
        self._most = most

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to take connections of these sockets."""
        await super().startup(sockets=[])
        self._taking = [asyncio.create_task(self._take_all(listener)) for listener in sockets or []]

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more, and wait for no request that is not there yet."""
        for task in self._taking:
            task.cancel()
        for connection in self._incomplete():
            connection.transport.abort()
        await super().shutdown(sockets)

    async def _take_all(self, listener: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        listener.setblocking(False)
        while True:
            try:
                taken, _ = await loop.sock_accept(listener)
            except ConnectionError:
                continue  # the visitor has gone again
            except OSError:
                await asyncio.sleep(_AGAIN_SECONDS)
                continue
            try:
                if self._has_room():
                    await loop.connect_accepted_socket(self._protocol, taken)
                else:
                    taken.send(_NO_ROOM)
                    taken.close()
            except OSError:
                taken.close()  # gone meanwhile

    def _has_room(self) -> bool:
        """Make room for one more; False where all that are there are being served."""
        if len(self.server_state.connections) < self._most:
            return True
        waiting = self._incomplete()
        if waiting:
            waiting[0].transport.abort()
        return bool(waiting)

    def _incomplete(self) -> list[Connection]:
        """Connections that wait for their request, that have waited longest first."""
        found = [one for one in self.server_state.connections if isinstance(one, Connection) and one.incomplete]
        return sorted(found, key=lambda connection: connection.since)

    def _protocol(self) -> Connection:
        return Connection(self.config, self.server_state, self.lifespan.state)
