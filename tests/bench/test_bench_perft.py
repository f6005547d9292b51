"""How fast leaves are counted: `pytest -m slow tests/bench`, with the extra `bench` installed.

One round counts the leaves of one row; divide them by the seconds shown. Nothing is asserted about time.
"""

from ctypes import addressof
from pathlib import Path

import pytest

from engined.families import FLIPPING
from engined.kernels.compilation import build
from engined.rules.position import start
from engined.variants.catalogue import Catalogue
from tests.bench.benchmark import Benchmark


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty cache folder."""
    return tmp_path_factory.mktemp("kernels")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "depth", "leaves"),
    [
        ("othello", 11, 212_258_800),
        ("othello-6x6", 10, 14_976_792),
        ("octagon-52", 10, 21_536_684),
        ("othello-10x10", 10, 25_168_320),
        ("eight-stars", 10, 25_059_868),
        ("othello-12x12", 9, 3_046_196),
        ("nip", 8, 365_024),
    ],
)
def test_perft(name: str, depth: int, leaves: int, cache: Path, benchmark: Benchmark) -> None:
    variant = Catalogue().get(name)
    kernels = build.load(variant, FLIPPING.perft_part, cache)
    context = kernels.structure("SearchContext")()
    boards = kernels.layout.boards(start(variant))
    benchmark.extra_info["leaves"] = leaves
    assert benchmark(kernels.perft, *boards, depth, addressof(context)) == leaves
