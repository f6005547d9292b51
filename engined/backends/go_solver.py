"""The solver of Go: its kernels, and the transposition table that they share.

Importing this module imports llvmlite.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from engined.kernels.compilation import build
from engined.roots.pause import Pause

from .go_prover import GoProver
from .memory import Context, TranspositionTable


class GoSolver:
    """A variant's kernels that prove scores, and its table."""

    def __init__(self, kernels: build.Kernels, sweeping: build.Kernels | None, table_mib: int) -> None:
        """``sweeping`` are the kernels that search for the whole board, where that is worth it."""
        self._kernels = kernels
        self._sweeping = sweeping
        self._table = TranspositionTable(kernels.GO_BUCKET_BYTES, table_mib)

    @contextmanager
    def prover(self, threads: int, nodes: int | None, pause: Pause | None = None) -> Iterator[GoProver]:
        """The solver for one analysis, with this limit of nodes for all threads together; in pauses it waits."""
        generation = self._table.next_generation()
        contexts = tuple(
            Context(
                self._table,
                self._kernels,
                generation=generation,
                thread=thread,
                scratch="SOLVER_BYTES",
                pause=pause,
            )
            for thread in range(threads)
        )
        sweeper = None
        if self._sweeping is not None:
            context = Context(self._table, self._sweeping, generation=generation, scratch="PROOF_BYTES", pause=pause)
            sweeper = (self._sweeping, context)
        for context in contexts if nodes is not None else ():
            context.limit(max(1, (nodes or 0) // threads))
        if threads == 1:
            yield GoProver(self._kernels, contexts, None, sweeper)
            return
        with ThreadPoolExecutor(threads - 1, thread_name_prefix="helper") as helpers:
            yield GoProver(self._kernels, contexts, helpers, sweeper)
