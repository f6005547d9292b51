"""The blocking face: the same methods as AsyncClient, for scripts without an event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from copy import copy
from functools import partial, wraps
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar

from .async_client import AsyncClient
from .errors import ConnectionLost
from .job import Job
from .keys import Keys
from .notation import Convention

Q = ParamSpec("Q")
T = TypeVar("T")
P = TypeVar("P")
F = TypeVar("F")

HEARD_SECONDS = 0.5
"""A wait for the daemon is begun anew so often: Ctrl-C that comes just as a wait for a lock begins would be heard only
at its end."""


def _blocking(
    method: Callable[Concatenate[AsyncClient, Q], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[Client, Q], T]:
    """A method of AsyncClient that waits for what it gives."""

    @wraps(method)
    def ask(self: Client, /, *args: Q.args, **kwargs: Q.kwargs) -> T:
        return self._run(method, self._client, *args, **kwargs)

    return ask


def _blocking_job(
    method: Callable[Concatenate[AsyncClient, Q], Job[P, F]],
) -> Callable[Concatenate[Client, Q], BlockingJob[P, F]]:
    """A method of AsyncClient whose job has begun, and is waited for."""

    @wraps(method)
    def begin(self: Client, /, *args: Q.args, **kwargs: Q.kwargs) -> BlockingJob[P, F]:
        return BlockingJob(self, method(self._client, *args, **kwargs))

    return begin


class Client:
    """A conversation with a daemon; each method waits for its reply. May be shared between threads.

    The methods, their arguments and errors are those of :class:`AsyncClient`, which runs behind, on a thread
    of its own. Use it as a context manager, or call :meth:`close`. ``endpoint`` is that of a daemon; without one it is
    this user's.

    >>> with Client(endpoint) as client:
    ...     position = client.show(variant="othello", moves=["f5", "d6"])
    ...     leaves = client.perft(2, variant="othello-4x4").result().leaves
    ...     final = client.solve(variant="othello-4x4").result()
    >>> position.mover, len(position.legal)
    ('Black', 5)
    >>> leaves
    (4, 12)
    >>> final.kind, final.score
    ('exact', -10.0)
    """

    def __init__(
        self,
        endpoint: str | None = None,
        *,
        name: str | None = None,
        timeout: float = 30.0,
        keys: Keys | None = None,
        coordinates: Convention = "auto",
        reconnect: bool = True,
        waiting: Callable[[], None] = lambda: None,
    ) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="engined-client", daemon=True)
        self._thread.start()
        try:
            self._client = self._run(
                AsyncClient.connect,
                endpoint,
                name=name,
                timeout=timeout,
                keys=keys,
                coordinates=coordinates,
                reconnect=reconnect,
                waiting=waiting,
            )
        except BaseException:
            self._end_loop()
            raise

    def on_state(self, hear: Callable[[str], None]) -> None:
        """See :meth:`AsyncClient.on_state`."""
        self._client.on_state(hear)

    @property
    def coordinates(self) -> Convention:
        """See :attr:`AsyncClient.coordinates`."""
        return self._client.coordinates

    def with_coordinates(self, coordinates: Convention) -> Self:
        """The same client, not another connection, that names squares in another way."""
        other = copy(self)
        other._client = self._client.with_coordinates(coordinates)
        return other

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

    variants = _blocking(AsyncClient.variants)
    describe = _blocking(AsyncClient.describe)
    check = _blocking(AsyncClient.check)
    declare = _blocking(AsyncClient.declare)
    openings = _blocking(AsyncClient.openings)

    show = _blocking(AsyncClient.show)
    show_many = _blocking(AsyncClient.show_many)
    legal = _blocking(AsyncClient.legal)
    open = _blocking(AsyncClient.open)
    close_session = _blocking(AsyncClient.close_session)
    sessions = _blocking(AsyncClient.sessions)
    play = _blocking(AsyncClient.play)
    undo = _blocking(AsyncClient.undo)
    remove = _blocking(AsyncClient.remove)
    restore = _blocking(AsyncClient.restore)
    agree = _blocking(AsyncClient.agree)
    resume = _blocking(AsyncClient.resume)
    resign = _blocking(AsyncClient.resign)
    judge = _blocking(AsyncClient.judge)
    draw_colours = _blocking(AsyncClient.draw_colours)
    learn = _blocking(AsyncClient.learn)

    book_show = _blocking(AsyncClient.book_show)
    book_export = _blocking(AsyncClient.book_export)
    book_add = _blocking_job(AsyncClient.book_add)
    book_merge = _blocking_job(AsyncClient.book_merge)
    book_deviate = _blocking_job(AsyncClient.book_deviate)
    book_fix = _blocking_job(AsyncClient.book_fix)

    analyse = _blocking_job(AsyncClient.analyse)
    analyse_many = _blocking_job(AsyncClient.analyse_many)
    evaluate = _blocking(AsyncClient.evaluate)
    solve = _blocking_job(AsyncClient.solve)
    perft = _blocking_job(AsyncClient.perft)
    best_move = _blocking(AsyncClient.best_move)

    stop = _blocking(AsyncClient.stop)
    ping = _blocking(AsyncClient.ping)
    status = _blocking(AsyncClient.status)
    lost = _blocking(AsyncClient.lost)

    def _run(self, ask: Callable[Q, Coroutine[Any, Any, T]], *args: Q.args, **kwargs: Q.kwargs) -> T:
        """Await what ``ask`` gives, which is called on the loop's thread: Ctrl-C would lose a coroutine made here."""
        if self._loop.is_closed():
            raise ConnectionLost("the client is closed")
        begun: list[asyncio.Task[T]] = []
        ended: SimpleQueue[asyncio.Task[T]] = SimpleQueue()

        async def asked() -> T:
            return await ask(*args, **kwargs)  # here what the call itself raises is the task's error, too

        def begin() -> None:
            task = self._loop.create_task(asked())
            begun.append(task)
            task.add_done_callback(partial(_hand_over, ended))

        try:
            self._loop.call_soon_threadsafe(begin)
            task = _first(ended)
        except BaseException:
            self._tell(lambda: [task.cancel() for task in begun])
            raise
        return task.result()

    def _tell(self, what: Callable[[], object]) -> None:
        """Have something done on the loop's thread, whatever the calling one is; nothing once the client is closed."""
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(what)

    def _end_loop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class ClientBeside(Client):
    """The blocking face of a client that lives in a running loop, for other threads. It is closed there, and whoever
    waits here gets ConnectionLost then.
    """

    def __init__(self, client: AsyncClient) -> None:
        self._loop = asyncio.get_running_loop()
        self._client = client

    def close(self) -> None:
        """Nothing: the loop's own business."""


