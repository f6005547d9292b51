"""The compiled solver against plain minimax over the rules, and against values known from elsewhere."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engined.kernels.codes import UNIT
from engined.results import Interrupted
from engined.rules.position import Position, parse_move, start
from tests.roots.plain_searcher import PlainSearcher
from tests.search.compiled import backend_of, fresh, late, variant_named

VARIANTS = [
    "othello",
    pytest.param("anti-othello-4x4", marks=pytest.mark.products),  # as holed
    pytest.param("reversi-parallel-4x4", marks=pytest.mark.products),  # as the next
    "reversi-original-4x4",  # a set-up phase; empties count for nobody
    "reversi-1890-4x4",  # limited supplies
    "holed",  # fewer discs win
    "nip",  # a closed line
    "hasami-indirect",  # what turns brackets in its turn
    pytest.param("hasami-indirect-1-octagon", marks=pytest.mark.products),
    "othello-10x10",  # two words
    pytest.param("othello-16x16", marks=pytest.mark.slow),  # four words
]
SEEDS = st.integers(0, 10**9)


def limit(position: Position) -> int:
    return len(position.variant.board.cells)


@pytest.mark.parametrize("name", VARIANTS)
@settings(max_examples=12, deadline=None)
@given(seed=SEEDS, empties=st.integers(1, 7))
def test_scores_are_those_of_minimax(name: str, seed: int, empties: int) -> None:
    position = late(name, empties, seed)
    most = limit(position)
    truth = PlainSearcher().solve(position, -most, most)
    with fresh(name) as searcher:
        assert searcher.solve(position, -most, most) == truth
    with fresh(name) as searcher:
        assert searcher.search(position, position.empties, -UNIT * most, UNIT * most) == UNIT * truth


@pytest.mark.parametrize("name", ["othello", "holed", "reversi-1890-4x4"])
@settings(max_examples=12, deadline=None)
@given(seed=SEEDS, empties=st.integers(3, 7), alpha=st.integers(-20, 20))
def test_null_windows_are_bounds_of_the_score(name: str, seed: int, empties: int, alpha: int) -> None:
    position = late(name, empties, seed)
    most = limit(position)
    truth = PlainSearcher().solve(position, -most, most)
    with fresh(name) as searcher:
        bound = searcher.solve(position, alpha, alpha + 1)
    assert alpha < bound <= truth if truth > alpha else truth <= bound <= alpha


@pytest.mark.parametrize(
    ("name", "score"),
    # The first mover's value, computed by programs independent of this one.
    [
        pytest.param("reversi-parallel-4x4", -3, marks=pytest.mark.products),
        ("reversi-original-4x4", -3),
        ("reversi-1890-4x4", -3),
        pytest.param("anti-othello-4x4", 3, marks=pytest.mark.products),
    ],
)
def test_known_values_from_the_start(name: str, score: int) -> None:
    with fresh(name) as searcher:
        assert searcher.solve(start(variant_named(name)), -16, 16) == score


PERFECT_6X6 = ["c2", "b4", "c5", "d2", "e4", "e3", "d1", "c1", "b1", "d5", "d6", "f4"]
"""The first moves of J. Feinstein's perfect line of 6x6 Othello (1993), which White wins by 4."""


@pytest.mark.parametrize("plies", [12, 8, pytest.param(6, marks=pytest.mark.slow)])
def test_6x6_othello_on_its_perfect_line(plies: int) -> None:
    position = start(variant_named("othello-6x6"))
    for move in PERFECT_6X6[:plies]:
        position = position.play(parse_move(position, move))
    sign = 1 if position.seat == 0 else -1
    with fresh("othello-6x6") as searcher:
        assert sign * searcher.solve(position, -36, 36) == -4


@pytest.mark.parametrize("seed", range(8))
def test_threads_and_a_warm_table_change_no_score(seed: int) -> None:
    position = late("othello", 14, seed)
    with fresh("othello") as searcher:
        score = searcher.solve(position, -64, 64)
        after = position.play(position.legal()[0])
        if not after.over:
            searcher.search(after, 6, -6400, 6400)
            searcher.solve(after, -1, 1)
        assert searcher.solve(position, -64, 64) == score
    with fresh("othello", threads=2) as searcher:
        assert searcher.solve(position, -64, 64) == score


@pytest.mark.parametrize("seed", range(6))
def test_a_stopped_search_leaves_a_sound_table(seed: int) -> None:
    position = late("othello", 14, seed)
    with fresh("othello") as searcher:
        score = searcher.solve(position, -64, 64)
    shared = backend_of("othello")
    for nodes in (10, 300, 5_000, 20_000):
        with shared.searcher(1, nodes) as searcher:
            try:
                assert searcher.solve(position, -64, 64) == score
            except Interrupted:
                assert nodes <= searcher.nodes <= nodes + 2_000
    with shared.searcher(1, None) as searcher:
        assert searcher.solve(position, -64, 64) == score


def test_a_stop_ends_every_later_search() -> None:
    position = late("othello", 30, 1)
    with fresh("othello") as searcher:
        searcher.halt()
        with pytest.raises(Interrupted):
            searcher.solve(position, -64, 64)
        with pytest.raises(Interrupted):
            searcher.search(position, 12, -6400, 6400)
        assert searcher.nodes < 1_000


@pytest.mark.parametrize("name", ["othello", "nip", "othello-10x10"])
@pytest.mark.parametrize("seed", range(4))
def test_variations_are_legal(name: str, seed: int) -> None:
    position = late(name, 20, seed)
    most = UNIT * limit(position)
    with fresh(name) as searcher:
        searcher.search(position, 6, -most, most)
        line = searcher.variation(position, 6)
    assert line
    for move in line:
        assert move in position.legal()
        position = position.play(move)


def test_a_search_alone_knows_nothing_from_before() -> None:
    position = late("othello", 14, 0)
    shared = backend_of("othello")
    with shared.searcher(1, None) as searcher:
        searcher.solve(position, -64, 64)
    found = []
    for backend in (shared, backend_of("othello")):
        with backend.searcher(1, None, alone=True) as searcher:
            found.append((searcher.search(position, 4, -6400, 6400), searcher.nodes))
    assert found[0] == found[1]
