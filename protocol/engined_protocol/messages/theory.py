"""What theory says of a position, without searching."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from .squares import Square

Parity = Literal["odd", "even"]


class Region(Struct, frozen=True, kw_only=True):
    """Empty cells that hang together."""

    cells: tuple[Square, ...]
    size: int
    parity: Parity


class ChainPoint(Struct, frozen=True, kw_only=True):
    """A point that a chain counts."""

    seat: str
    """The seat that the point is for."""
    why: Literal["ends", "count", "bends"]
    """The reason: the chain's ends have that seat's colour (``ends``); or its number of stones (``count``), or of bends
    (``bends``), is odd or even as the seat has chosen.
    """


class Chain(Struct, frozen=True, kw_only=True):
    """Stones that hang together by their sides, at least two."""

    cells: tuple[Square, ...]
    ends: tuple[Square, ...]
    bends: tuple[Square, ...]
    grows: bool
    """Whether a stone may still join it."""
    points: tuple[ChainPoint, ...]


class DeadCell(Struct, frozen=True, kw_only=True):
    """An empty cell that nobody may ever place on, and the rules that this would break."""

    cell: Square
    broken: tuple[Literal["neighbours", "block", "loop"], ...]
    """A stone would have more than two neighbours; four stones would be a square; a longer chain would close."""


class StoneGroup(Struct, frozen=True, kw_only=True):
    """Stones of one colour that hang together by their sides (Go), and the empty cells beside them."""

    cells: tuple[Square, ...]
    liberties: tuple[Square, ...]


class Theory(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Regions, stable discs and mobility of a position. Names of its opening are in ``openings`` of the same reply."""

    connectivity: int
    """8: cells of a region may hang together by their corners alone."""
    parity: Parity
    """The parity of all empty cells: who moves last if nobody passes."""
    regions: tuple[Region, ...]
    """The regions of empty cells, in board order."""
    stable: tuple[Square, ...]
    """Discs that can never change again, in board order: a lower bound, found along rows, columns, diagonals, rings.
    None are named where no disc ever changes."""
    stable_discs: tuple[int, ...]
    """The number of stable discs of each colour; empty where no disc ever changes."""
    mobility: tuple[int, ...]
    """Cells where each seat could place if it were its turn."""
    frontier: tuple[int, ...] = ()
    """Where discs are bracketed: how many of each colour have an empty cell around them; 0 elsewhere."""
    corners: tuple[int, ...] = ()
    """Where discs are bracketed: how many of each colour stand on cells through which no line passes; 0 elsewhere."""
    chains: tuple[Chain, ...] = ()
    """The chains of a chain game, in board order; they count what they would if the game ended."""
    dead: tuple[DeadCell, ...] = ()
    """The cells that are closed for ever, in board order; only in a chain game."""
    groups: tuple[StoneGroup, ...] = ()
    """The groups of stones, in board order; only in Go."""
