"""What plays games out for the root of a tree search, and what it says of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct

from engined.results import Forecast
from engined.rules.position import Move


class Ending(Struct, frozen=True):
    """How the games through a move ended, from the mover's view."""

    move: Move
    games: int
    win_rate: float
    prior: float
    mean: float
    spread: float
    earlier: int = 0
    """The part of the games that earlier analyses played: ``mean`` and ``spread`` are of the others."""

    @property
    def played(self) -> int:
        """The games of this analysis."""
        return self.games - self.earlier


class Searcher(Protocol):
    """What plays games from one position, and remembers them in a tree."""

    @property
    def nodes(self) -> int:
        """Games played so far."""
        ...

    def grow(self, games: int, only: frozenset[Move] = frozenset()) -> None:
        """Play so many games, through some of the moves alone where there are any. Raises Interrupted."""
        ...

    def allow(self, games: int) -> None:
        """Go on where the limit of games was reached, to one so much higher."""
        ...

    def settle(self, owners: Mapping[int, int]) -> None:
        """Count these cells for these colours from now on, however games end there; those so far are forgotten. Where
        somebody else searches the same position, nothing is done.
        """
        ...

    def play_for_points(self) -> None:
        """Let the points that a game ends with count for more than who wins it from now on; games so far are forgotten.
        Where somebody else searches the same position, nothing is done.
        """
        ...

    def endings(self) -> tuple[Ending, ...]:
        """The endings of games through each move, those with most games first."""
        ...

    def forecast(self) -> Forecast:
        """The forecast of the position."""
        ...

    def ownership(self, move: Move) -> tuple[float, ...]:
        """The ownership of the position after a move: see :class:`Forecast`."""
        ...

    def line(self, move: Move, plies: int) -> tuple[tuple[Move, int], ...]:
        """The moves that games went through most, from this one on, itself included, and how many went through each."""
        ...

    def halt(self) -> None:
        """End what runs now or is called later. From any thread."""
        ...
