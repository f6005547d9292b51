"""Nodes of the solver and of the midgame search: one thread, an empty table in every round."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engined.backends.two_sided import TwoSidedSearcher
from engined.rules.position import parse_position
from engined.tools.match.openings import play
from engined.variants.catalogue import Catalogue
from engined_protocol.notation import split_transcript
from tests.bench.benchmark import Benchmark

ROUNDS = 3
Fresh = Callable[[str], TwoSidedSearcher]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text", "score"),
    [
        # FFO endgame test: numbers 1 and 40 of the collections 1-19 and 40-59, scores as published.
        ("othello", "..XXXXX..OOOXX.O.OOOXXOX.OXOXOXXOXXXOXXX..XOXOXX.XXXOOO..OOOOO.. X", 18),
        ("othello", "O..OOOOX.OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX...OOOOX....O..X........ X", 38),
        ("othello-4x4", ".....OX..XO..... X", -10),
    ],
    ids=["ffo-1", "ffo-40", "4x4"],
)
def test_solver_nodes(name: str, text: str, score: int, fresh: Fresh, benchmark: Benchmark) -> None:
    position = parse_position(Catalogue().get(name), text)
    cells = len(position.variant.board.cells)
    searchers: list[TwoSidedSearcher] = []

    def table() -> tuple[tuple[TwoSidedSearcher], dict[str, object]]:
        searchers.append(fresh(name))
        return (searchers[-1],), {}

    value = benchmark.pedantic(lambda searcher: searcher.solve(position, -cells, cells), setup=table, rounds=ROUNDS)
    assert value == score
    assert len({searcher.nodes for searcher in searchers}) == 1
    benchmark.extra_info["nodes"] = searchers[0].nodes


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "transcript", "depth"),
    [
        ("othello", "f5d6c3d3c4f4f6f3e6e7d7c5", 12),
        ("othello", "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6", 12),
        ("octagon-52", "f5d6c3d3c4", 10),
        ("othello-10x10", "", 8),
    ],
    ids=["48-empty", "40-empty", "octagon", "10x10"],
)
def test_midgame_nodes(name: str, transcript: str, depth: int, fresh: Fresh, benchmark: Benchmark) -> None:
    position = play(Catalogue().get(name), split_transcript(transcript))
    limit = 100 * len(position.variant.board.cells)
    searchers: list[TwoSidedSearcher] = []

    def table() -> tuple[tuple[TwoSidedSearcher], dict[str, object]]:
        searchers.append(fresh(name))
        return (searchers[-1],), {}

    def deepen(searcher: TwoSidedSearcher) -> int:
        """As an analysis does: each depth orders the moves of the next."""
        value = 0
        for plies in range(1, depth + 1):
            value = searcher.search(position, plies, -limit, limit)
        return value

    value = benchmark.pedantic(deepen, setup=table, rounds=ROUNDS)
    assert -limit < value < limit
    assert len({searcher.nodes for searcher in searchers}) == 1
    benchmark.extra_info["nodes"] = searchers[0].nodes
