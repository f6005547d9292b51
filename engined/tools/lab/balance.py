"""Games of the engine against itself: who wins when everybody plays well, and does that change with depth?"""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence

from engined.rules.moves import Move
from engined.rules.position import Position
from engined.tools.match.openings import default_plies, positions_of, random_openings
from engined.variants.model import Variant

from .findings import Balance, Level, LevelResults
from .oracle import Oracle, levels_of
from .tally import ResultTally

LEAST_GAMES, MOST_GAMES = 16, 1000
"""The least and the most games of a level, unless openings or time run out."""
FIRST_SHARE = 0.15
"""The part of the time for the first level; the others have as many games."""
WORTH_TELLING = 8
"""Games of a level for which time ran out."""

Record = tuple[Position, tuple[Move, ...]]
"""A game: the end of its opening, and what was played from there."""


class SelfPlay:
    """Games from the same openings at ever higher levels. Raises OpeningError where no game is long enough."""

    def __init__(self, variant: Variant, oracle: Oracle, seed: int, evaluation: str) -> None:
        self._variant, self._oracle, self._evaluation = variant, oracle, evaluation
        self._plies = opening_plies(variant)
        openings = random_openings(variant, self._plies, MOST_GAMES, seed)
        self._begin = tuple(positions_of(variant, opening) for opening in openings)
        """The positions of each opening."""
        self._levels: list[LevelResults] = []
        self._under_way: tuple[Level, ResultTally, float] | None = None
        self.records: Sequence[Record] = ()
        """The games of the highest level that was played in full; before that, those of the first one."""

    def run(self, seconds: float) -> Generator[float, None, None]:
        """Play until the time is over; gives the share of it that has passed. Raises Unsupported."""
        number_of = levels_of(self._variant)
        games = len(self._begin)
        number = 1
        # Compiling is not counted.
        self._oracle.choose(self._begin[0], number_of(1))
        begun = time.monotonic()
        while True:
            level = number_of(number)
            self._under_way = (level, ResultTally(self._variant), time.monotonic())
            records: list[Record] = []
            self.records = self.records or records
            while len(records) < games:
                passed = time.monotonic() - begun
                if passed >= seconds:
                    return
                yield passed / seconds
                opening = self._begin[len(records)]
                records.append((opening[-1], self._play(opening, level)))
                if number == 1 and len(records) == LEAST_GAMES // 4:
                    games = min(games, self._affordable(seconds))
            self._levels = list(self._finished())
            self._under_way = None
            self.records = records
            if level.unit == "plies" and level.effort >= max(opening[-1].empties for opening in self._begin):
                return
            number += 1

    def finding(self) -> Balance | None:
        """What is known so far; None before a level has enough games."""
        levels = self._finished()
        if not levels:
            return None
        return Balance(self._plies, len(self._begin), self._evaluation, levels)

    def _finished(self) -> tuple[LevelResults, ...]:
        if self._under_way is None:
            return tuple(self._levels)
        level, tally, begun = self._under_way
        if tally.games < min(WORTH_TELLING, len(self._begin)):
            return tuple(self._levels)
        return (*self._levels, LevelResults(level, time.monotonic() - begun, tally.results()))

    def _affordable(self, seconds: float) -> int:
        """Games of each level, from what the first ones took."""
        assert self._under_way is not None
        _, tally, begun = self._under_way
        each = (time.monotonic() - begun) / tally.games
        return min(max(int(FIRST_SHARE * seconds / each), LEAST_GAMES), MOST_GAMES)

    def _play(self, opening: Sequence[Position], level: Level) -> tuple[Move, ...]:
        assert self._under_way is not None
        game, moves = [*opening], []
        while not game[-1].over:
            move = self._oracle.choose(game, level)
            moves.append(move)
            game.append(game[-1].play(move))
        self._under_way[1].add(game[-1])
        return tuple(moves)


def opening_plies(variant: Variant) -> int:
    """How many random plies games begin with: whole rounds of the table, so that the same seat goes on."""
    seats = len(variant.seats)
    return max(default_plies(variant) // seats, 1) * seats
