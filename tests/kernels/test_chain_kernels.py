"""Kernels of chain games: every published count, and the rules on boards that nobody listed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from engined.families import CHAINS, family_of, kind
from engined.kernels.compilation import build
from engined.rules.position import parse_position, start
from engined.variants.catalogue import Catalogue
from engined.variants.model import EMPTY, Board, Capture, CaptureKind, Chain, Placement, ScoreKind, Scoring, Variant
from tests.kernels.seated_play import Play
from tests.rules.perft_tables import TABLES, chains, variant_of

COUNTED = {
    name: variant_of(declared) for name, (declared, _) in TABLES.items() if CHAINS.refusal(variant_of(declared)) is None
}
DEEPER = {
    "chains-4x4": (*TABLES["chains-4x4"][1], 36751680),
    "chains-5x5": (*TABLES["chains-5x5"][1], 119580480),
    "chains-6x6": (*TABLES["chains-6x6"][1], 44860800),
    "trees-4x4": (*TABLES["trees-4x4"][1], 48323520),
    "trees-6x6": (*TABLES["trees-6x6"][1], 45143040),
    "trees-8x8": (*TABLES["trees-8x8"][1], 15247848),
}
"""RULES.md 12.4 goes on where plain rules would take too long."""


QUICK = {"chains-4x4", "chains-6x6", "trees-5x5"}
"""Counted in every run; the others, each compiled on its own, in the slow one."""


@pytest.mark.parametrize("name", [pytest.param(n, marks=() if n in QUICK else pytest.mark.slow) for n in COUNTED])
def test_counts(name: str, cache: Path) -> None:
    variant = COUNTED[name]
    play = Play(build.load(variant, CHAINS.perft_part, cache))
    for depth, leaves in enumerate(DEEPER.get(name, TABLES[name][1]), 1):
        assert play.perft(start(variant), depth) == leaves, f"{name} at depth {depth}"


def test_every_table_of_chain_games_is_counted() -> None:
    assert len(COUNTED) == sum(name.startswith(("chains", "trees")) for name in TABLES) == 10
    assert set(COUNTED) >= set(DEEPER)


@st.composite
def chain_variants(draw: st.DrawFn) -> Variant:
    """Chain games of any rules on any board, with stones from the start on, wherever they are."""
    height = draw(st.integers(2, 11))
    width = draw(st.integers(2, 11))
    squares = range(width * height)
    cells = tuple(sorted(draw(st.sets(st.sampled_from(squares), min_size=len(squares) // 2))))
    stones = draw(st.dictionaries(st.sampled_from(cells), st.integers(0, 1), max_size=len(cells) // 4))
    begin = tuple(stones.get(square, EMPTY) for square in squares)
    points = draw(st.sets(st.sampled_from(("ends", "count", "bends")), min_size=1))
    return Variant(
        "made",
        Board(width, height, cells, begin),
        placement=Placement.CHAIN,
        capture=Capture(CaptureKind.NONE),
        scoring=Scoring(ScoreKind.CHAINS, empties_to_winner=False),
        chain=Chain(draw(st.booleans()), frozenset(points), draw(st.integers(0, 1))),
    )


@settings(max_examples=3, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(variant=chain_variants(), seed=st.integers(0, 2**32))
def test_made_games(variant: Variant, seed: int, cache: Path) -> None:
    Play(build.load(variant, CHAINS.perft_part, cache)).play_games(seed, games=2)


@pytest.mark.slow
def test_the_largest_board(cache: Path) -> None:
    Play(build.load(Catalogue().get("chain-all-19x19-multi"), CHAINS.perft_part, cache)).play_games(seed=4, games=1)


def test_the_example_is_scored(cache: Path) -> None:
    variant = variant_of(chains(6, 6, False, '"ends", "count", "bends"'))
    position = parse_position(variant, "X.OOXO .XX..O XO.XO. X.OX.O OO...X .XOXOX X")
    Play(build.load(variant, CHAINS.perft_part, cache)).check(position)
    assert (position.over, position.scores()) == (True, (1, 5))


def test_what_runs_how() -> None:
    get = Catalogue().get
    assert family_of(get("chain-all")) is CHAINS
    assert (kind(get("hashijime")), kind(get("hashijime-8x8-half")), kind(get("chain-bend-9x9"))) == (
        "chains-64",
        "chains-64",
        "chains-128",
    )
    misere = replace(get("hashijime"), scoring=replace(get("hashijime").scoring, misere=True))
    assert CHAINS.refusal(misere) == "the lower count wins"
