"""Games of Go played out from the empty board, one thread: uniformly at random, and by the weights of searches."""

from __future__ import annotations

import pytest

from engined.backends.go_board import lay
from engined.backends.go_tables import tables
from engined.backends.memory import Context, TranspositionTable, aligned
from engined.engine.learned import load
from engined.families import family_of
from engined.kernels.compilation import build
from engined.kernels.compilation.kernel_sources import Part
from engined.kernels.layouts.go import GoLayout
from engined.rules.position import start
from engined.variants.catalogue import Catalogue
from tests.bench.benchmark import Benchmark

ROUNDS = 5
GAMES = {"go": 8_000, "go-13x13": 4_000, "go-19x19": 1_500}


@pytest.mark.slow
@pytest.mark.parametrize("kernel", ["play_light_games", "play_games"], ids=["light", "heavy"])
@pytest.mark.parametrize("name", GAMES)
def test_playouts(name: str, kernel: str, benchmark: Benchmark) -> None:
    position, games = start(Catalogue().get(name)), GAMES[name]
    part = Part("go-bench", ("tests.bench.go_light_playouts",), family_of(position.variant).search_part.layout)
    kernels = build.load(position.variant, part, None)
    assert isinstance(kernels.layout, GoLayout)
    block = tables(kernels.layout.points, load(position.variant, None))
    boards = [aligned(kernels.BOARD_SIZE) for _ in range(2)]
    (_, first), (_, second) = boards
    lay(kernels, position, first, int(block.ctypes.data))
    play = getattr(kernels, kernel)
    ends = []

    def play_out() -> None:
        context = Context(TranspositionTable(64, 0), kernels)
        context.seed(1)
        ends.append(play(first, second, games, context.address))

    benchmark.pedantic(play_out, rounds=ROUNDS)
    assert len(set(ends)) == 1, "the same games every time"
    assert abs(ends[0]) < 10 * games, "neither is far ahead"
    benchmark.extra_info["playouts"] = games
