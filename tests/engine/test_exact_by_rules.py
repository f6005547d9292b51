"""Exact scores of variants that combine rules, against a plain minimax by the rules alone."""

from __future__ import annotations

from random import Random

import pytest

from engined.engine.tasks import SearchTask
from engined.results import Certainty
from engined.roots.limits import Limits
from engined.rules.position import Position, start
from engined.variants.catalogue import Catalogue
from tests.engine.asking import Ask

EMPTIES = 5
POSITIONS = 12
DECLARATIONS = {
    "misere-komi": "scoring.misere = true\nscoring.komi = 1.5",
    "misere-komi-empties": "scoring.misere = true\nscoring.komi = -2\nscoring.empties_to_winner = false",
    "komi": "scoring.komi = 2.5",
    "one-indirect": 'capture.choice = "one"\ncapture.indirect = 1',
    "some-indirect": 'capture.choice = "some"\ncapture.min_flips = 1\ncapture.indirect = 1',
    "some-indirect-misere": 'capture.choice = "some"\ncapture.min_flips = 1\ncapture.indirect = 1\nscoring.misere = true',
    "one-misere-komi": 'capture.choice = "one"\nscoring.misere = true\nscoring.komi = -2',
    "some-none": 'capture.choice = "some"\ncapture.min_flips = 0\nscoring.misere = true\nscoring.komi = 3',
}


def minimax(position: Position, known: dict[str, float]) -> float:
    """What the mover is ahead by in the end."""
    if position.over:
        return position.value(position.seat)
    if position.digest not in known:
        replies = (position.play(move) for move in position.legal())
        known[position.digest] = max(
            minimax(after, known) if after.seat == position.seat else -minimax(after, known) for after in replies
        )
    return known[position.digest]


@pytest.mark.parametrize("name", DECLARATIONS)
def test_exact_scores_are_those_of_the_rules(ask: Ask, name: str) -> None:
    declared = f'name = "{name}"\ninherits = "othello"\nboard.size = "4x4"\n{DECLARATIONS[name]}\n'
    variant, dice, known = Catalogue().check(declared), Random(1), dict[str, float]()
    for _ in range(POSITIONS):
        position = start(variant)
        while position.board.count(-1) > EMPTIES and not position.over:
            position = position.play(dice.choice(position.legal()))
        if position.over:
            continue
        lines = ask(SearchTask(position=position, limits=Limits(prove=True))).result.lines
        assert {line.move for line in lines} == set(position.legal())
        for line in lines:
            after = position.play(line.move)
            worth = after.value(position.seat) if after.over else -minimax(after, known)
            assert (line.score.value, line.score.kind) == (worth, Certainty.EXACT), (position, line)
