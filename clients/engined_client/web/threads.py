"""Threads beside the gateway's loop, for what the client's commands do: each piece of work has a client of its own."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from engined_protocol.errors import Code

from ..client import Client, ClientBeside
from ..errors import ServiceError
from .link import Link

T = TypeVar("T")


class Threads:
    """So many threads of a name; no more than ``most`` pieces of work run or wait, and ``busy`` says so to others."""

    def __init__(self, link: Link, name: str, count: int, most: int, busy: str) -> None:
        self._link = link
        self._name = name
        self._executor = ThreadPoolExecutor(count, f"engined-{name}")
        self._most = most
        self._busy = busy
        self._under_way = 0

    async def run(self, work: Callable[[Client], T]) -> T:
        """Do it on another thread. Raises ServiceError while there is too much, ClientError, and what the work does.

        When this is cancelled, the work comes to its end: whatever it still asks for fails.
        """
        if self._under_way == self._most:
            raise ServiceError(Code.BUSY, self._busy)
        self._under_way += 1
        try:
            client = await self._link.connect(f"web-{self._name}-{uuid.uuid4().hex}")
            working = asyncio.get_running_loop().run_in_executor(self._executor, work, ClientBeside(client))
            try:
                return await asyncio.shield(working)
            finally:
                await client.close()
                await asyncio.wait([working])
                working.exception()  # how it fails then is of no interest
        finally:
            self._under_way -= 1
