"""The root of a Monte Carlo search: a tree of games first, then all that can be proven.

First come games (see :mod:`engined.roots.games_root`). Then max^n says what each seat counts if every one plays for its
own side, and two more views how much of that depends on the others: the paranoid one, where all others play against the
mover, and the best alliance, where the seat that helps most plays for it. Between two sides there is one view, max^n is
minimax, and neither outlooks nor other views are told.

Max^n has more than one outcome where seats have equally good moves. Unless one rule for such ties is asked for, there
are bounds of all outcomes; a score is exact only where they meet, else what the mover is sure of, a lower bound.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from msgspec.structs import replace

from engined.results import Certainty, MoveLine, Outlook, Score
from engined.rules.position import Move, Position
from engined.rules.scoring import sides
from engined.variants.model import Variant

from .bounds import Bounds
from .games_root import Games, GamesRoot, RootMove
from .limits import Limits
from .solve_policy import Policy


class MonteCarloSearcher(Games, Protocol):
    """What is asked of positions that are not over. ``maxn``, ``maxn_line`` and ``margin`` raise Interrupted."""

    def maxn(self, position: Position) -> Bounds:
        """What all seats count at the end by max^n."""
        ...

    def maxn_line(self, position: Position) -> tuple[Move, ...]:
        """The moves that max^n expects to the end."""
        ...

    def turn(self, position: Position, move: Move) -> int:
        """A number by which equally good moves are told apart: the one where it is lowest is played."""
        ...

    def margin(self, position: Position, allies: frozenset[int], side: int) -> int:
        """What a side is ahead by at the end, where the allies play for it and all others against."""
        ...


class MonteCarloRoot(GamesRoot):
    """See :class:`engined.roots.root_search.RootSearch`."""

    def __init__(
        self,
        position: Position,
        searcher: MonteCarloSearcher,
        limits: Limits,
        report: Callable[[], None],
        policy: Policy,
    ) -> None:
        """See :class:`GamesRoot`."""
        super().__init__(position, searcher, limits, report, policy)
        self._searcher = searcher
        together = sides(position.variant)
        self._side = next(index for index, side in enumerate(together) if position.seat in side)
        self._own = frozenset(together[self._side])
        for move in self._moves:
            move.turn = searcher.turn(position, move.move)
            if move.after.over:
                self._prove(move, Bounds.of_outcome(position.variant, move.after.scores()), ())
        self._publish()

    def _is_settled(self, move: RootMove) -> bool:
        """Whether nothing more can be said of a move, in any view."""
        if not self._many or move.line is None or not move.proven:
            return move.proven
        return move.line.outlook is not None and move.line.outlook.paranoid is not None

    def _wanted_moves(self) -> list[RootMove]:
        """See :class:`GamesRoot`. Among more than two sides, behind proven ones those that may equal the last."""
        wanted = super()._wanted_moves()
        last = wanted[-1].line if wanted else None
        if self._many and last is not None and last.settled:
            rest = sorted(self._moves, key=self._worth, reverse=True)[len(wanted) :]
            wanted += [move for move in rest if move.line and move.proven and move.line.most >= last.score.value]
        return wanted

    # --- proofs ---------------------------------------------------------------------------------------

    def _solve(self) -> None:
        """Max^n for all moves, since only all of them show which is best; the other views of those that are wanted."""
        for move in sorted(self._moves, key=lambda move: -move.visits):
            if not move.proven:
                before = self._searcher.nodes
                bounds = self._searcher.maxn(move.after)
                self._prove(move, bounds, self._searcher.maxn_line(move.after), self._searcher.nodes - before)
                self._tell()
        self.depth = self.position.placements_left
        for move in self._wanted_moves():
            if not self._is_settled(move):
                self._view(move)
                self._tell()

    def _prove(self, move: RootMove, bounds: Bounds, line: tuple[Move, ...], nodes: int = 0) -> None:
        variant, left = self.position.variant, self.position.placements_left
        least, most = bounds.lowest[self._side], bounds.highest[self._side]
        score = Score(least, Certainty.EXACT if least == most else Certainty.LOWER, left)
        outlook = _outlook(variant, bounds, most) if self._many else None
        move.line = MoveLine(move.move, score, (move.move, *line), nodes, outlook)

    def _view(self, move: RootMove) -> None:
        """Add to a proven line what the other two views say."""
        assert move.line is not None
        assert move.line.outlook is not None
        before = self._searcher.nodes
        others = [seat for seat in range(len(self.position.variant.seats)) if seat not in self._own]
        paranoid = self._ahead(move.after, self._own)
        margins = {ally: self._ahead(move.after, self._own | {ally}) for ally in others}
        ally = max(others, key=lambda other: margins[other])
        name = self.position.variant.seats[ally].name
        outlook = replace(move.line.outlook, paranoid=paranoid, alliance=margins[ally], ally=name)
        nodes = move.line.nodes + self._searcher.nodes - before
        move.line = replace(move.line, outlook=outlook, nodes=nodes)

    def _ahead(self, after: Position, allies: frozenset[int]) -> float:
        if after.over:
            return after.value(self.position.seat)
        return float(self._searcher.margin(after, allies, self._side))


def _outlook(variant: Variant, bounds: Bounds, most: float) -> Outlook:
    """What bounds say of all seats; ``most`` is the most that the score may be."""
    best, worst = bounds.ranks(variant)
    if bounds.meet:
        return Outlook(bounds.least, worst)
    return Outlook(bounds.least, worst, score_most=most, counts_most=bounds.most, ranks_best=best)
