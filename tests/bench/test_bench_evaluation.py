"""The evaluation: called from Python position by position, and where most calls come from: the leaves of a search."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from engined.backends.two_sided import TwoSidedSearcher
from engined.rules.position import Position
from tests.bench.benchmark import Benchmark

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
