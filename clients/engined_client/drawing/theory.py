"""What theory says of a position, as plain text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from engined_protocol.messages import Position, Theory

from .chains import chain_lines
from .table import padded
from .wording import PLAIN, Wording

SHOWN = 12
"""Cells of a region, or stable discs of a colour, that are named; of more it says how many."""


def theory_lines(position: Position, theory: Theory, words: Wording = PLAIN) -> list[str]:
    """Mobility, stable discs where discs change, and regions, a line each, and one for every region; and what a chain
    game has besides.
    """
    mobility = ", ".join(
        f"{words.told(seat)} {cells}" for seat, cells in zip(position.seats, theory.mobility, strict=True)
    )
    lines = [words("mobility: {counts}", counts=mobility)]
    if theory.stable_discs:
        lines.append(words("stable: {discs}", discs=_stable(position, theory, words)))
    count = len(theory.regions)
    corners = "cells hang together by corners too" if theory.connectivity == 8 else "cells hang together by sides alone"
    cells = words("{count} empty cells ({parity})", count=position.empties, parity=words(theory.parity))
    lines.append("; ".join([words("regions: {count}", count=count), cells, words(corners)]))
    width = max((len(str(region.size)) for region in theory.regions), default=0)
    for region in theory.regions:
        lines.append(f"  {padded(words(region.parity), 4)} {region.size:>{width}}  {_shortened(region.cells, words)}")
    return lines + chain_lines(position, theory, words)


def _stable(position: Position, theory: Theory, words: Wording) -> str:
    """Stable discs of each colour, by its symbol: ``X 2 (a1 b1), O 0``."""
    stable: dict[str, list[str]] = {symbol: [] for row in position.board for symbol in row if symbol not in ". "}
    for cell in theory.stable:
        row, column = int(cell[1:]) - 1, ord(cell[0]) - ord("a")
        stable[position.board[row][column]].append(cell)
    return ", ".join(
        f"{symbol} {len(cells)}" + (f" ({_shortened(cells, words)})" if cells else "")
        for symbol, cells in sorted(stable.items(), key=lambda item: (item[0] != position.colour, item[0]))
    )


def _shortened(cells: Sequence[str], words: Wording) -> str:
    more = len(cells) - SHOWN
    shown = words.moves(cells[:SHOWN])
    return words("{cells} and {count} more", cells=shown, count=more) if more > 0 else shown
