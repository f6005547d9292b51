"""Searches of games where one square may have several moves, or discs leave the board.

Importing this module imports llvmlite.
"""

from __future__ import annotations

import numpy as np

from engined.kernels.layout import Layout
from engined.rules.position import PASS, Move, Position
from engined.variants.model import Choice

from .searcher import PASSED, Machine, Searcher


class ChoosingSearcher(Searcher):
    """As :class:`Searcher`, with kernels of the part ``general``: nothing is pruned, so nothing is uncertain."""

    selective = False
    """See :class:`engined.engine.root.Searcher`."""

    def variation(self, position: Position, plies: int) -> tuple[Move, ...]:
        """See :class:`engined.engine.root.Searcher`."""
        layout = self._kernels.layout
        out = np.zeros((2 * plies + 1, 1 + layout.words), np.int64)
        args = (*layout.boards(position), plies, self._main.address)
        written = self._kernels.variation(*args, int(out.ctypes.data))
        return tuple(self._move(layout, square, words) for square, *words in out[:written].tolist())

    @staticmethod
    def _move(layout: Layout, square: int, chosen: list[int]) -> Move:
        """A move as kernels write it: a square, and the words of the set of discs."""
        if square == PASSED:
            return PASS
        if layout.variant.capture.choice is Choice.ALL:
            return Move(layout.square_of(square))
        discs = layout.squares(chosen[0] if layout.words == 1 else tuple(chosen))
        return Move(layout.square_of(square), frozenset(discs))


class ChoosingMachine(Machine):
    """A variant's search kernels of the part ``general`` and its transposition table."""

    kind = ChoosingSearcher
