"""One variant's compiled kernels at work: positions in, values out, on one thread or several.

Importing this module imports llvmlite; numba is imported only where something has to be compiled.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from engined.kernels.codes import PASSED, UNIT
from engined.kernels.compilation import build
from engined.kernels.layouts.layout import WordsOf
from engined.patterns.weights import Weights
from engined.results import Interrupted
from engined.roots.alphabeta.root import AlphaBetaRoot
from engined.roots.alphabeta.root_moves import komi_of
from engined.roots.confidence import UNMEASURED, Confidence
from engined.roots.limits import Limits, SearchClock
from engined.roots.pause import Pause
from engined.roots.solve_policy import Policy, solver_policy
from engined.rules.position import PASS, Move, Position
from engined.search.probcut_levels import FULL_WIDTH

from .memory import POPULATING, Context, TranspositionTable
from .probcut_errors import BY_GEOMETRY, Errors, probes
from .threads import Halt, Threads, at_work

WORTH_HELP_DEPTH = 7
WORTH_HELP_EMPTIES = 13
"""Smaller searches end before a second thread has woken up."""
MOST_LAID = 128
"""Positions that a searcher remembers as kernels take them; by their ids, which are theirs as long as it does."""
MIDGAME_LEVEL = 0
"""The level, of :data:`engined.search.probcut_levels.LEVELS`, for searches short of the end."""


class TwoSidedSearcher(Threads):
    """The searches of one analysis. One caller at a time; :meth:`halt` and ``nodes`` from any thread."""

    selective = True
    """Whether it prunes selectively: see :class:`engined.roots.alphabeta.searcher.AlphaBetaSearcher`."""

    def __init__(
        self,
        kernels: build.Kernels,
        errors: Errors,
        confidence: Confidence,
        contexts: tuple[Context, ...],
        helpers: ThreadPoolExecutor | None,
    ) -> None:
        super().__init__(contexts, helpers)
        self._kernels = kernels
        self._errors = errors
        self.confidence = confidence
        """The confidence in selective scores: see :class:`engined.roots.alphabeta.searcher.AlphaBetaSearcher`."""
        self._laid: dict[int, tuple[Position, tuple[WordsOf, WordsOf]]] = {}

    def search(self, position: Position, depth: int, alpha: int, beta: int) -> int:
        """See :class:`engined.roots.alphabeta.searcher.AlphaBetaSearcher`."""
        self._select(FULL_WIDTH)
        args = (*self._boards(position), depth, alpha, beta)
        return self._call(self._kernels.search, args, depth >= WORTH_HELP_DEPTH)

    def solve(self, position: Position, alpha: int, beta: int, level: int = FULL_WIDTH) -> int:
        """See :class:`engined.roots.alphabeta.searcher.AlphaBetaSearcher`."""
        self._select(level)
        args = (*self._boards(position), alpha, beta)
        return self._call(self._kernels.solve, args, position.empties >= WORTH_HELP_EMPTIES)

    def variation(self, position: Position, plies: int) -> tuple[Move, ...]:
        """See :class:`engined.roots.alphabeta.searcher.AlphaBetaSearcher`."""
        layout = self._kernels.layout
        squares = self._main.line(self._kernels.variation, *self._boards(position), plies)
        return tuple(PASS if square == PASSED else Move(layout.square_of(square)) for square in squares)

    def _boards(self, position: Position) -> tuple[WordsOf, WordsOf]:
        """A position as kernels take it; those after root moves are asked for again and again."""
        laid = self._laid.get(id(position))
        if laid is None:
            if len(self._laid) >= MOST_LAID:
                self._laid.clear()
            laid = self._laid[id(position)] = position, self._kernels.layout.boards(position)
        return laid[1]

    def _select(self, level: int) -> None:
        """Search to the end at this level of confidence."""
        cells = self._kernels.CELLS
        tables = (probes(self._errors, cells, MIDGAME_LEVEL), probes(self._errors, cells, level))
        for context in (self._main, *self._others):
            context.select(MIDGAME_LEVEL, tables[0], level, tables[1])


class TwoSidedBackend:
    """A variant's search kernels and its transposition table."""

    kind: type[TwoSidedSearcher] = TwoSidedSearcher
    """The class of its searchers."""

    def __init__(
        self, kernels: build.Kernels, table_mib: int, weights: Weights | None = None, errors: Errors = BY_GEOMETRY
    ) -> None:
        """``weights`` for kernels that want some; ``errors`` where these know none."""
        self._kernels = kernels
        self._weights = weights.block() if weights is not None else None
        network = weights.network if weights is not None else None
        self._network = network.block() if network is not None else None
        self._errors = Errors.of(weights.errors) if weights is not None and weights.errors else errors
        measured = weights.confidence if weights is not None else None
        self.confidence = Confidence.of(measured) if measured else UNMEASURED
        """The confidence in the scores of selective searches."""
        self._table = TranspositionTable(kernels.BUCKET_BYTES, table_mib)
        threading.Thread(target=self._table.populate, name=POPULATING, daemon=True).start()

    @contextmanager
    def root(
        self, position: Position, limits: Limits, clock: SearchClock, report: Callable[[], None]
    ) -> Iterator[AlphaBetaRoot]:
        """See :class:`engined.families.base.Backend`."""
        with self.searcher(limits.threads, limits.nodes, clock.pause, alone=limits.alone) as searcher:
            policy = self._policy(position, limits, clock, searcher)
            yield AlphaBetaRoot(position, searcher, limits, report, policy)

    def forget(self) -> None:
        """Empty the table, so that what searches find depends on none before. Not while one runs."""
        self._table.forget()

    @contextmanager
    def evaluating(self, pause: Pause) -> Iterator[Callable[[Position], float]]:
        """See :class:`engined.engine.evaluation.Evaluating`."""
        most = UNIT * self._kernels.CELLS
        with self.searcher(1, None, pause) as searcher:
            yield lambda position: searcher.search(position, 0, -most, most) / UNIT + komi_of(position)

    def _policy(self, position: Position, limits: Limits, clock: SearchClock, searcher: TwoSidedSearcher) -> Policy:
        return solver_policy(position, limits, clock, lambda: searcher.nodes)

    @contextmanager
    def searcher(
        self, threads: int, nodes: int | None, pause: Pause | None = None, *, alone: bool = False
    ) -> Iterator[TwoSidedSearcher]:
        """A searcher for one analysis, with this limit of nodes for all threads together; in pauses it waits.
        ``alone``: nothing that was found before helps it.
        """
        table = self._table.unless(alone)
        at = at_work(table, self._kernels, threads, nodes, self._weights, self._network, pause)
        with at as (contexts, helpers):
            yield self.kind(self._kernels, self._errors, self.confidence, contexts, helpers)


class TwoSidedPerft(Halt):
    """One perft."""

    def __init__(self, kernels: build.Kernels, context: Context) -> None:
        super().__init__((context,))
        self._kernels = kernels
        self._context = context

    def perft(self, position: Position, depth: int) -> int:
        """Leaves ``depth`` plies below the position. Raises Interrupted."""
        boards = self._kernels.layout.boards(position)
        leaves = self._kernels.perft(*boards, depth, self._context.address)
        if self._context.stopped:
            raise Interrupted
        return int(leaves)


class TwoSidedCounter:
    """A variant's perft kernels."""

    def __init__(self, kernels: build.Kernels) -> None:
        self._kernels = kernels

    @contextmanager
    def counting(self, pause: Pause | None = None) -> Iterator[TwoSidedPerft]:
        """See :class:`engined.families.base.PerftCounter`."""
        yield TwoSidedPerft(self._kernels, Context(TranspositionTable(64, 0), self._kernels, pause=pause))
