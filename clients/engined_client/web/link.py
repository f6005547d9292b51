"""The way to the daemon: whether it is there, and the moment when it comes or goes."""

from __future__ import annotations

import asyncio
import contextlib
import uuid
from collections.abc import Callable

from engined_protocol.messages import Position

from ..async_client import AsyncClient
from ..connection import endpoints_of
from ..errors import ClientError, NoDaemon
from ..keys import default_keys
from ..wire import Wire

AGAIN_SECONDS = 0.3
"""Between two looks for a daemon that is gone."""


class Link:
    """Watches over one endpoint. ``told`` hears of each change; ``revive`` is called while nobody answers there."""

    def __init__(self, endpoint: str, revive: Callable[[], None] | None = None) -> None:
        self.endpoint = endpoint
        self.there = False
        self.client: AsyncClient | None = None
        """The client for short questions, while it is there."""
        self.told: list[Callable[[bool], None]] = []
        self._revive = revive

    def wire(self, name: str, flagged: Callable[[Position], None]) -> Wire:
        """Sockets for a client of that name. Raises NoDaemon while there is none."""
        self._demand()
        return Wire(endpoints_of(self.endpoint), name, default_keys(), flagged=flagged)

    async def connect(self, name: str) -> AsyncClient:
        """A client of that name. Raises NoDaemon while there is none."""
        self._demand()
        return await AsyncClient.connect(self.endpoint, name=name, coordinates="othello", reconnect=False)

    async def watch(self) -> None:
        """Look after the daemon for ever."""
        while True:
            try:
                await self._stay()
            except ClientError:
                if self._revive is not None:
                    with contextlib.suppress(NoDaemon):
                        await asyncio.to_thread(self._revive)
                await asyncio.sleep(AGAIN_SECONDS)

    async def _stay(self) -> None:
        """Connect, and come back when the connection is lost. Raises ClientError when there is none."""
        name = f"web-link-{uuid.uuid4().hex}"
        client = await AsyncClient.connect(self.endpoint, name=name, coordinates="othello", reconnect=False)
        try:
            self.client = client
            self._say(True)
            await client.lost()
        finally:
            self.client = None
            self._say(False)
            await client.close()

    def _demand(self) -> None:
        if not self.there:
            raise NoDaemon("the daemon is gone; this page goes on as soon as it is back")

    def _say(self, there: bool) -> None:
        if there != self.there:
            self.there = there
            for tell in self.told:
                tell(there)
