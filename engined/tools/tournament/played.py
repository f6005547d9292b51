"""A game of a tournament of engines, as the standings count it."""

from __future__ import annotations

from typing import NamedTuple

from engined.tools.match.game_log import FinishedGame
from engined.tools.match.process import End
from engined_client.club.standings import BOARD


class Played(NamedTuple):
    """A game of a tournament: ``a`` and ``b`` are the engines that it calls A and B."""

    round: int
    variant: str
    cells: int
    """The number of cells of the variant's board."""
    a: str
    b: str
    game: FinishedGame

    @property
    def forfeit(self) -> str:
        """What has ended it, where that was not the score."""
        return "" if self.game.end == End.SCORE else self.game.end

    def points(self, name: str) -> float:
        """What one of the two gets: 1, 1/2 or 0."""
        return self.game.points if name == self.a else 1 - self.game.points

    def discs(self, name: str) -> float:
        """The discs of one of the two, of 64, empty cells with the winner where the variant gives them to it."""
        margin = self.game.discs
        if margin is None:
            return BOARD * self.points(name)
        share = max(-1.0, min(1.0, margin / self.cells))
        return BOARD / 2 * (1 + (share if name == self.a else -share))

    def seat(self, name: str) -> int:
        """Which of the variant's seats one of the two had: A has the first in games of odd numbers."""
        return (self.game.number + (name == self.a)) % 2
