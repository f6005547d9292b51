"""Go's network as it is taught: it says what kernels say, and knows which way its losses fall."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

from engined.kernels.network_codes import PLANES
from engined.kernels.network_size import NetworkSize, with_pooling
from engined.tools.training.go.network import (
    MOST_VALUE,
    OWNERS_WEIGHT,
    WINS_WEIGHT,
    Adam,
    Batch,
    Board,
    Run,
    Weights,
    enlarged,
    initial_weights,
    with_room,
)
from tests.kernels.go_network_views import Array, played, said_by_kernels
from tests.kernels.go_network_views import Weights as RandomWeights

HEIGHT, WIDTH = 4, 3
CELLS = HEIGHT * WIDTH


@pytest.fixture(autouse=True)
def _on_one_thread() -> Iterator[None]:
    with threadpool_limits(1, "blas"):
        yield


def batch(positions: int, seed: int) -> Batch:
    """Positions that cannot be, and what is to be said of them."""
    rng = np.random.default_rng(seed)
    planes = (rng.random((positions, CELLS, PLANES)) < 0.3).astype(np.float64)
    strengths = rng.uniform(0.0, 5.0, (positions, CELLS + 1))
    strengths[:, 2] = -1.0
    chosen = np.zeros((positions, CELLS + 1))
    moves = rng.choice([move for move in range(CELLS + 1) if move != 2], (positions, 2))
    for row, pair in zip(chosen, moves, strict=True):
        row[pair] += 0.5
        row[:] = row / row.sum()
    chosen[0] = 0.0
    return Batch(planes, strengths, chosen, rng.uniform(-1.0, 1.0, (positions, CELLS)))


def random_weights(seed: int) -> Weights:
    """Weights of 64 bits, so that small differences can be told."""
    weights = Weights(initial_weights(seed, NetworkSize()).flat.astype(np.float64))
    weights.flat += np.random.default_rng(seed).normal(0.0, 0.05, len(weights.flat))
    return weights


@pytest.mark.parametrize(("variant", "plies"), [("go-9x9", 30), ("go-9x9", 61), ("go-7x4", 19), ("go-11x3", 12)])
def test_it_says_what_kernels_say(variant: str, plies: int) -> None:
    position = played(variant, plies, plies)
    flat = RandomWeights(plies, blocks=1, parts=4).flat  # what is rounded loses nothing
    said = said_by_kernels(position, flat, -7)
    board = position.variant.board
    planes = said.planes[1:-1, 1:-1].reshape(1, -1, PLANES).astype(np.float32)
    run = Run(Board(board.height, board.width), Weights(flat), np.concatenate([planes, 0 * planes, planes]))
    for moves, lead, scale in ((run.moves[at], run.lead[at], run.scale[at]) for at in (0, 2)):
        assert np.allclose(moves, said.moves, rtol=1e-3, atol=1e-3), "positions beside it change nothing"
        assert np.isclose(1 / (1 + np.exp(-(lead - 7) / scale)), said.wins, atol=1e-3)


@pytest.mark.parametrize("size", [NetworkSize(32, 4), NetworkSize(64, 1), NetworkSize(32, 9)])
def test_a_network_of_before_there_was_pooling_says_the_same(size: NetworkSize) -> None:
    flat = RandomWeights(7, size.channels, size.blocks).flat
    weights = Weights(flat)
    assert with_pooling(flat) is flat
    weights.pooling[:] = 0.0
    weights.lead[:] = weights.spread[:] = 0.0
    weights.spread[-1] = np.log(1.83)
    of_pooling = np.arange(size.in_layers, size.in_layers + size.in_pooling)
    end = len(flat) - 1
    before = np.delete(flat, [*of_pooling, *range(end - 2 * (2 * size.channels + 1), end)])
    assert np.array_equal(with_pooling(before), flat)
    position = played("go-7x4", 9, 9)
    said, again = (said_by_kernels(position, network, -3) for network in (before, flat))
    assert np.array_equal(said.moves, again.moves)
    assert said.wins == again.wins


def loss(weights: Weights, batch: Batch, thresholds: Array | None = None) -> float:
    """What teaching lowers."""
    found = Run(Board(HEIGHT, WIDTH), weights, batch.planes).learn(batch, None, thresholds)
    return found.moves + OWNERS_WEIGHT * found.owners + WINS_WEIGHT * found.wins


def test_changes_are_the_gradient_of_the_loss() -> None:
    taught, weights = batch(5, 3), random_weights(4)
    changes = Weights(np.zeros(len(weights.flat)))
    run = Run(Board(HEIGHT, WIDTH), weights, taught.planes)
    run.learn(taught, changes)
    rng = np.random.default_rng(5)
    parts = [part for layer in changes.layers for part in layer]
    parts += [*changes.pooling, changes.moves, changes.owners, changes.passing]
    parts += [changes.lead, changes.spread, changes.kept]
    for part in parts:
        first = (part.__array_interface__["data"][0] - changes.flat.__array_interface__["data"][0]) // 8
        way = np.zeros(len(changes.flat))
        way[first : first + part.size] = rng.normal(size=part.size) / np.sqrt(part.size)
        step = 1e-5
        ahead, back = (loss(Weights(weights.flat + sign * step * way), taught, run.thresholds) for sign in (1.0, -1.0))
        assert np.isclose(way @ changes.flat, (ahead - back) / (2 * step), rtol=1e-4, atol=1e-6)


def test_a_batch_is_learned_by_heart() -> None:
    taught, weights = batch(8, 6), random_weights(7)
    adam = Adam(np.zeros(len(weights.flat)), np.zeros(len(weights.flat)), 0)
    least = -np.where(taught.chosen > 0, taught.chosen * np.log(np.maximum(taught.chosen, 1e-9)), 0).sum()
    wins = (1 + taught.owners) / 2
    least -= OWNERS_WEIGHT * (wins * np.log(wins) + (1 - wins) * np.log(1 - wins)).mean(1).sum()
    before = loss(weights, taught) - least
    for _ in range(60):
        changes = Weights(np.zeros(len(weights.flat)))
        Run(Board(HEIGHT, WIDTH), weights, taught.planes).learn(taught, changes)
        adam.step(weights.flat, changes.flat / 8, 0.01)
    assert 0 < loss(weights, taught) - least < before / 10


def test_smaller_values_say_the_same() -> None:
    known, taught = random_weights(3), batch(6, 9)
    for block, factor in ((0, 40.0), (2, 300.0)):
        kernel, biases = known.layers[1 + 2 * block]
        kernel[:, :7] *= factor
        biases[:7] *= factor
    run = Run(Board(HEIGHT, WIDTH), known, taught.planes)
    assert (run.most_in_blocks > MOST_VALUE).sum() > 5
    found = with_room(known, run.most_in_blocks)
    again = Run(Board(HEIGHT, WIDTH), found, taught.planes)
    assert again.most_in_blocks.max() <= MOST_VALUE
    small = run.most_in_blocks <= MOST_VALUE
    assert small.any()
    assert np.allclose(again.most_in_blocks[small], run.most_in_blocks[small]), "where there is room nothing is divided"
    for said, before in ((again.moves, run.moves), (again.lead, run.lead), (again.scale, run.scale)):
        assert np.allclose(said, before, rtol=1e-9)
    assert with_room(found, again.most_in_blocks).flat.tolist() == found.flat.tolist()


@pytest.mark.parametrize("size", [NetworkSize(64, 4), NetworkSize(32, 5), NetworkSize(64, 7)])
def test_a_larger_network_begins_with_what_a_smaller_one_says(size: NetworkSize) -> None:
    taught, known = batch(4, 8), random_weights(9)
    larger = Weights(enlarged(Weights(known.flat.astype(np.float32)), size, 10).flat.astype(np.float64))
    assert larger.size == size
    small, large = (Run(Board(HEIGHT, WIDTH), weights, taught.planes) for weights in (known, larger))
    assert np.allclose(large.moves, small.moves, atol=1e-4)
    assert np.allclose(large.owners, small.owners, atol=1e-4)
    assert np.allclose(large.lead, small.lead, atol=1e-3)
    assert np.allclose(large.scale, small.scale, rtol=1e-4)
    changes = Weights(np.zeros(len(larger.flat)))
    large.learn(taught, changes)
    assert changes.layers[-1][0].any(), "what is new can be taught"
    assert changes.moves[32:-1].any() or size.channels == 32
