"""What a position of Go is worth, proven from both sides: questions of more and more plies, until the bounds meet.

Pure control: it asks a :class:`Prover`. Scores count as at the end by the rules: two passes end the game, and all
stones on the board are alive then. A game that goes round and round ends without a result. So where neither side can
force more within as many plies as a game has, the bounds stay apart: the rest hangs on a cycle.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor
from typing import Protocol

from msgspec import Struct

from engined.results import Certainty, MoveLine, Score
from engined.rules.geometry import geometry
from engined.rules.position import PASS, Move, Position
from engined.variants.model import ScoreKind

NO_LIMIT = 2**62
"""The number of nodes that stands for no limit."""
NO_BOUND = 30_000
"""The bound that stands for none: more points than can be gained in any game."""
DEEPEST = 250
"""Plies of the longest proof."""
PLIES_A_CELL = 3
"""A game of more plies than so many for each cell ends without a result."""
FIRST_NODES = 10_000
"""The nodes of attacks and of searches for the whole board in turn, first; then each time as many as all before."""
SWEEPING = 2
"""The nodes of a search for the whole board, in multiples of those of attacks."""


class Answer(Struct, frozen=True):
    """A bound of what the mover still gains: at least if it is above the bound that was asked for, else at most."""

    value: int
    proven: bool
    """Whether it holds to the end of the game, and not only as far as the search went."""


class Unfinished(Exception):
    """A search has taken as many nodes as it may, and found nothing."""


class Attempt(Struct, frozen=True):
    """What has come of a search without a limit of plies."""

    reached: bool | None
    """Whether the goal is; None where it has not ended. That it is not says no more than that this search fails."""
    move: Move | None
    """The move that reaches it, or the hardest reply of a mover that cannot prevent it; None where nobody need move."""


class Prover(Protocol):
    """Bounds of what the mover of a position is still to gain: komi and past prisoners are not in them."""

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        ...

    def ask(self, position: Position, bound: int, depth: int, *, attacking: bool, nodes: int = NO_LIMIT) -> Answer:
        """Whether the mover gains more than ``bound``, by a search of so many plies.

        Who attacks, the mover or else the other, has what is settled and no more where the search ends: what it gains
        is proven. Raises Interrupted, and Unfinished when it would take more nodes.
        """
        ...

    def who_may_sweep(self, position: Position) -> bool | None:
        """Which side may get the whole board, the mover or else the other, as far as a look at it tells; None if none
        may, or if there is no search for that.
        """
        ...

    def sweep(self, position: Position, nodes: int, *, attacking: bool) -> Attempt:
        """Whether the side that attacks, the mover or else the other, gets the whole board, in however many plies.

        This takes up to so many nodes, and goes on where it was when it is asked again. Raises Interrupted.
        """
        ...

    def guess(self, position: Position) -> Move | None:
        """The best move that the table knows."""
        ...

    def allow(self, nodes: int) -> None:
        """Be interrupted after so many nodes more from now on."""
        ...

    @property
    def halted(self) -> bool:
        """Whether it was told to end, and not only interrupted."""
        ...

    def halt(self) -> None:
        """End what runs now or is called later. From any thread."""
        ...


def ahead(position: Position) -> float:
    """What the mover is ahead by before anything more is gained: komi, and past prisoners where they count."""
    scoring, seat = position.variant.scoring, position.seat
    points = scoring.komi if seat else -scoring.komi
    if scoring.kind is not ScoreKind.AREA:
        points += position.taken[seat] - position.taken[1 - seat]
    return points


class Bounds:
    """What is proven of one position that is not over, as scores from the mover's view."""

    def __init__(self, position: Position, prover: Prover, window: tuple[float, float] | None = None) -> None:
        """Scores at or below, or at or above, those of a window need no better bound."""
        self.position = position
        self._prover = prover
        self._ahead = ahead(position)
        cells = len(position.variant.board.cells)
        most = cells if position.variant.scoring.kind is ScoreKind.AREA else NO_BOUND
        self._least, self._most = -most, most
        self._floor, self._ceiling = -most, most
        if window is not None:
            self._floor = max(floor(window[0] - self._ahead), -most)
            self._ceiling = min(ceil(window[1] - self._ahead), most)
        self._longest = PLIES_A_CELL * cells
        self._deepest = min(self._longest, DEEPEST)
        self._depths, self._spent = [0, -1], [0, 0]
        """Plies and nodes of the other's attacks, and of the mover's."""
        self._sweeper = None if position.over else prover.who_may_sweep(position)
        """The side that a search for the whole board may still find to get it: whether that is the mover; None for
        neither.
        """
        self._swept = 0
        """Nodes of such searches."""
        self.swept: bool | None = None
        """The side that gets the whole board by such a search: whether that is the mover; None where it is not known.
        """

    @property
    def lower(self) -> float:
        """The score is at least this."""
        return self._least + self._ahead

    @property
    def upper(self) -> float:
        """The score is at most this."""
        return self._most + self._ahead

    @property
    def depth(self) -> int:
        """Plies of the deepest search."""
        return max(*self._depths, 0)

    @property
    def exact(self) -> bool:
        """Whether they meet."""
        return self._least == self._most

    @property
    def answered(self) -> bool:
        """Whether they meet, or are on one side of the window."""
        return self.exact or self._least >= self._ceiling or self._most <= self._floor

    @property
    def done(self) -> bool:
        """Whether they cannot become better, or need not."""
        return self.answered or min(self._depths) >= self._deepest

    @property
    def says_something(self) -> bool:
        """Whether there is a bound of the score at all."""
        return self._least > -NO_BOUND or self._most < NO_BOUND

    def settle(self) -> None:
        """Deepen until they are done. Raises Interrupted."""
        while not self.done:
            self.deepen()

    def deepen(self) -> None:
        """Let the side whose attacks have cost less search deeper, by a move of each: it gains by its own moves, so all
        its attacks end with one. Or search for the whole board, if that has cost less. Raises Interrupted.
        """
        attacking = self._spent[1] <= self._spent[0] and self._depths[1] < self._deepest
        attacking = attacking or self._depths[0] >= self._deepest
        spent = sum(self._spent)
        if not self._sweeps:
            self._attack(attacking, NO_LIMIT)
        elif SWEEPING * spent <= self._swept:
            self._attack(attacking, max(FIRST_NODES, spent))
        else:
            self._sweep(max(FIRST_NODES, self._swept))

    def _attack(self, attacking: bool, nodes: int) -> None:
        """Have the mover, or the other, attack once more."""
        depth, before = min(self._depths[attacking] + 2, self._deepest), self._prover.nodes
        try:
            while not self.answered and self._ask(attacking, depth, nodes):
                pass
        except Unfinished:
            return
        finally:
            self._spent[attacking] += self._prover.nodes - before
        self._depths[attacking] = depth

    @property
    def _sweeps(self) -> bool:
        """Whether a search for the whole board may tell something."""
        cells = len(self.position.variant.board.cells)
        if self._sweeper:
            return min(self._most, self._ceiling) == cells
        return self._sweeper is False and max(self._least, self._floor) == -cells

    def _sweep(self, nodes: int) -> None:
        """Search for the whole board."""
        assert self._sweeper is not None
        cells, before = len(self.position.variant.board.cells), self._prover.nodes
        try:
            attempt = self._prover.sweep(self.position, nodes, attacking=self._sweeper)
        finally:
            self._swept += self._prover.nodes - before
        if attempt.reached:
            self.swept = self._sweeper
            if self._sweeper:
                self._least = cells
            else:
                self._most = -cells
        if attempt.reached is not None:
            self._sweeper = None

    def _ask(self, attacking: bool, depth: int, nodes: int) -> bool:
        """Whether a bound has become better: where there is little to gain all of it is asked for first, else any."""
        low, high = max(self._least, self._floor), min(self._most, self._ceiling) - 1
        easy, hard = (low, high) if attacking else (high, low)
        for bound in dict.fromkeys((hard, easy) if high - low < 2 else (easy,)):
            answer = self._prover.ask(self.position, bound, depth, attacking=attacking, nodes=nodes)
            more = answer.value > bound
            if more == attacking or answer.proven:
                if more:
                    self._least = max(self._least, answer.value)
                else:
                    self._most = min(self._most, answer.value)
                return True
        return False

    def line(self, pv: tuple[Move, ...], nodes: int) -> MoveLine:
        """A line of the mover's that has these bounds; if the whole board is got, to where all is settled."""
        low = not self.exact and (self._most <= self._floor or self._least == -NO_BOUND)
        kind = Certainty.EXACT if self.exact else Certainty.UPPER if low else Certainty.LOWER
        depth = self.depth if self.swept is None else len(pv)
        return self._line(pv, nodes, Score(self.upper if low else self.lower, kind, depth), self.upper)

    def line_before(self, pv: tuple[Move, ...], nodes: int) -> MoveLine:
        """A line of the other's, whose first move has led to these bounds."""
        low = not self.exact and self._most == NO_BOUND
        kind = Certainty.EXACT if self.exact else Certainty.UPPER if low else Certainty.LOWER
        depth = self.depth + 1 if self.swept is None else len(pv)
        return self._line(pv, nodes, Score(-(self.lower if low else self.upper), kind, depth), -self.lower)

    def _line(self, pv: tuple[Move, ...], nodes: int, score: Score, most: float) -> MoveLine:
        hangs = not self.answered and min(self._depths) >= self._longest and score.kind is Certainty.LOWER
        return MoveLine(pv[0], score, pv, nodes, at_most=most if hangs else None)


