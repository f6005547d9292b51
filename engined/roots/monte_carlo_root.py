"""The root of a Monte Carlo search: a tree of games first, then all that can be proven.

Pure control, as :mod:`engined.roots.alphabeta_root` is. Before the end of the game is in reach, moves are worth what
the seats counted on average in the games that a Monte Carlo tree search played through them. Then max^n says what each
seat counts if every one plays for its own side, and two more views how much of that depends on the others: the paranoid
one, where all others play against the mover, and the best alliance, where the seat that helps most plays for it.
Between two sides there is one view, max^n is minimax, and neither outlooks nor other views are told.

Max^n has more than one outcome where seats have equally good moves. Unless one rule for such ties is asked for, there
are bounds of all outcomes; a score is exact only where they meet, else what the mover is sure of, a lower bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from msgspec.structs import replace

from engined.results import Forecast, Interrupted, Kind, Line, Outlook, Score
from engined.rules.position import Move, Position
from engined.rules.scoring import ranks, sides, value
from engined.variants.model import Variant

from .bounds import Bounds
from .limits import Limits
from .solve_policy import Policy
from .time_manager import Progress

FIRST_GAMES = 4096
"""Of the first iteration; each further one has twice as many."""
SLICE = 4096
"""Games after which news are told."""


class Searcher(Protocol):
    """What is asked of positions that are not over. Its searches raise Interrupted: ``grow``, ``maxn``,
    ``maxn_line`` and ``margin``.
    """

    @property
    def nodes(self) -> int:
        """Nodes visited and games played so far."""
        ...

    def halt(self) -> None:
        """End whatever runs now or is asked for later. From any thread."""
        ...

    def grow(self, position: Position, games: int) -> None:
        """Let the tree of a position grow by so many games."""
        ...

    def grown(self, position: Position) -> tuple[int, tuple[float, ...]]:
        """How often the tree has come to a position, and what each seat counted at the end then, on average."""
        ...

    def tried(self, position: Position, plies: int) -> tuple[Move, ...]:
        """The line that the tree has tried most from a position."""
        ...

    def maxn(self, position: Position) -> Bounds:
        """What all seats count at the end by max^n."""
        ...

    def maxn_line(self, position: Position) -> tuple[Move, ...]:
        """The moves that max^n expects to the end."""
        ...

    def turn(self, position: Position, move: Move) -> int:
        """Of equally good moves the one where this is lowest is played."""
        ...

    def margin(self, position: Position, allies: frozenset[int], side: int) -> int:
        """By how much a side is ahead at the end, the allies playing for it and all others against."""
        ...


@dataclass(slots=True)
class _RootMove:
    """One root move, and the best that is known of it."""

    turn: int
    """Of equally good moves the one where this is lowest comes first: in board order, unless by another rule."""
    move: Move
    after: Position
    line: Line | None = None
    visits: int = 0

    @property
    def proven(self) -> bool:
        """Whether nothing more can be said by max^n."""
        return self.line is not None and self.line.settled

    @property
    def viewed(self) -> bool:
        """Whether all views of it are known."""
        return (
            self.proven
            and self.line is not None
            and self.line.outlook is not None
            and (self.line.outlook.paranoid is not None)
        )


class MonteCarloRoot:
    """See :class:`engined.roots.root_search.RootSearch`."""

    forecast: Forecast | None = None
    """None: it tells of no games played out."""

    def __init__(
        self, position: Position, searcher: Searcher, limits: Limits, report: Callable[[], None], policy: Policy
    ) -> None:
        """``report`` is called whenever ``lines`` has become better. The policy heeds the limits of time and nodes."""
        self.position = position
        self.depth = 0
        """Plies of the longest line that the tree has found best; all placements left once that is exact."""
        self.lines: tuple[Line, ...] = ()
        """The wanted lines, best first."""
        self._searcher = searcher
        self._limits = limits
        self._policy = policy
        self._report = report
        self._games = FIRST_GAMES
        self._iterations = 0
        together = sides(position.variant)
        self._side = next(index for index, side in enumerate(together) if position.seat in side)
        self._own = frozenset(together[self._side])
        self._many = len(together) > 2
        legal = [move for move in position.legal() if not limits.only or move in limits.only]
        self._moves = [_RootMove(searcher.turn(position, move), move, position.play(move)) for move in legal]
        for move in self._moves:
            if move.after.over:
                self._prove(move, Bounds.of_outcome(position.variant, move.after.scores()), ())
        self._publish()

    @property
    def nodes(self) -> int:
        """See :class:`RootSearch`."""
        return self._searcher.nodes

    def halt(self) -> None:
        """See :class:`RootSearch`."""
        self._searcher.halt()

    def adopt(self, depth: int, lines: Iterable[Line]) -> None:
        """See :class:`RootSearch`."""
        known = {line.move: replace(line, nodes=0, known=True) for line in lines}
        for move in self._moves:
            move.line = move.line or known.get(move.move)
        self.depth = depth
        self._publish()

    def run(self) -> None:
        """Play games until the end is in reach, then prove.

        Raises Interrupted, also where the policy says that it is enough.
        """
        limits, left = self._limits, self.position.placements_left
        while not all(self._is_settled(move) for move in self._wanted_moves()):
            to_the_end = limits.depth is not None and limits.depth >= left
            if to_the_end or self._policy.worth_solving(self.depth, left):
                self._solve()
                return
            if limits.depth is not None and self.depth >= limits.depth:
                return
            if self.lines and self._policy.enough(self._progress()):
                raise Interrupted
            self._grow()

    def _is_settled(self, move: _RootMove) -> bool:
        """Whether nothing more can be said of a move, in any view."""
        return move.viewed if self._many else move.proven

    # --- games ----------------------------------------------------------------------------------------

    def _grow(self) -> None:
        """One iteration: as many games as in all before."""
        for _ in range(0, self._games, SLICE):
            self._searcher.grow(self.position, SLICE)
            self._count()
            self._tell()
        if self._iterations:
            self._games *= 2
        self._iterations += 1

    def _count(self) -> None:
        for move in self._moves:
            if move.proven:
                continue
            move.visits, counts = self._searcher.grown(move.after)
            if move.visits:
                pv = (move.move, *self._searcher.tried(move.after, self.position.placements_left))
                variant = self.position.variant
                score = Score(value(variant, counts, self.position.seat), Kind.ESTIMATE, len(pv))
                outlook = Outlook(counts, ranks(variant, counts)) if self._many else None
                move.line = Line(move.move, score, pv, move.visits, outlook)
        best = max(self._moves, key=lambda move: move.visits)
        if best.line is not None:
            self.depth = max(self.depth, min(best.line.score.depth, self.position.placements_left))

    def _progress(self) -> Progress:
        visits = [move.visits for move in self._moves]
        best = self.lines[0]
        effort = max(visits) / sum(visits) if any(visits) else 0.0
        return Progress(self._iterations, len(self._moves), best.move, best.score.value, effort)

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

    def _prove(self, move: _RootMove, bounds: Bounds, line: tuple[Move, ...], nodes: int = 0) -> None:
        variant, left = self.position.variant, self.position.placements_left
        least, most = bounds.lowest[self._side], bounds.highest[self._side]
        score = Score(least, Kind.EXACT if least == most else Kind.LOWER, left)
        outlook = _outlook(variant, bounds, most) if self._many else None
        move.line = Line(move.move, score, (move.move, *line), nodes, outlook)

    def _view(self, move: _RootMove) -> None:
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

    # --- lines ----------------------------------------------------------------------------------------

    def _wanted_moves(self) -> list[_RootMove]:
        """The n best moves, by what is known: by visits while games are played, else by their scores. Among more than
        two sides, behind proven ones those that are, or may be, as good as the last of them.
        """
        known = sorted(self._moves, key=self._worth, reverse=True)
        wanted = known[: self._limits.best]
        last = wanted[-1].line if wanted else None
        if self._many and last is not None and last.settled:
            rest = known[len(wanted) :]
            wanted += [move for move in rest if move.line and move.proven and move.line.most >= last.score.value]
        return wanted

    def _worth(self, move: _RootMove) -> tuple[float, ...]:
        if move.line is None:
            return (-1.0,)
        games = any(other.visits for other in self._moves if not other.proven)
        visits = move.visits if games else 0
        return (visits, move.line.score.value, move.line.most, -move.turn)

    def _publish(self) -> None:
        self.lines = tuple(move.line for move in self._wanted_moves() if move.line is not None)

    def _tell(self) -> None:
        self._publish()
        self._report()


def _outlook(variant: Variant, bounds: Bounds, most: float) -> Outlook:
    """What bounds say of all seats; ``most`` is the most that the score may be."""
    best, worst = bounds.ranks(variant)
    if bounds.meet:
        return Outlook(bounds.least, worst)
    return Outlook(bounds.least, worst, score_most=most, counts_most=bounds.most, ranks_best=best)
