"""A search by the rules alone, in plain Python: moves come from it until a variant has its machine code.

Alpha-beta without a table, some thousand positions a second: a few plies. The side to move at the root wants its own
margin high and all others want it low, which is the game itself between two sides, and the paranoid view among more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count, zip_longest
from math import inf

from engined.evaluation.plain import evaluation_of
from engined.results import Certainty, Forecast, Interrupted, MoveLine, Score
from engined.rules.position import PASS, Move, Position
from engined.variants.model import Choice

from .limits import Limits
from .solve_policy import Policy
from .time_manager import DeepeningProgress

CONFIDENCE = 100
"""Per cent: nothing is pruned that could matter."""


@dataclass(slots=True)
class _RootMove:
    """One root move, and the best that is known of it."""

    move: Move
    after: Position
    line: MoveLine | None = None
    """The line that the move leads to; None as long as the move is beaten, or nothing is known of it."""
    nodes: int = 0


class PlainRoot:
    """The analysis of one position. ``lines`` and ``depth`` are right at every moment; other threads may read them."""

    forecast: Forecast | None = None
    """The forecast by games played out; None, as a search by the rules plays none."""

    def __init__(
        self,
        position: Position,
        limits: Limits,
        report: Callable[[], None],
        check: Callable[[], None],
        policy: Policy = Policy(),  # noqa: B008 - immutable
    ) -> None:
        """``best``, ``only`` and ``contempt`` of the limits are heeded, and ``enough`` of the policy. ``report`` is
        called whenever ``lines`` has become better, ``check`` at every position: it raises Interrupted to end the
        search.
        """
        self.position = position
        self.depth = 0
        """Plies of the last complete iteration."""
        self.lines: tuple[MoveLine, ...] = ()
        """The wanted lines, best first."""
        self.nodes = 0
        self._limits = limits
        self._policy = policy
        self._contempt = position.draw_worth(limits.contempt)
        """Worth of a proven draw to the mover, in discs, when moves are compared."""
        self._report = report
        self._check = check
        self._evaluation = evaluation_of(position.variant)
        self._side_of = self._evaluation.side_of
        self._side = self._side_of[position.seat]
        self._two_sided = max(self._side_of) == 1
        self._guesses = 0
        """Positions whose value is an estimate."""
        self._moves: list[_RootMove] = []
        """The moves that have been searched, in the order of the next iteration."""

    @property
    def forced(self) -> bool:
        """Whether there is no choice; false as long as that is not known."""
        return self.depth > 0 and len(self._moves) == 1

    @property
    def proven(self) -> tuple[MoveLine, ...]:
        """The lines that are exact."""
        return tuple(line for line in self.lines if line.score.kind is Certainty.EXACT)

    def run(self) -> None:
        """Search ever deeper, until every wanted line is exact. Raises Interrupted, also where the policy says
        enough.
        """
        for depth in count(1):
            before = self._guesses
            self._iterate(depth)
            if self._guesses == before:
                break
            if self._policy.enough(self._progress()):
                raise Interrupted
        if not self._two_sided:
            raise Interrupted  # there is no more to see, and it proves nothing
        self.depth = self.position.empties

    # --- iterations -----------------------------------------------------------------------------------

    def _iterate(self, depth: int) -> None:
        """Value every move at a depth; those that cannot be among the n best are only shown to be beaten."""
        found: list[float] = []
        for move in self._root_moves():
            floor = self._floor(found)
            value = self._value(move, depth, floor)
            if value > floor:
                found.append(value)
                self._publish()
                self._report()
        for move in self._moves:
            if move.line not in self.lines:
                move.line = None
        self._moves.sort(key=lambda move: -inf if move.line is None else self._worth(move.line), reverse=True)
        self.depth = depth
        self._report()

    def _root_moves(self) -> Iterator[_RootMove]:
        """The root moves; in the first iteration, as they are found."""
        if self.depth:
            yield from list(self._moves)
            return
        for move in _moves(self.position):
            if not self._limits.only or move in self._limits.only:
                self._moves.append(_RootMove(move, self.position.play(move)))
                yield self._moves[-1]

    def _floor(self, found: list[float]) -> float:
        """The value that a further move must beat to be among the n best."""
        best = self._limits.best
        if best is None or len(found) < best or self._contempt:
            return -inf
        return sorted(found, reverse=True)[best - 1]

    def _value(self, move: _RootMove, depth: int, floor: float) -> float:
        """The value of a move at a depth, kept if it is above the floor."""
        nodes, guesses = self.nodes, self._guesses
        value, line = self._search(move.after, depth - (move.move != PASS), floor, inf)
        move.nodes += self.nodes - nodes
        if value > floor:
            exact = self._guesses == guesses and (self._two_sided or move.after.over)
            kind, plies = (Certainty.EXACT, self.position.empties) if exact else (Certainty.ESTIMATE, depth)
            score = Score(round(value, 2), kind, plies, CONFIDENCE)
            move.line = MoveLine(move.move, score, (move.move, *line), move.nodes)
        else:
            move.line = None
        return value

    def _search(self, position: Position, depth: int, alpha: float, beta: float) -> tuple[float, tuple[Move, ...]]:
        """Fail-soft value for the side of the root, and the line that leads to it. Raises Interrupted."""
        self.nodes += 1
        self._check()
        if position.over:
            return position.value(self.position.seat), ()
        if depth <= 0:
            self._guesses += 1
            return self._evaluation.value(position, self._side), ()
        ours = self._side_of[position.seat] == self._side
        best, line = (-inf if ours else inf), tuple[Move, ...]()
        for move in _moves(position):
            value, rest = self._search(position.play(move), depth - (move != PASS), alpha, beta)
            if (value > best) if ours else (value < best):
                best, line = value, (move, *rest)
                alpha, beta = (max(alpha, best), beta) if ours else (alpha, min(beta, best))
                if alpha >= beta:
                    break
        return best, line

    # --- lines ----------------------------------------------------------------------------------------

    def _publish(self) -> None:
        lines = [move.line for move in self._moves if move.line is not None]
        lines.sort(key=self._worth, reverse=True)
        self.lines = tuple(lines[: self._limits.best])

    def _worth(self, line: MoveLine) -> float:
        """A value as moves are compared: a proven draw counts as the contempt says."""
        score = line.score
        return self._contempt if score.kind is Certainty.EXACT and score.value == 0 else score.value

    def _progress(self) -> DeepeningProgress:
        best = self.lines[0]
        nodes = {move.move: move.nodes for move in self._moves}
        return DeepeningProgress(
            self.depth, len(nodes), best.move, best.score.value, nodes[best.move] / sum(nodes.values())
        )


def unsearched(position: Position) -> tuple[MoveLine, ...]:
    """A move without a search, because at a limit any is better than none; nothing where the game is over."""
    if (move := next(_moves(position), None)) is not None:
        return (MoveLine(move, Score(position.value(position.seat), Certainty.ESTIMATE, 0), (move,), 0),)
    return ()


def _moves(position: Position) -> Iterator[Move]:
    """The legal moves, those on cells of higher ordering scores first, and to pass where one may is the last.

    Where discs can be chosen, one move of each cell before the second of any: nobody could list them all.
    """
    ordering_scores = evaluation_of(position.variant).ordering_scores
    if position.variant.capture.choice is not Choice.SOME:
        yield from sorted(position.legal(), key=lambda move: inf if move == PASS else -ordering_scores[move.square])
        return
    cells = position.moves_by_cell()
    in_order = [cells[square] for square in sorted(cells, key=lambda square: -ordering_scores[square])]
    for together in zip_longest(*in_order):
        yield from (move for move in together if move is not None)
    if not cells:
        yield PASS
