"""The symmetries of a variant: the turns and reflections of its board that leave its rules as they are."""

from __future__ import annotations

from functools import lru_cache

from engined.variants.model import Variant

from .position import Position
from .registry import capture_of

Symmetry = tuple[int, ...]
"""The square to which each square of the bounding box goes, by its index."""


@lru_cache(maxsize=64)
def symmetries(variant: Variant) -> tuple[Symmetry, ...]:
    """All symmetries of a variant, the identity first. Discs and the seat to move do not count here."""
    board = variant.board
    width, height = board.width, board.height
    steps = [(column, row) for row in range(height) for column in range(width)]
    found = []
    for turned in (False, True) if width == height else (False,):
        for flip_columns in (False, True):
            for flip_rows in (False, True):
                images = []
                for column, row in steps:
                    across, down = (row, column) if turned else (column, row)
                    across = width - 1 - across if flip_columns else across
                    down = height - 1 - down if flip_rows else down
                    images.append(down * width + across)
                found.append(tuple(images))
    return tuple(symmetry for symmetry in found if _keeps_rules(variant, symmetry))


def _keeps_rules(variant: Variant, symmetry: Symmetry) -> bool:
    """Whether cells, rings, set-up and every seat's regions go to themselves, and the way to capture stays the same."""
    regions = [frozenset(variant.board.cells), variant.setup.cells]
    regions += [region for seat in variant.seats for region in (seat.forbidden, seat.home)]
    if any(frozenset(symmetry[square] for square in region) != region for region in regions):
        return False
    if not capture_of(variant).keeps(symmetry):
        return False
    links = {_link(a, b) for ring in variant.board.rings for a, b in zip(ring, ring[1:] + ring[:1], strict=True)}
    return {_link(symmetry[min(pair)], symmetry[max(pair)]) for pair in links} == links


def _link(a: int, b: int) -> frozenset[int]:
    return frozenset((a, b))


def image(position: Position, symmetry: Symmetry) -> tuple[int, ...]:
    """A position's board after a symmetry."""
    board = list(position.board)
    for square, content in enumerate(position.board):
        board[symmetry[square]] = content
    return tuple(board)


def matching(first: Position, second: Position) -> Symmetry | None:
    """A symmetry that takes the first position to the second, which it then equals in all that matters."""
    if (first.variant, first.seat, first.placed, first.passes) != (
        second.variant,
        second.seat,
        second.placed,
        second.passes,
    ):
        return None
    return next((s for s in symmetries(first.variant) if _takes(s, first.board, second.board)), None)


def _takes(symmetry: Symmetry, first: tuple[int, ...], second: tuple[int, ...]) -> bool:
    """Whether it takes the first board to the second; most that do not, differ early."""
    return all(second[square] == content for square, content in zip(symmetry, first, strict=True))
