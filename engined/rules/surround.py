"""Surrounding (Go): groups without an empty neighbour leave the board, the opponents' first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..variants.model import EMPTY, Ko, ScoreKind
from .capture import CaptureRule, State
from .groups import bordering, groups


class Surrounding(CaptureRule):
    """Groups without liberties leave the board.

    Forbidden are suicide, unless the variant allows it, and to recreate the board before the last ply (ko), or any
    earlier one (superko).
    """

    leaves = True
    looks_back = True

    def captures(self, position: State, seat: int, open_cells: Sequence[int]) -> dict[int, frozenset[int]]:
        """See :class:`CaptureRule`."""
        colour = self.variant.seats[seat].colour
        return {
            square: captured
            for square, captured in self._capturing(position.board, colour, open_cells).items()
            if not self._comes_back(position, seat, _after(position.board, colour, square, captured), captured)
        }

    def _comes_back(self, position: State, seat: int, after: tuple[int, ...], captured: frozenset[int]) -> bool:
        """Whether a board may not be recreated by this seat."""
        if self.variant.capture.ko is Ko.SIMPLE:
            return bool(captured) and after == position.before
        return self._remembered(after, (seat + 1) % len(self.variant.seats)) in self.remembered(position)

    def _remembered(self, board: tuple[int, ...], seat: int) -> object:
        return (board, seat) if self.variant.capture.ko is Ko.SITUATIONAL else board

    def reason(self, position: State, square: int) -> str:
        """See :class:`CaptureRule`."""
        open_cells = [cell for cell in self.variant.board.cells if position.board[cell] == EMPTY]
        if square not in self._capturing(position.board, self.variant.seats[position.seat].colour, open_cells):
            return "it is suicide"
        if self.variant.capture.ko is Ko.SIMPLE:
            return "it retakes a ko at once"
        return "it brings an earlier position back (superko)"

    def taker(self, position: State, square: int, captured: frozenset[int]) -> int:
        """The mover, unless these are its own."""
        return (position.seat + (square in captured)) % len(self.variant.seats)

    def remembered(self, position: State) -> frozenset[object]:
        """Boards, with the seat to move where that matters."""
        if self.variant.capture.ko is Ko.SIMPLE:
            return position.earlier
        return position.earlier | {self._remembered(position.board, position.seat)}

    def past(self, position: State) -> tuple[object, ...]:
        """Prisoners where they count, and the cells that only ko forbids to the mover; with superko all boards."""
        counts = self.variant.scoring.kind is not ScoreKind.AREA
        boards = tuple(sorted(map(repr, position.earlier)))
        return (position.taken if counts else (), *((boards,) if boards else ()), self._retaking(position))

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
            elif self.variant.capture.suicide:
                found[square] = frozenset({square}).union(*(group_of[s] for s in near if board[s] == colour))
        return found


def _after(board: tuple[int, ...], colour: int, square: int, captured: frozenset[int]) -> tuple[int, ...]:
    return tuple(
        EMPTY if cell in captured else colour if cell == square else content for cell, content in enumerate(board)
    )
