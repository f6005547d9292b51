"""Kernels of chain games at work: searches to a depth by weights, a tree of games where there are none, and a solver.

Importing this module imports llvmlite.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from engined.kernels.codes import UNIT
from engined.kernels.compilation import build
from engined.patterns.chain_weights import ChainWeights
from engined.patterns.weight_files import WeightsError
from engined.roots.alphabeta.root import AlphaBetaRoot
from engined.roots.confidence import UNMEASURED
from engined.roots.games_first_root import GamesFirstRoot
from engined.roots.limits import Limits, SearchClock
from engined.roots.pause import Pause
from engined.roots.solve_policy import Effort, games_first_policy
from engined.rules.position import Move, Position
from engined.rules.scoring import value
from engined.search.probcut_levels import FULL_WIDTH

from .memory import POPULATING, Context, TranspositionTable
from .multiplayer import GrowingTree, MultiplayerKernels, Stack, Trees
from .threads import Threads, at_work

WORTH_HELP = 14
"""Positions with fewer open cells are solved before a second thread has woken up."""
DEPTH_WORTH_HELP = 4
"""Shallower searches are over before a second thread has woken up."""
PLIES_BEFORE = 5
"""The plies that are searched by weights before a position is solved: its price may turn out to be ten times as high as
was expected, and the order of moves is all there is then.
"""
COLOURS_MATTER = Effort(nodes_at_20=1.0e4, growth=1.6, speed=1.2e6)
COLOURS_DO_NOT = Effort(nodes_at_20=4.0e3, growth=1.5, speed=1.2e6)
"""Twice the middle one of nine random positions of 8x8 with 18, 22, 26 and 30 open cells, by ends, by all rules and by
count: others may cost ten times as much."""


class ChainLines(MultiplayerKernels):
    """The lines that the table holds."""

    def known(self, position: Position, plies: int) -> tuple[Move, ...]:
        """The best line known from a position: at most so many placements."""
        return self._line("known_move", position, plies, self._context)


class ChainSearcher(Threads):
    """What :class:`engined.roots.alphabeta.root.AlphaBetaRoot` asks of positions."""

    selective = False
    """The search prunes nothing that could change its value."""
    confidence = UNMEASURED

    def __init__(
        self, kernels: build.Kernels, contexts: tuple[Context, ...], helpers: ThreadPoolExecutor | None
    ) -> None:
        super().__init__(contexts, helpers)
        self._kernels = kernels
        self._stack = Stack(kernels)
        self.variation = ChainLines(kernels, self._main).known

    def search(self, position: Position, depth: int, alpha: int, beta: int) -> int:
        """See :class:`engined.roots.alphabeta.searcher.AlphaBetaSearcher`: by weights."""
        address, seat = self._stack.put(position)
        arguments = (address, seat, depth, alpha, beta)
        return self._call(self._kernels.search_chains, arguments, depth >= DEPTH_WORTH_HELP)

    def solve(self, position: Position, alpha: int, beta: int, level: int = FULL_WIDTH) -> int:
        """See :class:`engined.roots.alphabeta.searcher.AlphaBetaSearcher`; every level is exact."""
        address, seat = self._stack.put(position)
        arguments = (address, seat, max(alpha, min(beta, 0)), alpha, beta)
        return self._call(self._kernels.solve_chains, arguments, position.placements_left >= WORTH_HELP)


class GamesSearcher(ChainSearcher):
    """What :class:`engined.roots.games_first_root.GamesFirstRoot` asks of positions, where there are no weights."""

    def __init__(
        self,
        kernels: build.Kernels,
        contexts: tuple[Context, ...],
        helpers: ThreadPoolExecutor | None,
        tree: GrowingTree,
    ) -> None:
        super().__init__(kernels, contexts, helpers)
        self._tree = tree
        self.grow, self.grown, self.tried = tree.grow, tree.grown, tree.tried

    @property
    def nodes(self) -> int:
        """Nodes visited by all threads, games played at random."""
        return super().nodes + self._tree.nodes

    def halt(self) -> None:
        """End every kernel that runs now or is called later. From any thread."""
        super().halt()
        self._tree.halt()

    def search(self, position: Position, depth: int, alpha: int, beta: int) -> int:
        """See :class:`engined.roots.alphabeta.searcher.AlphaBetaSearcher`: the mean of the games that went there."""
        visits, counts = self.grown(position)
        return round(UNIT * value(position.variant, counts, position.seat)) if visits else 0


class ChainBackend:
    """A variant's search kernels, its transposition table, and where there are no weights its trees of games."""

    def __init__(self, kernels: build.Kernels, table_mib: int, weights: ChainWeights | None) -> None:
        """Raises :class:`engined.patterns.weight_files.WeightsError` for weights of other features."""
        if weights is not None and weights.table.shape != (kernels.STAGES, kernels.FEATURES):
            raise WeightsError(f"weights of {weights.table.shape[1]} features, not {kernels.FEATURES}")
        self._kernels = kernels
        self._weights = None if weights is None else weights.block()
        games_mib = table_mib // 4 if weights is None else 0
        self._table = TranspositionTable(kernels.CHAIN_BUCKET_BYTES, table_mib - games_mib)
        self._trees = Trees(kernels, max(1, games_mib))
        threading.Thread(target=self._table.populate, name=POPULATING, daemon=True).start()

    @contextmanager
    def root(
        self, position: Position, limits: Limits, clock: SearchClock, report: Callable[[], None]
    ) -> Iterator[AlphaBetaRoot | GamesFirstRoot]:
        """See :class:`engined.families.base.Backend`."""
        effort = COLOURS_MATTER if self._kernels.ENDS_COUNT else COLOURS_DO_NOT
        before = 1 if self._weights is None else PLIES_BEFORE
        policy = games_first_policy(position, limits, clock, effort, before)
        if self._weights is not None:
            with self.searcher(limits.threads, limits.nodes, clock.pause, alone=limits.alone) as searcher:
                yield AlphaBetaRoot(position, searcher, limits, report, policy)
        else:
            with self._games(position, limits, clock.pause) as searcher:
                yield GamesFirstRoot(position, searcher, limits, report, policy)

    @contextmanager
    def searcher(
        self, threads: int, nodes: int | None, pause: Pause | None = None, *, alone: bool = False
    ) -> Iterator[ChainSearcher]:
        """A searcher for one analysis, with this limit of nodes; in pauses it waits. ``alone``: nothing that was found
        before helps it.
        """
        table = self._table.unless(alone)
        with at_work(table, self._kernels, threads, nodes, self._weights, pause=pause) as (contexts, helpers):
            yield ChainSearcher(self._kernels, contexts, helpers)

    @contextmanager
    def _games(self, position: Position, limits: Limits, pause: Pause | None) -> Iterator[GamesSearcher]:
        """A searcher for one analysis of a position, with its limit of nodes, and of games; in pauses it waits."""
        table = self._table.unless(limits.alone)
        with (
            self._trees.of(position, limits.nodes, pause, alone=limits.alone) as tree,
            at_work(table, self._kernels, limits.threads, limits.nodes, pause=pause) as (contexts, helpers),
        ):
            yield GamesSearcher(self._kernels, contexts, helpers, tree)
