"""Windows, depths and cuts of the searches, on random positions of boards of all kinds."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engined.rules.position import PASS, Position
from tests.roots.plain_searcher import PlainSearcher
from tests.search.compiled import late
from tests.search.kernel_solver import Solver

ON_ALL = pytest.mark.parametrize(
    "name",
    [
        "othello",
        "othello-10x10",  # two words
        "holed",  # fewer discs win
        pytest.param("reversi-parallel-4x4", marks=pytest.mark.products),  # as the next
        "reversi-original-4x4",  # a set-up phase; empties count for nobody
        "reversi-1890-4x4",  # limited supplies
        pytest.param("nip", marks=pytest.mark.products),  # a closed line, as in test_solver.py and test_last_empties.py
    ],
)
FEW = settings(max_examples=12, deadline=None)
SEEDS = st.integers(0, 10**9)


@ON_ALL
@FEW
@given(seed=SEEDS, empties=st.integers(1, 7), offset=st.integers(-5, 5), width=st.integers(1, 6))
def test_a_window_is_told_right(name: str, seed: int, empties: int, offset: int, width: int) -> None:
    position = late(name, empties, seed)
    truth = PlainSearcher().solve(position, -1000, 1000)
    alpha, beta = truth + offset - width, truth + offset
    score = Solver(name).solve(position, alpha, beta)
    if truth <= alpha:
        assert truth <= score <= alpha
    elif truth >= beta:
        assert beta <= score <= truth
    else:
        assert score == truth


@ON_ALL
@FEW
@given(seed=SEEDS, empties=st.integers(1, 12), deeper=st.integers(0, 3))
def test_search_to_the_end_is_the_solver(name: str, seed: int, empties: int, deeper: int) -> None:
    position = late(name, empties, seed)
    score = Solver(name).solve(position)
    assert Solver(name).search(position, position.empties + deeper) == 100 * score


@ON_ALL
@FEW
@given(seed=SEEDS)
def test_tables_and_orders_change_no_score(name: str, seed: int) -> None:
    """Many empty cells against the kernel for few, which uses neither and is held to the rules elsewhere."""
    position = late(name, 12, seed)
    solver = Solver(name)
    cells, layout = solver.kernels.CELLS, solver.kernels.layout
    moves = layout.split(layout.mask(move.square for move in position.legal() if move != PASS))
    score = solver.solve(position)
    if score > -cells:
        assert solver.run("shallow", position, moves, score - 1, position.empties) >= score
    if score < cells:
        assert solver.run("shallow", position, moves, score, position.empties) <= score


@ON_ALL
@FEW
@given(seed=SEEDS, depth=st.integers(1, 3))
def test_search_is_negamax_of_its_evaluation(name: str, seed: int, depth: int) -> None:
    position = late(name, 9 if name.endswith("4x4") else 20, seed)
    evaluation = Solver(name)

    def negamax(position: Position, depth: int) -> int:
        if depth == 0 or position.over:
            return evaluation.search(position, 0)
        return max(-negamax(position.play(move), depth - (move.square >= 0)) for move in position.legal())

    assert Solver(name).search(position, depth) == negamax(position, depth)
