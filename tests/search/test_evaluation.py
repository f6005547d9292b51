"""The evaluation by geometry: the same from every side, and good enough to play."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from compiled import late, variant_named
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_solver import Solver

from engined.rules.position import Position, start


def images(position: Position) -> list[Position]:
    """The position turned and mirrored, on a square board."""
    width = position.variant.board.width
    cells = range(width * width)
    boards = [position.board]
    for _ in range(3):
        boards.append(tuple(boards[-1][(width - 1 - cell % width) * width + cell // width] for cell in cells))
    boards += [
        tuple(board[cell - cell % width + width - 1 - cell % width] for cell in cells) for board in boards
    ]
    return [replace(position, board=board) for board in boards]


@pytest.mark.parametrize("name", ["othello", "othello-10x10"])
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**9), empties=st.integers(4, 58))
def test_is_the_same_for_all_images_of_a_position(name: str, seed: int, empties: int) -> None:
    position = late(name, empties, seed)
    solver = Solver(name, mebibytes=1)
    assert len({solver.search(image, 0) for image in images(position)}) == 1


def balance_against_chance(name: str, games: int, depth: int) -> int:
    """Games won against random moves, less games lost; the seats take turns."""
    variant, chance, balance = variant_named(name), random.Random(name), 0
    for game in range(games):
        position, solver = start(variant), Solver(name, mebibytes=1)
        while not position.over:
            moves = list(position.legal())
            chance.shuffle(moves)
            if position.seat == game % 2 and len(moves) > 1:
                moves.sort(key=lambda move: solver.search(position.play(move), depth))
            position = position.play(moves[0])
        result = position.value(game % 2)
        balance += (result > 0) - (result < 0)
    return balance


@pytest.mark.parametrize("name", ["othello", "anti-othello", "othello-6x6"])
def test_beats_chance(name: str) -> None:
    assert balance_against_chance(name, games=8, depth=1) >= 6
