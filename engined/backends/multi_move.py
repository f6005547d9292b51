"""Searches of games where one square may have several moves, or discs leave the board.

Importing this module imports llvmlite.
"""

from __future__ import annotations

import numpy as np

from engined.kernels.codes import PASSED
from engined.kernels.layouts.layout import Layout
from engined.roots.limits import Limits, SearchClock
from engined.roots.solve_policy import Policy, deepener_policy
from engined.rules.position import PASS, Move, Position
from engined.variants.model import Choice

from .two_sided import TwoSidedBackend, TwoSidedSearcher


class MultiMoveSearcher(TwoSidedSearcher):
    """A :class:`TwoSidedSearcher` for games where one square may have several moves: nothing is pruned, so nothing is
    uncertain.
    """

    selective = False
    """Whether it prunes selectively: see :class:`engined.roots.alphabeta.searcher.AlphaBetaSearcher`."""

    def variation(self, position: Position, plies: int) -> tuple[Move, ...]:
        """See :class:`engined.roots.alphabeta.searcher.AlphaBetaSearcher`."""
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


class MultiMoveBackend(TwoSidedBackend):
    """A variant's search kernels of the part ``general`` and its transposition table."""

    kind = MultiMoveSearcher

    def _policy(self, position: Position, limits: Limits, clock: SearchClock, searcher: TwoSidedSearcher) -> Policy:
        return deepener_policy(position, limits, clock, lambda: searcher.nodes)