def _hand_over(ended: SimpleQueue[asyncio.Task[T]], task: asyncio.Task[T]) -> None:
    """Give a task that has ended to whoever waits in another thread, or has stopped waiting."""
    if not task.cancelled():
        task.exception()  # asyncio would complain of an error that nobody has looked at
    ended.put(task)


def _first(queue: SimpleQueue[T]) -> T:
    """Wait for what comes in a queue.

    Ctrl-C may come between any two of Python's instructions, and one that comes in ``threading.Condition`` (thus in
    ``Event`` and ``Future``) may leave its lock taken for ever. A SimpleQueue takes its lock in C alone.
    """
    while True:
        with suppress(Empty):
            return queue.get(timeout=HEARD_SECONDS)


class BlockingJob(Generic[P, F]):
    """A running :class:`Job`: iterate over its snapshots (the final reply comes last), or wait for :meth:`result`.

    A wait that is given up ends the job, as with :class:`Job`: Ctrl-C, or Jupyter's interrupt, wherever it waits; a
    ``break`` out of the loop over it; a generator that is closed. :meth:`result` then has what was found by then.
    As a context manager it is cancelled when the block is left before its end, and so is one that is forgotten.
    """

    def __init__(self, client: Client, job: Job[P, F]) -> None:
        self._client = client
        self._job = job
        try:
            client._run(job.start)
        except BaseException:
            client._tell(job.give_up)  # it may have begun all the same
            raise

    @property
    def id(self) -> str:
        """The id that the job has at the daemon."""
        return self._job.id

    def __repr__(self) -> str:
        return repr(self._job)

    def result(self) -> F:
        """See :meth:`Job.result`."""
        return self._client._run(self._job.result)

    def stop(self, index: int | None = None) -> None:
        """See :meth:`Job.stop`."""
        self._client._run(self._job.stop, index)

    def cancel(self) -> None:
        """See :meth:`Job.cancel`."""
        self._client._run(self._job.cancel)

    def next(self) -> P | F | None:
        """See :meth:`Job.next`."""
        return self._client._run(self._job.next)

    def __iter__(self) -> Iterator[P | F]:
        try:
            while (reply := self.next()) is not None:
                yield reply
        finally:
            self._client._tell(self._job.give_up)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cancel()
