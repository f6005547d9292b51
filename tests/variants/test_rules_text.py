"""Rules in words: what is another rule has other words."""

from __future__ import annotations

from collections import defaultdict

import pytest

from engined.variants.catalogue import Catalogue
from engined.variants.rules_text import rules_in_words

CATALOGUE = Catalogue()
NAMES = (*CATALOGUE.names(), "go-9x9-area", "chain-all-6x6", "othello-komi-6", "yonin-6x6")


def words(name: str) -> dict[str, str]:
    return dict(rules_in_words(CATALOGUE.get(name)))


def test_other_rules_are_told_in_other_words() -> None:
    """On the same board, for the same seats."""
    told: dict[object, dict[object, set[str]]] = defaultdict(lambda: defaultdict(set))
    for name in NAMES:
        variant = CATALOGUE.get(name)
        told[variant.board, variant.seats, variant.first][rules_in_words(variant)].add(variant.digest)
    assert [digests for texts in told.values() for digests in texts.values() if len(digests) > 1] == []
    assert max(len(texts) for texts in told.values()) > 5


@pytest.mark.parametrize(
    ("name", "topic", "text"),
    [
        ("othello", "Capture", "all bracketed discs turn to the mover's colour"),
        ("hasami-choose-0", "Capture", "those bracketed discs that the mover chooses, 0 at least, turn"),
        ("hasami-remove", "Capture", "leave the board"),
        ("anti-othello", "Score", "who has least wins"),
        ("othello-black-draws", "Equal scores", "Black wins"),
        ("nip", "Rings", "1 closed lines besides the straight ones"),
        ("yonin-team", "Teams", "A and C; B and D"),
        ("hashijime", "Place", "where no chain closes or branches"),
        ("hashijime-multi", "Points", "all ends of one colour: for that one"),
        ("chain-count", "Points", "an odd number of stones: for Black, an even one: for White"),
        ("go", "Komi", "6 for White"),
        ("go-komi--3.5", "Komi", "3.5 for Black"),
        ("go", "Score", "what one's stones alone surround, and prisoners"),
        ("go-area", "Score", "stones and what they alone surround"),
        ("go-area-and-prisoners", "Score", "stones, what they alone surround, and prisoners"),
        ("go", "Suicide", "is not allowed"),
        ("go-suicide", "Suicide", "is allowed"),
        ("reversi-original", "Set-up", "the first 4 discs go freely to d4-e5"),
        ("yonin", "D", "counts a5-d8; may not place on e1-h4"),
        ("yonin-6x6", "B", "may not place on a4-c6"),
    ],
)
def test_what_is_declared_is_told(name: str, topic: str, text: str) -> None:
    assert text in words(name)[topic]


@pytest.mark.parametrize(
    ("regions", "places"),
    [
        ("AA..\nAA..\n....\n...A", "a1-b2, d4"),
        ("AAAA\nA...\n....\n....", "a1-d1, a2"),
        ("...A\nA...\n....\n....", "d1, a2"),
        ("AAAA\nAAAA\nAAAA\nAAAA", "a1-d4"),
    ],
)
def test_where_one_may_not_place_is_told(regions: str, places: str) -> None:
    """A rectangle by two of its corners, whatever else there is by itself."""
    declared = f"""
name = "x"
[board]
size = "4x4"
regions = '''
{regions}
'''
[seats]
Black = {{ colour = "X", forbidden = "A" }}
White = {{ colour = "O" }}
"""
    assert dict(rules_in_words(CATALOGUE.check(declared)))["Black"] == f"may not place on {places}"
