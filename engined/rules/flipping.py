"""Bracketing: the flipping games, and those that remove what they bracket.

From the placed disc walk along each line; a run of at least one disc not of the mover's colour, ended by a
disc of the mover's colour, is bracketed. An empty cell, a hole or the edge breaks the line.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..variants.model import EMPTY, Choice
from .capture import CaptureRule, State
from .geometry import Geometry


class Bracketing(CaptureRule):
    """What is bracketed is captured."""

    def captures(self, position: State, seat: int, open_cells: Sequence[int]) -> dict[int, frozenset[int]]:
        """See :class:`CaptureRule`."""
        variant, lines, board = self.variant, self.lines, position.board
        colour = variant.seats[seat].colour
        found = {square: bracketed(lines, board, square, colour) for square in open_cells}
        if variant.capture.choice is Choice.SOME:
            least = variant.capture.min_flips
            return {square: discs if len(discs) >= least else frozenset() for square, discs in found.items()}
        return found


class Flipping(Bracketing):
    """Bracketed discs turn; then what those bracket in their turn, for as many generations as the variant wants."""

    def apply(self, position: State, square: int, captured: frozenset[int]) -> tuple[int, ...]:
        """See :class:`CaptureRule`."""
        board, generations = super().apply(position, square, captured), self.variant.capture.indirect
        if not generations:
            return board
        colour, after = self.variant.seats[position.seat].colour, list(board)
        while captured and generations != 0:  # -1: until nothing changes
            captured = frozenset().union(*(bracketed(self.lines, after, disc, colour) for disc in captured))
            for disc in captured:
                after[disc] = colour
            generations -= 1
        return tuple(after)


class Removing(Bracketing):
    """Bracketed discs leave the board."""

    leaves = True

    def placements_left(self, position: State) -> int:
        """What the seats have left to place. Raises ValueError where that is without limit."""
        supplies = [seat.supply for seat in self.variant.seats]
        if None in supplies:
            raise ValueError(f"{position.variant.name} may never end: discs leave the board, and there are always more")
        left = zip(supplies, position.placed, strict=True)
        return sum(supply - placed for supply, placed in left if supply is not None)

    def past(self, position: State) -> tuple[object, ...]:
        """Nothing: who took how many discs does not count."""
        return (), ()


def bracketed(lines: Geometry, board: Sequence[int], square: int, colour: int) -> frozenset[int]:
    """Discs that a disc of this colour on the square brackets, over all lines through it."""
    found: list[int] = []
    for ray in lines.rays[square]:
        if board[ray[0]] in (EMPTY, colour):
            continue
        for length, cell in enumerate(ray):
            if board[cell] == EMPTY:
                break
            if board[cell] == colour:
                found += ray[:length]
                break
    return frozenset(found)