def holds(position: Position, score: float, depth: int, prover: Prover) -> bool:
    """Whether the mover can force this score within so many plies. Raises Interrupted."""
    if position.over:
        return position.value(position.seat) >= score
    bound = ceil(score - ahead(position)) - 1
    return prover.ask(position, bound, depth, attacking=True).value > bound


def concedes(position: Position, score: float, depth: int, prover: Prover) -> bool:
    """Whether the other can force that the mover gets no more than this, within so many plies. Raises Interrupted."""
    if position.over:
        return position.value(position.seat) <= score
    bound = floor(score - ahead(position))
    return prover.ask(position, bound, depth, attacking=False).value <= bound


def shortest(position: Position, score: float, depth: int, prover: Prover) -> int | None:
    """Plies in which the mover can force a score, up to ``depth``; None if it takes more. Raises Interrupted."""
    return next((plies for plies in range(depth + 1) if holds(position, score, plies, prover)), None)


def forcing(position: Position, score: float, depth: int, prover: Prover) -> Move | None:
    """The first move of the shortest way to force a score, of ``depth`` plies at most; None if there is none.

    Where nothing more need be done for it, it is the move that the table thinks best; where nobody need do anything, a
    pass, or a move that clears away what is dead: as long as that is on the board it counts as alive. Raises
    Interrupted.
    """
    plies = shortest(position, score, depth, prover)
    if plies is None:
        return None
    moves = list(position.legal())
    if plies == 0 and concedes(position, score, 0, prover):
        moves.sort(key=lambda move: _clearing(position, move))
    else:
        known = prover.guess(position)
        moves.sort(key=lambda move: move != known)
    after = {move: position.play(move) for move in moves}
    within = range(max(plies - 1, 0), depth + 1)  # what must be cleared away first takes more plies
    return next((m for more in within for m in moves if concedes(after[m], -score, more, prover)), None)


