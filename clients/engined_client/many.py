"""Any number of positions to be analysed: a request for some of them after the other, answered as one."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, islice
from operator import itemgetter

from msgspec.structs import replace

from engined_protocol.messages import AnalysesDone, ManyPosition

from .errors import ClientError
from .job import Job
from .replies import Analysed

AT_ONCE = 500
"""Positions in a request: less than a daemon takes in one, so that the next ones are soon asked for."""
AHEAD = 2
"""Requests that are with the daemon: while one ends, the next has begun."""

Part = Job[Analysed, AnalysesDone]
Asked = tuple[str | None, ManyPosition]
"""A position, and its variant where it brings one."""


def _requests(positions: Iterable[Asked]) -> Iterator[tuple[str | None, tuple[ManyPosition, ...]]]:
    """What goes into each request: positions of one variant that follow each other. Of no positions there is one
    request, without any.
    """
    empty = True
    for variant, group in groupby(positions, itemgetter(0)):
        while part := tuple(position for _, position in islice(group, AT_ONCE)):
            empty = False
            yield variant, part
    if empty:
        yield None, ()


class ManyJob(Job[Analysed, AnalysesDone]):
    """A :class:`Job` of any number of positions, which are taken from their iterable as their turn comes. Indices count
    through; ``within`` holds for each request, of some hundred positions.
    """

    def __init__(self, positions: Iterable[Asked], ask: Callable[[str | None, tuple[ManyPosition, ...]], Part]) -> None:
        """``ask`` makes the job of some positions of a variant; None: they do not say of which."""
        self._requests = _requests(positions)
        self._ask = ask
        self._parts: deque[tuple[int, Part]] = deque()
        """The requests that have been sent and have not ended, each with the number of positions before its own."""
        self._asked = 0
        """The number of positions that have been asked for."""
        self._sum = AnalysesDone(id="", reason="done", positions=0, answered=0, nodes=0, seconds=0.0)
        self._began = 0.0
        self._end: AnalysesDone | Exception | None = None
        self._stopped = False
        self._turn = asyncio.Lock()

    @property
    def id(self) -> str:
        """That of the request which is answered now."""
        return self._parts[0][1].id if self._parts else self._sum.id

    @property
    def _has_begun(self) -> bool:
        return self._began > 0

    async def start(self) -> None:
        """See :class:`Job`."""
        self._began = self._began or asyncio.get_running_loop().time()
        while len(self._parts) < AHEAD and not self._stopped:
            following = next(self._requests, None)
            if following is None:
                return
            job = self._ask(*following)
            self._parts.append((self._asked, job))
            self._asked += len(following[1])
            await job.start()

    async def next(self) -> Analysed | AnalysesDone | None:
        """See :class:`Job`."""
        async with self._turn:
            try:
                return await self._next()
            except BaseException as error:
                self.give_up()
                self._end = self._end or (error if isinstance(error, Exception) else None)
                raise

    async def _next(self) -> Analysed | AnalysesDone | None:
        while self._end is None:
            await self.start()
            before, job = self._parts[0]
            reply = await job.next()
            if isinstance(reply, Analysed):
                return replace(reply, index=before + reply.index)
            assert reply is not None
            self._parts.popleft()
            self._add(reply)
            await self.start()
            if not self._parts:
                self._end = self._sum
                return self._sum
        return None

    def _add(self, done: AnalysesDone) -> None:
        """A request has been answered."""
        known = self._sum
        self._stopped = self._stopped or done.reason != "done"
        self._sum = AnalysesDone(
            id=known.id or done.id,
            reason=known.reason if known.reason != "done" else done.reason,
            positions=known.positions + done.positions,
            answered=known.answered + done.answered,
            errors=known.errors + done.errors,
            nodes=known.nodes + done.nodes,
            seconds=asyncio.get_running_loop().time() - self._began,
        )

    async def stop(self, index: int | None = None) -> None:
        """See :class:`Job`; an index counts through. No more positions are asked for, where it is None."""
        if index is None:
            self._stopped = True
            for _, job in self._parts:
                await job.stop()
            return
        part = next(((before, job) for before, job in reversed(self._parts) if before <= index), None)
        if part is not None:
            await part[1].stop(index - part[0])

    def give_up(self) -> None:
        """See :class:`Job`."""
        self._stopped = True
        for _, job in self._parts:
            job.give_up()

    async def cancel(self) -> None:
        """See :class:`Job`."""
        self._stopped = True
        for _, job in self._parts:
            await job.cancel()
        self._end = self._end or ClientError("the job was cancelled")

    def __del__(self) -> None:
        """Nothing: forgotten parts end themselves."""
