"""The solver of chain games against published values, and against a plain one that shares nothing with it."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engined.backends.chains import ChainBackend
from engined.engine.loading import load_backend
from engined.results import Interrupted
from engined.rules.position import Position, start
from engined.variants.catalogue import Catalogue
from engined.variants.model import EMPTY, Variant
from tests.search import word_chains
from tests.search.plain_chains import PlainChains

HOLED = """
name = "holed"
inherits = "chain-ends-count-multi"
[board]
drawing = '''
. . . . . .
. # . . . .
. . X O . .
. . . . # .
. . . . . .
'''
[chain]
points = ["ends", "count"]
multi = true
odd = "White"
"""
NAMES = (
    "hashijime",
    "chain-count",
    "chain-bend",
    "chain-ends-count",
    "chain-ends-bend",
    "chain-count-bend",
    "chain-all",
)
COLOURLESS = ("chain-count", "chain-bend", "chain-count-bend")
PUBLISHED = {
    "2x2": (0, 1, 1, 1, 1, 2, 2),
    "3x2": (0, 1, -1, 1, -1, 0, 0),
    "3x3": (0, 1, 1, 1, 1, 2, 2),
    "4x3": (0, 1, 1, 1, 1, 2, 2),
    "5x3": (0, 1, 1, 1, 0, 0, 0),
    "6x3": (0, 0, 0, 0, 0, 0, 0),
    "4x4": (0, 1, 1, 1, 1, 2, 2),
    "5x4": (0, 1, 1, 1, 1, 0, 1),
    "6x4": (0, 0, 1, 0, 1, 0, 1),
    "5x5": (0, 1, 1, 1, 1, 0, 1),
}
"""Black's points less White's with the best play of both, odd numbers Black's, in the order of the names."""
PUBLISHED_MULTI = {
    "2x2": (0, 1, 1, 1, 1, 2, 2),
    "3x2": (0, 1, -1, 1, -1, 0, 0),
    "3x3": (0, 1, -1, 1, -1, 0, 0),
    "4x3": (0, 1, -1, 1, -1, 0, 0),
    "5x3": (0, 1, -1, 1, -1, 0, 0),
    "4x4": (0, 1, 1, 0, 1, 0, 0),
    "5x4": (0, -1, 0, 0, -1, 0, 0),
    "5x5": (0, 0, -1, 0, -1, 0, 0),
}
FLAT = {
    "4x2": (0, -1, 1, -1, 1, 0, 0),
    "5x2": (0, 1, -1, 0, 0, 0, 0),
    "6x2": (0, 1, 0, 1, 0, 2, 1),
    "7x2": (0, 0, 0, 0, 0, 0, 0),
    "8x2": (0, 0, 0, 0, 1, 0, 0),
    "9x2": (0, 0, 0, 0, 1, 0, 1),
    "10x2": (0, 0, 0, 0, 1, 0, 1),
    "7x3": (0, 1, 0, 1, 0, 0, 1),
    "8x3": (0, 0, 0, 0, 0, 0, 0),
}
FLAT_MULTI = {
    "4x2": (0, -1, 1, -1, 1, 0, 0),
    "5x2": (0, 1, -1, 1, -1, 0, 0),
    "6x2": (0, 1, 1, 1, 1, 2, 2),
    "7x2": (0, -1, 0, -1, -1, 0, 0),
    "8x2": (0, -1, 1, -1, 1, 0, 0),
    "9x2": (0, 1, 0, 1, 0, 0, 0),
    "10x2": (0, 1, 1, 1, 1, 2, 2),
    "7x3": (0, 1, -1, 1, -1, 0, 0),
    "8x3": (0, 0, -1, 0, -1, 0, 0),
}
"""Likewise, of boards of few rows. Nobody published these: the engine and the solver on words agree."""
LARGER = {"hashijime-6x5": 0, **{f"{name}-{size}": 0 for name in COLOURLESS for size in ("6x5", "6x6")}}
"""Nobody published these, nor all of those where chains branch: the engine and a solver that shares nothing with it
agree. Of those where chains branch, a third valued every set of stones of 5x5 without ends, 15,530,700 of them.
"""


class Value(NamedTuple):
    """What the first seat is ahead by from the start of a game."""

    variant: str
    value: int


VALUES = [
    *(
        Value(f"{name}-{size}{multi}", value)
        for multi, table in (("", PUBLISHED | FLAT), ("-multi", PUBLISHED_MULTI | FLAT_MULTI))
        for size, row in table.items()
        for name, value in zip(NAMES, row, strict=True)
    ),
    *(Value(name, value) for name, value in LARGER.items()),
]
NODES_IN_A_SECOND = 200_000
"""On a slow core."""
PLAINLY, ON_WORDS = 9, 16
"""Boards of so many cells take these solvers no time."""
QUICK = {"chain-all-4x4"}
PRODUCTS = {"hashijime-4x3", "chain-count-5x4-multi"}


def marks_of(name: str) -> tuple[pytest.MarkDecorator, ...]:
    """When a published value is looked at: all but a few are compiled for themselves."""
    return () if name in QUICK else (pytest.mark.products if name in PRODUCTS else pytest.mark.slow,)


