"""The root of a search that proves what a position of Go and its moves are worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from engined.results import Certainty, Forecast, Interrupted, MoveLine, Score
from engined.rules.position import Move, Position

from .limits import Limits
from .proof import Bounds, Prover, forcing, sweeping, variation


class ProofRoot:
    """See :class:`engined.roots.root_search.RootSearch`. The best move is proven first, then the others if wanted."""

    forecast: Forecast | None = None
    """The forecast by games played out; None, as a proof plays none."""

    def __init__(self, position: Position, prover: Prover, limits: Limits, report: Callable[[], None]) -> None:
        """``report`` is called whenever ``lines`` has become better."""
        self.depth = 0
        self.lines: tuple[MoveLine, ...] = ()
        self.done = False
        """Whether nothing more can be proven of what is wanted."""
        self._position = position
        self._prover = prover
        self._limits = limits
        self._report = report
        self._bounds = Bounds(position, prover, limits.window)
        self._after: dict[Move, Bounds] = {}
        self._found: dict[Move, MoveLine] = {}

    @property
    def found(self) -> tuple[MoveLine, ...]:
        """All moves of which nothing better can be said, best first."""
        return tuple(sorted(self._found.values(), key=lambda line: -line.score.value))

    @property
    def nodes(self) -> int:
        """See :class:`RootSearch`."""
        return self._prover.nodes

    def halt(self) -> None:
        """See :class:`RootSearch`."""
        self._prover.halt()

    def adopt(self, depth: int, lines: Iterable[MoveLine]) -> None:
        """See :class:`RootSearch`: proofs alone are taken over."""
        for line in lines:
            if line.settled:
                self._found[line.move] = replace(line, nodes=0, known=True)
        if self._found:
            self._tell(depth)

    def advance(self, nodes: int) -> None:
        """Go on for so many nodes. Raises Interrupted after :meth:`halt` alone."""
        self._prover.allow(nodes)
        try:
            self.run()
        except Interrupted:
            if self._prover.halted:
                raise

    def run(self) -> None:
        """Prove more and more, until all that is wanted is known. Raises Interrupted."""
        if not (self._limits.only or self._found):
            self._prove_best()
        if self._limits.only or (self._found and self._limits.best != 1):
            for move in self._position.legal():
                if move not in self._found and (not self._limits.only or move in self._limits.only):
                    self._prove_move(move)
        self.done = True

    def _prove_best(self) -> None:
        """The position's score, and then a move that is worth it."""
        bounds = self._bounds
        while not bounds.done:
            bounds.deepen()
            known = self._prover.guess(self._position)
            if known is not None and bounds.says_something:
                self.lines = (bounds.line((known,), self.nodes),)
            self._tell(bounds.depth)
        line: tuple[Move, ...] = ()
        if bounds.swept is not None:
            line = tuple(sweeping(self._position, bounds.swept, self._prover))
        if not line and bounds.says_something:
            best = forcing(self._position, bounds.lower, bounds.depth, self._prover)
            line = () if best is None else (best, *self._variation(best, bounds))
        if line:
            found = self._found[line[0]] = bounds.line(line, self.nodes)
            self._tell(found.score.depth)

    def _prove_move(self, move: Move) -> None:
        """The score of a move, by that of the position after it."""
        bounds, nodes = self._after.get(move) or Bounds(self._position.play(move), self._prover), self.nodes
        self._after[move] = bounds
        if bounds.position.over:
            score = Score(bounds.position.value(self._position.seat), Certainty.EXACT, 1)
            self._found[move] = MoveLine(move, score, (move,), 0)
        else:
            bounds.settle()
            if not bounds.says_something:
                return
            self._found[move] = bounds.line_before((move, *self._variation(move, bounds)), self.nodes - nodes)
        self._tell(bounds.depth)

    def _variation(self, move: Move, bounds: Bounds) -> Iterable[Move]:
        """What follows a move whose score is exact, to where all is settled."""
        if not bounds.exact:
            return ()
        after = self._position.play(move)
        if bounds.swept is not None:
            return sweeping(after, bounds.swept != (bounds.position is self._position), self._prover)
        score = -bounds.lower if bounds.position is self._position else bounds.lower
        return variation(after, score, bounds.depth, self._prover)

    def _tell(self, depth: int) -> None:
        """Make known what is proven by now."""
        self.depth = max(self.depth, depth)
        if self._found:
            self.lines = self.found[: self._limits.best]
        self._report()
