"""Searches of games of many seats over the rules, as plainly as can be: what kernels are held to."""

from __future__ import annotations

from engined.rules.position import Position
from engined.rules.scoring import value

Counts = tuple[float, ...]


def maxn(position: Position) -> Counts:
    """What each seat counts by max^n; of moves that are worth the same the first is played."""
    if position.over:
        return position.scores()
    best: Counts | None = None
    for move in position.legal():
        found = maxn(position.play(move))
        if best is None or value(position.variant, found, position.seat) > value(position.variant, best, position.seat):
            best = found
    assert best is not None
    return best


def margin(position: Position, allies: frozenset[int], seat: int) -> float:
    """By how much a seat's side is ahead at the end, the allies playing for it and all others against."""
    if position.over:
        return position.value(seat)
    found = [margin(position.play(move), allies, seat) for move in position.legal()]
    return max(found) if position.seat in allies else min(found)
