"""What a family of games is to the rest of the program."""

from __future__ import annotations

from typing import Protocol

from engined.variants.model import Variant


class Family(Protocol):
    """A family of games. Stateless: one object for all variants.

    Kernel parts are names in :data:`engined.kernels.kernel_sources.PARTS`.
    """

    @property
    def name(self) -> str:
        """In words."""
        ...

    @property
    def search_part(self) -> str:
        """The kernels that search and solve."""
        ...

    @property
    def perft_part(self) -> str:
        """The kernels that count."""
        ...

    @property
    def training_part(self) -> str | None:
        """The kernels that weights are learned with; None where evaluations have no weights."""
        ...

    @property
    def zero_sum(self) -> bool:
        """Whether two sides move in turn, so that a score is minus the other's; else each seat has its own."""
        ...

    @property
    def selective(self) -> bool:
        """Whether searches prune what shallower ones think hopeless."""
        ...

    @property
    def solver(self) -> bool:
        """Whether exact scores come from a solver of their own, rather than from searching ever deeper."""
        ...

    def refusal(self, variant: Variant) -> str | None:
        """Why a variant is not of this family, or cannot be searched with its kernels; None if it can."""
        ...

    def kind(self, variant: Variant) -> str:
        """How a variant of this family runs here: the path through its kernels, and the bits of a board."""
        ...
