"""Counting leaves: the measure by which rules and kernels are compared."""

from __future__ import annotations

from .position import Position


def perft(position: Position, depth: int) -> int:
    """Leaves of the game tree ``depth`` plies below the position.

    A pass is a ply. A finished game counts as one leaf at every deeper depth.
    """
    if depth == 0 or position.over:
        return 1
    if depth == 1:
        return len(position.legal())
    return sum(perft(position.play(move), depth - 1) for move in position.legal())
