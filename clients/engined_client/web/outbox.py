"""What waits to be sent to one page."""

from __future__ import annotations

import asyncio

from engined_protocol import json_frames
from engined_protocol.messages import Info, Partial

from .bounds import ENOUGH_UNREAD, MOST_UNREAD, MOST_UNREAD_IN_ALL
from .messages import GatewayReply


class Unread:
    """Bytes that wait for all pages."""

    def __init__(self) -> None:
        self.bytes = 0


class Outbox:
    """Replies in their order. Of the news of one job only the latest waits: a slow page misses some, never a final.

    A page that leaves very much unread is lost: nothing is kept for it any more.
    """

    def __init__(self, unread: Unread) -> None:
        self._waiting: dict[object, tuple[GatewayReply, int]] = {}
        self._unread = unread
        self._bytes = 0
        """The bytes that wait here."""
        self._filled = asyncio.Event()
        self._room = asyncio.Event()
        self._room.set()
        self._lost = asyncio.Event()

    def put(self, reply: GatewayReply) -> None:
        """Have a reply sent."""
        if self._lost.is_set():
            return
        key = ("news", reply.id) if isinstance(reply, Info) else object()
        self._take(key)
        if not isinstance(reply, Partial):
            self._take(("news", reply.id))
        length = len(json_frames.encode(reply))
        self._waiting[key] = reply, length
        self._count(length)
        self._filled.set()
        crowded = self._unread.bytes > MOST_UNREAD_IN_ALL and self._bytes > ENOUGH_UNREAD
        if self._bytes > MOST_UNREAD or crowded:
            self.close()

    async def next(self) -> GatewayReply:
        """The reply that has waited longest."""
        while not self._waiting:
            self._filled.clear()
            await self._filled.wait()
        reply = self._take(next(iter(self._waiting)))
        assert reply is not None
        return reply

    async def room(self) -> None:
        """Wait until so much has been taken that there may be more."""
        await self._room.wait()

    async def lost(self) -> None:
        """Come back when nothing is kept any more."""
        await self._lost.wait()

    def close(self) -> None:
        """Keep nothing from now on."""
        self._lost.set()
        self._waiting.clear()
        self._count(-self._bytes)

    def _take(self, key: object) -> GatewayReply | None:
        reply, length = self._waiting.pop(key, (None, 0))
        self._count(-length)
        return reply

    def _count(self, more: int) -> None:
        self._bytes += more
        self._unread.bytes += more
        if self._bytes > ENOUGH_UNREAD:
            self._room.clear()
        else:
            self._room.set()
