"""Kernels on one thread or several, which share a table.

Importing this module imports numpy and llvmlite.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Any

from engined.kernels.compilation import build
from engined.results import Interrupted
from engined.roots.pause import Pause

from .memory import Context, Searching, TranspositionTable


class Halt:
    """Kernels at work: their nodes, and their end."""

    def __init__(self, contexts: tuple[Context, ...]) -> None:
        self._contexts = contexts

    @property
    def nodes(self) -> int:
        """Nodes visited by all threads."""
        return sum(context.nodes for context in self._contexts)

    def halt(self) -> None:
        """End every kernel that runs now or is called later. From any thread."""
        for context in self._contexts:
            context.stop()


class Threads(Halt):
    """Kernels that several threads can run at the same time."""

    def __init__(self, contexts: tuple[Context, ...], helpers: ThreadPoolExecutor | None) -> None:
        super().__init__(contexts)
        self._main, *self._others = contexts
        self._helpers = helpers

    def _call(self, kernel: Callable[..., int], args: tuple[Any, ...], worth_help: bool) -> int:
        """Run a kernel here, and on the other threads too where that pays: all fill the same table."""
        helping = []
        if self._helpers is not None and worth_help:
            helping = [self._helpers.submit(kernel, *args, other.address) for other in self._others]
        value = kernel(*args, self._main.address)
        for other in self._others if helping else ():
            other.stop()
        wait(helping)
        if self._main.stopped:
            raise Interrupted
        for other, future in zip(self._others, helping, strict=False):
            future.result()
            other.resume()
        return int(value)


@contextmanager
def at_work(
    table: TranspositionTable,
    kernels: build.Kernels,
    threads: int,
    nodes: int | None,
    weights: Any = None,
    network: Any = None,
    pause: Pause | None = None,
) -> Iterator[tuple[tuple[Context, ...], ThreadPoolExecutor | None]]:
    """The contexts of one analysis, with a limit of nodes for all threads together, and the threads beside this one.

    In pauses kernels wait where they are.
    """
    generation = table.next_generation()
    shared = Searching(kernels) if threads > 1 else None
    contexts = tuple(
        Context(
            table,
            kernels,
            generation=generation,
            thread=thread,
            shared=shared,
            weights=weights,
            network=network,
            pause=pause,
        )
        for thread in range(threads)
    )
    for context in contexts if nodes is not None else ():
        context.limit(max(1, (nodes or 0) // threads))
    if threads == 1:
        yield contexts, None
        return
    with ThreadPoolExecutor(threads - 1, thread_name_prefix="helper") as helpers:
        yield contexts, helpers
