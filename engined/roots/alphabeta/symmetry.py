"""Root moves that a symmetry of the position takes to one another: one search serves them all."""

from __future__ import annotations

from dataclasses import dataclass

from engined.rules.moves import PASS, Move
from engined.rules.symmetry import Symmetry


@dataclass(frozen=True, slots=True)
class SymmetricMove:
    """A move, and the symmetry that takes the position after its representative to the position after it."""

    move: Move
    symmetry: Symmetry

    def line(self, line: tuple[Move, ...]) -> tuple[Move, ...]:
        """A line that begins with the representative, as it is after this move instead."""
        return (self.move, *(_image(move, self.symmetry) for move in line[1:]))

    def original(self, line: tuple[Move, ...], first: Move) -> tuple[Move, ...]:
        """The inverse of :meth:`line`: a line that begins with this move, as after the representative ``first``."""
        back = sorted(range(len(self.symmetry)), key=self.symmetry.__getitem__)
        return (first, *(_image(move, tuple(back)) for move in line[1:]))


def _image(move: Move, symmetry: Symmetry) -> Move:
    return move if move == PASS else Move(symmetry[move.square], frozenset(symmetry[disc] for disc in move.chosen))
