"""What the root of an alpha-beta search asks: values of positions in windows."""

from __future__ import annotations

from typing import Protocol

from engined.rules.position import Move, Position
from engined.search.probcut_levels import FULL_WIDTH

from ..confidence import Confidence


class AlphaBetaSearcher(Protocol):
    """Values of positions that are not over, from the view of the seat to move in each."""

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        ...

    @property
    def selective(self) -> bool:
        """Whether levels mean anything to it: else all of its searches prune nothing."""
        ...

    @property
    def confidence(self) -> Confidence:
        """How often the scores of its selective searches are exact."""
        ...

    def halt(self) -> None:
        """End every search that runs now or is asked for later. From any thread."""
        ...

    def search(self, position: Position, depth: int, alpha: int, beta: int) -> int:
        """Fail-soft value in hundredths of a disc at this depth. Raises Interrupted."""
        ...

    def solve(self, position: Position, alpha: int, beta: int, level: int = FULL_WIDTH) -> int:
        """Fail-soft value in discs, to the end at a level of confidence; exact at the last. Raises Interrupted."""
        ...

    def variation(self, position: Position, plies: int) -> tuple[Move, ...]:
        """The line that the table holds from a position: at most so many placements, and passes."""
        ...
