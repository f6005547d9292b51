"""Go solved by the rules alone, without a search: every position that can come up, and what either side can force.

Both sides are given a game that ends only where somebody ends it: what a side can force within any number of plies,
whatever the other does, is found by going over all positions until nothing changes. Where the two do not meet, the rest
hangs on games that never end.
"""

from __future__ import annotations

from engined.rules.position import PASS, Position

Key = tuple[object, ...]
FOREVER = 10_000.0
"""More than any score: what a game without end is worth to the side that does not want it to end."""


def key_of(position: Position) -> Key:
    """All that decides how a game goes on, prisoners apart: those of the past change nothing but the score."""
    _, *rest = position._essence[5:]
    return (position.board, position.seat, position.passes, *rest)


class Solved:
    """All positions after one, and what the first seat can force in each: at least ``least``, at most ``most``."""

    def __init__(self, position: Position) -> None:
        self._numbers: dict[Key, int] = {}
        self._after: list[list[tuple[int, float]]] = []
        self._mover: list[int] = []
        self._ends: list[float | None] = []
        self._reach(position)
        self.least = self._force(-FOREVER)
        self.most = self._force(FOREVER)

    def of(self, position: Position) -> tuple[float, float]:
        """What the first seat is still to gain at least and at most, komi apart."""
        number = self._numbers[key_of(position)]
        return self.least[number], self.most[number]

    def _reach(self, start: Position) -> None:
        waiting = [start]
        self._number(start)
        while waiting:
            position = waiting.pop()
            number = self._numbers[key_of(position)]
            for move in position.legal():
                after = position.play(move)
                gained = _prisoners(after) - _prisoners(position)
                if key_of(after) not in self._numbers:
                    self._number(after)
                    waiting.append(after)
                self._after[number].append((self._numbers[key_of(after)], gained))

    def _number(self, position: Position) -> None:
        self._numbers[key_of(position)] = len(self._after)
        self._after.append([])
        self._mover.append(position.seat)
        komi = position.variant.scoring.komi
        self._ends.append(position.value(0) + komi - _prisoners(position) if position.over else None)

    def _force(self, endless: float) -> list[float]:
        values = [endless if end is None else end for end in self._ends]
        changed = True
        while changed:
            changed = False
            for number in range(len(values) - 1, -1, -1):
                if self._ends[number] is None:
                    best = max if self._mover[number] == 0 else min
                    value = best(self._worth(values[after], gained) for after, gained in self._after[number])
                    if value != values[number]:
                        values[number], changed = value, True
        return values

    @staticmethod
    def _worth(value: float, gained: float) -> float:
        return value if abs(value) >= FOREVER else value + gained


def _prisoners(position: Position) -> float:
    if position.variant.scoring.kind == "area":
        return 0.0
    return float(position.taken[0] - position.taken[1])


__all__ = ["FOREVER", "PASS", "Solved"]
