"""A game of Go as it would be counted if play stopped."""

from __future__ import annotations

import pytest

from engined.roots.life import Status
from engined.roots.standing import Standing, standing
from engined.rules.position import parse_position
from engined.variants.catalogue import Catalogue

WALLS = ".X.O. .X.O. .X.OX .X.O. .X.O."
"""A column of Black's, a neutral one, a column of White's with a black stone in it."""


def owned(mover: str, *, corner: float = 1.0, stone: float = -1.0, neutral: float = 0.0) -> list[float]:
    """Of the mover: left what is Black's, in the middle what is nobody's, right what is White's."""
    black = ([corner, 1.0, neutral, -1.0, -1.0] * 5)[:25]
    black[14] = stone
    return black if mover == "X" else [-part for part in black]


@pytest.mark.parametrize(
    ("name", "mover", "ahead"),
    [
        ("go-5x5-area-komi-0", "X", 0),
        ("go-5x5-area-komi-0", "O", 0),
        ("go-5x5-komi-3", "X", -4),
        ("go-5x5-komi-3", "O", 4),
    ],
)
def test_it_is_counted_without_the_stones_that_are_the_others(name: str, mover: str, ahead: float) -> None:
    position = parse_position(Catalogue().get(name), f"{WALLS} {mover}")
    # Ten points each by area; of territory five each, and the stone in it is a prisoner.
    assert standing(position, owned(mover)) == Standing(ahead, True, True)


@pytest.mark.parametrize(
    ("doubts", "settled"),
    [
        ({"neutral": 0.9}, True),  # nobody's either way
        ({"stone": -0.5}, False),
        ({"stone": 0.5}, False),
        ({"corner": 0.5}, False),  # a region of empty points
    ],
)
def test_what_is_in_doubt_is_not_settled(doubts: dict[str, float], settled: bool) -> None:
    position = parse_position(Catalogue().get("go-5x5-area-komi-0"), f"{WALLS} X")
    assert standing(position, owned("X", **doubts)).settled is settled


def test_what_was_read_out_counts_before_games() -> None:
    position = parse_position(Catalogue().get("go-5x5-area-komi-0"), f"{WALLS} X")
    stone, wall = frozenset({14}), frozenset({1, 6, 11, 16, 21})
    fates = {stone: Status.DEAD, wall: Status.ALIVE, frozenset({3, 8, 13, 18, 23}): Status.ALIVE}
    assert standing(position, owned("X", stone=0.5), fates) == Standing(0, True, True)
    assert standing(position, owned("X", stone=0.5)).settled is False
    assert standing(position, owned("X"), fates | {wall: Status.UNSETTLED}).settled is False
