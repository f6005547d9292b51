"""One variant's compiled kernels at work: boards in, values out, on one thread or several.

Importing this module imports numba.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from engined.kernels import build
from engined.kernels.layout import Layout, layout_of
from engined.results import Interrupted
from engined.rules.position import Move, Position
from engined.search.memory import Context, Table
from engined.variants.model import Variant

WORTH_HELP_DEPTH = 7
WORTH_HELP_EMPTIES = 13
"""Smaller searches end before a second thread has woken up."""


class Halt:
    """The brake of kernels under way: their contexts' stop words."""

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


class KernelSearcher(Halt):
    """Searches of one analysis. One caller at a time; :meth:`halt` and ``nodes`` from any thread."""

    def __init__(self, machine: Machine, contexts: tuple[Context, ...], helpers: ThreadPoolExecutor | None) -> None:
        super().__init__(contexts)
        self._machine = machine
        self._layout = machine.layout
        self._main, *self._others = contexts
        self._helpers = helpers

    def search(self, position: Position, depth: int, alpha: int, beta: int) -> int:
        """See :class:`engined.search.root.Searcher`."""
        args = (*self._layout.boards(position), depth, alpha, beta)
        return self._call(self._machine.kernels.search, args, depth >= WORTH_HELP_DEPTH)

    def solve(self, position: Position, alpha: int, beta: int) -> int:
        """See :class:`engined.search.root.Searcher`."""
        args = (*self._layout.boards(position), alpha, beta)
        return self._call(self._machine.kernels.solve, args, position.empties >= WORTH_HELP_EMPTIES)

    def best_move(self, position: Position) -> Move | None:
        """See :class:`engined.search.root.Searcher`."""
        square = self._main.probe(self._machine.kernels.probe, *self._layout.boards(position))
        return None if square is None else Move(self._layout.square_of(square))

    def _call(self, kernel: Callable[..., int], args: tuple[Any, ...], worth_help: bool) -> int:
        """Run a kernel here, and on the other threads too where that pays: they fill the same table."""
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
        return value
