"""How much of a clock is lost between its owner and the engine, as seen from what the owner says of it."""

from __future__ import annotations

MOST_AT_ONCE = 2.0
"""Seconds for one move that count; more is an accident and says nothing of the next."""
DOUBT = 4
"""The number of moves without any lag that are put before those that were seen: owners round to whole seconds, and one
move says little.
"""


class Lag:
    """The mean of what moves lost: by the engine's own count less, by the clock's owner more."""

    def __init__(self) -> None:
        self._lost = 0.0
        self._moves = 0

    def see(self, seconds: float) -> None:
        """A move took so much more by the owner's clock than by the engine's."""
        self._lost += max(min(seconds, MOST_AT_ONCE), -MOST_AT_ONCE)
        self._moves += 1

    @property
    def seconds(self) -> float:
        """Seconds to expect of the next move, to the millisecond; never below 0."""
        return round(max(self._lost, 0.0) / (self._moves + DOUBT), 3)
