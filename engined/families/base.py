"""What a family of games is to the rest of the program."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol

from engined.kernels.compilation.kernel_sources import Part
from engined.roots.limits import Limits, SearchClock
from engined.roots.pause import Pause
from engined.roots.root_search import RootSearch
from engined.rules.position import Position
from engined.variants.model import Variant


class WeightsKind(StrEnum):
    """The kind of weights that searches learn from their own games, if any."""

    NOTHING = "nothing"
    VALUES = "values"
    """The weights of patterns, by positions (:mod:`engined.patterns.weights`)."""
    MOVES = "moves"
    """The strengths of moves by their features (:mod:`engined.patterns.strengths`)."""
    CHAINS = "chains"
    """The weights of features of chains (:mod:`engined.patterns.chain_weights`)."""


class Backend(Protocol):
    """A variant's kernels, loaded, and what they keep between searches. Analyses may run at the same time."""

    def root(
        self, position: Position, limits: Limits, clock: SearchClock, report: Callable[[], None]
    ) -> AbstractContextManager[RootSearch]:
        """A root search of a position that is not over. ``limits.seconds`` are those that are left; ``report`` is
        called whenever its lines have become better.
        """
        ...


class PerftCount(Protocol):
    """One count of leaves."""

    def perft(self, position: Position, depth: int) -> int:
        """Leaves ``depth`` plies below the position. Raises Interrupted."""
        ...

    def halt(self) -> None:
        """End the count. From any thread."""
        ...


class PerftCounter(Protocol):
    """A variant's perft kernels, loaded."""

    def counting(self, pause: Pause | None = None) -> AbstractContextManager[PerftCount]:
        """The kernels for one count, which waits in pauses."""
        ...


class Family(Protocol):
    """A family of games. Stateless: one object for all variants.

    Questions need no kernels; only what ``load`` and ``load_counter`` do imports what links machine code.
    """

    @property
    def name(self) -> str:
        """The name of the family, in words."""
        ...

    @property
    def search_part(self) -> Part:
        """The kernels that search and solve."""
        ...

    @property
    def perft_part(self) -> Part:
        """The kernels that count."""
        ...

    @property
    def learns(self) -> WeightsKind:
        """What was learned that searches may go by."""
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
    def evaluates(self) -> bool:
        """Whether its backends say what a position is worth without a search: they are
        :class:`~engined.engine.evaluation.Evaluating`.
        """
        ...

    def refusal(self, variant: Variant) -> str | None:
        """Why a variant is not of this family, or cannot be searched with its kernels; None if it can."""
        ...

    def kind(self, variant: Variant) -> str:
        """How a variant of this family runs here: the path through its kernels, and the bits of a board."""
        ...

    def load(self, variant: Variant, cache: Path | None, table_mib: int, weights: Any) -> Backend:
        """The search kernels, compiled if need be, with tables of so many MiB; ``weights`` are what :attr:`learns`
        says, None where there is nothing. Raises as :func:`engined.kernels.compilation.build.load` does.
        """
        ...

    def load_counter(self, variant: Variant, cache: Path | None) -> PerftCounter | None:
        """The perft kernels, compiled if need be; None where the rules count alone. Raises likewise."""
        ...