def _clearing(position: Position, move: Move) -> tuple[bool, ...]:
    """Which moves come first where all is settled: a pass, then what takes something, then what is beside something of
    the other's.
    """
    if move == PASS:
        return (False, False, False)
    others = position.variant.seats[1 - position.seat].colour
    beside = geometry(position.variant.board).adjacent[move.square]
    takes = position.play(move).taken != position.taken
    return (True, not takes, all(position.board[near] != others for near in beside))


def variation(position: Position, score: float, depth: int, prover: Prover) -> Iterator[Move]:
    """A line from a position of this exact score, on which each side goes the shortest way to force its own: until
    nobody need do anything more. Raises Interrupted.
    """
    while not position.over:
        if holds(position, score, 0, prover) and concedes(position, score, 0, prover):
            return
        move = forcing(position, score, depth, prover)
        if move is None:
            return
        yield move
        position, score = position.play(move), -score


def sweeping(position: Position, attacking: bool, prover: Prover) -> Iterator[Move]:
    """A line from a position in which one side gets the whole board, the mover or else the other, as a search for that
    has found: until nobody need do anything more. Raises Interrupted.
    """
    before: set[str] = set()
    while not position.over and position.digest not in before:
        before.add(position.digest)
        attempt = prover.sweep(position, NO_LIMIT, attacking=attacking)
        if attempt.move is None or not attempt.reached:
            return
        yield attempt.move
        position, attacking = position.play(attempt.move), not attacking
