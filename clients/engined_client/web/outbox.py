"""What waits to be sent to one page."""

from __future__ import annotations

import asyncio

from engined_protocol.messages import Info, Partial

from .messages import GatewayReply


class Outbox:
    """Replies in their order. Of the news of one job only the latest waits: a slow page misses some, never a final."""

    def __init__(self) -> None:
        self._waiting: dict[object, GatewayReply] = {}
        self._filled = asyncio.Event()

    def put(self, reply: GatewayReply) -> None:
        """Have a reply sent."""
        key = ("news", reply.id) if isinstance(reply, Info) else object()
        self._waiting.pop(key, None)
        if not isinstance(reply, Partial):
            self._waiting.pop(("news", reply.id), None)
        self._waiting[key] = reply
        self._filled.set()

    async def next(self) -> GatewayReply:
        """The reply that has waited longest."""
        while not self._waiting:
            self._filled.clear()
            await self._filled.wait()
        return self._waiting.pop(next(iter(self._waiting)))
