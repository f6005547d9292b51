"""Symmetries of boards, held to what they must leave alone."""

import random

import pytest

from engined.rules.perft import perft
from engined.rules.position import Position, start
from engined.rules.symmetry import image, matching, symmetries
from engined.variants.catalogue import Catalogue

CATALOGUE = Catalogue()
LOPSIDED = """
name = "lopsided"
inherits = "othello"
board.size = "6x6"
board.holes = "a1 b1"
"""
HALF_RING = """
name = "half-ring"
inherits = "othello"
board.size = "6x6"
board.rings = ["a1 b1 b2 a2"]
"""


@pytest.mark.parametrize(
    ("name", "count"), [("othello", 8), ("othello-6x4", 4), ("octagon-52", 8), ("nip", 8), ("reversi-1890", 8)]
)
def test_number_of_symmetries(name: str, count: int) -> None:
    assert len(symmetries(CATALOGUE.get(name))) == count


def test_holes_and_rings_break_symmetries() -> None:
    assert len(symmetries(CATALOGUE.check(LOPSIDED, "test"))) == 1
    assert len(symmetries(CATALOGUE.check(HALF_RING, "test"))) == 2  # the identity and the long diagonal


def positions(name: str, plies: int) -> Position:
    rng = random.Random(plies)
    position = start(CATALOGUE.get(name))
    for _ in range(plies):
        if position.over:
            break
        position = position.play(rng.choice(position.legal()))
    return position


@pytest.mark.parametrize("name", ["othello-6x6", "othello-6x4", "nip", "reversi-original"])
@pytest.mark.parametrize("plies", [2, 7, 15])
def test_a_symmetry_changes_no_count_of_leaves(name: str, plies: int) -> None:
    position = positions(name, plies)
    for symmetry in symmetries(position.variant):
        other = Position(position.variant, image(position, symmetry), position.seat, position.placed, position.passes)
        assert perft(other, 3) == perft(position, 3)
        found = matching(position, other)
        assert found is not None
        assert image(position, found) == other.board


def test_the_four_first_moves_match_and_the_second_ones_do_not() -> None:
    position = start(CATALOGUE.get("othello"))
    after = [position.play(move) for move in position.legal()]
    assert all(matching(after[0], other) for other in after)
    second = [after[0].play(move) for move in after[0].legal()]
    assert not any(matching(a, b) for a in second for b in second if a is not b)
