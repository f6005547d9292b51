"""Go's solver at work: positions in, bounds out, on one thread or several.

Importing this module imports llvmlite.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait

from engined.kernels import build
from engined.kernels.codes import NO_MOVE
from engined.kernels.go_layout import GoLayout
from engined.results import Interrupted
from engined.roots.limits import Limits
from engined.roots.proof import Answer
from engined.rules.position import PASS, Move, Position
from engined.variants.model import Ko, Variant

from .memory import Context

WORTH_HELP_DEPTH = 8
"""Shallower searches end before a second thread has woken up."""


MOST_OPEN = 12
"""Points that are not settled, where a search that may prove something tries to."""


def unproven(variant: Variant) -> str | None:
    """Why nothing can be proven of a variant; None if it can."""
    if variant.capture.ko is not Ko.SIMPLE:
        return "with superko, what may be played hangs on all boards of the game"
    if variant.capture.suicide:
        return "with suicide there are passes that do not end the game"
    return None


def worth_proving(position: Position, limits: Limits, prover: GoProver) -> bool:
    """Whether an analysis should try to prove something besides: at so many empty cells, if the limits name a number;
    else where little is open, unless its depth or its nodes are limited.
    """
    if limits.solve_empties is not None:
        return position.empties <= limits.solve_empties
    return limits.depth is None and limits.nodes is None and prover.open_points(position) <= MOST_OPEN


class GoProver:
    """See :class:`engined.roots.proof.Prover`. One caller at a time; :meth:`halt` and ``nodes`` from any thread."""

    def __init__(
        self, kernels: build.Kernels, contexts: tuple[Context, ...], helpers: ThreadPoolExecutor | None
    ) -> None:
        assert isinstance(kernels.layout, GoLayout)
        self._kernels = kernels
        self._layout: GoLayout = kernels.layout
        self._main, *self._others = contexts
        self._helpers = helpers
        self.halted = False
        """See :class:`Prover`."""

    @property
    def nodes(self) -> int:
        """See :class:`Prover`."""
        return self._main.nodes + sum(other.nodes for other in self._others)

    def halt(self) -> None:
        """See :class:`Prover`."""
        self.halted = True
        for context in (self._main, *self._others):
            context.stop()

    def allow(self, nodes: int) -> None:
        """See :class:`Prover`."""
        for context in (self._main, *self._others):
            context.limit(context.nodes + max(1, nodes // (1 + len(self._others))))
            context.resume()
        if self.halted:
            self.halt()

    def ask(self, position: Position, bound: int, depth: int, *, attacking: bool) -> Answer:
        """See :class:`Prover`."""
        args = (*self._position(position), bound, depth, int(attacking))
        ask = self._kernels.gains_more
        helping = []
        if self._helpers is not None and depth >= WORTH_HELP_DEPTH:
            helping = [self._helpers.submit(ask, *(*args, other.address)) for other in self._others]
        answer = ask(*args, self._main.address)
        for other in self._others if helping else ():
            other.stop()
        wait(helping)
        if self._main.stopped:
            raise Interrupted
        for other in self._others if helping else ():
            other.resume()
        return Answer(int(answer) >> 1, not int(answer) & 1)

    def guess(self, position: Position) -> Move | None:
        """See :class:`Prover`."""
        point = int(self._kernels.known_move(*self._position(position), self._main.address))
        if point == NO_MOVE:
            return None
        move = PASS if point >= self._kernels.MAX_SQUARE else Move(self._layout.square_of(point))
        return move if move in position.legal() else None

    def open_points(self, position: Position) -> int:
        """How many points are not settled."""
        return int(self._kernels.open_points(*self._layout.boards(position)))

    def _position(self, position: Position) -> tuple[object, ...]:
        """As kernels take it: both sides' stones, the point that ko closes, passes."""
        layout = self._layout
        retaken = layout.ko_of(position)
        ko = layout.mask([layout.square_at(retaken)]) if retaken else 0
        return (*layout.boards(position), layout.split(ko), position.passes)
