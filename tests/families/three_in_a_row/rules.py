"""Three in a row by the rules: whoever has three discs in a row wins by 1, and the game is over."""

from __future__ import annotations

from engined.rules.capture import CaptureRule, State
from engined.variants.model import EMPTY

STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))


class ThreeInARow(CaptureRule):
    """See :class:`CaptureRule`. Nothing is captured."""

    settles = True

    def over(self, position: State) -> bool:
        """See :class:`CaptureRule`."""
        return any(self.scores(position))

    def scores(self, position: State) -> tuple[float, ...]:
        """See :class:`CaptureRule`."""
        board, found = self.variant.board, set[int]()
        content = {divmod(cell, board.width): position.board[cell] for cell in board.cells}
        for (row, column), colour in content.items():
            for down, right in STEPS:
                line = {content.get((row + far * down, column + far * right)) for far in range(3)}
                if line == {colour} and colour != EMPTY:
                    found.add(colour)
        return tuple(float(seat.colour in found) for seat in self.variant.seats)
