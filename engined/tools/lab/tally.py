"""Counting: values of a quantity, and how games ended."""

from __future__ import annotations

import math
from collections import Counter
from statistics import fmean, stdev

from engined.rules.position import Position
from engined.rules.scoring import names_of_sides, sides, standings
from engined.variants.model import Variant

from .findings import Results, Share, SideResult, Summary


class Quantity:
    """Values that come game by game. Those of one game need not be independent of each other."""

    def __init__(self) -> None:
        self._counts: Counter[float] = Counter()
        self._games: list[tuple[float, int]] = []
        """The sum of each game's values, and their number."""

    def add(self, values: list[float]) -> None:
        """The values of one more game."""
        self._counts.update(values)
        self._games.append((sum(values), len(values)))

    def summary(self) -> Summary:
        """Mean, spread, error and histogram. Raises ZeroDivisionError without values.

        The error of the mean is that of a ratio of two sums over independent games (W. Cochran, "Sampling
        Techniques", section 2.11).
        """
        number = self._counts.total()
        mean = sum(value * count for value, count in self._counts.items()) / number
        spread = sum(count * (value - mean) ** 2 for value, count in self._counts.items())
        games = len(self._games)
        error = None
        if games > 1:
            rests = sum((total - mean * count) ** 2 for total, count in self._games)
            error = math.sqrt(rests * games / (games - 1)) / number
        sd = math.sqrt(spread / (number - 1)) if number > 1 else 0.0
        return Summary(number, mean, sd, error, dict(sorted(self._counts.items())))


def side_of(position: Position) -> str:
    """The name of the side that moves."""
    together = sides(position.variant)
    side = next(index for index, seats in enumerate(together) if position.seat in seats)
    return names_of_sides(position.variant)[side]


def winners(position: Position) -> tuple[int, ...]:
    """The best sides of a finished game; the holder of the right to a draw alone."""
    totals = standings(position.variant, position.scores())
    best = tuple(side for side, total in enumerate(totals) if total == max(totals))
    holder = position.variant.scoring.draw_right.seat
    return best if len(best) == 1 or holder is None else (holder,)


class ResultTally:
    """How finished games ended."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._names = names_of_sides(variant)
        self._members = sides(variant)
        none: tuple[int, ...] = (0,) * len(self._names)
        self.games, self._draws, self._full = 0, 0, 0
        self._won, self._shared = list(none), list(none)
        self._points: list[list[float]] = [[] for _ in none]
        self._margins: list[list[float]] = [[] for _ in none]
        self._ranks: list[list[int]] = [[] for _ in none]

    def add(self, position: Position) -> None:
        """One more finished game."""
        best = winners(position)
        ranks = position.ranks()
        self.games += 1
        self._draws += len(best) > 1
        self._full += position.empties == 0
        for side, seats in enumerate(self._members):
            self._won[side] += best == (side,)
            self._shared[side] += len(best) > 1 and side in best
            self._points[side].append((side in best) / len(best))
            self._margins[side].append(position.value(seats[0]))
            self._ranks[side].append(ranks[seats[0]])

    def results(self) -> Results:
        """The sum of the games so far, of which there must be one."""
        found = tuple(self._result(side) for side in range(len(self._names)))
        return Results(self.games, self._draws, self._full, found)

    def _result(self, side: int) -> SideResult:
        points, margins = self._points[side], self._margins[side]
        margin_sd = stdev(margins) if self.games > 1 else 0.0
        return SideResult(
            name=self._names[side],
            won=self._won[side],
            shared=self._shared[side],
            points=Share(fmean(points), _error(points)),
            margin=fmean(margins),
            margin_error=margin_sd / math.sqrt(self.games) if self.games > 1 else None,
            margin_sd=margin_sd,
            rank=fmean(self._ranks[side]),
        )


def _error(points: list[float]) -> float:
    """Standard error of the mean of points. A game of either result is added to the spread (never to the mean):
    without it a few equal results would claim certainty.
    """
    mean = fmean(points)
    spread = sum((point - mean) ** 2 for point in points) + (mean**2 + (1 - mean) ** 2) / 2
    return math.sqrt(spread / (len(points) + 1) / len(points))
