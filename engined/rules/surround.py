"""Surrounding (Go): groups without an empty neighbour leave the board, the opponents' first."""

from __future__ import annotations

from collections.abc import Iterable

from ..variants.model import EMPTY, Variant
from .geometry import geometry
from .groups import bordering, groups


def placements(
    variant: Variant,
    board: tuple[int, ...],
    colour: int,
    open_cells: Iterable[int],
    before: tuple[int, ...] | None,
) -> dict[int, frozenset[int]]:
    """Those of the open cells where this colour may place, each with the stones captured from it.

    Forbidden are suicide, and to recreate the board ``before`` the last ply (ko).
    """
    return {
        square: captured
        for square, captured in _capturing(variant, board, colour, open_cells).items()
        if not captured or _after(board, colour, square, captured) != before
    }


def retaking(variant: Variant, board: tuple[int, ...], colour: int, before: tuple[int, ...] | None) -> tuple[int, ...]:
    """Cells that only ko forbids to this colour."""
    open_cells = [square for square in variant.board.cells if board[square] == EMPTY]
    allowed = placements(variant, board, colour, open_cells, before)
    return tuple(s for s in _capturing(variant, board, colour, open_cells) if s not in allowed)


def _capturing(
    variant: Variant, board: tuple[int, ...], colour: int, open_cells: Iterable[int]
) -> dict[int, frozenset[int]]:
    """Placements that are no suicide, each with what it captures."""
    lines = geometry(variant.board)
    stones = [square for square in variant.board.cells if board[square] != EMPTY]
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


def territory(variant: Variant, board: tuple[int, ...]) -> tuple[int, ...]:
    """Empty cells of each colour: those of regions that stones of no other colour border."""
    lines = geometry(variant.board)
    empty = [square for square in variant.board.cells if board[square] == EMPTY]
    counts = [0] * len(variant.colours)
    for region in groups(lines, empty, lambda *_: True):
        owners = [c for c in range(len(counts)) if bordering(lines, board, region, c)]
        if len(owners) == 1:
            counts[owners[0]] += len(region)
    return tuple(counts)
