"""The kernels that a variant is searched and counted with, loaded: which ones these are is decided here.

Importing this module imports llvmlite; numba is imported only where something has to be compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engined.kernels import build
from engined.kernels.layout import is_general, unsupported
from engined.kernels.seating import is_seated, takes_turns
from engined.patterns.weights import Weights, load
from engined.variants.model import Variant

from .choosing import ChoosingMachine
from .searcher import Counter, Machine
from .seated import SeatedCounter, SeatedMachine, ViewsMachine


def load_machine(
    variant: Variant, cache: Path | None, table_mib: int, weights: Callable[[], Weights | None]
) -> Machine | SeatedMachine:
    """The search kernels of a variant, compiled if need be, with weights where it can have some and there are some.

    Raises ValueError where there can be no kernels, or where a file of weights is damaged.
    """
    if _is_seated(variant):
        return load_seated(variant, cache, table_mib)
    return load_two_sided(variant, cache, table_mib, weights)


def load_two_sided(
    variant: Variant, cache: Path | None, table_mib: int, weights: Callable[[], Weights | None] | None = None
) -> Machine:
    """The same of a game for two seats. If ``weights`` is None it has those that are shipped."""
    found = load(variant, None) if weights is None else weights()
    part, kind = ("general", ChoosingMachine) if is_general(variant) else ("search", Machine)
    return kind(build.load(variant, part, cache, trained=found is not None), table_mib, found)


def load_seated(variant: Variant, cache: Path | None, table_mib: int) -> SeatedMachine:
    """The same of a game for more seats."""
    if takes_turns(variant):
        return SeatedMachine(build.load(variant, "sides", cache), table_mib)
    return ViewsMachine(build.load(variant, "seats", cache), table_mib)


def load_counter(variant: Variant, cache: Path | None) -> Counter | SeatedCounter | None:
    """The perft kernels of a variant, compiled if need be; None where there can be none."""
    if is_seated(variant):
        return SeatedCounter(build.load(variant, "turns", cache))
    if unsupported(variant) is not None:
        return None
    return Counter(build.load(variant, "choices" if is_general(variant) else "moves", cache))


def _is_seated(variant: Variant) -> bool:
    return is_seated(variant) or len(variant.seats) > 2
