"""The root of a search that plays games: a tree of them, until the end is in reach.

Pure control, as :mod:`engined.roots.alphabeta.root` is. Before the end of the game is in reach, moves are worth what
the seats counted on average in the games that a Monte Carlo tree search played through them. What follows then differs:
:mod:`engined.roots.monte_carlo_root` proves by max^n, :mod:`engined.roots.games_first_root` by alpha-beta.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from msgspec.structs import replace

from engined.results import Certainty, Forecast, Interrupted, MoveLine, Outlook, Score
from engined.rules.position import Move, Position
from engined.rules.scoring import ranks, sides, value

from .limits import Limits
from .solve_policy import Policy
from .time_manager import DeepeningProgress

FIRST_GAMES = 512
"""The games of the first iteration: milliseconds, so that in little time something is known, and some is left for
proofs. Each further one has as many as all before.
"""
SLICE = 4096
"""Games after which news are told, at most."""


class Games(Protocol):
    """What is asked of positions that are not over. ``grow`` raises Interrupted."""

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


@dataclass(slots=True)
class RootMove:
    """One root move, and the best that is known of it."""

    move: Move
    after: Position
    line: MoveLine | None = None
    visits: int = 0
    turn: int = 0
    """The place of the move among equally good ones, of which the lowest comes first: in board order, unless by another
    rule.
    """

    @property
    def proven(self) -> bool:
        """Whether its score is exact, or all that max^n can say."""
        return self.line is not None and self.line.settled


class GamesRoot(ABC):
    """See :class:`engined.roots.root_search.RootSearch`."""

    forecast: Forecast | None = None
    """The forecast by games played out; None, as only roots of Go have one."""

    def __init__(
        self, position: Position, games: Games, limits: Limits, report: Callable[[], None], policy: Policy
    ) -> None:
        """``report`` is called whenever ``lines`` has become better. The policy heeds the limits of time and nodes."""
        self.position = position
        self.depth = 0
        """Plies of the longest line that the tree has found best; all placements left once that is exact."""
        self.lines: tuple[MoveLine, ...] = ()
        """The wanted lines, best first."""
        self._games = games
        self._limits = limits
        self._policy = policy
        self._report = report
        self._size = FIRST_GAMES
        """Games of the next iteration."""
        self._iterations = 0
        self._many = len(sides(position.variant)) > 2
        legal = [move for move in position.legal() if not limits.only or move in limits.only]
        self._moves = [RootMove(move, position.play(move)) for move in legal]

    @property
    def nodes(self) -> int:
        """See :class:`RootSearch`."""
        return self._games.nodes

    def halt(self) -> None:
        """See :class:`RootSearch`."""
        self._games.halt()

    def adopt(self, depth: int, lines: Iterable[MoveLine]) -> None:
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

    def _is_settled(self, move: RootMove) -> bool:
        """Whether nothing more can be said of a move."""
        return move.proven

    @abstractmethod
    def _solve(self) -> None:
        """Prove what is wanted. Raises Interrupted."""

    # --- games ----------------------------------------------------------------------------------------

    def _grow(self) -> None:
        """One iteration: as many games as in all before."""
        for _ in range(0, self._size, SLICE):
            try:
                self._games.grow(self.position, min(self._size, SLICE))
            finally:
                self._count()
                self._publish()
            self._report()
        if self._iterations:
            self._size *= 2
        self._iterations += 1

    def _count(self) -> None:
        for move in self._moves:
            if move.proven:
                continue
            move.visits, counts = self._games.grown(move.after)
            if move.visits:
                pv = (move.move, *self._games.tried(move.after, self.position.placements_left))
                variant = self.position.variant
                score = Score(value(variant, counts, self.position.seat), Certainty.ESTIMATE, len(pv))
                outlook = Outlook(counts, ranks(variant, counts)) if self._many else None
                move.line = MoveLine(move.move, score, pv, move.visits, outlook)
        best = max(self._moves, key=lambda move: move.visits)
        if best.line is not None:
            self.depth = max(self.depth, min(best.line.score.depth, self.position.placements_left))

    def _progress(self) -> DeepeningProgress:
        visits = [move.visits for move in self._moves]
        best = self.lines[0]
        effort = max(visits) / sum(visits) if any(visits) else 0.0
        return DeepeningProgress(self._iterations, len(self._moves), best.move, best.score.value, effort)

    # --- lines ----------------------------------------------------------------------------------------

    def _wanted_moves(self) -> list[RootMove]:
        """The n best moves, by what is known: by visits while games are played, else by their scores."""
        return sorted(self._moves, key=self._worth, reverse=True)[: self._limits.best]

    def _worth(self, move: RootMove) -> tuple[float, ...]:
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
