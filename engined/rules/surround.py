"""Surrounding (Go): groups without an empty neighbour leave the board, the opponents' first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..variants.model import EMPTY, ScoreKind
from .capture import CaptureRule, State
from .groups import bordering, groups


class Surrounding(CaptureRule):
    """Groups without liberties leave the board.

    Forbidden are suicide, and to recreate the board before the last ply (ko).
    """

    leaves = True
    looks_back = True

    def captures(self, position: State, seat: int, open_cells: Sequence[int]) -> dict[int, frozenset[int]]:
        """See :class:`CaptureRule`."""
        colour = self.variant.seats[seat].colour
        return {
            square: captured
            for square, captured in self._capturing(position.board, colour, open_cells).items()
            if not captured or _after(position.board, colour, square, captured) != position.before
        }

    def reason(self, position: State, square: int) -> str:
        """See :class:`CaptureRule`."""
        return "it is suicide or retakes a ko at once"

    def past(self, position: State) -> tuple[object, ...]:
        """Prisoners where they count, and the cells that only ko forbids to the mover."""
        counts = self.variant.scoring.kind is ScoreKind.TERRITORY
        return position.taken if counts else (), self._retaking(position)

    def _retaking(self, position: State) -> tuple[int, ...]:
        if position.before is None:
            return ()
        board, colour = position.board, self.variant.seats[position.seat].colour
        open_cells = [square for square in self.variant.board.cells if board[square] == EMPTY]
        allowed = self.captures(position, position.seat, open_cells)
        return tuple(s for s in self._capturing(board, colour, open_cells) if s not in allowed)

    def _capturing(self, board: tuple[int, ...], colour: int, open_cells: Iterable[int]) -> dict[int, frozenset[int]]:
        """Placements that are no suicide, each with what it captures."""
        lines = self.lines
        stones = [square for square in self.variant.board.cells if board[square] != EMPTY]
        group_of = {
            stone: group
            for group in groups(lines, stones, lambda one, other: board[one] == board[other])
            for stone in group
        }
        in_atari = {stone: len(bordering(lines, board, group, EMPTY)) == 1 for stone, group in group_of.items()}
        found = {}
        for square in open_cells:
            near = lines.adjacent[square]
            taken = [group_of[s] for s in near if board[s] not in (EMPTY, colour) and in_atari[s]]
            breathes = any(board[s] == EMPTY or (board[s] == colour and not in_atari[s]) for s in near)
            if taken or breathes:
                found[square] = frozenset().union(*taken)
        return found


def _after(board: tuple[int, ...], colour: int, square: int, captured: frozenset[int]) -> tuple[int, ...]:
    return tuple(
        colour if cell == square else EMPTY if cell in captured else content for cell, content in enumerate(board)
    )
