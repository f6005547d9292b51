"""What brought the engine down, and is not tried again."""

from __future__ import annotations

from collections import Counter

from engined.rules.position import Position

MOST_POSITIONS = 4096
"""Positions that are remembered, the newest."""
MOST_OF_A_VARIANT = 8
"""A variant that has as many of them is searched no more at all."""


class Condemned:
    """Positions that a search of did so while it was alone, until the daemon ends."""

    def __init__(self) -> None:
        self._positions: dict[str, None] = {}
        self._faults: Counter[str] = Counter()

    def add(self, position: Position) -> None:
        """Remember a position."""
        self._positions[position.digest] = None
        self._faults[position.variant.digest] += 1
        if len(self._positions) > MOST_POSITIONS:
            del self._positions[next(iter(self._positions))]

    def reason(self, position: Position) -> str:
        """Why a position is not searched; empty where it may be."""
        if position.digest in self._positions:
            return "a search of this position brought the engine down before, and it is not searched again"
        faults, variant = self._faults[position.variant.digest], position.variant.name
        if faults >= MOST_OF_A_VARIANT:
            return f"searches of {faults} positions of {variant} brought the engine down: it is searched no more"
        return ""
