"""The blocking face: the same methods as AsyncClient, for scripts without an event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterable, Iterator
from concurrent.futures import Future
from functools import partial
from types import TracebackType
from typing import Any, Generic, Literal, ParamSpec, Self, TypeVar, Unpack

from engined_protocol import messages as m

from .async_client import AsyncClient
from .errors import ConnectionLost
from .job import Job
from .keys import Keys
from .options import (
    AnalyseOptions,
    DeviateOptions,
    DrawOptions,
    FixOptions,
    OpenOptions,
    ShowOptions,
    SolveOptions,
    Where,
)

Q = ParamSpec("Q")
T = TypeVar("T")
P = TypeVar("P")
F = TypeVar("F")


class Client:
    """A conversation with a daemon; each method waits for its reply. May be shared between threads.

    The methods, their arguments and errors are those of :class:`AsyncClient`, which runs behind, on a thread
    of its own. Use it as a context manager, or call :meth:`close`.
    """

    def __init__(
        self,
        endpoint: str | None = None,
        *,
        name: str | None = None,
        timeout: float = 30.0,
        keys: Keys | None = None,
    ) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="engined-client", daemon=True)
        self._thread.start()
        try:
            self._client = self._run(AsyncClient.connect, endpoint, name=name, timeout=timeout, keys=keys)
        except BaseException:
            self._end_loop()
            raise

    def close(self) -> None:
        """Leave; running jobs of this client are stopped. Safe to call twice."""
        if not self._loop.is_closed():
            self._run(self._client.close)
            self._end_loop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def variants(self) -> m.Variants:
        """See :meth:`AsyncClient.variants`."""
        return self._run(self._client.variants)

    def describe(self, variant: str) -> m.Description:
        """See :meth:`AsyncClient.describe`."""
        return self._run(self._client.describe, variant)

    def check(self, text: str) -> m.Description:
        """See :meth:`AsyncClient.check`."""
        return self._run(self._client.check, text)

    def declare(self, text: str) -> m.Description:
        """See :meth:`AsyncClient.declare`."""
        return self._run(self._client.declare, text)

    def show(self, **options: Unpack[ShowOptions]) -> m.Position:
        """See :meth:`AsyncClient.show`."""
        return self._run(self._client.show, **options)

    def legal(self, **where: Unpack[Where]) -> tuple[str, ...]:
        """See :meth:`AsyncClient.legal`."""
        return self._run(self._client.legal, **where)

    def open(self, **where: Unpack[OpenOptions]) -> m.Position:
        """See :meth:`AsyncClient.open`."""
        return self._run(self._client.open, **where)

    def close_session(self, session: str) -> m.Closed:
        """See :meth:`AsyncClient.close_session`."""
        return self._run(self._client.close_session, session)

    def sessions(self) -> tuple[m.SessionSummary, ...]:
        """See :meth:`AsyncClient.sessions`."""
        return self._run(self._client.sessions)

    def play(self, session: str, *moves: str, seat: str | None = None) -> m.Position:
        """See :meth:`AsyncClient.play`."""
        return self._run(self._client.play, session, *moves, seat=seat)

    def undo(self, session: str, plies: int = 1) -> m.Position:
        """See :meth:`AsyncClient.undo`."""
        return self._run(self._client.undo, session, plies)

    def remove(self, session: str, *cells: str) -> m.Position:
        """See :meth:`AsyncClient.remove`."""
        return self._run(self._client.remove, session, *cells)

    def restore(self, session: str, *cells: str) -> m.Position:
        """See :meth:`AsyncClient.restore`."""
        return self._run(self._client.restore, session, *cells)

    def agree(self, session: str, seat: str) -> m.Position:
        """See :meth:`AsyncClient.agree`."""
        return self._run(self._client.agree, session, seat)

    def resume(self, session: str) -> m.Position:
        """See :meth:`AsyncClient.resume`."""
        return self._run(self._client.resume, session)

    def resign(
        self, session: str, seat: str | None = None, reason: Literal["resignation", "time"] = "resignation"
    ) -> m.Position:
        """See :meth:`AsyncClient.resign`."""
        return self._run(self._client.resign, session, seat, reason)

    def judge(
        self, move: str, board: str, *, seat: str | None = None, colour: str | None = None, **where: Unpack[Where]
    ) -> m.Judgement:
        """See :meth:`AsyncClient.judge`."""
        return self._run(self._client.judge, move, board, seat=seat, colour=colour, **where)

    def draw_colours(self, **options: Unpack[DrawOptions]) -> m.ColoursDrawn:
        """See :meth:`AsyncClient.draw_colours`."""
        return self._run(self._client.draw_colours, **options)

    def learn(self, **where: Unpack[Where]) -> m.Learned:
        """See :meth:`AsyncClient.learn`."""
        return self._run(self._client.learn, **where)

    def book_show(self, *, contempt: float = 0.0, **where: Unpack[Where]) -> m.BookPosition:
        """See :meth:`AsyncClient.book_show`."""
        return self._run(self._client.book_show, contempt=contempt, **where)

    def book_export(self, variant: str = "othello", after: str = "", count: int = 500) -> m.BookPage:
        """See :meth:`AsyncClient.book_export`."""
        return self._run(self._client.book_export, variant, after, count)

    def book_add(
        self, games: Iterable[m.BookGame], variant: str = "othello", plies: int = 30
    ) -> BlockingJob[m.BookProgress, m.BookDone]:
        """See :meth:`AsyncClient.book_add`."""
        return BlockingJob(self, self._client.book_add(games, variant, plies))

    def book_merge(
        self, entries: Iterable[m.BookEntry], digest: str, variant: str = "othello"
    ) -> BlockingJob[m.BookProgress, m.BookDone]:
        """See :meth:`AsyncClient.book_merge`."""
        return BlockingJob(self, self._client.book_merge(entries, digest, variant))

    def book_deviate(self, **options: Unpack[DeviateOptions]) -> BlockingJob[m.BookProgress, m.BookDone]:
        """See :meth:`AsyncClient.book_deviate`."""
        return BlockingJob(self, self._client.book_deviate(**options))

    def book_fix(self, **options: Unpack[FixOptions]) -> BlockingJob[m.BookProgress, m.BookDone]:
        """See :meth:`AsyncClient.book_fix`."""
        return BlockingJob(self, self._client.book_fix(**options))

    def analyse(self, **options: Unpack[AnalyseOptions]) -> BlockingJob[m.Info, m.Analysis]:
        """See :meth:`AsyncClient.analyse`."""
        return BlockingJob(self, self._client.analyse(**options))

    def solve(self, **options: Unpack[SolveOptions]) -> BlockingJob[m.Info, m.Analysis]:
        """See :meth:`AsyncClient.solve`."""
        return BlockingJob(self, self._client.solve(**options))

    def perft(self, depth: int, **where: Unpack[Where]) -> BlockingJob[m.PerftLine, m.PerftDone]:
        """See :meth:`AsyncClient.perft`."""
        return BlockingJob(self, self._client.perft(depth, **where))

    def best_move(self, **options: Unpack[AnalyseOptions]) -> str:
        """See :meth:`AsyncClient.best_move`."""
        return self._run(self._client.best_move, **options)

    def stop(self, target: str | None = None) -> int:
        """See :meth:`AsyncClient.stop`."""
        return self._run(self._client.stop, target)

    def ping(self) -> None:
        """See :meth:`AsyncClient.ping`."""
        self._run(self._client.ping)

    def status(self) -> m.Status:
        """See :meth:`AsyncClient.status`."""
        return self._run(self._client.status)

    def _run(self, ask: Callable[Q, Coroutine[Any, Any, T]], *args: Q.args, **kwargs: Q.kwargs) -> T:
        """Await what ``ask`` gives, which is called on the loop's thread: Ctrl-C would lose a coroutine made here."""
        if self._loop.is_closed():
            raise ConnectionLost("the client is closed")
        found: Future[T] = Future()

        def begin() -> None:
            task = self._loop.create_task(ask(*args, **kwargs))
            task.add_done_callback(partial(_hand_over, found))
            found.add_done_callback(lambda _: self._loop.call_soon_threadsafe(task.cancel))

        try:
            self._loop.call_soon_threadsafe(begin)
            return found.result()
        except BaseException:
            found.cancel()
            raise

    def _end_loop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


def _hand_over(found: Future[T], task: asyncio.Task[T]) -> None:
    """Give a task's result, or error, to whoever waits in another thread, unless it has stopped waiting."""
    error = asyncio.CancelledError() if task.cancelled() else task.exception()
    if not found.set_running_or_notify_cancel():
        return
    if error is not None:
        found.set_exception(error)
    else:
        found.set_result(task.result())


class BlockingJob(Generic[P, F]):
    """A running job: iterate over its snapshots (the final reply comes last), or wait for :meth:`result`."""

    def __init__(self, client: Client, job: Job[P, F]) -> None:
        self._client = client
        self._job = job
        client._run(job.start)

    @property
    def id(self) -> str:
        """The id that the job has at the daemon."""
        return self._job.id

    def stop(self) -> None:
        """Ask the daemon to end the job early; its final reply still comes."""
        self._client._run(self._job.stop)

    def result(self) -> F:
        """Wait for the final reply. Raises ServiceError when the daemon failed."""
        return self._client._run(_wait, self._job)

    def __iter__(self) -> Iterator[P | F]:
        while True:
            reply = self._client._run(self._job.next)
            if reply is None:
                return
            yield reply


async def _wait(job: Job[P, F]) -> F:
    return await job
