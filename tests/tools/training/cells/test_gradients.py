"""Cell networks in floats, held to the same in plain numpy, and their gradients to differences of that."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from engined.kernels.layouts.layout import layout_of
from engined.patterns.cell_network import folded
from engined.patterns.cell_pieces import CellPieces, cell_pieces_of
from engined.patterns.network_layout import NUMBERS, vector_starts
from engined.patterns.shapes import index_of
from engined.tools.training.cells.parameters import Parameters, places_of, zeros
from engined.variants.catalogue import Catalogue

HEADS = 2
Wide = tuple[NDArray[np.float64], ...]


def drawn(pieces: CellPieces, seed: int) -> Parameters:
    """Parameters of which cells and hidden units come out on both sides of both bounds."""
    rng = np.random.default_rng(seed)
    found = zeros(len(pieces.classes), len(folded(pieces)[0]), HEADS)
    for part, spread in zip(found, (0.5, 0.1, 0.5, 1.0, 1.0, 1.0), strict=True):
        part[:] = rng.normal(0, spread, part.shape)
    return found


def plain_value(parameters: Wide, pieces: CellPieces, head: int, own: frozenset[int], opp: frozenset[int]) -> float:
    vectors, hidden, hidden_biases, outputs, direct, biases = parameters
    _, places = folded(pieces)
    starts = [start // NUMBERS for start in vector_starts(pieces)]
    cells = {cell: np.zeros(NUMBERS) for some in pieces.classes for cell in some}
    for piece in pieces.patterns.placed:
        served = pieces.served[piece.shape]
        start = starts[piece.shape] + index_of(piece.squares, own, opp) * len(served)
        for slot, place in enumerate(served):
            cells[piece.squares[place]] = cells[piece.squares[place]] + vectors[places[start + slot]]
    inputs = np.concatenate([sum(np.clip(cells[cell], 0, 1) for cell in some) for some in pieces.classes])
    units = np.clip(hidden_biases[head] + inputs @ hidden[head], 0, 1)
    return float(biases[head] + units @ outputs[head] + inputs @ direct[head])


def some_positions(
    name: str, count: int, seed: int
) -> tuple[NDArray[np.int64], list[tuple[frozenset[int], frozenset[int]]]]:
    """Boards at random, in words and as sets of squares."""
    variant = Catalogue().get(name)
    layout, rng = layout_of(variant), np.random.default_rng(seed)
    boards = np.zeros((count, 2 * layout.words), np.uint64)
    sets = []
    for row in range(count):
        sides: tuple[set[int], set[int]] = (set(), set())
        for square in variant.board.cells:
            side = int(rng.integers(0, 3))
            if side < 2:
                sides[side].add(square)
                word, bit = divmod(layout.bit_of(square), 64)
                boards[row, side * layout.words + word] |= np.uint64(1 << bit)
        sets.append((frozenset(sides[0]), frozenset(sides[1])))
    return boards.view(np.int64), sets


@pytest.fixture(params=["othello-6x6", "octagon-88", "othello-10x10", "eight-stars"])
def board(request: pytest.FixtureRequest) -> str:
    """A board: small, with holes, of two words, with rings."""
    return str(request.param)


def test_values_and_gradients_are_those_of_the_plain_network(board: str) -> None:
    from engined.tools.training.cells.gradients import propagate  # compiled when it is imported

    variant = Catalogue().get(board)
    pieces = cell_pieces_of(variant)
    places = places_of(pieces, layout_of(variant))
    parameters = drawn(pieces, 1)
    boards, sets = some_positions(board, 6, 2)
    rng = np.random.default_rng(3)
    heads = rng.integers(0, HEADS, len(boards)).astype(np.int32)
    targets = rng.normal(0, 5, len(boards)).astype(np.float32)
    importance = rng.uniform(0.2, 1.0, len(boards)).astype(np.float32)
    values = np.empty(len(boards), np.float32)
    gradient = Parameters(*(np.zeros_like(part) for part in parameters))
    rows = np.arange(len(boards))
    total = propagate(boards, rows, heads, targets, importance, places, parameters, gradient, values, True)

    def plain(changed: Wide) -> NDArray[np.float64]:
        return np.array([plain_value(changed, pieces, int(heads[row]), *sets[row]) for row in rows])

    wide: Wide = tuple(part.astype(np.float64) for part in parameters)
    assert np.allclose(values, plain(wide), atol=1e-3)

    def half_loss(changed: Wide) -> float:
        return float((importance * (plain(changed) - targets) ** 2).sum() / 2)

    assert np.isclose(total / 2, half_loss(wide), rtol=1e-4)
    for number, part in enumerate(gradient):
        gradients = part.reshape(-1)
        reached = np.flatnonzero(gradients)
        assert len(reached), "something of each part is learned"
        for at in rng.choice(reached, min(3, len(reached)), replace=False):
            assert np.isclose(gradients[at], difference(half_loss, wide, number, int(at)), rtol=0.02, atol=2e-3)


def difference(of: Callable[[Wide], float], parameters: Wide, number: int, at: int, little: float = 1e-6) -> float:
    """The derivative of a function along one parameter, from its values on both sides."""
    found = []
    for sign in (1, -1):
        changed = [part.copy() for part in parameters]
        changed[number].reshape(-1)[at] += sign * little
        found.append(of(tuple(changed)))
    return (found[0] - found[1]) / (2 * little)


def test_what_is_only_asked_changes_nothing() -> None:
    from engined.tools.training.cells.gradients import propagate  # compiled when it is imported

    variant = Catalogue().get("othello-6x6")
    pieces = cell_pieces_of(variant)
    parameters = drawn(pieces, 4)
    boards, _ = some_positions("othello-6x6", 5, 5)
    gradient = Parameters(*(np.zeros_like(part) for part in parameters))
    values, ones = np.empty(2, np.float32), np.ones(5, np.float32)
    heads, rows = np.zeros(5, np.int32), np.array([4, 1])
    places = places_of(pieces, layout_of(variant))
    total = propagate(boards, rows, heads, ones, ones, places, parameters, gradient, values, False)
    assert total == 0.0
    assert not any(part.any() for part in gradient)


def test_a_step_is_adams() -> None:
    """By the formulas of the paper, several steps on end."""
    from engined.tools.training.cells.gradients import step  # compiled when it is imported

    rng = np.random.default_rng(6)
    parameters, means, squares = (
        rng.normal(0, 1, 50).astype(np.float32),
        np.zeros(50, np.float32),
        np.zeros(50, np.float32),
    )
    wanted, mean, square = parameters.astype(np.float64), np.zeros(50), np.zeros(50)
    for number in range(1, 6):
        gradient = rng.normal(0, 1, 50).astype(np.float32)
        mean, square = 0.9 * mean + 0.1 * gradient, 0.99 * square + 0.01 * gradient.astype(np.float64) ** 2
        wanted = wanted - 0.01 * (mean / (1 - 0.9**number)) / (np.sqrt(square / (1 - 0.99**number)) + 1e-8)
        wanted = np.clip(wanted, -1.5, 1.5)
        step(parameters, gradient, means, squares, 0.01 / (1 - 0.9**number), 1 / (1 - 0.99**number), 1.5)
        assert not gradient.any()
    assert np.allclose(parameters, wanted, atol=1e-5)
