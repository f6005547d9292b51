"""How a game has ended, and what is recorded of it."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from ..variants.model import Variant
from . import scoring
from .position import Position
from .removal import has_removal

FORFEIT = 20.0
"""Points by which a game is recorded as lost that was given up or lost on time, whatever the position, where regions
are counted."""


class Ending(StrEnum):
    """What ended a game."""

    COUNT = "count"
    """It was played to its end and counted; with a removal phase, after all agreed."""
    RESIGNATION = "resignation"
    TIME = "time"
    """Somebody's clock ran out."""
    NO_RESULT = "no-result"
    """It grew so long that it counts for nobody."""


class Outcome(Struct, frozen=True):
    """The end of a game."""

    ending: Ending
    result: str
    """The result in words: ``Black wins by 4``, ``White wins by resignation``, ``Draw``, ``No result``."""
    winner: str = ""
    """The side that wins; empty if none does, or several share the first place."""
    margin: float | None = None
    """The points by which the game is recorded as won, 0 for a draw; None where no points are."""


def counted(position: Position) -> Outcome:
    """The end of a game that counts as this position does."""
    variant, counts = position.variant, position.scores()
    winner, ahead = scoring.leader(variant, counts), scoring.margin(variant, counts)
    return Outcome(Ending.COUNT, scoring.result(variant, counts), winner, ahead)


def forfeited(variant: Variant, seat: int, ending: Ending) -> Outcome:
    """The end of a game that a seat has given up or lost on time. Raises ValueError among more than two sides."""
    sides, names = scoring.sides(variant), scoring.names_of_sides(variant)
    if len(sides) != 2:
        raise ValueError("only a game between two sides can be given up")
    winner = names[1 if seat in sides[0] else 0]
    how = "on time" if ending is Ending.TIME else "by resignation"
    margin = FORFEIT if has_removal(variant) else None
    return Outcome(ending, f"{scoring.wins(variant, winner)} {how}", winner, margin)


NO_RESULT = Outcome(Ending.NO_RESULT, "No result")


def most_plies(variant: Variant) -> int | None:
    """After how many plies a game ends without a result, which may go in circles for ever; None: none can."""
    return 3 * len(variant.board.cells) if has_removal(variant) else None
