"""What chain games are worth by weights: kernels against features in words, and searches against their own leaves."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from engined.kernels.codes import UNIT
from engined.kernels.layouts.chains import ChainLayout
from engined.patterns.chain_weights import ChainWeights
from engined.rules.position import Position, start
from engined.tools.training.chains.training import ChainWorkers, Rows
from engined.variants.catalogue import Catalogue
from tests.search.plain_chain_features import Cell, Feature, PlainFeatures

VARIANT = Catalogue().get("chain-all-6x6")


@pytest.fixture(scope="module")
def workers() -> ChainWorkers:
    return ChainWorkers(VARIANT, 1, None)


def positions(number: int, plies: int) -> list[Position]:
    """Of games at random, that are not over."""
    dice, found = random.Random(f"{number} {plies}"), list[Position]()
    while len(found) < number:
        position = start(VARIANT)
        for _ in range(dice.randrange(plies)):
            if not position.over:
                position = position.play(dice.choice(position.legal()))
        if not position.over:
            found.append(position)
    return found


def rows_of(workers: ChainWorkers, some: list[Position]) -> Rows:
    layout = workers.kernels.layout
    assert isinstance(layout, ChainLayout)
    return np.array([[*layout.in_memory(position), position.seat] for position in some], np.int64)


def node_of(workers: ChainWorkers, row: Rows) -> tuple[dict[Cell, int], list[Cell]]:
    """What the kernels make of a position: stones and open cells that still matter."""
    workers.features(row[None])
    kernels, width, height = workers.kernels, VARIANT.board.width, VARIANT.board.height
    slot = kernels.RECORDS["ChainSlot"]
    offset = slot.size * (kernels.CELLS + 1) + slot.field("image").offset
    node = workers._contexts[0].scratch(offset, 3)
    sets = [int(word) & (1 << 64) - 1 for word in node]
    layout = kernels.layout

    def cells_of(mask: int) -> list[Cell]:
        squares = range(width * height)
        return [divmod(square, width) for square in squares if mask >> layout.bit_of(square) & 1]

    return {cell: seat for seat in (0, 1) for cell in cells_of(sets[seat])}, cells_of(sets[2])


def plain_features(workers: ChainWorkers, row: Rows) -> Counter[Feature]:
    """Of a position, in words."""
    plain = PlainFeatures(*node_of(workers, row), int(row[-1]), odd=0)
    return Counter({("owned", *key): n for key, n in plain.owned().items()}) + Counter(
        {("counted", *key): n for key, n in plain.counted().items()}
    )


def test_features_are_those_in_words(workers: ChainWorkers) -> None:
    """Each column of the kernels' table is one feature in words, or says how many turns are left."""
    rows = rows_of(workers, positions(150, 16))
    rows = rows[workers.summed_up(rows)[0] >= 0]
    columns = workers.features(rows)
    assert (columns[:, : workers.kernels.TURNS].sum(axis=1) == 1).all()
    words = [plain_features(workers, row) for row in rows]
    named = {feature: tuple(counts[feature] for counts in words) for counts in words for feature in counts}
    counted = [tuple(column.tolist()) for column in columns.T[workers.kernels.TURNS :] if column.any()]
    assert Counter(counted) == Counter(named.values())


def drawn_by_lot(workers: ChainWorkers) -> ChainWeights:
    rng = np.random.default_rng(1)
    return ChainWeights((), 36, rng.integers(-90, 90, workers.nothing().shape).astype(np.int16))


def values(workers: ChainWorkers, rows: Rows, depth: int) -> list[int]:
    """What searches to a depth say, each on an empty table."""
    found = []
    for row in rows:
        workers.weigh(drawn_by_lot(workers))
        [(_, [value])] = workers.labels(row[None], depth, 0)
        found.append(int(value))
    return found


def test_an_estimate_is_the_sum_of_weights(workers: ChainWorkers) -> None:
    rows = rows_of(workers, positions(40, 6))
    stages, ahead = workers.summed_up(rows)
    table, most = drawn_by_lot(workers).table.astype(int), UNIT * workers.kernels.MOST_POINTS
    sums = (workers.features(rows) * table[stages]).sum(axis=1)
    assert values(workers, rows, 0) == (np.clip(sums, -most, most) + UNIT * ahead).tolist()


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_search_is_worth_what_its_best_move_is(workers: ChainWorkers, depth: int) -> None:
    """Unless there are turns to spare: of these two are none, and a search looks so much further."""
    for position in positions(6, 9):
        [row] = rows_of(workers, [position])
        if position.placements_left == len(node_of(workers, row)[1]):
            after = rows_of(workers, [position.play(move) for move in position.legal()])
            assert values(workers, row[None], depth) == [-min(values(workers, after, depth - 1))]
