"""Surrounding (Go): groups without an empty neighbour leave the board, the opponents' first."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence

from engined_protocol.notation import square_name

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
        found = self._capturing(position.board, self.variant.seats[seat].colour, open_cells)
        for square in self._coming_back(position, seat, found):
            del found[square]
        return found

    def _coming_back(self, position: State, seat: int, capturing: Mapping[int, frozenset[int]]) -> list[int]:
        """Those of the placements of a seat, with what they capture, that ko forbids."""
        board, colour = position.board, self.variant.seats[seat].colour
        if self.variant.capture.ko is Ko.SIMPLE:
            taking = ((square, captured) for square, captured in capturing.items() if captured)
            return [square for square, taken in taking if _after(board, colour, square, taken) == position.before]
        known, now = self.remembered(position), self._remembered(board, (seat + 1) % len(self.variant.seats))
        back = []
        for square, captured in capturing.items():
            after = bytearray(now)
            after[square] = colour + 1
            for stone in captured:
                after[stone] = 0
            if bytes(after) in known:
                back.append(square)
        return back

    def _remembered(self, board: tuple[int, ...], seat: int) -> bytes:
        """A board, and the seat to move where that matters, in few bytes: a game has many."""
        mover = (seat,) if self.variant.capture.ko is Ko.SITUATIONAL else ()
        return bytes([*(content + 1 for content in board), *mover])

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

    def remembered(self, position: State) -> frozenset[bytes]:
        """Boards, with the seat to move where that matters."""
        if self.variant.capture.ko is Ko.SIMPLE:
            return position.earlier
        return position.earlier | {self._remembered(position.board, position.seat)}

    def check(self, board: tuple[int, ...]) -> None:
        """Every group has a liberty."""
        for group in self._groups(board):
            if not bordering(self.lines, board, group, EMPTY):
                cell = square_name(min(group), self.variant.board.width)
                raise ValueError(f"the group on {cell} has no liberty")

    def past(self, position: State) -> tuple[object, ...]:
        """Prisoners where they count, and the cells that only ko forbids to the mover; with superko a digest of all
        boards.
        """
        counts = self.variant.scoring.kind is not ScoreKind.AREA
        boards = sorted(position.earlier)
        digests = (hashlib.sha256(b"".join(boards)).hexdigest(),) if boards else ()
        return (position.taken if counts else (), *digests, self._retaking(position))

    def _retaking(self, position: State) -> tuple[int, ...]:
        before, board, seat = position.before, position.board, position.seat
        simple = self.variant.capture.ko is Ko.SIMPLE
        if before is None or (simple and before.count(EMPTY) != board.count(EMPTY)):
            return ()  # the board before comes back only where a stone that took a single one is taken
        open_cells = [square for square in self.variant.board.cells if board[square] == EMPTY]
        capturing = self._capturing(board, self.variant.seats[seat].colour, open_cells)
        return tuple(self._coming_back(position, seat, capturing))

    def _groups(self, board: tuple[int, ...]) -> list[frozenset[int]]:
        stones = [square for square in self.variant.board.cells if board[square] != EMPTY]
        return groups(self.lines, stones, lambda one, other: board[one] == board[other])

    def _capturing(self, board: tuple[int, ...], colour: int, open_cells: Iterable[int]) -> dict[int, frozenset[int]]:
        """Placements that are no suicide, each with what it captures."""
        adjacent = self.lines.adjacent
        by_last_liberty: dict[int, list[frozenset[int]]] = {}
        """The groups of others that each cell is the last liberty of."""
        breathing: set[int] = set()
        """The cells next to groups of this colour that have another liberty besides."""
        in_atari: list[frozenset[int]] = []
        """The other groups of this colour."""
        for group in self._groups(board):
            liberties = bordering(self.lines, board, group, EMPTY)
            mine = board[next(iter(group))] == colour
            if mine and len(liberties) > 1:
                breathing |= liberties
            elif mine:
                in_atari.append(group)
            elif len(liberties) == 1:
                by_last_liberty.setdefault(min(liberties), []).append(group)
        found = {}
        nothing: frozenset[int] = frozenset()
        for square in open_cells:
            if taken := by_last_liberty.get(square):
                found[square] = nothing.union(*taken)
            elif square in breathing or any(board[near] == EMPTY for near in adjacent[square]):
                found[square] = nothing
            elif self.variant.capture.suicide:
                beside = frozenset(adjacent[square])
                found[square] = frozenset({square}).union(*(group for group in in_atari if group & beside))
        return found


def _after(board: tuple[int, ...], colour: int, square: int, captured: frozenset[int]) -> tuple[int, ...]:
    after = list(board)
    after[square] = colour
    for stone in captured:
        after[stone] = EMPTY
    return tuple(after)
