"""Chain games: stones may join into chains that never close, and the chains count at the end.

A chain is a connected set of at least two stones of any colours. With two ends it is always a path; with
``multi`` it may branch, and then it is a tree. A square of four stones would be a closed chain too.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..variants.model import EMPTY, Chain, Variant
from .geometry import Geometry, geometry
from .groups import groups


def placements(
    variant: Variant, chain: Chain, board: tuple[int, ...], open_cells: Iterable[int]
) -> dict[int, frozenset[int]]:
    """Those of the open cells where anybody may place; nothing is ever captured."""
    lines = geometry(variant.board)
    chain_of = {stone: number for number, stones in enumerate(_chains(variant, lines, board)) for stone in stones}
    found = []
    for square in open_cells:
        near = [stone for stone in lines.adjacent[square] if board[stone] != EMPTY]
        closes = len({chain_of[stone] for stone in near}) < len(near)
        branches = len(near) > 2 or any(_degree(lines, board, stone) > 1 for stone in near)
        if not closes and (chain.multi or not branches):
            found.append(square)
    return dict.fromkeys(found, frozenset())


def points(variant: Variant, chain: Chain, board: tuple[int, ...]) -> tuple[int, ...]:
    """Points of each seat for all chains on the board; single stones count nothing."""
    lines = geometry(variant.board)
    counts = [0] * len(variant.seats)
    even = 1 - chain.odd
    for stones in _chains(variant, lines, board):
        if len(stones) == 1:
            continue
        if "ends" in chain.points:
            colours = {board[stone] for stone in stones if _degree(lines, board, stone) == 1}
            for seat, sitting in enumerate(variant.seats):
                counts[seat] += colours == {sitting.colour}
        if "count" in chain.points:
            counts[chain.odd if len(stones) % 2 else even] += 1
        if "bends" in chain.points:
            bends = sum(_is_bend(lines, board, stone) for stone in stones)
            counts[chain.odd if bends % 2 else even] += 1
    return tuple(counts)


def _chains(variant: Variant, lines: Geometry, board: tuple[int, ...]) -> list[frozenset[int]]:
    stones = [square for square in variant.board.cells if board[square] != EMPTY]
    return groups(lines, stones, lambda *_: True)


def _degree(lines: Geometry, board: tuple[int, ...], stone: int) -> int:
    return sum(board[near] != EMPTY for near in lines.adjacent[stone])


def _is_bend(lines: Geometry, board: tuple[int, ...], stone: int) -> bool:
    """Whether a stone has exactly two neighbours, and these are not opposite each other."""
    near = [other for other in lines.adjacent[stone] if board[other] != EMPTY]
    return len(near) == 2 and near[0] + near[1] != 2 * stone
