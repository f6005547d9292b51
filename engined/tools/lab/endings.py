"""How far from the end of a game positions can be solved, and what that costs."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Generator, Iterator, Sequence

from engined.rules.position import Position, start
from engined.variants.model import Variant

from .balance import Record
from .findings import Endings, Exact, SolvedEndings
from .oracle import Oracle

SAMPLE = 5
"""Positions of each number of empty cells, from different games."""
STEADY_NODES = 1000
STEADY_TIMES = 4
"""Below so many nodes, and so many times those of the cheapest ending, the cost of one says little about the next."""


class Solving:
    """Positions of games, with ever more empty cells, until the start itself or the end of the time."""

    def __init__(self, variant: Variant, oracle: Oracle, records: Sequence[Record]) -> None:
        self._oracle, self._records = oracle, records
        self._beginning = start(variant)
        self._endings: list[SolvedEndings] = []
        self._start: Exact | None = None

    def run(self, seconds: float) -> Generator[float, None, None]:
        """Solve for so long; gives the share of the time that has passed. Raises Unsupported."""
        begun = time.monotonic()

        def left() -> float:
            return seconds - (time.monotonic() - begun)

        for empties in range(1, self._beginning.empties):
            found: list[Exact] = []
            for position in self._positions(empties):
                yield 1 - max(left(), 0) / seconds
                exact = self._oracle.solve(position, left()) if left() > 0 else None
                if exact is None:
                    return
                found.append(exact)
            if found:
                self._endings.append(_ending(empties, found))
        if left() > 0:
            self._start = self._oracle.solve(self._beginning, left())

    def finding(self) -> Endings | None:
        """What is known so far; None before anything was solved."""
        if not self._endings and self._start is None:
            return None
        growth, start_nodes = self._law()
        return Endings(tuple(self._endings), growth, None if self._start else start_nodes, self._start)

    def _positions(self, empties: int) -> Iterator[Position]:
        """Positions with so many empty cells and a choice; others for the next number."""
        games, taken = len(self._records), 0
        for turn in range(games):
            position = _at(self._records[(empties * SAMPLE + turn) % games], empties)
            if position is not None:
                yield position
                taken += 1
                if taken == SAMPLE:
                    return

    def _law(self) -> tuple[float | None, float | None]:
        """The growth for each empty cell, and what it makes of the start, by least squares through the logarithms."""
        least = min((ending.nodes for ending in self._endings), default=0)
        steady = [ending for ending in self._endings if ending.nodes >= max(STEADY_NODES, STEADY_TIMES * least)]
        if len(steady) < 3:
            return None, None
        empties = [float(ending.empties) for ending in steady]
        slope, intercept = statistics.linear_regression(empties, [math.log(ending.nodes) for ending in steady])
        return math.exp(slope), math.exp(intercept + slope * self._beginning.empties)


def _at(record: Record, empties: int) -> Position | None:
    """The position of a game with so many empty cells, if its mover has a choice there."""
    position, moves = record
    for move in moves:
        if position.empties == empties and len(position.legal()) > 1:
            return position
        position = position.play(move)
    return None


def _ending(empties: int, found: list[Exact]) -> SolvedEndings:
    """The sum of some solutions."""
    nodes = sorted(exact.nodes for exact in found)
    return SolvedEndings(
        empties=empties,
        solved=len(found),
        nodes=int(statistics.median(nodes)),
        most_nodes=nodes[-1],
        seconds=statistics.median(exact.seconds for exact in found),
    )
