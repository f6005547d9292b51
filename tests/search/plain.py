"""The rules searched without any art: what solvers are held to."""

from __future__ import annotations

import random

from engined.rules.position import Position, start
from engined.variants.model import Variant


def value(position: Position, alpha: int = -1000, beta: int = 1000) -> int:
    """Exact score in discs, the mover's view, fail-soft, by the rules alone."""
    if position.over:
        return round(position.value(position.seat))
    best = -1000
    for move in position.legal():
        best = max(best, -value(position.play(move), -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def wandered(variant: Variant, empties: int, seed: int) -> Position:
    """The position with so many empty cells at the end of random moves, or a game that ended before."""
    chance = random.Random(seed)
    position = start(variant)
    while position.empties > empties and not position.over:
        position = position.play(chance.choice(position.legal()))
    return position
