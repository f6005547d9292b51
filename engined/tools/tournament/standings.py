"""Where a tournament stands: points, discs, and Brightwell's points for those who are level.

Brightwell points are all discs of an engine, and C times the sum of its opponents' wins, once for each game against
them; C is the integer nearest to 64 divided by the games per player. A draw is half a win. Boards of other sizes are
brought to 64 cells. Our own: a game that was not played out counts 64 discs for the winner and none for the loser, and
a bye is a win with 32 discs against nobody.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum
from typing import NamedTuple

from engined.tools.match.game_log import FinishedGame
from engined.tools.match.process import End

BOARD = 64
"""Discs of a game, on any board."""


class Played(NamedTuple):
    """A game of a tournament: ``a`` and ``b`` are the engines that it calls A and B."""

    round: int
    variant: str
    cells: int
    """The number of cells of the variant's board."""
    a: str
    b: str
    game: FinishedGame

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

    def opponent(self, name: str) -> str:
        """The other one."""
        return self.b if name == self.a else self.a

    def seat(self, name: str) -> int:
        """Which of the variant's seats one of the two had: A has the first in games of odd numbers."""
        return (self.game.number + (name == self.a)) % 2


@dataclass(frozen=True, slots=True)
class Row:
    """An engine in the standings."""

    rank: int
    """The rank, from 1; engines with equal points and Brightwell points share it."""
    name: str
    games: int
    """The number of games, byes included."""
    won: int
    drawn: int
    lost: int
    points: float
    discs: float
    brightwell: float
    forfeits: dict[str, int]
    """Games lost otherwise than by the score, by what happened."""


def coefficient(games: int) -> int:
    """Brightwell's C for so many games per player.

    >>> [coefficient(games) for games in range(1, 16)]
    [64, 32, 21, 16, 13, 11, 9, 8, 7, 6, 6, 5, 5, 5, 4]
    """
    return round(BOARD / games)


def standings(names: Sequence[str], played: Iterable[Played], byes: Mapping[str, int]) -> tuple[Row, ...]:
    """The engines, best first: by points, then Brightwell points, then in the order given. ``byes`` are games that
    engines won by having no opponent.
    """
    played = tuple(played)
    of: dict[str, list[Played]] = defaultdict(list)
    for game in played:
        of[game.a].append(game)
        of[game.b].append(game)
    points = {name: byes.get(name, 0) + sum(game.points(name) for game in of[name]) for name in names}
    games = {name: byes.get(name, 0) + len(of[name]) for name in names}
    factor = coefficient(max(games.values())) if any(games.values()) else 0
    rows = []
    for name in names:
        # Exact sums: a run that goes on has the games in another order, and must pair as the first one did.
        discs = fsum([BOARD / 2 * byes.get(name, 0), *(game.discs(name) for game in of[name])])
        results = Counter(game.points(name) for game in of[name])
        rows.append(
            Row(
                rank=0,
                name=name,
                games=games[name],
                won=results[1.0] + byes.get(name, 0),
                drawn=results[0.5],
                lost=results[0.0],
                points=points[name],
                discs=discs,
                brightwell=discs + factor * sum(points[game.opponent(name)] for game in of[name]),
                forfeits=_forfeits(name, of[name]),
            )
        )
    return _ranked(rows)


def _ranked(rows: list[Row]) -> tuple[Row, ...]:
    rows.sort(key=lambda row: (-row.points, -row.brightwell))
    ranked: list[Row] = []
    for place, row in enumerate(rows, 1):
        above = ranked[-1] if ranked else None
        level = above is not None and (above.points, above.brightwell) == (row.points, row.brightwell)
        ranked.append(replace(row, rank=above.rank if above is not None and level else place))
    return tuple(ranked)


def _forfeits(name: str, played: list[Played]) -> dict[str, int]:
    lost = [game.game.end for game in played if not game.points(name) and game.game.end != End.SCORE]
    return dict(Counter(lost))
