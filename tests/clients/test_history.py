"""Where games come from."""

from __future__ import annotations

import pytest

from engined.variants.catalogue import Catalogue
from engined_client.drawing.history import history_of


def test_each_game_has_its_history_in_both_languages() -> None:
    for variant in Catalogue().names():
        assert history_of(variant), variant
        assert not history_of(variant, "ja").isascii(), variant


@pytest.mark.parametrize(
    ("variant", "word"),
    [
        ("othello", "Tsukuda"),
        ("othello-10x10", "Tsukuda"),
        ("reversi-1890", "Jaques"),
        ("reversi-parallel", "1907"),
        ("annexation-80", "1870"),
        ("hasami-one-8x9", "1945"),
        ("go-19x19", "China"),
        ("hashijime-8x8", "Japanese"),
        ("chain-count-8x8-multi", "Japanese"),
    ],
)
def test_a_size_has_the_history_of_its_game(variant: str, word: str) -> None:
    assert word in history_of(variant)


@pytest.mark.parametrize("variant", ["hollow", "othellox", "nipper"])
def test_nothing_is_known_of_ones_own(variant: str) -> None:
    assert history_of(variant) == ""
