"""The root of a search that proves what a position of Go is worth, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from engined.results import Forecast, Line
from engined.rules.position import Move, Position

from .limits import Limits
from .proof import Bounds, Prover, forcing, variation


class ProofRoot:
    """See :class:`engined.roots.root_search.RootSearch`."""

    forecast: Forecast | None = None
    """None: it tells of no games played out."""

    def __init__(self, position: Position, prover: Prover, limits: Limits, report: Callable[[], None]) -> None:
        """``report`` is called whenever ``lines`` has become better."""
        self.depth = 0
        self.lines: tuple[Line, ...] = ()
        self._position = position
        self._prover = prover
        self._report = report
        self._bounds = Bounds(position, prover, limits.window)
        self._pv: tuple[Move, ...] = ()
        self._settled = False

    @property
    def nodes(self) -> int:
        """See :class:`RootSearch`."""
        return self._prover.nodes

    def halt(self) -> None:
        """See :class:`RootSearch`."""
        self._prover.halt()

    def adopt(self, depth: int, lines: Iterable[Line]) -> None:
        """See :class:`RootSearch`: proofs alone are taken over."""
        known = tuple(replace(line, nodes=0, known=True) for line in lines)
        if known and known[0].settled:
            self.depth, self.lines, self._settled = depth, known[:1], True

    def run(self) -> None:
        """Prove more and more. Raises Interrupted."""
        bounds = self._bounds
        while not self._settled and not bounds.done:
            bounds.deepen()
            self._tell(self._prover.guess(self._position))
        if not self._settled and bounds.says_something:
            self._tell(forcing(self._position, bounds.lower, bounds.depth, self._prover))
            self._tell(*self._variation())
            self._settled = True

    def _variation(self) -> tuple[Move, ...]:
        """The line of the best move, to where all is settled if the score is exact."""
        (line,) = self.lines
        if not self._bounds.exact:
            return (line.move,)
        after = self._position.play(line.move)
        return (line.move, *variation(after, -self._bounds.lower, self._bounds.depth, self._prover))

    def _tell(self, *pv: Move | None) -> None:
        """Make known what is proven by now, with a line that leads there if there is one."""
        self.depth = self._bounds.depth
        moves = tuple(move for move in pv if move is not None) or self._pv
        if moves and self._bounds.says_something:
            self._pv = moves
            self.lines = (self._bounds.line(moves[0], moves, self.nodes),)
        self._report()
