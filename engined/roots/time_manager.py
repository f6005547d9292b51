"""When to stop deepening on a clock: what a move should take, more in trouble, less when it is clear."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from engined.rules.moves import Move

GROWTH = 1.7
"""An iteration takes about so many times as long as the one before, until this search has shown its own growth."""
LEAST_GROWTH, MOST_GROWTH = 1.2, 4.0
STRETCH = 1.35
"""An iteration is begun if it should end before so many times the wanted seconds: as iterations grow, a search then
ends on average after the wanted seconds."""
CALM = 0.8
"""The part of the wanted seconds that a quiet move takes."""
CHANGE = 0.5
"""The part of the wanted seconds that is added if the best move changed in the last iteration; half of it for a change
in the iteration before, a quarter for the one before that, and so on.
"""
DISCS_OF_FALL = 6.0
"""A score that fell by so many discs asks for all of the wanted seconds once more."""
CLEAR = 0.5
"""The part of the wanted seconds for a best move that ``CLEAR_EFFORT`` of all nodes were spent on: the others are
refuted at almost no cost.
"""
CLEAR_EFFORT = 0.9
CLEAR_ITERATIONS = 4
"""The number of iterations for which it must have been the best."""
LARGEST_NEED = 2.5
FORCED_DEPTH, FORCED_SECONDS = 8, 0.02
"""A move without an alternative is played at this depth, or after so long: its score is shown all the same."""


@dataclass(frozen=True, slots=True)
class DeepeningProgress:
    """How far the deepening has come, for whoever decides whether to go on."""

    depth: int
    choices: int
    """Moves that differ; by symmetry some do not."""
    best: Move
    value: float
    """The value of the best move, in discs."""
    effort: float
    """Part of all nodes that was spent on the best move, 0 to 1."""


class TimeManager:
    """The time manager of one search. Pure: it is told the time."""

    def __init__(self, soft: float, hard: float, spent: float = 0.0) -> None:
        """Seconds: wanted, allowed, and what an earlier search took to come as far as this one starts.

        With as much wanted as allowed there is nothing to save, and only a forced move is played early.
        """
        self._soft = soft
        self._hard = hard
        self._ends = [0.0]
        """The end of each iteration, in seconds since the search began."""
        self._seen: list[DeepeningProgress] = []
        self._expected = spent * (GROWTH - 1)
        """Seconds for the next iteration."""

    def enough(self, progress: DeepeningProgress, elapsed: float) -> bool:
        """Whether to play now, at the end of an iteration (or of what is known from before, at the beginning)."""
        if progress.choices == 1:
            return progress.depth >= FORCED_DEPTH or elapsed >= FORCED_SECONDS
        if self._soft >= self._hard:
            return False
        if self._seen:
            self._ends.append(elapsed)
            self._expect()
        self._seen.append(progress)
        wanted = min(STRETCH * self._need() * self._soft, self._hard)
        return elapsed + self._expected > wanted

    def _expect(self) -> None:
        took = [end - begin for begin, end in pairwise(self._ends)]
        growth = GROWTH
        if len(took) >= 3 and took[-3] > 0:
            growth = min(max((took[-1] / took[-3]) ** 0.5, LEAST_GROWTH), MOST_GROWTH)
        self._expected = growth * max(took[-2:])

    def _need(self) -> float:
        """How many times the wanted seconds this move deserves."""
        seen = self._seen
        changes = 0.0
        for before, after in pairwise(seen):
            changes = changes / 2 + (before.best != after.best)
        need = CALM + CHANGE * changes
        # Values of odd and even depths differ: a fall is one below both iterations before.
        if len(seen) >= 3:
            need += max(min(seen[-2].value, seen[-3].value) - seen[-1].value, 0.0) / DISCS_OF_FALL
        if self._is_clear():
            need = CLEAR
        return min(need, LARGEST_NEED)

    def _is_clear(self) -> bool:
        last = self._seen[-CLEAR_ITERATIONS:]
        return (
            len(last) == CLEAR_ITERATIONS
            and len({progress.best for progress in last}) == 1
            and last[-1].effort >= CLEAR_EFFORT
        )
