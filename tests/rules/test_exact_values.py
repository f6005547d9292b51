"""Exact values of small boards, by looking at every position: Black minus White under perfect play."""

import pytest

from engined.rules.position import Position, start
from tests.rules.perft_tables import chains, variant_of


def _child(kind: str, keys: str) -> str:
    return f'name = "t"\ninherits = "{kind}"\n{keys}\n'


def value(position: Position, known: dict[str, float]) -> float:
    """The value for the first seat; two seats only."""
    if position.digest not in known:
        seek = max if position.seat == 0 else min
        known[position.digest] = (
            position.value(0) if position.over else seek(value(position.play(move), known) for move in position.legal())
        )
    return known[position.digest]


@pytest.mark.parametrize(("declared", "expected"), [("othello-4x4", -10), ("anti-othello-4x4", 3)])
def test_4x4(declared: str, expected: float) -> None:
    assert value(start(variant_of(declared)), {}) == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("declared", "expected"),
    [
        ("reversi-cross-4x4", -8),
        ("reversi-parallel-4x4", -3),
        (_child("reversi-parallel-4x4", "[scoring]\nempties_to_winner = true"), -4),
        ("reversi-original-4x4", -3),
        ("reversi-1890-4x4", -3),
        (_child("reversi-1890-4x4", "[scoring]\nempties_to_winner = true"), -4),
        (_child("anti-othello-4x4", "[scoring]\nempties_to_winner = true"), 4),
        (_child("anti-othello-4x4", '[board]\nstart = "parallel"'), 0),
        ("hasami-one-4x4", -12),
        ("hasami-choose-4x4", -12),
        ("hasami-indirect-4x4", -8),
    ],
)
def test_4x4_variants(declared: str, expected: float) -> None:
    assert value(start(variant_of(declared)), {}) == expected


@pytest.mark.parametrize(
    ("width", "height", "points", "multi", "expected"),
    [
        (2, 2, '"ends"', False, 0),
        (2, 2, '"count", "bends"', False, 2),
        (3, 2, '"bends"', False, -1),
        (3, 2, '"count"', True, 1),
        (3, 3, '"ends", "bends"', False, 1),
        (3, 3, '"ends", "count", "bends"', False, 2),
        (3, 3, '"bends"', True, -1),
        (3, 3, '"count", "bends"', True, 0),
    ],
)
def test_chains(width: int, height: int, points: str, multi: bool, expected: float) -> None:
    assert value(start(variant_of(chains(width, height, multi, points))), {}) == expected