@cache
def variant_of(name: str) -> Variant:
    return Catalogue().check(HOLED, "test") if name == "holed" else Catalogue().get(name)


@cache
def backend_of(name: str) -> ChainBackend:
    backend = load_backend(variant_of(name), None, 64)
    assert isinstance(backend, ChainBackend)
    return backend


def solved(position: Position, threads: int = 1, nodes: int | None = None) -> int:
    most = 3 * len(position.variant.board.cells)
    with backend_of(position.variant.name).searcher(threads, nodes) as searcher:
        return searcher.solve(position, -most, most)


def plainly(position: Position) -> int:
    """The value of a position by the plain solver."""
    variant = position.variant
    assert variant.chain is not None
    width = variant.board.width
    cells = {divmod(square, width): square for square in variant.board.cells}
    solver = PlainChains(cells, variant.chain.points, multi=variant.chain.multi, odd=variant.chain.odd)
    seats = {cell: position.board[square] for cell, square in cells.items() if position.board[square] != EMPTY}
    return solver.value(seats, position.seat)


def late(name: str, open_cells: int, seed: int) -> Position:
    """A position of a game at random with at most so many open cells, that is not over."""
    dice = random.Random(f"{name} {open_cells} {seed}")
    while True:
        position = start(variant_of(name))
        while not position.over and position.placements_left > open_cells:
            position = position.play(dice.choice(position.legal()))
        if not position.over:
            return position


@pytest.mark.parametrize(
    "known",
    [pytest.param(value, marks=marks_of(value.variant)) for value in VALUES],
    ids=str,
)
def test_published_values(known: Value) -> None:
    assert solved(start(variant_of(known.variant))) == known.value


@pytest.mark.parametrize(
    "known", [value for value in VALUES if len(variant_of(value.variant).board.cells) <= PLAINLY], ids=str
)
def test_published_values_by_the_plain_solver(known: Value) -> None:
    assert plainly(start(variant_of(known.variant))) == known.value


@pytest.mark.parametrize(
    "known",
    [
        pytest.param(value, marks=() if len(variant_of(value.variant).board.cells) <= ON_WORDS else pytest.mark.slow)
        for value in VALUES
    ],
    ids=str,
)
def test_published_values_by_the_solver_on_words(known: Value) -> None:
    board, chain = variant_of(known.variant).board, variant_of(known.variant).chain
    assert chain is not None
    value, _ = word_chains.value(board.width, board.height, chain.points, multi=chain.multi)
    assert value == known.value


@pytest.mark.parametrize(
    "name",
    ["chain-all-4x4", "hashijime-6x6", "holed", pytest.param("hashijime-9x8", marks=pytest.mark.slow)],
)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**9), open_cells=st.integers(1, 8))
def test_late_positions_are_worth_what_the_plain_solver_says(name: str, seed: int, open_cells: int) -> None:
    position = late(name, open_cells, seed)
    assert solved(position) == plainly(position)


@pytest.mark.parametrize("name", [pytest.param("hashijime-4x3", marks=pytest.mark.products), "chain-all-4x4"])
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_what_the_table_knows_is_of_the_seat_to_move(name: str, seed: int) -> None:
    position = late(name, 8, seed)
    for seat in (0, 1):
        seen = replace(position, seat=seat)
        assert solved(seen) == plainly(seen)


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10**9), alpha=st.integers(-4, 3), width=st.integers(1, 3))
def test_a_window_gives_bounds(seed: int, alpha: int, width: int) -> None:
    position = late("chain-all-4x4", 9, seed)
    truth = solved(position)
    with backend_of("chain-all-4x4").searcher(1, None) as searcher:
        found = searcher.solve(position, alpha, alpha + width)
    if alpha < truth < alpha + width:
        assert found == truth
    else:
        assert (truth <= found <= alpha) or (alpha + width <= found <= truth)


def test_two_threads_find_the_same() -> None:
    position = start(variant_of("chain-all-4x4"))
    assert {solved(position, threads=2) for _ in range(3)} == {2}


@pytest.mark.parametrize(
    "name",
    ["hashijime-6x6", *(pytest.param(f"{name}-6x6", marks=pytest.mark.slow) for name in NAMES[1:])],
)
def test_a_game_of_6x6_is_solved_ten_plies_before_its_end_in_a_second(name: str) -> None:
    for seed in range(10):
        dice, game = random.Random(seed), [start(variant_of(name))]
        while not game[-1].over:
            game.append(game[-1].play(dice.choice(game[-1].legal())))
        before, after = game[-11], game[-10]
        worth, left = (solved(position, nodes=NODES_IN_A_SECOND) for position in (before, after))  # else Interrupted
        assert worth >= (left if after.seat == before.seat else -left)


def test_a_limit_of_nodes_ends_it() -> None:
    with pytest.raises(Interrupted):
        solved(start(variant_of("chain-all-4x4")).play(start(variant_of("chain-all-4x4")).legal()[7]), nodes=10)
