"""Kernels of games where a square may have several moves, or discs leave the board: they and the rules agree."""

import random
from contextlib import suppress
from ctypes import addressof
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from engined.backends.multi_move import MultiMoveBackend
from engined.families import FLIP_CHOICE, kind
from engined.kernels.compilation import build
from engined.rules.perft import perft
from engined.rules.position import Position, TooManyMoves, start
from engined.variants.catalogue import Catalogue
from engined.variants.model import Capture, CaptureKind, Choice, Setup, Variant
from tests.kernels.made_variants import variants
from tests.rules.perft_tables import TABLES, variant_of

COUNTED = {name: variant_of(declared) for name, (declared, _) in TABLES.items()}
COUNTED = {name: variant for name, variant in COUNTED.items() if FLIP_CHOICE.refusal(variant) is None}
"""Of the published tables."""
SHIPPED = [name for name in Catalogue().names() if FLIP_CHOICE.refusal(Catalogue().get(name)) is None]
ONE_OF_A_KIND = {"hasami-one", "hasami-choose", "hasami-choose-0", "hasami-remove", "hasami-one-octagon"}
MOST_LISTED = 30
"""Positions with more moves are looked at one ply deep."""
CAPTURES = [
    Capture(choice=Choice.ONE),
    Capture(choice=Choice.SOME),
    Capture(choice=Choice.SOME, min_flips=0),
    Capture(choice=Choice.ONE, indirect=-1),
    Capture(choice=Choice.SOME, indirect=1),
    Capture(CaptureKind.REMOVE),
    Capture(CaptureKind.REMOVE, Choice.ONE),
    Capture(CaptureKind.REMOVE, Choice.SOME, min_flips=0),
]


def count(kernels: build.Kernels, position: Position, depth: int) -> int:
    context = kernels.structure("SearchContext")()
    return int(kernels.perft(*kernels.layout.boards(position), depth, addressof(context)))


def compare(kernels: build.Kernels, position: Position) -> None:
    """Leaves two plies on and the score are those of the rules, move by move."""
    own, opp = kernels.layout.boards(position)
    assert count(kernels, position, 1) == perft(position, 1), position
    assert kernels.score(own, opp) == position.value(position.seat)
    if len(position.legal()) <= MOST_LISTED:
        assert count(kernels, position, 2) == perft(position, 2), position


def play_games(kernels: build.Kernels, variant: Variant, seed: int, games: int) -> None:
    dice = random.Random(seed)
    for _ in range(games):
        position = start(variant)
        compare(kernels, position)
        while moves := position.legal():
            position = position.play(dice.choice(moves))
            compare(kernels, position)


@pytest.mark.parametrize("name", [pytest.param(n, marks=[pytest.mark.products] * (n == "one-8x9")) for n in COUNTED])
def test_published_counts(name: str, cache: Path) -> None:
    variant = COUNTED[name]
    kernels = build.load(variant, FLIP_CHOICE.perft_part, cache)
    for depth, leaves in enumerate(TABLES[name][1], 1):
        if leaves <= 30_000_000:
            assert count(kernels, start(variant), depth) == leaves, f"{name} at depth {depth}"


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.products] * (name not in ONE_OF_A_KIND)) for name in SHIPPED]
)
def test_shipped_games(name: str, cache: Path) -> None:
    variant = Catalogue().get(name)
    assert kind(variant) == ("choosing-128" if "remove" in name else "choosing-64")
    kernels = build.load(variant, FLIP_CHOICE.perft_part, cache)
    play_games(kernels, variant, seed=1, games=1)


@settings(
    max_examples=4,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(variant=variants(most_cells=49), capture=st.sampled_from(CAPTURES), seed=st.integers(0, 2**32))
def test_made_games(variant: Variant, capture: Capture, seed: int, cache: Path) -> None:
    most = len(variant.board.cells)
    if capture.kind is CaptureKind.REMOVE:
        seats = tuple(replace(seat, supply=min(seat.supply or most, most)) for seat in variant.seats)
        variant = replace(variant, seats=seats, setup=Setup())
    variant = replace(variant, capture=capture)
    kernels = build.load(variant, FLIP_CHOICE.perft_part, cache)
    with suppress(TooManyMoves):  # a long ring lets more discs be chosen than can be listed
        play_games(kernels, variant, seed, games=1)


@pytest.mark.parametrize("name", ["hasami-choose-4x4", "hasami-choose-0-5x5", "hasami-one-9x10", "hasami-remove-5x5"])
def test_lines_are_legal(name: str, cache: Path) -> None:
    variant = Catalogue().get(name)
    backend, dice = MultiMoveBackend(build.load(variant, FLIP_CHOICE.search_part, cache), 1), random.Random(name)
    position, most = start(variant), 100 * len(variant.board.cells)
    with backend.searcher(1, None) as searcher:
        while not position.over:
            searcher.search(position, 4, -most, most)
            line, place = searcher.variation(position, 4), position
            assert line or position.placements_left <= 1
            for move in line:
                assert move in place.legal()
                place = place.play(move)
            position = position.play(dice.choice(position.legal()))
