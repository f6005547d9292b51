"""Counting leaves: the measure by which rules and kernels are compared."""

from __future__ import annotations

from collections.abc import Callable

from .position import Position


def perft(position: Position, depth: int, check: Callable[[], None] = lambda: None) -> int:
    """Leaves of the game tree ``depth`` plies below the position.

    A pass is a ply. A finished game counts as one leaf at every deeper depth. ``check`` is called on the way
    and may raise to end the count.
    """
    if depth == 0 or position.over:
        return 1
    check()
    if depth == 1:
        return len(position.legal())
    return sum(perft(position.play(move), depth - 1, check) for move in position.legal())
