"""A request that takes a while: watch it, stop it, wait for its end."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from types import TracebackType
from typing import Any, Generic, Self, TypeVar, cast

from engined_protocol.messages import AnalyseMany, AnyReply, BookWork, Error, Partial, Stop, Work

from .errors import ClientError, ServiceError
from .wire import Wire

P = TypeVar("P")
F = TypeVar("F")


class Job(Generic[P, F]):
    """An analysis, solve or perft, or work on a book; it starts when it is first awaited or iterated.

    ``async for`` gives every snapshot (``P``) and, last, the final reply (``F``); ``await job``, or its
    :meth:`result`, gives the final reply alone; ``async with`` cancels the job when the block is left before its
    end. All raise
    :class:`ServiceError` when the daemon refuses or fails, and :class:`ConnectionLost` when it goes away.
    """

    def __init__(self, wire: Wire, request: Work | BookWork | AnalyseMany) -> None:
        self.request = request
        self._wire = wire
        self._queue: asyncio.Queue[AnyReply | Exception] | None = None
        self._end: F | Exception | None = None

    @property
    def id(self) -> str:
        """The id that the job has at the daemon."""
        return self.request.id

    async def start(self) -> None:
        """Send the request now, without waiting for a reply. Raises ConnectionLost."""
        if self._queue is None:
            self._queue = await self._wire.post(self.request)

    async def stop(self, index: int | None = None) -> None:
        """Ask the daemon to end the job early; its final reply still comes. With ``index``, to end the analysis of that
        one of many positions. Raises ConnectionLost.
        """
        if self._queue is not None and self._end is None:
            request = Stop(id=f"{self.id}.stop", target=self.id, index=index)
            await self._wire.post(request)
            self._wire.forget(request.id)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> P | F:
        reply = await self.next()
        if reply is None:
            raise StopAsyncIteration
        return reply

    async def next(self) -> P | F | None:
        """Wait for the next reply; None after the final one."""
        if self._end is not None:
            return None
        await self.start()
        assert self._queue is not None
        reply = await self._queue.get()
        if isinstance(reply, Partial):
            return cast(P, reply)
        if isinstance(reply, Error):
            reply = ServiceError(reply.code, reply.message, reply.field, reply.retry_after)
        if isinstance(reply, Exception):
            self._end = reply
            raise reply
        self._end = cast(F, reply)
        return self._end

    async def result(self) -> F:
        """Wait for the final reply, past all snapshots. Raises ServiceError when the daemon failed, ConnectionLost
        when it went away, and ClientError after :meth:`cancel`.
        """
        async for _ in self:
            pass
        if isinstance(self._end, Exception):
            raise self._end
        assert self._end is not None
        return self._end

    async def cancel(self) -> None:
        """Stop the job and hear no more of it. Nothing happens when it has ended. Raises ConnectionLost."""
        if self._end is None:
            await self.stop()
            self._wire.forget(self.id)
            self._end = ClientError("the job was cancelled")
            if self._queue is not None:
                self._queue.put_nowait(self._end)

    def __await__(self) -> Generator[Any, None, F]:
        return self.result().__await__()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.cancel()
