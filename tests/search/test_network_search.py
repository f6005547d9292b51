"""Searches with a cell network: what they say is what the full evaluation says, though they do not always ask it."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from engined.backends.memory import Context, TranspositionTable
from engined.families import FLIPPING
from engined.kernels.compilation import build
from engined.patterns.cell_pieces import cell_pieces_of
from engined.patterns.weights import Weights
from engined.rules.position import Position
from engined.variants.catalogue import Catalogue
from tests.patterns.random_networks import random_network
from tests.patterns.test_weights import by_hand, played, random_weights

SMALL = Catalogue().get("othello-6x4")
LIMIT = 100 * len(SMALL.board.cells)
ALWAYS = 4 * LIMIT
"""A margin within which every correction is."""


@cache
def networked(margin: int) -> Weights:
    """Weights at random with a network whose corrections come to some discs."""
    network = random_network(SMALL, 9)
    network.heads.outputs[:] //= 60
    network.heads.direct[:] //= 60
    network.heads.biases[:] //= 60
    return replace(random_weights(SMALL, 9), network=replace(network, margins=(margin,) * len(network.margins)))


@cache
def correction(position: Position) -> int:
    """Of a position in which the mover has a move."""
    colour = SMALL.seats[position.seat].colour
    own, opp = (
        frozenset(cell for cell in SMALL.board.cells if position.board[cell] == side) for side in (colour, 1 - colour)
    )
    network = networked(ALWAYS).network
    assert network is not None
    return network.value(cell_pieces_of(SMALL), own, opp)


@cache
def in_full(position: Position) -> int:
    """The mover's view, by the rules."""
    if position.over:
        return round(100 * position.value(position.seat))
    if position.legal()[0].square < 0:
        return -in_full(position.play(position.legal()[0]))
    return min(max(by_hand(networked(ALWAYS), position) + correction(position), -LIMIT), LIMIT)


def best(position: Position, depth: int) -> int:
    """The value of a search that leaves nothing out; a forced pass takes no depth."""
    if depth == 0 or position.over:
        return in_full(position)
    taken = 0 if position.legal()[0].square < 0 else 1
    return max(-best(position.play(move), depth - taken) for move in position.legal())


class Searches:
    """Compiled ones, with an empty table each."""

    def __init__(self, weights: Weights) -> None:
        self.kernels = build.load(SMALL, FLIPPING.search_part, trained=True)
        network = weights.network.block() if weights.network is not None else None
        self._blocks = weights.block(), network

    def __call__(self, position: Position, depth: int, alpha: int = -LIMIT, beta: int = LIMIT) -> int:
        weights, network = self._blocks
        context = Context(
            TranspositionTable(self.kernels.BUCKET_BYTES, 0), self.kernels, weights=weights, network=network
        )
        return int(self.kernels.search(*self.kernels.layout.boards(position), depth, alpha, beta, context.address))


def positions(count: int) -> list[Position]:
    found = (played(SMALL, seed % 17, seed) for seed in range(10 * count))
    return [position for position in found if not position.over and position.empties > 4][:count]


@pytest.mark.parametrize("depth", [0, 1, 2, 3])
def test_searches_are_worth_what_full_evaluations_are(depth: int) -> None:
    search = Searches(networked(ALWAYS))
    drawn = positions(20)
    assert all(search(position, depth) == best(position, depth) for position in drawn)
    assert len({correction(position) for position in drawn if position.legal()[0].square >= 0}) > 10


def test_within_the_margin_of_all_corrections_nothing_is_lost() -> None:
    rng = random.Random(4)
    drawn = positions(25)
    seen = [after for position in drawn for after in (position.play(move) for move in position.legal())]
    seen += [after.play(after.legal()[0]) for after in seen if not after.over and after.legal()[0].square < 0]
    least = max(abs(correction(at)) for at in seen if not at.over and at.legal()[0].square >= 0)
    assert least < ALWAYS
    search = Searches(networked(least))
    for position in drawn:
        value = best(position, 1)
        assert search(position, 1) == value
        for alpha in (value - 1, value, value + rng.randrange(-least, least)):
            found = search(position, 1, alpha, alpha + 1)
            assert (found > alpha) == (value > alpha)


def test_far_out_of_the_window_the_network_is_not_asked() -> None:
    """With a margin of 0 it never is in a null window, so values there are those of the patterns alone."""
    without = Searches(replace(networked(0), network=None))
    search = Searches(networked(0))
    drawn = [position for position in positions(30) if position.legal()[0].square >= 0]
    for position in drawn:
        for alpha in range(-LIMIT, LIMIT, LIMIT // 4):
            for depth in (0, 1):
                assert search(position, depth, alpha, alpha + 1) == without(position, depth, alpha, alpha + 1)
    assert any(search(position, 1) != without(position, 1) for position in drawn)


def test_at_the_end_of_the_game_no_network_is_asked() -> None:
    network = networked(ALWAYS).network
    assert network is not None
    assert np.any(network.heads.biases)
    search = Searches(networked(ALWAYS))
    ended = [position for position in (played(SMALL, 30, seed) for seed in range(40)) if position.over]
    assert len(ended) > 10
    assert all(search(position, 0) == 100 * position.value(position.seat) for position in ended)


def test_the_interpreter_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = positions(3)
    said = [Searches(networked(200))(position, 1) for position in drawn]
    monkeypatch.setenv("ENGINED_INTERPRET", "1")
    assert [Searches(networked(200))(position, 1) for position in drawn] == said
