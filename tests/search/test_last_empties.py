"""The kernels of the last four empty cells, one by one, in every null window, against plain minimax."""

from __future__ import annotations

import random
from collections.abc import Iterator
from ctypes import addressof

import pytest

from engined.families import FLIPPING
from engined.kernels.compilation import build
from engined.rules.position import Position
from engined.variants.model import EMPTY
from tests.roots.plain_searcher import PlainSearcher
from tests.search.compiled import variant_named

POSITIONS = 60
"""For each number of empty cells."""
LEARNED = ("nip",)
"""Of these other tests use the kernels with weights, which the last empty cells do not ask for."""


def positions(name: str, empties: int) -> Iterator[Position]:
    """Boards at random with so many empty cells; the more they are of one seat, the more have to pass."""
    variant, dice = variant_named(name), random.Random(f"{name} {empties}")
    cells = variant.board.cells
    for _ in range(POSITIONS):
        left = set(dice.sample(cells, empties))
        share = dice.random()
        board = tuple(
            EMPTY if square in left or square in variant.board.holes else int(dice.random() < share)
            for square in range(variant.board.width * variant.board.height)
        )
        yield Position(variant, board, dice.randrange(2), (2, 2))


@pytest.mark.parametrize("name", ["othello", "holed", "nip"])
@pytest.mark.parametrize("empties", [2, 3, 4])
def test_every_null_window_is_told_right(name: str, empties: int) -> None:
    kernels = build.load(variant_named(name), FLIPPING.search_part, trained=name in LEARNED)
    layout = kernels.layout
    context = kernels.structure("SearchContext")()
    kernel = {2: kernels.two_left, 3: kernels.three_left, 4: kernels.four_left}[empties]
    for position in positions(name, empties):
        boards = layout.boards(position)
        left = [square for square in position.variant.board.cells if position.board[square] == EMPTY]
        squares = [layout.bit_of(square) for square in left] if empties < 4 else []
        most = len(position.variant.board.cells)
        truth = PlainSearcher().solve(position, -most, most)
        for alpha in range(-most, most):
            score = kernel(*boards, alpha, *squares, addressof(context))
            if truth > alpha:
                assert alpha < score <= truth, (position, alpha)
            else:
                assert truth <= score <= alpha, (position, alpha)
