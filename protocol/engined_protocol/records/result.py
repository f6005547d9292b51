"""How a recorded game ended, whatever format says it: each reads it from its own words, and writes it in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

BLACK, WHITE = "X", "O"
"""Symbols of the two colours in records."""

Ending = Literal["unknown", "points", "resignation", "time", "forfeit", "agreement", "other", "unfinished"]
"""The ways in which a game ends. ``points``: it was played to its end, or nothing is said but who won, and by how much.
``unfinished``: it was broken off, or counts for nobody.
"""


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game, from Black's view."""

    ending: Ending = "unknown"
    winner: str = ""
    """The colour that won; empty for a draw, and where nobody is said to have won."""
    margin: float | None = None
    """The points by which Black won, komi counted; negative where White did. None where the record has no points."""
    text: str = ""
    """The record's own word for an ending ``other``; all that it says for one that is ``unknown``."""

    @property
    def decided(self) -> bool:
        """Whether the game was won or drawn."""
        return self.ending not in ("unknown", "unfinished")

    def differs_from(self, by_rules: Result) -> bool:
        """Whether a game that was played to its end, as a record has it, ends otherwise by the rules."""
        if self.ending != "points" or not by_rules.decided:
            return False
        margin = by_rules.margin if self.margin is None else self.margin
        return (self.winner, margin) != (by_rules.winner, by_rules.margin)

    def or_else(self, by_rules: Result) -> Result:
        """This result where the record says one; where it does not, that by the rules, if there is any."""
        return by_rules if by_rules.decided and not self.decided else self


UNKNOWN = Result()
DRAW = Result("points", margin=0.0)


def by_points(margin: float, ending: Ending = "points", text: str = "") -> Result:
    """The result of a game that Black won by so many points; negative where White did, 0 for a draw."""
    winner = BLACK if margin > 0 else WHITE if margin < 0 else ""
    return Result(ending, winner, margin + 0.0, text)
