"""The root of a search between two sides: a tree of games first, then alpha-beta to the end.

Games tell what moves are worth, and their order, until solving is worth its price. From then on it is an alpha-beta
search that solves at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from engined.results import Certainty, MoveLine, Score
from engined.rules.position import Position

from .alphabeta.root import AlphaBetaRoot
from .alphabeta.searcher import AlphaBetaSearcher as Solver
from .games_root import Games, GamesRoot
from .limits import Limits
from .solve_policy import Policy


class GamesFirstSearcher(Games, Solver, Protocol):
    """What is asked of positions that are not over: a tree of games, and values."""


class GamesFirstRoot(GamesRoot):
    """See :class:`engined.roots.root_search.RootSearch`."""

    def __init__(
        self,
        position: Position,
        searcher: GamesFirstSearcher,
        limits: Limits,
        report: Callable[[], None],
        policy: Policy,
    ) -> None:
        """See :class:`GamesRoot`."""
        super().__init__(position, searcher, limits, report, policy)
        self._searcher = searcher
        for move in self._moves:
            if move.after.over:
                score = Score(move.after.value(position.seat), Certainty.EXACT, position.placements_left)
                move.line = MoveLine(move.move, score, (move.move,), 0)
        self._publish()

    def _solve(self) -> None:
        """See :class:`GamesRoot`: the lines are those of the alpha-beta search now."""
        policy = replace(self._policy, worth_solving=lambda reached, left: True)
        solver = AlphaBetaRoot(self.position, self._searcher, self._limits, lambda: self._take(solver), policy)
        solver.adopt(self.depth, [move.line for move in self._moves if move.line is not None])
        try:
            solver.run()
        finally:
            self.lines, self.depth = solver.lines, solver.depth

    def _take(self, solver: AlphaBetaRoot) -> None:
        """Make what a solver has found known."""
        self.lines, self.depth = solver.lines, solver.depth
        self._report()
