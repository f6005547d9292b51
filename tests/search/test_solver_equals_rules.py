"""The solver against the plainest search over the rules, on random positions of boards of all kinds."""

import plain
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_solver import Solver, declared, variant

from engined.variants.model import Variant

HOLES = """
name = "five-by-six-with-holes"
inherits = "othello"

[board]
drawing = '''
. . # . . .
. . O X . .
. . X O . #
. . . . . .
# . . # . .
'''

[scoring]
empties_to_winner = false
"""

VARIANTS = {
    "8x8": (variant("othello"), 6),
    "two words": (variant("othello-10x10"), 6),
    "misere": (variant("anti-othello-6x5"), 7),
    "limited supplies and set-up": (variant("reversi-1890-4x4"), 9),
    "set-up": (variant("reversi-original-4x4"), 9),
    "holes, empties to nobody": (declared(HOLES), 7),
    "closed ring": (variant("nip"), 6),
}
ON_ALL = pytest.mark.parametrize(("board", "empties"), VARIANTS.values(), ids=VARIANTS.keys())
FEW = settings(max_examples=15, deadline=None)
SEEDS = st.integers(0, 2**32)


@ON_ALL
@FEW
@given(seed=SEEDS, fewer=st.integers(0, 6))
def test_score(board: Variant, empties: int, seed: int, fewer: int) -> None:
    position = plain.wandered(board, max(1, empties - fewer), seed)
    assert Solver(board).solve(position) == plain.value(position)


@ON_ALL
@FEW
@given(seed=SEEDS, offset=st.integers(-5, 5), width=st.integers(1, 4))
def test_window_is_told_right(board: Variant, empties: int, seed: int, offset: int, width: int) -> None:
    position = plain.wandered(board, empties, seed)
    true = plain.value(position)
    alpha, beta = true + offset - width, true + offset
    score = Solver(board).solve(position, alpha, beta)
    if true <= alpha:
        assert true <= score <= alpha
    elif true >= beta:
        assert beta <= score <= true
    else:
        assert score == true


@ON_ALL
@FEW
@given(seed=SEEDS, deeper=st.integers(0, 3))
def test_search_to_the_end_is_the_solver(board: Variant, empties: int, seed: int, deeper: int) -> None:
    position = plain.wandered(board, empties, seed)
    solver = Solver(board)
    assert solver.search(position, position.empties + deeper) == 100 * solver.solve(position)


@ON_ALL
@FEW
@given(seed=SEEDS)
def test_many_empties_agree_with_the_search_without_table(board: Variant, empties: int, seed: int) -> None:
    """Table, order and cuts against the same kernels without them, which tests above hold to the rules."""
    position = plain.wandered(board, 12, seed)
    if position.over:
        return
    solver = Solver(board)
    score = solver.solve(position)
    layout = solver.kernels.layout
    parity = 0
    for square in board.board.cells:
        if position.board[square] < 0:
            parity ^= 1 << layout.quadrant(square)
    if score > -solver.kernels.CELLS:
        assert solver.run("shallow", position, score - 1, position.empties, parity) >= score
    if score < solver.kernels.CELLS:
        assert solver.run("shallow", position, score, position.empties, parity) <= score


@ON_ALL
@FEW
@given(seed=SEEDS, depth=st.integers(1, 3))
def test_search_is_negamax_of_its_evaluation(board: Variant, empties: int, seed: int, depth: int) -> None:
    position = plain.wandered(board, len(board.board.cells) // 2, seed)
    if position.over or depth >= position.empties:
        return
    evaluate = Solver(board)

    def negamax(position: plain.Position, depth: int) -> int:
        if depth == 0 or position.over:
            return evaluate.search(position, 0)
        values = [-negamax(position.play(move), depth - (move.square >= 0)) for move in position.legal()]
        return max(values)

    assert Solver(board).search(position, depth) == negamax(position, depth)
