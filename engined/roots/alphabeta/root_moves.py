"""The moves of a position under analysis: what is known of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engined.kernels.codes import UNIT
from engined.results import Certainty, MoveLine, Score
from engined.rules.position import Move, Position
from engined.rules.scoring import komi_for
from engined.rules.symmetry import matching
from engined.variants.model import Choice

from .symmetry import SymmetricMove


@dataclass(slots=True)
class RootMove:
    """One root move under analysis: the position after it and the best that is known of it."""

    move: Move
    after: Position
    value: int = 0
    kind: Certainty | None = None
    """The kind of the value; None while there is none."""
    depth: int = 0
    confidence: int = 100
    """The confidence in a selective value, in per cent."""
    pv: tuple[Move, ...] = ()
    proven: bool = False
    """Whether ``pv`` is a proven line to the end."""
    nodes: int = 0
    known: bool = False
    """Whether its value is that of an earlier analysis."""
    symmetric: tuple[SymmetricMove, ...] = ()
    """Moves that are worth the same by symmetry."""
    beaten: bool = False
    """Proven, at the depth of the iteration, to be no better than the n best."""

    def lines(self, komi: float) -> Iterator[MoveLine]:
        """Its line, and those of its symmetric; scores count this ``komi`` for the mover."""
        assert self.kind is not None
        sure = self.confidence if self.kind is Certainty.SELECTIVE else 100
        score = Score(self.value / UNIT + komi, self.kind, self.depth, sure)
        pv = self.pv or (self.move,)
        yield MoveLine(self.move, score, pv, self.nodes, known=self.known)
        for other in self.symmetric:
            yield MoveLine(other.move, score, other.line(pv), 0, known=self.known)


def root_moves(position: Position, only: frozenset[Move]) -> list[RootMove]:
    """The moves to analyse, symmetric under the first of them."""
    moves: list[RootMove] = []
    foldable = position.variant.capture.choice is Choice.ALL
    for legal in position.legal():
        if only and legal not in only:
            continue
        move = RootMove(legal, position.play(legal))
        for other in moves if foldable else ():
            symmetry = matching(other.after, move.after)
            if symmetry is not None:
                other.symmetric += (SymmetricMove(move.move, symmetry),)
                break
        else:
            moves.append(move)
    return moves


def komi_of(position: Position) -> float:
    """What komi adds to a score from the mover's view, in discs."""
    return komi_for(position.variant, position.seat)


def raw_value(position: Position, seat: int) -> float:
    """Value of a finished game for a seat without komi, as the kernels count it."""
    return position.value(seat) - komi_for(position.variant, seat)
