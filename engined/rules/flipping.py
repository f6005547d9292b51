"""Bracketing: the flipping games, and those that remove what they bracket.

From the placed disc walk along each line; a run of at least one disc not of the mover's colour, ended by a
disc of the mover's colour, is bracketed. An empty cell, a hole or the edge breaks the line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..variants.model import EMPTY, CaptureKind, Choice, Placement, Variant
from .geometry import Geometry, geometry


def placements(
    variant: Variant, board: tuple[int, ...], colour: int, open_cells: Iterable[int]
) -> dict[int, frozenset[int]]:
    """Those of the open cells where this colour may place, each with the discs bracketed from it."""
    lines = geometry(variant.board)
    bracketing = {square: bracketed(lines, board, square, colour) for square in open_cells}
    if variant.capture.kind is CaptureKind.NONE:
        bracketing = dict.fromkeys(bracketing, frozenset())
    if variant.capture.choice is Choice.SOME:
        least = variant.capture.min_flips
        bracketing = {s: discs if len(discs) >= least else frozenset() for s, discs in bracketing.items()}
    if variant.placement is Placement.ANYWHERE:
        return bracketing
    capturing = {square: discs for square, discs in bracketing.items() if discs}
    if capturing or variant.placement is Placement.CAPTURE:
        return capturing
    return {
        square: discs
        for square, discs in bracketing.items()
        if any(board[neighbour] != EMPTY for neighbour in lines.touching[square])
    }


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


def turn_indirectly(variant: Variant, board: list[int], turned: frozenset[int], colour: int) -> None:
    """Turn, in place, what discs just turned bracket in their turn, for as many generations as the variant
    wants (-1: until nothing changes).
    """
    lines = geometry(variant.board)
    generations = variant.capture.indirect
    while turned and generations != 0:
        turned = frozenset().union(*(bracketed(lines, board, square, colour) for square in turned))
        for square in turned:
            board[square] = colour
        generations -= 1
