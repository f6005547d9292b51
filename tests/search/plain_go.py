"""Go solved by the rules alone, without a search: all positions that can come up, and what either side can force.

What a side can force within any number of plies, whatever the other does, is found by going over all positions until
nothing changes (L. Shapley, "Stochastic games", 1953). A game that never ends is worth nothing to whoever is to force
something. Where the two sides do not meet, what is between hangs on a cycle.
"""

from __future__ import annotations

from collections.abc import Iterator

from engined.rules.position import Position
from engined.variants.model import ScoreKind

Key = tuple[object, ...]
FOREVER = 10_000.0
"""More than any score."""


def key_of(position: Position) -> Key:
    """All that decides how a game goes on: the board, the mover, passes, and the points that ko closes to it."""
    return position.board, position.seat, position.passes, position.legal()


def prisoners(position: Position) -> float:
    """By how many the first seat is ahead, where they count."""
    counts = position.variant.scoring.kind is not ScoreKind.AREA
    return float(position.taken[0] - position.taken[1]) if counts else 0.0


class PlainGo:
    """All positions of the games that go on from one, and what they are worth."""

    def __init__(self, position: Position) -> None:
        self.positions: list[Position] = []
        self._numbers: dict[Key, int] = {}
        self._after: list[tuple[tuple[int, float], ...]] = []
        self._reach(position)
        self._least, self._most = self._forced(-FOREVER), self._forced(FOREVER)

    def bounds(self, position: Position) -> tuple[float, float]:
        """The score that the mover can force at least, and that the other can hold it to."""
        number, sign = self._numbers[key_of(position)], 1 if position.seat == 0 else -1
        past = prisoners(position) - position.variant.scoring.komi
        both = (sign * (self._least[number] + past), sign * (self._most[number] + past))
        return min(both), max(both)

    def _reach(self, first: Position) -> None:
        self._number(first)
        for position in self._found():
            self._after.append(tuple(self._leads_to(position)))

    def _found(self) -> Iterator[Position]:
        while len(self._after) < len(self.positions):
            yield self.positions[len(self._after)]

    def _leads_to(self, position: Position) -> Iterator[tuple[int, float]]:
        for move in position.legal():
            after = position.play(move)
            yield self._number(after), prisoners(after) - prisoners(position)

    def _number(self, position: Position) -> int:
        number = self._numbers.setdefault(key_of(position), len(self.positions))
        if number == len(self.positions):
            self.positions.append(position)
        return number

    def _forced(self, endless: float) -> list[float]:
        values = [self._end(position) if position.over else endless for position in self.positions]
        changed = True
        while changed:
            changed = False
            for number in reversed(range(len(values))):
                if not self.positions[number].over:
                    best = max if self.positions[number].seat == 0 else min
                    value = best(self._worth(values[after], gained) for after, gained in self._after[number])
                    changed = changed or value != values[number]
                    values[number] = value
        return values

    @staticmethod
    def _end(position: Position) -> float:
        return position.value(0) + position.variant.scoring.komi - prisoners(position)

    @staticmethod
    def _worth(value: float, gained: float) -> float:
        return value if abs(value) >= FOREVER else value + gained
