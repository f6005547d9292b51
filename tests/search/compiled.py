"""Searchers of compiled variants, and the plain one they are held to."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

from engined.backends.two_sided import TwoSidedBackend, TwoSidedSearcher
from engined.engine.loading import load_backend
from engined.families import FLIPPING
from engined.kernels.compilation import build
from engined.patterns.weights import Weights
from engined.rules.position import Position, start
from engined.variants.catalogue import Catalogue
from engined.variants.model import Variant

HOLED = """
name = "holed"
inherits = "anti-othello"
[board]
drawing = '''
. . . . . .
. # . . . .
. . X O . .
. . O X . .
. . . . # .
'''
"""
TABLE_MIB = 8


@cache
def variant_named(name: str) -> Variant:
    """A variant of the catalogue, or ``holed``."""
    return Catalogue().check(HOLED, "test") if name == "holed" else Catalogue().get(name)


@cache
def kernels_of(name: str) -> build.Kernels:
    """Compiled once for all tests."""
    return build.load(variant_named(name), FLIPPING.search_part)


@contextmanager
def fresh(name: str, *, threads: int = 1, nodes: int | None = None) -> Iterator[TwoSidedSearcher]:
    """A searcher with an empty table, and the weights that are shipped."""
    with backend_of(name).searcher(threads, nodes) as searcher:
        yield searcher


def late(name: str, empties: int, seed: int) -> Position:
    """A position that is not over, this many cells before the end, reached by random play."""
    rng = random.Random(f"{name} {seed}")
    while True:
        position = start(variant_named(name))
        while not position.over and position.empties > empties:
            position = position.play(rng.choice(position.legal()))
        if not position.over:
            return position


def load_two_sided(
    variant: Variant, table_mib: int = TABLE_MIB, weights: Callable[[], Weights | None] | None = None
) -> TwoSidedBackend:
    """A backend with a table of its own."""
    backend = load_backend(variant, None, table_mib, weights)
    assert isinstance(backend, TwoSidedBackend)
    return backend


def backend_of(name: str) -> TwoSidedBackend:
    """One of a variant by its name."""
    return load_two_sided(variant_named(name))
