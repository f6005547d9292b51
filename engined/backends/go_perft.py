"""Perft of Go by kernels.

Importing this module imports llvmlite.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from engined.kernels.compilation import build
from engined.kernels.layouts.go import GoLayout
from engined.results import Interrupted
from engined.roots.pause import Pause
from engined.rules.position import Position

from .go_board import lay
from .go_tables import tables
from .memory import Context, TranspositionTable


class GoPerft:
    """See :class:`engined.families.base.PerftCount`."""

    def __init__(self, kernels: build.Kernels, context: Context) -> None:
        assert isinstance(kernels.layout, GoLayout)
        self._kernels = kernels
        self._context = context
        self._tables = tables(kernels.layout.points)

    def perft(self, position: Position, depth: int) -> int:
        """Leaves ``depth`` plies below the position. Raises Interrupted."""
        address = self._context.scratch_address
        lay(self._kernels, position, address, int(self._tables.ctypes.data))
        leaves = int(self._kernels.count_leaves(address, depth, self._context.address))
        if self._context.stopped:
            raise Interrupted
        return leaves

    def halt(self) -> None:
        """End the count. From any thread."""
        self._context.stop()


class GoCounter:
    """See :class:`engined.families.base.PerftCounter`."""

    def __init__(self, kernels: build.Kernels) -> None:
        self._kernels = kernels

    @contextmanager
    def counting(self, pause: Pause | None = None) -> Iterator[GoPerft]:
        """See :class:`engined.families.base.PerftCounter`."""
        yield GoPerft(self._kernels, Context(TranspositionTable(64, 0), self._kernels, pause=pause))
