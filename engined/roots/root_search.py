"""What a root search is to whoever runs it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from engined.results import Forecast, MoveLine


class RootSearch(Protocol):
    """The analysis of one position by kernels.

    ``lines``, ``depth`` and ``nodes`` are right at every moment, also after Interrupted; other threads may read them.
    """

    @property
    def lines(self) -> tuple[MoveLine, ...]:
        """The wanted lines, best first."""
        ...

    @property
    def depth(self) -> int:
        """Plies of the last complete iteration."""
        ...

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        ...

    @property
    def forecast(self) -> Forecast | None:
        """The forecast of the position, where games are played out."""
        ...

    def adopt(self, depth: int, lines: Iterable[MoveLine]) -> None:
        """Start from what an earlier analysis of the same position found at this depth."""
        ...

    def run(self) -> None:
        """Search until all that is wanted is known. Raises Interrupted, also where a limit says that it is enough."""
        ...

    def halt(self) -> None:
        """End every kernel that runs now or is called later. From any thread."""
        ...
