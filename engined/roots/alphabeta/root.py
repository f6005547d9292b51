"""The root of an alpha-beta search: iterative deepening, the best n or all moves, exact endings, principal variations.

Pure control: it asks a :class:`AlphaBetaSearcher` for values of positions and reports lines. It knows neither threads
nor clocks; the searcher raises :class:`engined.results.Interrupted` when it was told to stop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from engined.kernels.codes import UNIT
from engined.results import Certainty, Forecast, Interrupted, MoveLine
from engined.rules.position import Move, Position
from engined.rules.registry import capture_of
from engined.search.probcut_levels import FULL_WIDTH

from ..limits import Limits
from ..solve_policy import Policy
from ..time_manager import DeepeningProgress
from .pace import Pace
from .perfect_lines import keeps, perfect_line
from .root_moves import RootMove, komi_of, raw_value, root_moves
from .searcher import AlphaBetaSearcher
from .windows import aspirated, closed_in

LEAST_STEPPED = 18
"""Fewest empty cells where selective searches to the end go before the exact one."""
STEPS = (0, 2)
"""The levels of the selective searches to the end, in order (see :mod:`engined.search.probcut_levels`)."""
ALL_STEPPED = 24
"""Fewest empty cells where they go through all levels."""
FIRST_STEPS = 4
"""Up to this depth, each iteration is one ply deeper. Beyond, it is two where that is affordable: values of odd and of
even depths are biased differently, and the ply between would not order moves so much better. Searches of 84 tournament
positions with 24 to 48 empty cells, to depth 16, take 0.61 of the nodes that they took ply by ply."""
ORDER_REDUCTION = 12
"""The plies by which searches that only put moves in order are shallower."""


@dataclass(frozen=True, slots=True)
class _Iteration:
    """How one iteration values positions: the depth, the grain of its values and the question."""

    depth: int
    grain: int
    kind: Certainty
    confidence: int
    ask: Callable[[Position, int, int], int]

    def value(self, move: RootMove, alpha: int, beta: int) -> int:
        """The value of a move in a window, from the view of who makes it."""
        return -self.ask(move.after, -beta, -alpha)


class AlphaBetaRoot:
    """See :class:`engined.roots.root_search.RootSearch`."""

    forecast: Forecast | None = None
    """The forecast by games played out; None, as alpha-beta plays none."""

    def __init__(
        self,
        position: Position,
        searcher: AlphaBetaSearcher,
        limits: Limits,
        report: Callable[[], None],
        policy: Policy = Policy(),  # noqa: B008 - immutable
    ) -> None:
        """``report`` is called whenever ``lines`` has become better. The policy heeds the limits of time and nodes."""
        self.position = position
        self.depth = 0
        """Plies of the last complete iteration."""
        self.lines: tuple[MoveLine, ...] = ()
        """The wanted lines, best first."""
        self._searcher = searcher
        self._pace = Pace()
        self._limits = limits
        self._policy = policy
        self._contempt = 0.0 if limits.prove else position.draw_worth(limits.contempt)
        """Worth of a proven draw to the mover, in discs, when moves are compared."""
        self._report = report
        self._limit = UNIT * round(capture_of(position.variant).widest_margin)
        self._moves = root_moves(position, limits.only)
        self._count = sum(1 + len(move.symmetric) for move in self._moves)
        for move in self._moves:
            if move.after.over:
                move.value = round(UNIT * raw_value(move.after, position.seat))
                move.kind, move.depth = Certainty.EXACT, position.placements_left
        self._adopted = False
        self._publish()

    @property
    def nodes(self) -> int:
        """See :class:`RootSearch`."""
        return self._searcher.nodes

    def halt(self) -> None:
        """See :class:`RootSearch`."""
        self._searcher.halt()

    def adopt(self, depth: int, lines: Iterable[MoveLine]) -> None:
        """See :class:`RootSearch`. Moves of the same worth are in the order in which they were told."""
        lines = tuple(lines)
        places = {line.move: place for place, line in enumerate(lines)}

        def place_of(root: RootMove) -> int:
            same = (root.move, *(other.move for other in root.symmetric))
            return min(places.get(move, len(places)) for move in same)

        self._moves.sort(key=place_of)
        for line in lines:
            for move in self._moves:
                if move.kind is None:
                    self._adopt_line(move, line)
        self.depth = depth
        self._adopted = True
        self._sort()
        self._publish()

    def _adopt_line(self, move: RootMove, line: MoveLine) -> None:
        pv = line.pv if line.move == move.move else ()
        for other in move.symmetric:
            if line.move == other.move:
                pv = other.original(line.pv, move.move)
        if pv:
            move.value = round(UNIT * (line.score.value - komi_of(self.position)))
            move.kind, move.depth, move.pv = line.score.kind, line.score.depth, pv
            move.confidence = line.score.confidence
            move.proven = move.kind is Certainty.EXACT
            move.known = True

    def run(self) -> None:
        """Deepen until every wanted line is exact, the wanted depth is reached, or it is enough.

        Raises Interrupted, also where the policy says that it is enough.
        """
        self._deepen()
        if self._policy.proofs:
            self._prove_variations()
        self._publish()

    def _deepen(self) -> None:
        empties, ordered = self.position.placements_left, not self._adopted
        self._pace.reached(self.depth, self.nodes)
        depth = empties if self._limits.depth is None else min(self._limits.depth, empties)
        while not self._settled():
            solving = self._policy.worth_solving(self.depth, empties)
            closing = solving or (depth == empties and self._policy.worth_closing(self.depth, empties))
            if not closing and self.depth >= depth:
                return
            if not solving:
                self._end_if_enough()
            if not ordered:
                self._order_unknown()
                ordered = True
            if closing:
                self._solve(empties, committed=solving)
                return
            self._iterate(self._deeper(min(depth, empties - 1)))  # the last ply is a search to the end

    def _end_if_enough(self) -> None:
        if self.lines and self._policy.enough(self._progress()):
            raise Interrupted

    def _progress(self) -> DeepeningProgress:
        best = self._wanted()[0]
        nodes = sum(move.nodes for move in self._moves)
        effort = best.nodes / nodes if nodes else 0.0
        return DeepeningProgress(self.depth, len(self._moves), best.move, best.value / UNIT, effort)

    def _order_unknown(self) -> None:
        """Put the moves of which nothing was adopted into the order that shallow searches suggest."""
        depth = max(0, self.depth - ORDER_REDUCTION)
        known = [move for move in self._moves if move.kind is not None]
        unknown = [move for move in self._moves if move.kind is None]
        limit, search = self._limit, self._searcher.search
        worth = {move.move: -search(move.after, depth, -limit, limit) for move in unknown}
        self._moves = known + sorted(unknown, key=lambda move: worth[move.move], reverse=True)

    # --- iterations -----------------------------------------------------------------------------------

    def _settled(self) -> bool:
        lines = self.lines
        wanted = self._count if self._limits.best is None else min(self._limits.best, self._count)
        return len(lines) == wanted and all(line.score.kind is Certainty.EXACT for line in lines)

    def _deeper(self, wanted: int) -> _Iteration:
        """The next iteration, a ply or two deeper."""
        depth = self.depth + self._step(wanted)

        def ask(position: Position, alpha: int, beta: int) -> int:
            return self._searcher.search(position, depth - 1, alpha, beta)

        return _Iteration(depth, 1, Certainty.ESTIMATE, 100, ask)

    def _step(self, wanted: int) -> int:
        """Return how many plies deeper to search: two, unless that is beyond the depth wanted or what may be spent. A
        search that goes on from an earlier one, as in games, wins nothing by that: it takes single plies, or the last
        two at once.
        """
        left = wanted - self.depth
        odd = left % 2 == 1 and self._limits.depth is not None
        if (self._adopted and left != 2) or self.depth < FIRST_STEPS or left < 2 or odd:
            return 1
        return 2 if self._policy.affords(self._pace.cost(2)) else 1

    def _to_the_end(self, level: int, empties: int) -> _Iteration:
        def ask(position: Position, alpha: int, beta: int) -> int:
            return UNIT * self._searcher.solve(position, alpha // UNIT, -(-beta // UNIT), level)

        kind = Certainty.EXACT if level == FULL_WIDTH else Certainty.SELECTIVE
        return _Iteration(empties, UNIT, kind, self._searcher.confidence.percent(level, empties), ask)

    def _iterate(self, iteration: _Iteration) -> None:
        """Value every move; those that cannot be among the n best are only shown to be beaten.

        What was beaten stays so until its turn comes: its value is an old one, and the search may end before.
        """
        found: list[int] = []
        for move in list(self._moves):
            floor = self._floor(found)
            if move.kind is Certainty.EXACT:
                move.beaten = False
            else:
                self._value(move, iteration, floor)
            if not move.beaten:
                found += [move.value] * (1 + len(move.symmetric))
                self._tell()
        self._sort()
        wanted = {move.move for move in self._wanted()}
        for move in self._moves:
            move.beaten = move.move not in wanted
        self.depth = iteration.depth
        self._pace.reached(self.depth, self.nodes)
        self._tell()

    def _solve(self, empties: int, *, committed: bool) -> None:
        """Step by step to the end; asks whether it is enough until an exact score is worth its price."""
        limits = self._limits
        if limits.window is not None:
            self._solve_window(*limits.window)
            self.depth = empties
            self._tell()
            return
        for level in self._steps(empties):
            self._solve_at(level, empties)
            committed = committed or self._policy.worth_solving(self.depth, empties)
            if not committed:
                self._end_if_enough()
        self._solve_at(FULL_WIDTH, empties)

    def _solve_at(self, level: int, empties: int) -> None:
        limits = self._limits
        if limits.best == 1 and not limits.only and not self._reorders:
            self._solve_best(self._to_the_end(level, empties), level)
        else:
            self._iterate(self._to_the_end(level, empties))

    def _steps(self, empties: int) -> tuple[int, ...]:
        """The levels of confidence to go through before the exact one: what they find makes that cheaper."""
        if not self._searcher.selective:
            return ()
        steps = () if empties < LEAST_STEPPED else STEPS if empties < ALL_STEPPED else tuple(range(FULL_WIDTH))
        known = [move.confidence for move in self._wanted() if move.kind is Certainty.SELECTIVE]
        said = self._searcher.confidence.percent
        return tuple(level for level in steps if not known or said(level, empties) > min(known))

    def _solve_best(self, iteration: _Iteration, level: int) -> None:
        """The score first, then a move that is shown to be worth as much at this level: cheaper than move by move.

        The table's move is a mere candidate: where the last window failed low, it is the best of bounds.
        """
        before = self._searcher.nodes
        value = self._score(level)
        known = self._searcher.variation(self.position, 1)[:1]
        self._moves.sort(key=lambda move: move.move not in known and not any(t.move in known for t in move.symmetric))
        keeping = (move for move in self._moves if keeps(self._searcher, self.position, move.move, value, level))
        # Selective searches may contradict each other.
        winner = next(keeping) if level == FULL_WIDTH else next(keeping, self._moves[0])
        for move in self._moves:
            move.beaten = move is not winner
        winner.value, winner.kind, winner.depth = UNIT * value, iteration.kind, iteration.depth
        winner.confidence, winner.known = iteration.confidence, False
        winner.nodes += self._searcher.nodes - before
        winner.pv, winner.proven = self._variation(winner), False
        self.depth = iteration.depth
        self._tell()

    def _score(self, level: int) -> int:
        """The position's value in discs, from what it is thought to be."""
        lower, upper = -self._limit // UNIT, self._limit // UNIT
        best = self._wanted()[:1]
        if not best:
            return self._searcher.solve(self.position, lower, upper, level)

        def ask(alpha: int, beta: int) -> int:
            return self._searcher.solve(self.position, alpha, beta, level)

        return closed_in(ask, round(best[0].value / UNIT), lower, upper)

    def _solve_window(self, lower: int, upper: int) -> None:
        """Where the best score stands against a window: the first move at or above ``upper`` ends it."""
        komi = komi_of(self.position)
        iteration = self._to_the_end(FULL_WIDTH, self.position.placements_left)
        floor, ceiling = round(UNIT * (lower - komi)), round(UNIT * (upper - komi))
        for move in list(self._moves):
            before = self._searcher.nodes
            if move.kind is not Certainty.EXACT:
                move.value, move.known = iteration.value(move, floor, ceiling), False
            move.nodes += self._searcher.nodes - before
            move.depth, move.pv = self.position.placements_left, self._variation(move)
            if move.value >= ceiling:
                move.kind = Certainty.LOWER
                break
            move.kind = Certainty.EXACT if move.value > floor else Certainty.UPPER
            floor = max(floor, move.value)
        done = [move for move in self._moves if move.kind in (Certainty.LOWER, Certainty.EXACT, Certainty.UPPER)]
        winner = max(done, key=lambda move: (move.value, move.kind is not Certainty.UPPER))
        for move in self._moves:
            move.beaten = move is not winner

    @property
    def _reorders(self) -> bool:
        """Whether the contempt may change which of two exact scores is the better one: they differ by whole discs."""
        return abs(self._contempt) >= 1

    def _floor(self, found: list[int]) -> int | None:
        """The value that a further move must beat to be among the n best; None if any may be."""
        best = self._limits.best
        if best is None or len(found) < best or self._reorders:
            return None
        return sorted(found, reverse=True)[best - 1]

    def _value(self, move: RootMove, iteration: _Iteration, floor: int | None) -> None:
        before = self._searcher.nodes
        if floor is None:
            value = aspirated(partial(iteration.value, move), self._guess(move, iteration), self._limit)
        else:
            value = iteration.value(move, floor, floor + iteration.grain)
            if value > floor:
                value = iteration.value(move, floor, self._limit)
        move.nodes += self._searcher.nodes - before
        move.beaten = floor is not None and value <= floor
        if not move.beaten:
            move.value, move.depth, move.known = value, iteration.depth, False
            move.kind, move.confidence = iteration.kind, iteration.confidence
            if iteration.kind is Certainty.ESTIMATE and iteration.depth > move.after.placements_left:
                move.kind = Certainty.EXACT
            move.pv, move.proven = self._variation(move), False

    def _guess(self, move: RootMove, iteration: _Iteration) -> int | None:
        """What a move was worth before, where that says something."""
        if move.kind is None or iteration.depth <= 4:
            return None
        return round(move.value / iteration.grain) * iteration.grain

    # --- lines ----------------------------------------------------------------------------------------

    def _tell(self) -> None:
        """Make what is new known."""
        self._publish()
        self._report()

    def _publish(self) -> None:
        komi = komi_of(self.position)
        self.lines = tuple(line for move in self._wanted() for line in move.lines(komi))[: self._limits.best]

    def _wanted(self) -> list[RootMove]:
        known = [move for move in self._moves if move.kind is not None and not move.beaten]
        known.sort(key=self._worth, reverse=True)
        return known[: self._limits.best]

    def _variation(self, move: RootMove) -> tuple[Move, ...]:
        """A move and what the table expects after it."""
        return (move.move, *self._searcher.variation(move.after, self.position.placements_left))

    def _prove_variations(self) -> None:
        """Perfect lines to the end for the wanted moves that are exact. Raises Interrupted."""
        for move in self._wanted():
            if move.kind is Certainty.EXACT and not move.proven:
                move.pv = (move.move, *perfect_line(self._searcher, move.after, -move.value // UNIT))
                move.proven = True

    def _worth(self, move: RootMove) -> float:
        """A value as moves are compared: a proven draw counts as the contempt says."""
        value = move.value / UNIT + komi_of(self.position)
        return self._contempt if move.kind is Certainty.EXACT and value == 0 else value

    def _sort(self) -> None:
        """Best first; beaten and unknown moves keep their order behind the others."""
        self._moves.sort(
            key=lambda m: (m.kind is not None, not m.beaten, 0 if m.beaten else self._worth(m)), reverse=True
        )
