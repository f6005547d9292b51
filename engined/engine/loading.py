"""The kernels that a variant is searched and counted with, loaded.

Importing this module imports llvmlite; numba is imported only where something has to be compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engined.families import FLIP_CHOICE, MULTIPLAYER, TEAMS, family_of, find_family
from engined.kernels import build
from engined.patterns.weights import Weights, find, load
from engined.variants.model import Variant

from .choosing import ChoosingMachine
from .probcut_errors import BY_GEOMETRY
from .searcher import Counter, Machine
from .seated import SeatedCounter, SeatedMachine, ViewsMachine
from .untrained import errors_of


@dataclass(frozen=True, slots=True)
class Part:
    """Kernels that a variant needs: a part of :data:`engined.kernels.kernel_sources.PARTS`, and whether it wants
    weights.
    """

    variant: Variant
    name: str
    trained: bool = False

    def is_cached(self, cache: Path | None) -> bool:
        """Whether it has been compiled."""
        return build.is_warm(self.variant, self.name, cache, trained=self.trained)

    def load(self, cache: Path | None) -> build.Kernels:
        """The kernels, compiled if need be. Raises as :func:`engined.kernels.build.load` does."""
        return build.load(self.variant, self.name, cache, trained=self.trained)


def parts(variant: Variant, weights: Path | None) -> tuple[Part, ...]:
    """What a variant is searched with, and what its trees are counted with; ``weights`` is the folder of the user's.

    Raises Unsupported where there can be no kernels.
    """
    return search_part(variant, weights), Part(variant, family_of(variant).perft_part)


def search_part(variant: Variant, weights: Path | None) -> Part:
    """What a variant is searched with. Raises Unsupported where there can be no kernels."""
    family = family_of(variant)
    trained = family.training_part is not None and find(variant, weights) is not None
    return Part(variant, family.search_part, trained=trained)


def load_machine(
    variant: Variant, cache: Path | None, table_mib: int, weights: Callable[[], Weights | None]
) -> Machine | SeatedMachine:
    """The search kernels of a variant, compiled if need be, with weights where it can have some and there are some.

    Raises Unsupported where there can be no kernels, and ValueError where a file of weights is damaged.
    """
    if family_of(variant).training_part is None:
        return load_seated(variant, cache, table_mib)
    return load_two_sided(variant, cache, table_mib, weights)


def load_two_sided(
    variant: Variant, cache: Path | None, table_mib: int, weights: Callable[[], Weights | None] | None = None
) -> Machine:
    """The same of a game for two seats. If ``weights`` is None it has those that are shipped."""
    found = load(variant, None) if weights is None else weights()
    family = family_of(variant)
    kernels = Part(variant, family.search_part, trained=found is not None).load(cache)
    if family is FLIP_CHOICE:
        return ChoosingMachine(kernels, table_mib, found)
    return Machine(kernels, table_mib, found, BY_GEOMETRY if found is not None else errors_of(kernels, cache))


def load_seated(variant: Variant, cache: Path | None, table_mib: int) -> SeatedMachine:
    """The same of a game for more seats."""
    family = family_of(variant)
    make = ViewsMachine if family is MULTIPLAYER else SeatedMachine
    return make(Part(variant, family.search_part).load(cache), table_mib)


def load_counter(variant: Variant, cache: Path | None) -> Counter | SeatedCounter | None:
    """The perft kernels of a variant, compiled if need be; None where there can be none."""
    family = find_family(variant)
    if family is None:
        return None
    kernels = Part(variant, family.perft_part).load(cache)
    return SeatedCounter(kernels) if family in (TEAMS, MULTIPLAYER) else Counter(kernels)
