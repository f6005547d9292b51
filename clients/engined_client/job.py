"""A request that takes a while: watch it, stop it, wait for its end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Generator
from types import TracebackType
from typing import Any, Generic, Self, TypeVar, cast

from engined_protocol.messages import AnalyseMany, AnyReply, BookWork, Error, Info, Partial, Stop, Work

from .coordinates import Coordinates, asked, written
from .errors import ClientError, ServiceError
from .notation import PROTOCOL
from .wire import Wire

P = TypeVar("P")
F = TypeVar("F")


class Job(Generic[P, F]):
    """An analysis, solve or perft, or work on a book; it starts when it is first awaited or iterated.

    ``async for`` gives every snapshot (``P``) and, last, the final reply (``F``); ``anext(job)`` gives the next reply
    alone; ``await job``, or its :meth:`result`, gives the final reply. All raise :class:`ServiceError` when the daemon
    refuses or fails, and :class:`ConnectionLost` when it goes away.

    The daemon works for those who wait. A wait that is given up ends the job as :meth:`stop` does: a task that is
    cancelled, a time-out around it, a ``break`` out of ``async for``, a generator that is closed. (Where several tasks
    wait for one job, the last of them decides.) What it has found by then can still be had by ``await job``.
    ``async with`` cancels the job when the block is left before its end, and so does forgetting a job that has begun.
    """

    def __init__(
        self,
        wire: Wire,
        request: Work | BookWork | AnalyseMany,
        coordinates: Coordinates,
        on_state: Callable[[str], None],
    ) -> None:
        self._queue: asyncio.Queue[AnyReply | Exception] | None = None
        self._end: F | Exception | None = None
        self._stopped = False
        self._waiters = 0
        self.request = request
        self._wire = wire
        self._coordinates = coordinates
        self._notation = PROTOCOL
        self._starting = asyncio.Lock()
        self._on_state = on_state

    @property
    def id(self) -> str:
        """The id that the job has at the daemon."""
        return self.request.id

    def __repr__(self) -> str:
        state = "ended" if self._end is not None else "under way" if self._has_begun else "not begun"
        return f"<job {self.id}, {state}: iterate over it, or ask for its result()>"

    @property
    def _has_begun(self) -> bool:
        return self._queue is not None

    async def start(self) -> None:
        """Send the request now, without waiting for a reply. Raises ConnectionLost, and ServiceError for a
        variant or session that is none.
        """
        async with self._starting:
            if self._queue is None:
                self._notation = await self._coordinates.of(self.request)
                self._queue = await self._wire.post(asked(self.request, self._notation))

    async def stop(self, index: int | None = None) -> None:
        """Ask the daemon to end the job early; its final reply still comes. With ``index``, to end the analysis of that
        one of many positions. Raises ConnectionLost.
        """
        if self._queue is not None and self._end is None:
            self._stopped = self._stopped or index is None
            request = Stop(id=f"{self.id}.stop", target=self.id, index=index)
            await self._wire.post(request)
            self._wire.forget(request.id)

    def give_up(self) -> None:
        """Ask the same, without waiting for anything: for those who may not wait any more."""
        if self._queue is not None and self._end is None and not self._stopped:
            self._stopped = True
            self._wire.end(self.id)

    async def __aiter__(self) -> AsyncIterator[P | F]:
        try:
            while (reply := await self.next()) is not None:
                yield reply
        finally:
            self.give_up()

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
        reply = await self._reply()
        self._on_state(reply.state if isinstance(reply, Info) else "")
        if isinstance(reply, Partial):
            return cast(P, written(reply, self._notation))
        return self._final(reply)

    def _final(self, reply: AnyReply | Exception) -> F | None:
        """Take the final reply, for all who wait. Raises what it stands for; None where another had it before."""
        assert self._queue is not None
        self._queue.put_nowait(reply)  # for the next one to wake up
        known = self._end is not None
        reply = reply if isinstance(reply, Exception) else written(reply, self._notation)
        if isinstance(reply, Error):
            reply = ServiceError.of(reply)
        end = self._end = self._end or (reply if isinstance(reply, Exception) else cast(F, reply))
        if isinstance(end, Exception):
            raise end
        return None if known else end

    async def _reply(self) -> AnyReply | Exception:
        """What comes next. Whoever stops waiting for it as the last one ends the job."""
        assert self._queue is not None
        self._waiters += 1
        try:
            return await self._queue.get()
        except BaseException:
            self._on_state("")
            if self._waiters == 1:
                self.give_up()
            raise
        finally:
            self._waiters -= 1

    async def result(self) -> F:
        """Wait for the final reply, past all snapshots. Raises ServiceError when the daemon failed, ConnectionLost
        when it went away, and ClientError after :meth:`cancel`.
        """
        while await self.next() is not None:
            pass
        if isinstance(self._end, Exception):
            raise self._end
        assert self._end is not None
        return self._end

    async def cancel(self) -> None:
        """Stop the job and hear no more of it. Nothing happens when it has ended. Raises ConnectionLost."""
        if self._end is None:
            if not self._stopped:
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

    def __del__(self) -> None:
        if self._queue is not None and self._end is None and not self._stopped:
            self._wire.end_forgotten(self.id)
