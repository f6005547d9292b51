"""Go's kernels at work: trees of games that are kept between analyses, and the solver.

Importing this module imports llvmlite.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from math import inf

from engined.kernels.compilation import build
from engined.kernels.layouts.go import GoLayout, unproven
from engined.patterns.strengths import Strengths
from engined.results import Unproven
from engined.roots.limits import Limits, SearchClock
from engined.roots.pause import Pause
from engined.roots.proof_root import ProofRoot
from engined.roots.tree_root import TreeRoot
from engined.rules.position import Position

from .go_prover import GoProver, may_be_worth_proving, worth_proving
from .go_reader import Answers, GoReader
from .go_searcher import GoSearcher, Question
from .go_solver import GoSolver
from .go_tables import past_of, tables
from .go_trees import Tree
from .memory import Context, TranspositionTable

SEED = 88172645463325252
MOST_READ = 800_000
"""Positions searched to say what becomes of the stones: some seconds, where nobody says how long."""
MOST_READ_FOR_PASS, READ_A_GAME = 200_000, 150
"""Positions searched to say whether anything is left to play for, and at most so many for each game that may be played
out, but after a pass.
"""
READING = 0.7
"""The part of the seconds of a move that this may take, but after a pass: few games tell the moves apart that are left.
"""


class GoBackend:
    """A variant's search kernels and its trees."""

    def __init__(
        self,
        kernels: build.Kernels,
        reading: build.Kernels,
        solver: GoSolver | None,
        table_mib: int,
        strengths: Strengths | None = None,
    ) -> None:
        """``reading`` are kernels that read out captures; there is no solver where nothing can be proven. Without
        strengths moves are weighed as they were before anything was learned.
        """
        assert isinstance(kernels.layout, GoLayout)
        self._layout: GoLayout = kernels.layout
        self._kernels = kernels
        self._reading = reading
        self._solver = solver
        self._mebibytes = table_mib
        network = None if strengths is None else strengths.network_of(len(kernels.layout.variant.board.cells))
        self._tables = tables(kernels.layout.points, strengths, network)
        self._table = TranspositionTable(64, 0)
        self._answers = Answers()
        self._trees: list[Tree] = []
        """The latest last; those that nobody uses may be given to other positions."""
        self._lock = threading.Lock()

    @contextmanager
    def root(
        self, position: Position, limits: Limits, clock: SearchClock, report: Callable[[], None]
    ) -> Iterator[TreeRoot | ProofRoot]:
        """See :class:`engined.families.base.Backend`."""
        reason = unproven(position.variant)
        if limits.prove and reason is not None:
            raise Unproven(f"scores of {position.variant.name} cannot be proven: {reason}")
        wanted = limits.prove or may_be_worth_proving(position, limits)
        with self._prover(limits, clock.pause) if wanted else nullcontext() as prover:
            if prover is not None and limits.prove:
                yield ProofRoot(position, prover, limits, report)
                return
            worth = prover is not None and worth_proving(position, limits, prover)
            proof = ProofRoot(position, prover, limits, lambda: None) if prover is not None and worth else None
            most, seconds = most_read(position, limits), seconds_of_reading(position, limits)
            reader = GoReader(self._reading, clock, most, self._answers, seconds=seconds)
            with self._searcher(position, limits, clock.pause) as searcher:
                yield TreeRoot(position, searcher, limits, clock, report, proof, reader)

    def _prover(self, limits: Limits, pause: Pause) -> AbstractContextManager[GoProver | None]:
        """The solver for one analysis, if there is one."""
        if self._solver is None:
            return nullcontext()
        return self._solver.prover(limits.threads, limits.nodes if limits.prove else None, pause)

    @contextmanager
    def _searcher(self, position: Position, limits: Limits, pause: Pause) -> Iterator[GoSearcher]:
        contexts = tuple(self._context(thread, limits, pause) for thread in range(limits.threads))
        question = Question(self._kernels, position, past_of(self._layout, self._tables, limits.boards), contexts)
        if limits.life:
            question.play_all_out()
        tree = self._tree_of(position, contexts[0], known=not limits.alone)
        searcher = GoSearcher(self._kernels, tree, position, contexts, question, pause)
        try:
            yield searcher
        finally:
            searcher.close()
            with self._lock:
                tree.users -= 1

    def _context(self, thread: int, limits: Limits, pause: Pause) -> Context:
        context = Context(self._table, self._kernels, thread=thread, pause=pause, gives_way=True)
        context.seed(SEED + 7919 * thread)
        if limits.nodes is not None:
            context.limit(max(1, limits.nodes // limits.threads))
        return context

    def _tree_of(self, position: Position, context: Context, *, known: bool) -> Tree:
        """The tree that a position is the root of, or in; one that nobody uses, or a new one, where there is none, or
        where it must not be ``known``.
        """
        with self._lock:
            trees = reversed(self._trees) if known else ()
            tree = next((tree for tree in trees if tree.join(position, context)), None)
            if tree is None:
                idle = [tree for tree in self._trees if not tree.users]
                tree = idle[0] if idle else Tree(self._kernels, int(self._tables.ctypes.data), self._mebibytes)
                tree.plant(position, context)
                tree.users = 1
            self._trees = [*(other for other in self._trees if other is not tree and other.users), tree]
        return tree


def most_read(position: Position, limits: Limits) -> int:
    """Positions that may be searched to say what becomes of the stones."""
    if limits.life:
        return MOST_READ
    if position.passes or limits.nodes is None:
        return MOST_READ_FOR_PASS
    return min(MOST_READ_FOR_PASS, READ_A_GAME * limits.nodes)


def seconds_of_reading(position: Position, limits: Limits) -> float:
    """Seconds that this may take; no limit where it ends with the search."""
    seconds = limits.seconds if limits.soft is None else limits.soft
    return inf if seconds is None or position.passes or limits.life else READING * seconds
