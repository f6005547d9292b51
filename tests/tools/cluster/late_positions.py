"""Positions near the end of games of Othello."""

from __future__ import annotations

import random
from functools import lru_cache

from engined.rules.position import Position, format_position, start
from engined.variants.catalogue import Catalogue


@lru_cache
def late_positions(number: int, empties: int, seed: int = 1) -> tuple[str, ...]:
    """Of different random games, with so many empty cells, and a choice of moves."""
    chance, variant, texts = random.Random(seed), Catalogue().get("othello"), dict[str, None]()
    while len(texts) < number:
        position = start(variant)
        while not position.over and position.empties > empties:
            position = position.play(chance.choice(position.legal()))
        if not position.over and len(position.legal()) > 1:
            texts[format_position(position)] = None
    return tuple(texts)


def value(position: Position) -> float:
    """What a position is worth to its mover, by the rules alone. Slow."""
    if position.over:
        return position.value(position.seat)
    return max(-value(position.play(move)) for move in position.legal())
