"""Boards of up to 24x24: values that take more than 16 bits, and memory for all that is written."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engined.backends import memory
from engined.backends.multiplayer import MultiplayerBackend
from engined.backends.two_sided import TwoSidedBackend, TwoSidedSearcher
from engined.engine.loading import load_backend
from engined.families import family_of
from engined.kernels.compilation import build
from engined.patterns.shapes import patterns_of
from engined.patterns.weights import Weights, empty
from engined.roots.bounds import Bounds
from engined.rules.position import Position
from engined.search.probcut_levels import FULL_WIDTH
from engined.variants.catalogue import Catalogue
from engined.variants.model import EMPTY, Variant
from tests.patterns.test_weights import by_hand
from tests.roots.plain_searcher import PlainSearcher
from tests.search.compiled import TABLE_MIB, load_two_sided
from tests.search.plain_multiplayer import bounds, margin

ROW = ". " * 24 + "\n"
ROLIT = f'name = "rolit-24x24"\ninherits = "rolit-4"\n[board]\ndrawing = """\n{ROW * 24}"""'
SEEDS, FEW = st.integers(0, 10**9), settings(max_examples=8)
SLOW = [pytest.param(name, marks=pytest.mark.slow) for name in ("othello-18x18", "othello-20x20")]
LARGEST = pytest.param("othello-24x24", marks=pytest.mark.products)
ON_ALL = pytest.mark.parametrize("name", [*SLOW, LARGEST, "hasami-one-20x20"])
WEIGHED = "othello-24x24"
"""Evaluated by made-up weights, whose sums are beyond 16 bits; the others by geometry."""


@cache
def variant_named(name: str) -> Variant:
    return Catalogue().check(ROLIT) if name == "rolit-24x24" else Catalogue().get(name)


@cache
def made_up(name: str) -> Weights:
    """Weights of which those of a position add up to some 400 discs."""
    weights = empty(variant_named(name), 1000)
    mean = 40_000 // len(patterns_of(variant_named(name)).placed)
    rng = np.random.default_rng(1)
    weights.tables[:] = rng.integers(mean - 40, mean + 40, weights.tables.shape)
    weights.biases[:] = rng.integers(-100, 100, len(weights.biases))
    return weights


@contextmanager
def fresh(name: str, threads: int = 1) -> Iterator[TwoSidedSearcher]:
    found = load_two_sided(variant_named(name), TABLE_MIB, lambda: made_up(name) if name == WEIGHED else None)
    assert isinstance(found, TwoSidedBackend)
    with found.searcher(threads, None) as searcher:
        yield searcher


def lopsided(name: str, empties: int, seed: int, odds: Sequence[int] = (12, 1)) -> Position:
    """A position that is not over, with discs by these odds: most scores are far from even."""
    variant, dice = variant_named(name), random.Random(f"{name} {seed}")
    cells, colours = len(variant.board.cells), range(len(variant.colours))
    while True:
        board = dice.choices(colours, dice.sample(odds, len(odds)), k=cells)
        for cell in dice.sample(range(cells), empties):
            board[cell] = EMPTY
        position = Position(variant, tuple(board), dice.randrange(len(variant.seats)), (0,) * len(variant.seats))
        if not position.over:
            return position


def most(position: Position) -> int:
    return len(position.variant.board.cells)


@ON_ALL
@FEW
@given(seed=SEEDS, empties=st.integers(1, 4))
def test_scores_are_those_of_minimax(name: str, seed: int, empties: int) -> None:
    position = lopsided(name, empties if name.startswith("othello") else (empties + 1) // 2, seed)
    limit = most(position)
    truth = PlainSearcher().solve(position, -limit, limit)
    with fresh(name) as searcher:
        assert searcher.solve(position, -limit, limit) == truth
        assert searcher.solve(position, -limit, limit) == truth
        assert searcher.search(position, position.empties, -100 * limit, 100 * limit) == 100 * truth


@ON_ALL
@settings(max_examples=3)
@given(seed=SEEDS, empties=st.integers(10, 12))
def test_a_table_and_selective_searches_before_change_no_score(name: str, seed: int, empties: int) -> None:
    """Through the shared table, whose bounds of selective searches to the end are in hundredths of a disc."""
    position = lopsided(name, empties if name.startswith("othello") else 4, seed, (5, 1))
    limit = most(position)
    with fresh(name) as searcher:
        score = searcher.solve(position, -limit, limit)
        assert searcher.solve(position, -limit, limit) == score
    with fresh(name, threads=2) as searcher:
        for level in (0, 2, FULL_WIDTH):
            found = searcher.solve(position, -limit, limit, level)
        assert found == score


@ON_ALL
@FEW
@given(seed=SEEDS)
def test_what_is_asked_twice_is_answered_twice_alike(name: str, seed: int) -> None:
    position = lopsided(name, 30, seed)
    limit = 100 * most(position)
    with fresh(name) as searcher:

        def negamax(position: Position, depth: int) -> int:
            if depth == 0 or position.over:
                return searcher.search(position, 0, -limit, limit)
            return max(-negamax(position.play(move), depth - (move.square >= 0)) for move in position.legal())

        if name.startswith("othello"):
            assert searcher.search(position, 2, -limit, limit) == negamax(position, 2)
        value = searcher.search(position, 3, -limit, limit)
        assert searcher.search(position, 3, -limit, limit) == value
        for alpha in (value - 1, value):
            assert (searcher.search(position, 3, alpha, alpha + 1) > alpha) == (value > alpha)


@pytest.mark.parametrize("name", [*SLOW, LARGEST])
@pytest.mark.parametrize("depth", [2, 3])
def test_a_seat_that_takes_all_discs_wins_the_whole_board(name: str, depth: int) -> None:
    """X takes the only O, also where O is to move and has to pass."""
    variant = variant_named(name)
    cells = len(variant.board.cells)
    won = Position(variant, (0, 1, *[EMPTY] * (cells - 2)), 0, (0, 0))
    with fresh(name) as searcher:
        for _ in range(3):
            assert searcher.search(won, depth, -100 * cells, 100 * cells) == 100 * cells
            assert searcher.search(replace(won, seat=1), depth, -100 * cells, 100 * cells) == -100 * cells
            assert searcher.search(won, depth, 100 * cells - 1, 100 * cells) == 100 * cells


@pytest.mark.products
@FEW
@given(seed=SEEDS, empties=st.integers(1, 300))
def test_weights_add_up(seed: int, empties: int) -> None:
    position = lopsided(WEIGHED, empties, seed)
    weights, limit = made_up(WEIGHED), 100 * most(position)
    with fresh(WEIGHED) as searcher:
        if position.legal()[0].square >= 0:
            assert searcher.search(position, 0, -limit, limit) == by_hand(weights, position)
        moves = [-searcher.search(position.play(move), 0, -limit, limit) for move in position.legal()]
        assert empties == 1 or searcher.search(position, 1, -limit, limit) == max(moves)


GUARD = 0xA5


@pytest.mark.parametrize(
    ("name", "threads"), [pytest.param(WEIGHED, 2, marks=pytest.mark.products), ("hasami-one-20x20", 1)]
)
def test_kernels_write_nowhere_else(name: str, threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """All memory is as large as the kernels say, and what lies behind it stays as it was."""
    guards: list[Any] = []

    def guarded(size: int) -> tuple[Any, int]:
        owner = np.full(size + 8192, GUARD, np.uint8)
        start = -owner.ctypes.data % 256
        owner[start : start + size] = 0
        guards.extend((owner[:start], owner[start + size :]))
        return owner, int(owner.ctypes.data) + start

    monkeypatch.setattr(memory, "aligned", guarded)
    limit = len(variant_named(name).board.cells)
    with fresh(name, threads) as searcher:
        for seed in range(3):
            position = lopsided(name, 11 if name == WEIGHED else 5, seed)
            searcher.search(lopsided(name, 150, seed), 3, -100 * limit, 100 * limit)
            searcher.solve(position, -limit, limit)
        assert guards
        assert all((guard == GUARD).all() for guard in guards)


@pytest.mark.parametrize(
    ("name", "prefix"),
    [
        pytest.param(WEIGHED, "", marks=pytest.mark.products),
        ("hasami-one-20x20", "CHOICE_"),
        pytest.param("rolit-24x24", "SEATED_", marks=pytest.mark.products),
    ],
)
def test_a_bucket_has_room_for_an_entry(name: str, prefix: str) -> None:
    variant = variant_named(name)
    kernels = build.load(variant, family_of(variant).search_part, trained=name == WEIGHED)
    bucket = kernels.SEATED_BUCKET_BYTES if prefix == "SEATED_" else kernels.BUCKET_BYTES
    ways, entry = getattr(kernels, f"{prefix}WAYS"), getattr(kernels, f"{prefix}ENTRY_BYTES")
    assert ways >= 1
    assert ways * entry <= bucket


@pytest.mark.products
@FEW
@given(seed=SEEDS, empties=st.integers(3, 5))
def test_sides_and_max_n_are_those_of_the_plain_search(seed: int, empties: int) -> None:
    """Nearly all discs are of one colour."""
    position = lopsided("rolit-24x24", empties, seed, (40, 2, 1, 1))
    found = load_backend(position.variant, None, TABLE_MIB)
    assert isinstance(found, MultiplayerBackend)
    with found.searcher(position, None) as searcher:
        for _ in range(2):
            assert searcher.maxn(position) == Bounds(*bounds(position))
        for side in range(4):
            allies = frozenset({side})
            for _ in range(2):
                ahead = searcher.margin(position, allies, side)
                assert ahead == margin(position, allies, side)
        searcher.grow(position, 50)
        assert searcher.grown(position)[0] == 50
