"""What theory says of a position, without searching."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Parity = Literal["odd", "even"]


class Region(Struct, frozen=True, kw_only=True):
    """Empty cells that hang together."""

    cells: tuple[str, ...]
    size: int
    parity: Parity


class Theory(Struct, frozen=True, kw_only=True):
    """Regions, stable discs and mobility of a position. Names of its opening are in ``openings`` of the same reply."""

    connectivity: int
    """8: cells of a region may hang together by their corners alone."""
    parity: Parity
    """Of all empty cells: who moves last if nobody passes."""
    regions: tuple[Region, ...]
    """In board order."""
    stable: tuple[str, ...]
    """Discs that can never change again, in board order: a lower bound, found along rows, columns, diagonals, rings."""
    stable_discs: tuple[int, ...]
    """How many of them each colour has."""
    mobility: tuple[int, ...]
    """Cells where each seat could place if it were its turn."""
