"""The evaluation by geometry: what its text says, the same from every side, and good enough to play."""

from __future__ import annotations

import random
from dataclasses import replace
from statistics import fmean

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engined.kernels.codes import UNIT
from engined.rules.position import Position, start
from tests.evaluation.plain_evaluation import PlainEvaluation, weights_of
from tests.search.compiled import late, variant_named
from tests.search.kernel_solver import Solver

SEEDS = st.integers(0, 10**9)


def evaluate(position: Position) -> int:
    """The evaluation itself: a search to depth 0."""
    return Solver(position.variant.name, mebibytes=1).search(position, 0)


def images(position: Position) -> list[Position]:
    """The position turned and mirrored, on a square board."""
    width = position.variant.board.width
    cells = range(width * width)
    boards = [position.board]
    for _ in range(3):
        boards.append(tuple(boards[-1][(width - 1 - cell % width) * width + cell // width] for cell in cells))
    boards += [tuple(board[cell - cell % width + width - 1 - cell % width] for cell in cells) for board in boards]
    return [replace(position, board=board) for board in boards]


@pytest.mark.parametrize("name", ["othello", "othello-10x10", "othello-6x6", "octagon-52", "anti-othello", "holed"])
@settings(max_examples=60, deadline=None)
@given(seed=SEEDS, part=st.floats(0, 1))
def test_is_what_plain_python_makes_of_the_rules(name: str, seed: int, part: float) -> None:
    most = len(variant_named(name).board.cells) - 4
    position = late(name, 1 + round(part * (most - 1)), seed)
    assert evaluate(position) == PlainEvaluation(position).value()


@pytest.mark.parametrize("name", ["othello", "othello-10x10", "anti-othello"])
@settings(max_examples=40, deadline=None)
@given(seed=SEEDS, empties=st.integers(4, 58))
def test_is_the_same_for_all_images_of_a_position(name: str, seed: int, empties: int) -> None:
    position = late(name, empties, seed)
    assert len({evaluate(image) for image in images(position)}) == 1


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS, empties=st.integers(1, 59))
def test_colours_make_no_difference(seed: int, empties: int) -> None:
    position = late("othello", empties, seed)
    swapped = tuple({0: 1, 1: 0}.get(colour, colour) for colour in position.board)
    assert evaluate(replace(position, board=swapped, seat=1 - position.seat)) == evaluate(position)


@pytest.mark.parametrize("name", ["othello", "anti-othello"])
@settings(max_examples=60, deadline=None)
@given(seed=SEEDS, empties=st.integers(1, 59))
@example(seed=324832, empties=34)  # one side is worth as little as can be
def test_what_one_side_has_the_other_lacks(name: str, seed: int, empties: int) -> None:
    """But for the move itself, the last one, and corners that can be taken: those are worth more to the mover."""
    position = late(name, empties, seed)
    other = replace(position, seat=1 - position.seat, passes=0)
    values = evaluate(position), evaluate(other)
    weights, features = weights_of(position.variant.scoring.misere), PlainEvaluation(position).features()
    shared = {"MOVER": 2, "LAST_MOVE": 2 * features["LAST_MOVE"]}
    to_take = features["CORNER_MOVES"] + features["CORNER_REPLIES"]
    shared |= {"CORNER_MOVES": to_take, "CORNER_REPLIES": to_take}
    part = position.empties / 64
    expected = sum(many * (weights[term][0] + part * weights[term][1]) for term, many in shared.items())
    # Both sides are rounded down, freedom twice. No value is beyond a won or lost game: there it may be cut short.
    best = UNIT * len(position.board)
    assert sum(values) <= expected + 4 or min(values) == -best
    assert sum(values) >= expected - 4 or max(values) == best


def finished(name: str, seed: int) -> Position:
    """A game played at random to its end."""
    dice, position = random.Random(f"{name} {seed}"), start(variant_named(name))
    while not position.over:
        position = position.play(dice.choice(position.legal()))
    return position


@pytest.mark.parametrize("name", ["othello-4x4", "othello", "octagon-52", "anti-othello"])
@settings(max_examples=40, deadline=None)
@given(seed=SEEDS)
def test_is_exact_when_the_game_is_over(name: str, seed: int) -> None:
    """Random games on the small board often end with empty cells, which count for the winner."""
    position = finished(name, seed)
    for seat in (0, 1):
        assert evaluate(replace(position, seat=seat)) == 100 * position.value(seat)


@settings(max_examples=40, deadline=None)
@given(seed=SEEDS, empties=st.integers(1, 30))
def test_stable_discs_are_never_turned(seed: int, empties: int) -> None:
    position, dice = late("octagon-52", empties, seed), random.Random(seed)
    plain = PlainEvaluation(position)
    stable = plain.stable(plain.own) | plain.stable(plain.opp)
    later = position
    while not later.over:
        later = later.play(dice.choice(later.legal()))
        assert all(later.board[cell] == position.board[cell] for cell in stable)


@pytest.mark.parametrize("name", ["othello", "octagon-52", "othello-10x10"])
def test_knows_more_of_the_result_than_the_discs_do(name: str) -> None:
    """Mean errors against the exact scores of random positions near the end."""
    solver, positions = Solver(name), [late(name, 10, seed) for seed in range(60)]
    scores = [solver.solve(position) for position in positions]
    by_discs = [score - position.value(position.seat) for score, position in zip(scores, positions, strict=True)]
    errors = [score - evaluate(position) / 100 for score, position in zip(scores, positions, strict=True)]
    assert fmean(map(abs, errors)) < 0.8 * fmean(map(abs, by_discs))


def balance_against_chance(name: str, games: int, depth: int) -> int:
    """Games won against random moves, less games lost; the seats take turns."""
    variant, dice, balance = variant_named(name), random.Random(name), 0
    for game in range(games):
        position, solver = start(variant), Solver(name, mebibytes=1)
        while not position.over:
            moves = list(position.legal())
            dice.shuffle(moves)
            if position.seat == game % 2 and len(moves) > 1:
                moves.sort(key=lambda move: solver.search(position.play(move), depth))
            position = position.play(moves[0])
        result = position.value(game % 2)
        balance += (result > 0) - (result < 0)
    return balance


@pytest.mark.parametrize("name", ["othello", "anti-othello", "othello-6x6"])
def test_beats_chance(name: str) -> None:
    assert balance_against_chance(name, games=8, depth=1) >= 6
