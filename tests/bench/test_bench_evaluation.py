"""The evaluation: called from Python position by position, and where most calls come from: the leaves of a search; and
what it consists of, for positions in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from engined.backends.two_sided import TwoSidedSearcher
from engined.kernels.compilation import build
from engined.patterns.shapes import patterns_of
from engined.rules.position import Position
from tests.bench.benchmark import Benchmark
from tests.kernels.test_cell_network import PROBE
from tests.patterns.random_networks import random_network

COUNT = 1000
ROUNDS = 5


@pytest.mark.slow
@pytest.mark.parametrize("depth", [0, 3], ids=["calls", "three-plies"])
@pytest.mark.parametrize("name", ["othello", "othello-6x6", "othello-10x10"])
def test_evaluation(
    name: str,
    depth: int,
    fresh: Callable[[str], TwoSidedSearcher],
    positions: Callable[[str, int], tuple[Position, ...]],
    benchmark: Benchmark,
) -> None:
    drawn = positions(name, COUNT)
    limit = 100 * len(drawn[0].variant.board.cells)
    nodes = set()

    def table() -> tuple[tuple[object, ...], dict[str, object]]:
        searcher = fresh(name)
        searcher.search(drawn[0], 1, -limit, limit)  # tells the context how selective searches are
        boards = [searcher._kernels.layout.boards(position) for position in drawn]
        evaluate(searcher, boards, 0)  # the table's pages are there before the clock runs
        return (searcher, boards, depth), {}

    def evaluate(searcher: TwoSidedSearcher, boards: Sequence[tuple[object, ...]], plies: int) -> list[int]:
        """By the kernel itself: a searcher's own work for each call takes longer than an evaluation."""
        search, address, before = searcher._kernels.search, searcher._main.address, searcher.nodes
        values = [search(*board, plies, -limit, limit, address) for board in boards]
        if plies == depth:
            nodes.add(searcher.nodes - before)
        return values

    values = benchmark.pedantic(evaluate, setup=table, rounds=ROUNDS)
    assert all(-limit <= value <= limit for value in values)
    assert len(nodes) == 1
    benchmark.extra_info |= {"positions": COUNT, "nodes": nodes.pop()}


@pytest.mark.slow
@pytest.mark.parametrize("what", ["patterns", "network"])
@pytest.mark.parametrize("name", ["othello", "othello-6x6", "othello-10x10"])
def test_what_is_added_up(
    name: str, what: str, positions: Callable[[str, int], tuple[Position, ...]], benchmark: Benchmark
) -> None:
    """The patterns of middle games with weights of nothing, or a network of one stage, whatever it says."""
    drawn = positions(name, 3 * COUNT)
    variant = drawn[0].variant
    cells = len(variant.board.cells)
    middle = [position for position in drawn if cells < 3 * position.empties < 2 * cells and not position.over][:COUNT]
    kernels = build.load(variant, PROBE)
    boards = np.array([kernels.layout.boards(position) for position in middle], np.int64).reshape(len(middle), -1)
    block = random_network(variant, 1).block()
    vectors, head = (int(block.ctypes.data) + int(way) for way in block[:16].view(np.int64))
    weights = np.zeros(patterns_of(variant).entries + 8, np.int16)
    place = int(boards.ctypes.data)

    def added() -> int:
        if what == "network":
            return int(kernels.corrections(place, len(middle), vectors, head))
        return int(kernels.sums(place, len(middle), int(weights.ctypes.data)))

    assert len(middle) > COUNT // 2
    assert (benchmark(added) == 0) == (what == "patterns")
    benchmark.extra_info |= {"positions": len(middle)}
