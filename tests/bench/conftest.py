"""What the benchmarks share: backends that are loaded before any clock runs, and positions."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from engined.backends.two_sided import TwoSidedSearcher
from engined.rules.position import Position, start
from engined.variants.catalogue import Catalogue
from tests.search.compiled import load_two_sided

TABLE_MIB = 64
"""Node counts depend on it."""


@cache
def _loaded(name: str) -> None:
    """Have a variant's kernels compiled and in the cache."""
    load_two_sided(Catalogue().get(name), TABLE_MIB)


@pytest.fixture(scope="session", autouse=True)
def plugin() -> None:
    """Without pytest-benchmark all of this is skipped."""
    pytest.importorskip("pytest_benchmark")


@pytest.fixture
def fresh() -> Iterator[Callable[[str], TwoSidedSearcher]]:
    """A searcher of a variant by name, on one thread, with an empty table."""
    from contextlib import ExitStack

    with ExitStack() as opened:

        def searcher(name: str) -> TwoSidedSearcher:
            _loaded(name)
            backend = load_two_sided(Catalogue().get(name), TABLE_MIB)
            return opened.enter_context(backend.searcher(1, None))

        yield searcher


@pytest.fixture(scope="session")
def positions() -> Callable[[str, int], tuple[Position, ...]]:
    """So many positions from random games of a variant, the same every time; none is over."""

    def drawn(name: str, count: int) -> tuple[Position, ...]:
        draw = random.Random(name)
        found: list[Position] = []
        while len(found) < count:
            position = start(Catalogue().get(name))
            while not position.over and len(found) < count:
                found.append(position)
                position = position.play(draw.choice(position.legal()))
        return tuple(found)

    return drawn
