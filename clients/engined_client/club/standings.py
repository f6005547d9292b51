"""Where a tournament stands: points, discs, and Brightwell's points for those who are level.

Brightwell points are all discs of a player, and C times the sum of its opponents' wins, once for each game against
them; C is the integer nearest to 64 divided by the games per player. A draw is half a win. Boards of other sizes are
brought to 64 cells. Our own: a game that was not played out counts 64 discs for the winner and none for the loser, and
a bye is a win with 32 discs against nobody.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum
from typing import Protocol

BOARD = 64
"""Discs of a game, on any board."""


class Game(Protocol):
    """A game of a tournament, between the players ``a`` and ``b``."""

    @property
    def a(self) -> str:
        """One player."""

    @property
    def b(self) -> str:
        """The other one."""

    @property
    def forfeit(self) -> str:
        """What has ended it other than the score; empty where the score did."""

    def points(self, name: str) -> float:
        """What one of the two gets: 1, 1/2 or 0."""

    def discs(self, name: str) -> float:
        """The discs of one of the two, of 64."""


@dataclass(frozen=True, slots=True)
class Row:
    """A player in the standings."""

    rank: int
    """The rank, from 1; players with equal points and Brightwell points share it."""
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


def opponent(game: Game, name: str) -> str:
    """The other one of a game."""
    return game.b if name == game.a else game.a


def standings(names: Sequence[str], played: Iterable[Game], byes: Mapping[str, int]) -> tuple[Row, ...]:
    """The players, best first: by points, then Brightwell points, then in the order given. ``byes`` are games that
    players won by having no opponent.
    """
    of: dict[str, list[Game]] = defaultdict(list)
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
                brightwell=discs + factor * sum(points[opponent(game, name)] for game in of[name]),
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


def _forfeits(name: str, played: list[Game]) -> dict[str, int]:
    return dict(Counter(game.forfeit for game in played if not game.points(name) and game.forfeit))
