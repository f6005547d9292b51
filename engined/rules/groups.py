"""Cells that hang together, side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from .geometry import Geometry


def groups(lines: Geometry, cells: Iterable[int], together: Callable[[int, int], bool]) -> list[frozenset[int]]:
    """The cells in connected groups: neighbours by a side are in one group where ``together`` says so."""
    left = set(cells)
    found = []
    adjacent = lines.adjacent
    while left:
        group = [left.pop()]
        for cell in group:  # it grows meanwhile
            for near in adjacent[cell]:
                if near in left and together(cell, near):
                    left.remove(near)
                    group.append(near)
        found.append(frozenset(group))
    return found


def bordering(lines: Geometry, board: Sequence[int], group: Iterable[int], content: int) -> frozenset[int]:
    """Cells of some content that share a side with a group: its liberties where that is ``EMPTY``."""
    adjacent = lines.adjacent
    return frozenset({near for cell in group for near in adjacent[cell] if board[near] == content})
