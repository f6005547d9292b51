"""The solver of games with several moves on a square, or with discs that leave, against plain minimax."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engined.kernels.codes import UNIT
from engined.results import Interrupted
from engined.rules.position import Position, start
from engined.variants.model import EMPTY
from tests.roots.plain_searcher import PlainSearcher
from tests.search.compiled import backend_of, fresh, late, variant_named

MULTI_MOVE = [
    "hasami-one",
    "hasami-choose-4x4",
    "hasami-choose-0-5x5",
    "hasami-one-9x10",
    pytest.param("hasami-choose-6x5", marks=pytest.mark.products),
    pytest.param("hasami-one-octagon", marks=pytest.mark.products),
]
SEEDS = st.integers(0, 10**9)


def removing(seed: int, left: int) -> Position:
    """A position on a board half full, with so many discs left to place, where bracketed discs leave."""
    variant, rng = variant_named("hasami-remove-5x5"), random.Random(seed)
    while True:
        board = tuple(rng.choice((EMPTY, EMPTY, 0, 1)) for _ in range(25))
        white = rng.randrange(left + 1)
        position = Position(variant, board, rng.randrange(2), (12 - left + white, 12 - white), taken=(0, 0))
        if not position.over:
            return position


def check(name: str, position: Position) -> None:
    """Scores of the whole window, of null windows and of a search to the end are those of minimax."""
    most = len(position.variant.board.cells)
    truth = PlainSearcher().solve(position, -most, most)
    with fresh(name) as searcher:
        assert searcher.solve(position, -most, most) == truth
        for alpha in (truth - 1, truth):
            assert (searcher.solve(position, alpha, alpha + 1) > alpha) == (truth > alpha)
    with fresh(name) as searcher:
        depth = position.placements_left
        assert searcher.search(position, depth, -UNIT * most, UNIT * most) == UNIT * truth


@pytest.mark.parametrize("name", MULTI_MOVE)
@settings(max_examples=8, deadline=None)
@given(seed=SEEDS, empties=st.integers(1, 3))
def test_scores_are_those_of_minimax(name: str, seed: int, empties: int) -> None:
    check(name, late(name, empties, seed))


@settings(max_examples=25, deadline=None)
@given(seed=SEEDS, left=st.integers(1, 6))
def test_scores_where_discs_leave_are_those_of_minimax(seed: int, left: int) -> None:
    check("hasami-remove-5x5", removing(seed, left))


@pytest.mark.parametrize(
    ("name", "score"),
    # The first mover's value, computed by programs independent of this one.
    [
        ("hasami-choose-4x4", -12),
        pytest.param("hasami-one-4x4", -12, marks=pytest.mark.products),
        pytest.param("hasami-indirect-4x4", -8, marks=pytest.mark.products),
        pytest.param("reversi-cross-4x4", -8, marks=pytest.mark.products),
    ],
)
@pytest.mark.parametrize("threads", [1, 2])
def test_known_values_from_the_start(name: str, score: int, threads: int) -> None:
    with fresh(name, threads=threads) as searcher:
        assert searcher.solve(start(variant_named(name)), -16, 16) == score


def test_a_list_that_does_not_hold_all_moves_is_filled_again() -> None:
    """More than 1024 moves: eleven discs are bracketed at a time. One of them wins most: to turn them all."""
    name = "hasami-choose-16x4"
    row = ".OOOOOOOOOOOX" + "X" * 3
    position = Position(variant_named(name), tuple(".XO".index(symbol) - 1 for symbol in row + "X" * 48), 0, (30, 30))
    assert len(position.legal()) == 2**11 - 1
    with fresh(name) as searcher:
        assert searcher.search(position, 2, -6400, 6400) == 6400
        assert searcher.solve(position, -64, 64) == 64


@pytest.mark.parametrize("name", ["hasami-choose", "hasami-one"])
def test_a_stopped_search_leaves_a_sound_table(name: str) -> None:
    position = late(name, 6, 3)
    with fresh(name) as searcher:
        score = searcher.solve(position, -64, 64)
    shared = backend_of(name)
    for nodes in (10, 300, 5_000, 20_000):
        with shared.searcher(1, nodes) as searcher:
            try:
                assert searcher.solve(position, -64, 64) == score
            except Interrupted:
                assert nodes <= searcher.nodes <= nodes + 5_000
    with shared.searcher(1, None) as searcher:
        assert searcher.solve(position, -64, 64) == score
