"""Chain games: stones may join into chains that never close, and the chains count at the end.

A chain is a connected set of at least two stones of any colours. With two ends it is always a path; with
``multi`` it may branch, and then it is a tree. A square of four stones would be a closed chain too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from typing import Literal

from engined_protocol.notation import square_name

from ..variants.model import EMPTY, Chain, Variant
from .capture import CaptureRule, State
from .groups import groups

Why = Literal["ends", "count", "bends"]
"""The reasons why a chain counts a point."""


class Broken(StrEnum):
    """The rules that a placement can break."""

    NEIGHBOURS = "neighbours"
    """The stone, or one beside it, would have three neighbours or four: only where chains have two ends."""
    BLOCK = "block"
    """Four stones would be a square."""
    LOOP = "loop"
    """A longer chain would close."""


class Chains(CaptureRule):
    """Nothing is captured; no chain may close, nor branch without ``multi``."""

    settles = True

    def __init__(self, variant: Variant, chain: Chain) -> None:
        super().__init__(variant)
        self._chain = chain

    # --- placements -------------------------------------------------------------------------------

    def captures(self, position: State, seat: int, open_cells: Sequence[int]) -> dict[int, frozenset[int]]:
        """See :class:`CaptureRule`."""
        board, chain_of = position.board, self._chain_of(position.board)
        touched = {near for stone in chain_of for near in self.lines.adjacent[stone]}
        found = [square for square in open_cells if square not in touched or self._is_open(board, square, chain_of)]
        return dict.fromkeys(found, frozenset())

    def _is_open(self, board: Sequence[int], square: int, chain_of: dict[int, int]) -> bool:
        near = self._beside(board, square)
        closes = len({chain_of[stone] for stone in near}) < len(near)
        return not closes and (self._chain.multi or not self._crowded(board, square))

    def _crowded(self, board: Sequence[int], square: int) -> list[int]:
        """The stones that a stone on this cell would give a third neighbour, itself first."""
        near = self._beside(board, square)
        own = [square] if len(near) > 2 else []
        return own + [stone for stone in near if len(self._beside(board, stone)) > 1]

    def broken(self, position: State) -> dict[int, tuple[Broken, ...]]:
        """The dead cells, in board order: those that nobody may ever place on, with the rules that this would break."""
        board, chain_of = position.board, self._chain_of(position.board)
        empty = [square for square in self.variant.board.cells if board[square] == EMPTY]
        rules = {square: tuple(self._breaks(board, square, chain_of)) for square in empty}
        return {square: broken for square, broken in rules.items() if broken}

    def _breaks(self, board: Sequence[int], square: int, chain_of: dict[int, int]) -> Iterator[Broken]:
        if not self._chain.multi and self._crowded(board, square):
            yield Broken.NEIGHBOURS
        near, blocks = self._beside(board, square), len(list(self._squares(board, square)))
        if blocks:
            yield Broken.BLOCK
        # Of the ways that close, each block is one.
        if len(near) - len({chain_of[stone] for stone in near}) > blocks:
            yield Broken.LOOP

    def _squares(self, board: Sequence[int], square: int) -> Iterator[list[int]]:
        """All three stones that would be a square with one on this cell."""
        near, adjacent = self._beside(board, square), self.lines.adjacent
        for number, one in enumerate(near):
            for other in near[:number]:
                corners = (set(adjacent[one]) & set(adjacent[other])) - {square}
                yield from (sorted((one, other, corner)) for corner in corners if board[corner] != EMPTY)

    def reason(self, position: State, square: int) -> str:
        """See :class:`CaptureRule`."""
        board, width = position.board, self.variant.board.width
        said = []
        for rule in self.broken(position).get(square, ()):
            if rule is Broken.NEIGHBOURS:
                stones = [square_name(s, width) if s != square else "it" for s in self._crowded(board, square)]
                said.append(f"{' and '.join(stones)} would have more than two neighbours")
            elif rule is Broken.BLOCK:
                stones = [square_name(stone, width) for stone in next(self._squares(board, square))]
                said.append(f"it would make a block of four with {', '.join(stones)}")
            else:
                said.append("it would close a chain to a loop")
        return "; ".join(said)

    def check(self, board: tuple[int, ...]) -> None:
        """No chain is closed, and none branches without ``multi``."""
        width = self.variant.board.width
        for chain in self.chains(board):
            beside = {stone: len(self._beside(board, stone)) for stone in chain}
            crowded = next((stone for stone in chain if beside[stone] > 2), None)
            if crowded is not None and not self._chain.multi:
                raise ValueError(f"the stone on {square_name(crowded, width)} has more than two neighbours")
            # What hangs together without a way round has one pair of neighbours fewer than stones.
            if sum(beside.values()) // 2 >= len(chain):
                raise ValueError(f"the chain of {square_name(chain[0], width)} is closed to a loop")

    # --- chains -----------------------------------------------------------------------------------

    def chains(self, board: Sequence[int]) -> list[tuple[int, ...]]:
        """The chains and the single stones of a board, in board order."""
        stones = [square for square in self.variant.board.cells if board[square] != EMPTY]
        return sorted(tuple(sorted(group)) for group in groups(self.lines, stones, lambda *_: True))

    def ends(self, board: Sequence[int], chain: Collection[int]) -> tuple[int, ...]:
        """Its stones with one neighbour, in board order."""
        return tuple(stone for stone in sorted(chain) if len(self._beside(board, stone)) == 1)

    def bends(self, board: Sequence[int], chain: Collection[int]) -> tuple[int, ...]:
        """Its stones with exactly two neighbours that are not opposite each other, in board order."""
        beside = {stone: self._beside(board, stone) for stone in sorted(chain)}
        return tuple(stone for stone, near in beside.items() if len(near) == 2 and near[0] + near[1] != 2 * stone)

    def points(self, board: Sequence[int], chain: Collection[int]) -> list[tuple[int, Why]]:
        """The seat that each point of a chain is for, and why."""
        if len(chain) == 1:
            return []
        rules, odd, found = self._chain.points, self._chain.odd, list[tuple[int, Why]]()
        colours = {board[stone] for stone in self.ends(board, chain)}
        if "ends" in rules:
            seats = enumerate(self.variant.seats)
            found.extend((seat, "ends") for seat, sitting in seats if colours == {sitting.colour})
        if "count" in rules:
            found.append((odd if len(chain) % 2 else 1 - odd, "count"))
        if "bends" in rules:
            found.append((odd if len(self.bends(board, chain)) % 2 else 1 - odd, "bends"))
        return found

    def scores(self, position: State) -> tuple[float, ...]:
        """Points of each seat for all chains on the board; single stones count nothing."""
        counts = [0.0] * len(self.variant.seats)
        for chain in self.chains(position.board):
            for seat, _ in self.points(position.board, chain):
                counts[seat] += 1
        return tuple(counts)

    @property
    def widest_margin(self) -> float:
        """See :class:`CaptureRule`: every chain takes two cells."""
        return float(len(self._chain.points) * (len(self.variant.board.cells) // 2))

    def placements_left(self, position: State) -> int:
        """See :class:`CaptureRule`: a cell that is closed once stays so."""
        return len(position.placements(position.seat))

    def _chain_of(self, board: Sequence[int]) -> dict[int, int]:
        """The number of the chain of each stone."""
        return {stone: number for number, stones in enumerate(self.chains(board)) for stone in stones}

    def _beside(self, board: Sequence[int], square: int) -> list[int]:
        """The stones that share a side with a cell."""
        return [near for near in self.lines.adjacent[square] if board[near] != EMPTY]
