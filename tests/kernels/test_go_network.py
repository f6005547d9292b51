"""Go's network in kernels against numpy, layer by layer."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from engined.backends.go_board import lay
from engined.backends.go_tables import tables
from engined.backends.memory import aligned
from engined.kernels import build
from engined.kernels.go_layout import GoLayout, go_layout_of
from engined.kernels.kernel_sources import Part
from engined.rules.geometry import geometry
from engined.rules.groups import bordering, groups
from engined.rules.position import PASS, Position, start
from engined.variants.catalogue import Catalogue
from engined.variants.model import EMPTY

PART = Part("go-network", ("engined.search.go_network",), go_layout_of)
CHANNELS, BLOCKS, PLANES = 32, 4, 10
Array = Any


class Weights:
    """Weights at random, as numpy has them and as kernels do."""

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        sizes = [PLANES] + [CHANNELS] * (2 * BLOCKS)
        self.layers = [
            (rng.normal(0, (4.5 * size) ** -0.5, (size, 3, 3, CHANNELS)), rng.normal(0, 0.1, CHANNELS))
            for size in sizes
        ]
        self.moves, self.owners = (rng.normal(0, 0.3, CHANNELS + 1) for _ in range(2))
        self.passing = rng.normal(0, 0.3, 2 * CHANNELS + 1)
        parts = [part.ravel() for layer in self.layers for part in layer]
        self.flat = np.concatenate([*parts, self.moves, self.owners, self.passing, [0.5]]).astype(np.float32)


def played(variant: str, plies: int, seed: int) -> Position:
    """A position after moves at random."""
    rng, position = random.Random(seed), start(Catalogue().get(variant))
    for _ in range(plies):
        position = position.play(rng.choice([move for move in position.legal() if move != PASS] or [PASS]))
    return position


def planes_of(position: Position, layout: GoLayout) -> Array:
    """What the network sees: by row, column and plane, with a border of points off the board."""
    board = position.variant.board
    planes = np.zeros((board.height + 2, board.width + 2, PLANES))
    planes[1:-1, 1:-1, 9] = 1

    def mark(square: int, plane: int) -> None:
        planes[square // board.width + 1, square % board.width + 1, plane] = 1

    lines = geometry(board)
    stones = [square for square in board.cells if position.board[square] != EMPTY]
    for group in groups(lines, stones, lambda one, other: position.board[one] == position.board[other]):
        liberties = len(set(bordering(lines, position.board, group, EMPTY)))
        for square in group:
            mark(square, (0 if position.board[square] == position.seat else 3) + min(liberties, 3) - 1)
    for plane, point in ((6, layout.ko_of(position)), (7, layout.last_of(position))):
        if point:
            mark(layout.square_at(point), plane)
    return planes


def expected(planes: Array, weights: Weights, ahead: float) -> tuple[Array, float, float]:
    """What is thought of each move and of a pass, and how likely the mover wins who is so many points ahead already."""

    def layer(values: Array, number: int, added: Array | float = 0.0) -> Array:
        kernel, bias = weights.layers[number]
        height, width = values.shape[0] - 2, values.shape[1] - 2
        found = np.zeros((height + 2, width + 2, CHANNELS))
        inside = sum(
            values[row : row + height, column : column + width] @ kernel[:, row, column]
            for row in range(3)
            for column in range(3)
        )
        found[1:-1, 1:-1] = inside + bias
        found[1:-1, 1:-1] += added[1:-1, 1:-1] if isinstance(added, np.ndarray) else added
        return np.maximum(found, 0.0)

    values = layer(planes, 0)
    for block in range(BLOCKS):
        values = layer(layer(values, 1 + 2 * block), 2 + 2 * block, values)
    inside = values[1:-1, 1:-1]
    owners = np.tanh(inside @ weights.owners[:-1] + weights.owners[-1])
    pooled = np.concatenate([inside.mean((0, 1)), inside.max((0, 1))])
    lead = (owners.sum() + ahead) / (1.83 * np.sqrt((1 - owners**2).sum()) + 0.1)
    moves = inside @ weights.moves[:-1] + weights.moves[-1]
    return moves.ravel(), float(pooled @ weights.passing[:-1] + weights.passing[-1]), float(1 / (1 + np.exp(-lead)))


@pytest.mark.parametrize(
    ("variant", "plies"), [("go-9x9", 0), ("go-9x9", 41), ("go-9x9", 70), ("go-7x4", 19), ("go-11x3", 12)]
)
def test_kernels_see_what_numpy_sees(variant: str, plies: int) -> None:
    position, weights = played(variant, plies, plies), Weights(plies)
    kernels = build.load(position.variant, PART, None)
    layout = kernels.layout
    assert isinstance(layout, GoLayout)
    assert weights.flat.nbytes == kernels.WEIGHTS
    block = tables(layout.points, None, weights.flat)
    _board_memory, board = aligned(kernels.BOARD_SIZE)
    lay(kernels, position, board, int(block.ctypes.data))
    memory = np.zeros(kernels.NETWORK_BYTES // 4, np.float32)
    address = int(memory.ctypes.data)
    for _ in range(2):  # what was there before changes nothing
        won = kernels.run_network(board, address, -14) / 65536
    moves, passing, wins = expected(planes_of(position, layout), weights, -7.0 if position.seat == 0 else 7.0)
    logits = memory[kernels.LOGITS // 4 :]
    points = [layout.point_of(square) for square in position.variant.board.cells]
    assert np.allclose(logits[points], moves, rtol=1e-3, atol=1e-3)
    assert np.isclose(logits[0], passing, rtol=1e-3, atol=1e-3)
    assert np.isclose(won if position.seat == 0 else 1 - won, wins, atol=1e-3)
