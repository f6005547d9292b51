"""A variant's search kernels as tests call them: positions in, values out."""

from __future__ import annotations

from threading import Thread

import numpy as np

from engined.backends.memory import Context, Searching, TranspositionTable
from engined.rules.position import Position
from tests.search.compiled import TABLE_MIB, kernels_of

NO_LIMIT = 2**62


class Solver:
    """A table, which knows nothing at first, and a context for each thread."""

    def __init__(self, name: str, *, threads: int = 1, mebibytes: int = TABLE_MIB) -> None:
        self.kernels = kernels_of(name)
        table = TranspositionTable(self.kernels.BUCKET_BYTES, mebibytes)
        shared = Searching(self.kernels) if threads > 1 else None
        self.contexts = [
            Context(
                table,
                self.kernels,
                thread=thread,
                shared=shared,
            )
            for thread in range(threads)
        ]
        self.main = self.contexts[0]

    def solve(self, position: Position, alpha: int | None = None, beta: int | None = None) -> int:
        """Exact score in discs; without a window the true one."""
        cells = self.kernels.CELLS
        window = (-cells if alpha is None else alpha, cells if beta is None else beta)
        return self.run("solve", position, *window)

    def search(self, position: Position, depth: int) -> int:
        """Value in hundredths of a disc."""
        limit = 100 * self.kernels.CELLS
        return self.run("search", position, depth, -limit, limit)

    def run(self, name: str, position: Position, *arguments: int | tuple[int, ...]) -> int:
        """Call a kernel on all threads at once; the first thread's value."""
        values: dict[int, int] = {}

        def work(thread: int) -> None:
            kernel = getattr(self.kernels, name)
            boards = self.kernels.layout.boards(position)
            values[thread] = int(kernel(*boards, *arguments, self.contexts[thread].address))

        others = [Thread(target=work, args=(thread,)) for thread in range(1, len(self.contexts))]
        for other in others:
            other.start()
        work(0)
        for context in self.contexts[1:]:
            context.stop()
        for other in others:
            other.join()
        for context in self.contexts[1:]:
            context.resume()
        return values[0]

    def probe(self, position: Position) -> tuple[int, ...] | None:
        """The eight words that the table's probe writes of a position; None if it knows nothing."""
        found = np.zeros(8, np.int64)
        boards = self.kernels.layout.boards(position)
        known = self.kernels.probe(*boards, self.main.address, int(found.ctypes.data))
        return tuple(int(word) for word in found) if known else None
