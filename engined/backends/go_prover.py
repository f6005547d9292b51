"""Go's solver at work: positions in, bounds out, on one thread or several.

Importing this module imports llvmlite.
"""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor, wait

from engined.kernels.codes import NO_MOVE
from engined.kernels.compilation import build
from engined.kernels.layouts.go import GoLayout
from engined.results import Interrupted
from engined.roots.limits import Limits
from engined.roots.proof import NO_LIMIT, Answer, Attempt, Unfinished
from engined.rules.position import PASS, Move, Position

from .memory import Context

WORTH_HELP_DEPTH = 8
"""Shallower searches end before a second thread has woken up."""

VISIT_BITS = 40
"""The bits of the number that a search for the whole board counts visits from."""
MOST_OPEN = 12
"""Points that are not settled, where a search that may prove something tries to."""


def may_be_worth_proving(position: Position, limits: Limits) -> bool:
    """Tell whether an analysis should try to prove something besides, if little is open: at so many empty cells, if the
    limits name a number; else unless its depth or its nodes are limited.
    """
    if limits.solve_empties is not None:
        return position.empties <= limits.solve_empties
    return limits.depth is None and limits.nodes is None


def worth_proving(position: Position, limits: Limits, prover: GoProver) -> bool:
    """Tell whether an analysis should try to prove something besides."""
    if not may_be_worth_proving(position, limits):
        return False
    return limits.solve_empties is not None or prover.open_points(position) <= MOST_OPEN


class GoProver:
    """See :class:`engined.roots.proof.Prover`. One caller at a time; :meth:`halt` and ``nodes`` from any thread."""

    def __init__(
        self,
        kernels: build.Kernels,
        contexts: tuple[Context, ...],
        helpers: ThreadPoolExecutor | None,
        sweeper: tuple[build.Kernels, Context] | None,
    ) -> None:
        """``sweeper`` are the kernels that search for the whole board, and what they work with."""
        assert isinstance(kernels.layout, GoLayout)
        self._kernels = kernels
        self._layout: GoLayout = kernels.layout
        self._main, *self._others = contexts
        self._helpers = helpers
        self._sweeper = sweeper
        self.halted = False
        """Whether it was told to end: see :class:`Prover`."""

    @property
    def nodes(self) -> int:
        """See :class:`Prover`."""
        return sum(context.nodes for context in self._contexts)

    @property
    def _contexts(self) -> tuple[Context, ...]:
        """All."""
        return (self._main, *self._others, *(() if self._sweeper is None else self._sweeper[1:]))

    def halt(self) -> None:
        """See :class:`Prover`."""
        self.halted = True
        for context in self._contexts:
            context.stop()

    def allow(self, nodes: int) -> None:
        """See :class:`Prover`."""
        for context in (self._main, *self._others):
            context.limit(context.nodes + max(1, nodes // (1 + len(self._others))))
        self._resume()

    def ask(self, position: Position, bound: int, depth: int, *, attacking: bool, nodes: int = NO_LIMIT) -> Answer:
        """See :class:`Prover`. The nodes are those of the first thread."""
        args = (*self._position(position), bound, depth, int(attacking))
        ask = self._kernels.gains_more
        helping = []
        left = self._main.nodes_left
        self._main.limit(self._main.nodes + min(nodes, left))
        before = self._main.nodes
        if self._helpers is not None and depth >= WORTH_HELP_DEPTH:
            helping = [self._helpers.submit(ask, *(*args, other.address)) for other in self._others]
        answer = ask(*args, self._main.address)
        for other in self._others if helping else ():
            other.stop()
        wait(helping)
        self._main.limit(before + left)
        if self._main.stopped:
            if self.halted or nodes >= left:
                raise Interrupted
            self._resume()
            raise Unfinished
        for other in self._others if helping else ():
            other.resume()
        return Answer(int(answer) >> 1, not int(answer) & 1)

    def who_may_sweep(self, position: Position) -> bool | None:
        """See :class:`Prover`."""
        if self._sweeper is None:
            return None
        return (None, False, True)[1 + int(self._sweeper[0].nearer(*self._layout.boards(position)))]

    def sweep(self, position: Position, nodes: int, *, attacking: bool) -> Attempt:
        """See :class:`Prover`. Its nodes are of those that the first thread may visit."""
        assert self._sweeper is not None
        kernels, context = self._sweeper
        before, left = context.nodes, self._main.nodes_left
        context.limit(before + min(nodes, left))
        visit = random.getrandbits(VISIT_BITS)
        goal = len(position.variant.board.cells)
        said = int(kernels.prove(*self._position(position), goal, int(attacking), visit, context.address))
        self._main.limit(self._main.nodes + left - (context.nodes - before))
        if said & 3 == 0:
            if self.halted or nodes >= left:
                raise Interrupted
            self._resume()
        return Attempt((None, True, False)[said & 3], self._move(position, said >> 2))

    def _resume(self) -> None:
        """Let kernels run again, unless it was told to end."""
        for context in self._contexts:
            context.resume()
        if self.halted:
            self.halt()

    def guess(self, position: Position) -> Move | None:
        """See :class:`Prover`."""
        point = int(self._kernels.known_move(*self._position(position), self._main.address))
        return self._move(position, point)

    def open_points(self, position: Position) -> int:
        """How many points are not settled."""
        return int(self._kernels.open_points(*self._layout.boards(position)))

    def _move(self, position: Position, point: int) -> Move | None:
        """A move by the kernels' number of it."""
        if point == NO_MOVE:
            return None
        move = PASS if point >= self._kernels.MAX_SQUARE else Move(self._layout.square_of(point))
        return move if move in position.legal() else None

    def _position(self, position: Position) -> tuple[object, ...]:
        """The position as kernels take it: both sides' stones, the point that ko closes, passes."""
        layout = self._layout
        retaken = layout.ko_of(position)
        ko = layout.mask([layout.square_at(retaken)]) if retaken else 0
        return (*layout.boards(position), layout.split(ko), position.passes)
