"""Root moves that a symmetry of the position takes to one another: one search serves them all."""

from __future__ import annotations

from dataclasses import dataclass

from engined.rules.symmetry import Symmetry
from engined.variants.model import Board
from engined_protocol.notation import is_pass, parse_square, square_name


@dataclass(frozen=True, slots=True)
class SymmetricMove:
    """A move, and the symmetry that takes the position after its representative to the position after it."""

    move: str
    symmetry: Symmetry

    def line(self, line: tuple[str, ...], board: Board) -> tuple[str, ...]:
        """A line that begins with the representative, as it is after this move instead."""
        return (self.move, *(_image(text, self.symmetry, board) for text in line[1:]))

    def original(self, line: tuple[str, ...], first: str, board: Board) -> tuple[str, ...]:
        """The inverse of :meth:`line`: a line that begins with this move, as after the representative ``first``."""
        back = sorted(range(len(self.symmetry)), key=self.symmetry.__getitem__)
        return (first, *(_image(text, tuple(back), board) for text in line[1:]))


def _image(text: str, symmetry: Symmetry, board: Board) -> str:
    if is_pass(text):
        return text
    return square_name(symmetry[parse_square(text, board.width, board.height)], board.width)
