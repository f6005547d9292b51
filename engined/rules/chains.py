"""Chain games: stones may join into chains that never close, and the chains count at the end.

A chain is a connected set of at least two stones of any colours. With two ends it is always a path; with
``multi`` it may branch, and then it is a tree. A square of four stones would be a closed chain too.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..variants.model import EMPTY, Chain, Variant
from .capture import CaptureRule, State
from .groups import groups


class Chains(CaptureRule):
    """Nothing is captured; no chain may close, nor branch without ``multi``."""

    settles = True

    def __init__(self, variant: Variant, chain: Chain) -> None:
        super().__init__(variant)
        self._chain = chain

    def captures(self, position: State, seat: int, open_cells: Sequence[int]) -> dict[int, frozenset[int]]:
        """See :class:`CaptureRule`."""
        board, adjacent = position.board, self.lines.adjacent
        chain_of = {stone: number for number, stones in enumerate(self._chains(board)) for stone in stones}
        found = []
        for square in open_cells:
            near = [stone for stone in adjacent[square] if board[stone] != EMPTY]
            closes = len({chain_of[stone] for stone in near}) < len(near)
            branches = len(near) > 2 or any(self._degree(board, stone) > 1 for stone in near)
            if not closes and (self._chain.multi or not branches):
                found.append(square)
        return dict.fromkeys(found, frozenset())

    def reason(self, position: State, square: int) -> str:
        """See :class:`CaptureRule`."""
        return "it would close a chain" + ("" if self._chain.multi else " or branch one")

    def scores(self, position: State) -> tuple[float, ...]:
        """Points of each seat for all chains on the board; single stones count nothing."""
        variant, chain, board = self.variant, self._chain, position.board
        counts = [0.0] * len(variant.seats)
        even = 1 - chain.odd
        for stones in self._chains(board):
            if len(stones) == 1:
                continue
            if "ends" in chain.points:
                colours = {board[stone] for stone in stones if self._degree(board, stone) == 1}
                for seat, sitting in enumerate(variant.seats):
                    counts[seat] += colours == {sitting.colour}
            if "count" in chain.points:
                counts[chain.odd if len(stones) % 2 else even] += 1
            if "bends" in chain.points:
                bends = sum(self._is_bend(board, stone) for stone in stones)
                counts[chain.odd if bends % 2 else even] += 1
        return tuple(counts)

    @property
    def widest_margin(self) -> float:
        """See :class:`CaptureRule`: every chain takes two cells."""
        return float(len(self._chain.points) * (len(self.variant.board.cells) // 2))

    def placements_left(self, position: State) -> int:
        """See :class:`CaptureRule`: a cell that is closed once stays so."""
        return len(position.placements(position.seat))

    def _chains(self, board: tuple[int, ...]) -> list[frozenset[int]]:
        stones = [square for square in self.variant.board.cells if board[square] != EMPTY]
        return groups(self.lines, stones, lambda *_: True)

    def _degree(self, board: tuple[int, ...], stone: int) -> int:
        return sum(board[near] != EMPTY for near in self.lines.adjacent[stone])

    def _is_bend(self, board: tuple[int, ...], stone: int) -> bool:
        """Whether a stone has exactly two neighbours, and these are not opposite each other."""
        near = [other for other in self.lines.adjacent[stone] if board[other] != EMPTY]
        return len(near) == 2 and near[0] + near[1] != 2 * stone
