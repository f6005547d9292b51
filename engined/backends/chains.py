"""Kernels of chain games at work: a tree of games, and a solver on one thread or several.

Importing this module imports llvmlite.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from engined.kernels import build
from engined.kernels.codes import UNIT
from engined.roots.games_first_root import GamesFirstRoot
from engined.roots.limits import Clock, Limits
from engined.roots.pause import Pause
from engined.roots.solve_policy import Effort, games_first_policy
from engined.rules.position import Move, Position
from engined.rules.scoring import value
from engined.search.probcut_levels import FULL_WIDTH

from .memory import POPULATING, Context, Table
from .multiplayer import GrowingTree, MultiplayerKernels, Stack, Trees
from .threads import Threads, at_work

WORTH_HELP = 14
"""Positions with fewer open cells are solved before a second thread has woken up."""
COLOURS_MATTER = Effort(nodes_at_20=1.0e4, growth=1.6, speed=1.2e6)
COLOURS_DO_NOT = Effort(nodes_at_20=4.0e3, growth=1.5, speed=1.2e6)
"""Twice the middle one of nine random positions of 8x8 with 18, 22, 26 and 30 open cells, by ends, by all rules and by
count: others may cost ten times as much."""


class ChainLines(MultiplayerKernels):
    """The lines that the solver's table holds."""

    def known(self, position: Position, plies: int) -> tuple[Move, ...]:
        """At most so many placements from a position."""
        return self._line("known_move", position, plies, self._context)


class ChainSearcher(Threads):
    """What :class:`engined.roots.games_first_root.GamesFirstRoot` asks of positions."""

    selective = False
    """Nothing is pruned that could matter."""

    def __init__(
        self,
        kernels: build.Kernels,
        contexts: tuple[Context, ...],
        helpers: ThreadPoolExecutor | None,
        tree: GrowingTree,
    ) -> None:
        super().__init__(contexts, helpers)
        self._kernels = kernels
        self._tree = tree
        self.grow, self.grown, self.tried = tree.grow, tree.grown, tree.tried
        self._stack = Stack(kernels)
        self.variation = ChainLines(kernels, self._main).known

    @property
    def nodes(self) -> int:
        """Nodes visited by all threads, games played at random."""
        return super().nodes + self._tree.nodes

    def halt(self) -> None:
        """End every kernel that runs now or is called later. From any thread."""
        super().halt()
        self._tree.halt()

    def search(self, position: Position, depth: int, alpha: int, beta: int) -> int:
        """See :class:`engined.roots.alphabeta_root.Searcher`: what the games came to on average that went there."""
        visits, counts = self.grown(position)
        return round(UNIT * value(position.variant, counts, position.seat)) if visits else 0

    def solve(self, position: Position, alpha: int, beta: int, level: int = FULL_WIDTH) -> int:
        """See :class:`engined.roots.alphabeta_root.Searcher`; every level is exact."""
        address, seat = self._stack.put(position)
        arguments = (address, seat, max(alpha, min(beta, 0)), alpha, beta)
        return self._call(self._kernels.solve_chains, arguments, position.placements_left >= WORTH_HELP)


class ChainBackend:
    """A variant's search kernels, its transposition table and its trees of games."""

    def __init__(self, kernels: build.Kernels, table_mib: int) -> None:
        self._kernels = kernels
        self._table = Table(kernels.CHAIN_BUCKET_BYTES, table_mib - table_mib // 4)
        self._trees = Trees(kernels, max(1, table_mib // 4))
        threading.Thread(target=self._table.populate, name=POPULATING, daemon=True).start()

    @contextmanager
    def root(
        self, position: Position, limits: Limits, clock: Clock, report: Callable[[], None]
    ) -> Iterator[GamesFirstRoot]:
        """See :class:`engined.families.base.Backend`."""
        with self.searcher(position, limits.threads, limits.nodes, clock.pause) as searcher:
            effort = COLOURS_MATTER if self._kernels.ENDS_COUNT else COLOURS_DO_NOT
            policy = games_first_policy(position, limits, clock, effort)
            yield GamesFirstRoot(position, searcher, limits, report, policy)

    @contextmanager
    def searcher(
        self, position: Position, threads: int, nodes: int | None, pause: Pause | None = None
    ) -> Iterator[ChainSearcher]:
        """A searcher for one analysis of a position, with this limit of nodes, and of games; in pauses it waits."""
        with (
            self._trees.of(position, nodes, pause) as tree,
            at_work(self._table, self._kernels, threads, nodes, pause=pause) as (contexts, helpers),
        ):
            yield ChainSearcher(self._kernels, contexts, helpers, tree)
