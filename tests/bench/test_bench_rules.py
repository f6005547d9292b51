"""The plain rules: how long a game takes by them, and reading a game back."""

from __future__ import annotations

import random

import pytest

from engined.rules.position import Position, move_text, parse_move, start
from engined.variants.catalogue import Catalogue
from tests.bench.benchmark import Benchmark


def game(name: str) -> tuple[str, ...]:
    """A random game, the same every time."""
    draw, position, moves = random.Random(name), start(Catalogue().get(name)), []
    while not position.over:
        move = draw.choice(position.legal())
        moves.append(move_text(position, move))
        position = position.play(move)
    return tuple(moves)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["othello", "octagon-52", "othello-10x10"])
def test_a_game_by_the_rules(name: str, benchmark: Benchmark) -> None:
    moves = game(name)
    begun = start(Catalogue().get(name))

    def replay() -> Position:
        position = begun
        for text in moves:
            assert position.legal()
            position = position.play(parse_move(position, text))
        return position

    benchmark.extra_info["plies"] = len(moves)
    assert benchmark(replay).over
