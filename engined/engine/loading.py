"""What a variant is searched and counted with: whether it is compiled, and how it is loaded.

Importing this module imports numpy; what links machine code is imported when something is loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engined.families import family_of, find_family
from engined.families.base import Backend, PerftCounter, WeightsKind
from engined.kernels.compilation import build
from engined.kernels.compilation.kernel_sources import Part
from engined.variants.model import Variant

from . import learned


@dataclass(frozen=True, slots=True)
class Needed:
    """Kernels that a variant needs, with what goes besides, and whether they want weights."""

    variant: Variant
    part: Part
    trained: bool = False

    def is_cached(self, cache: Path | None) -> bool:
        """Whether they have been compiled."""
        besides = self.part.besides(self.variant)
        there = all(build.is_warm(self.variant, part, cache) for part in besides)
        return there and build.is_warm(self.variant, self.part, cache, trained=self.trained)

    def compile(self, cache: Path | None) -> None:
        """Have them compiled if need be. Raises as :func:`engined.kernels.compilation.build.load` does."""
        build.load(self.variant, self.part, cache, trained=self.trained)
        for part in self.part.besides(self.variant):
            build.load(self.variant, part, cache)


def search_kernels(variant: Variant, weights: Path | None) -> Needed:
    """What a variant is searched with; ``weights`` is the folder of the user's. Raises Unsupported where there can be
    no kernels.
    """
    family = family_of(variant)
    trained = family.learns is WeightsKind.VALUES and learned.find(variant, weights) is not None
    return Needed(variant, family.search_part, trained=trained)


def perft_kernels(variant: Variant) -> Needed:
    """What its leaves are counted with. Raises likewise."""
    return Needed(variant, family_of(variant).perft_part)


def load_backend(
    variant: Variant, cache: Path | None, table_mib: int, weights: Callable[[], Any] | None = None
) -> Backend:
    """The search kernels of a variant, compiled if need be, with what was learned where there is something: if
    ``weights`` is None, with what is shipped.

    Raises Unsupported where there can be no kernels, and ValueError where a file of weights is damaged.
    """
    family = family_of(variant)
    found = weights() if weights is not None else learned.load(variant, None)
    return family.load(variant, cache, table_mib, found)


def load_counter(variant: Variant, cache: Path | None) -> PerftCounter | None:
    """The perft kernels of a variant, compiled if need be; None where there can be none."""
    family = find_family(variant)
    return None if family is None else family.load_counter(variant, cache)
