"""Searchers of compiled variants, and the plain one they are held to."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from engined.engine.loading import load_two_sided
from engined.engine.searcher import Machine, Searcher
from engined.kernels import build
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
    return build.load(variant_named(name), "search")


@contextmanager
def fresh(name: str, *, threads: int = 1, nodes: int | None = None) -> Iterator[Searcher]:
    """A searcher with an empty table, and the weights that are shipped."""
    with machine(name).searcher(threads, nodes) as searcher:
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


def machine(name: str) -> Machine:
    """A machine with a table of its own."""
    return load_two_sided(variant_named(name), None, TABLE_MIB)
