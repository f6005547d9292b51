"""The workers of a Dask cluster: asked for results, which come back in any order.

A worker that is lost is Dask's business: what it was at is done again elsewhere. Without a scheduler's address the
cluster is one of this machine, for this command alone.
"""

from __future__ import annotations

import logging
import signal
from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from engined.config import cores

if TYPE_CHECKING:
    from distributed import Client, Future

RETRIES = 2
"""The number of other workers that a task is given to after a worker's fault."""
CONNECT_SECONDS = 20.0


class NoCluster(Exception):
    """There is no cluster to work on, or it was lost, and why."""


class Ended(NamedTuple):
    """A task that has ended."""

    key: str
    result: Any
    fault: str
    """Why there is no result; empty where there is."""


class Crew:
    """The workers, reached or started when they are first asked, until the ``with`` block ends."""

    def __init__(self, scheduler: str | None, workers: int | None) -> None:
        """``scheduler``: its address; without one, so many ``workers`` here, or one for each core."""
        self._scheduler = scheduler
        self._workers = workers or cores()
        self._stack = ExitStack()
        self._client: Client | None = None
        self._ended: Any = None
        self._under_way: dict[str, Future] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def __len__(self) -> int:
        """Tasks under way."""
        return len(self._under_way)

    @property
    def threads(self) -> int:
        """Tasks that can be worked on at once, as far as workers are there: at least 1. Raises NoCluster."""
        threads: dict[str, int] = self._reached().nthreads()
        return max(1, sum(threads.values()))

    def ask(self, key: str, work: Callable[..., Any], *arguments: object) -> None:
        """Have a task done; what it gives comes back under its key. Raises NoCluster."""
        client = self._reached()
        future = client.submit(work, *arguments, key=f"{work.__name__}-{key}", pure=False, retries=RETRIES)
        self._under_way[key] = future
        self._ended.add(future)

    def hold(self, key: str, value: object) -> object:
        """Have the cluster hold a large value: what is given stands for it among the arguments of tasks."""
        return self._reached().submit(_itself, value, key=key, pure=False)

    def drop(self, key: str) -> None:
        """A task's result is no longer wanted."""
        self._under_way.pop(key).cancel()

    def ended(self) -> list[Ended]:
        """Wait until some have ended: these. Raises NoCluster where they cannot any more."""
        while self._under_way:
            keys = {future.key: key for key, future in self._under_way.items()}
            batch = [future for future in self._ended.next_batch() if future.key in keys]
            ended = [_ended(keys[future.key], future) for future in batch]
            for each in ended:
                del self._under_way[each.key]
            if ended:
                return ended
        return []

    def _reached(self) -> Client:
        if self._client is None:
            try:
                from distributed import as_completed
            except ImportError:
                raise NoCluster("Dask is not installed: `pip install 'engined[cluster]'`") from None
            for name in ("distributed", "distributed.client"):
                # A lost scheduler is told of by us, and lost workers are nothing to tell of.
                logging.getLogger(name).setLevel(logging.CRITICAL)
            self._client = self._stack.enter_context(self._connected())
            self._ended = as_completed()
        return self._client

    def _connected(self) -> Client:
        from distributed import Client, LocalCluster

        if self._scheduler is None:
            # Ctrl-C is our business: the workers end with us, and need not all say so.
            before = signal.signal(signal.SIGINT, signal.SIG_IGN)
            try:
                cluster = LocalCluster(
                    n_workers=self._workers,
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address="127.0.0.1:0",
                    memory_limit=0,
                    silence_logs=logging.CRITICAL,
                    security=True,  # keys of its own: nobody else on this machine has any business there
                )
            finally:
                signal.signal(signal.SIGINT, before)
            return Client(self._stack.enter_context(cluster))
        try:
            return Client(self._scheduler, timeout=CONNECT_SECONDS)
        except (OSError, TimeoutError, ValueError) as error:
            raise NoCluster(f"{self._scheduler}: {error}") from None


def _itself(value: object) -> object:
    return value


def _ended(key: str, future: Future) -> Ended:
    from distributed import KilledWorker

    if future.status == "finished":
        return Ended(key, future.result(), "")
    if future.status != "error":
        raise NoCluster("the scheduler was lost")
    error = future.exception()
    if isinstance(error, KilledWorker):
        return Ended(key, None, "several workers died of it, one after the other")
    return Ended(key, None, f"{type(error).__name__}: {error}")
