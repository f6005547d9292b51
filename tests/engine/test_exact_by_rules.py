"""Exact scores of variants that combine rules, against a plain minimax by the rules alone."""

from __future__ import annotations

from random import Random

import pytest

from engined.engine.tasks import SearchTask
from engined.results import Certainty
from engined.roots.limits import Limits
from engined.rules.position import Position, start
from engined.rules.scoring import side_of_seats
from engined.variants.catalogue import Catalogue
from tests.engine.asking import Ask

EMPTIES = 5
POSITIONS = 12
CHOOSING = 'capture.choice = "some"\ncapture.min_flips = 1'
TEAMS = 'inherits = "yonin-team"'
DECLARATIONS = {
    "misere-komi": "scoring.misere = true\nscoring.komi = 1.5",
    "komi": "scoring.komi = 2.5",
    "one-indirect": 'capture.choice = "one"\ncapture.indirect = 1',
    "some-indirect-misere": f"{CHOOSING}\ncapture.indirect = 1\nscoring.misere = true",
    "teams-misere-komi": f"{TEAMS}\nscoring.misere = true\nscoring.komi = -1",
}


def minimax(position: Position, known: dict[str, float]) -> float:
    """What the first seat's side is ahead by in the end."""
    if position.over:
        return position.value(0)
    if position.digest not in known:
        best = max if side_of_seats(position.variant)[position.seat] == 0 else min
        known[position.digest] = best(minimax(position.play(move), known) for move in position.legal())
    return known[position.digest]


@pytest.mark.parametrize("name", DECLARATIONS)
def test_exact_scores_are_those_of_the_rules(ask: Ask, name: str) -> None:
    rules = DECLARATIONS[name]
    inherited = "" if "inherits" in rules else 'inherits = "othello"\n'
    declared = f'name = "{name}"\nboard.size = "4x4"\n{inherited}{rules}\n'
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
            first = minimax(position.play(line.move), known)
            worth = first if side_of_seats(variant)[position.seat] == 0 else -first
            assert (line.score.value, line.score.kind) == (worth, Certainty.EXACT), (position, line)
