"""What is counted to say why a move is better than another: start reading here."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from engined_protocol.messages import Region

from ..review.worth import Worth

Measure = Literal[
    "mobility",
    "stable",
    "corners",
    "frontier",
    "passes",
    "prisoners",
    "atari",
    "groups",
    "area",
    "chains",
]
"""``mobility``: cells where a seat could place; ``stable``: its discs that can never change; ``corners``: those of them
on cells through which no line passes; ``frontier``: its discs beside an empty cell; ``passes``: how often it had to
pass. In Go ``prisoners``: stones that it took; ``groups``: its groups, and ``atari``: those with one liberty;
``area``: the points that are its own at the end of games played out. ``chains``: points that its chains count."""

LESS_IS_BETTER: frozenset[Measure] = frozenset({"frontier", "passes", "atari"})
"""The measures that are the better the less one has."""


class Figure(Struct, frozen=True, kw_only=True):
    """What is counted for a seat before the move, and after each ply of both lines; ``area`` at their ends alone."""

    measure: Measure
    seat: str
    before: float
    played: tuple[float, ...]
    best: tuple[float, ...]


class Why(Struct, frozen=True, kw_only=True):
    """A move held against the best one."""

    variant: str
    seats: tuple[str, ...]
    sides: tuple[int, ...]
    """The side that each seat is on."""
    seat: str
    """The seat whose move it is."""
    best: Worth
    played: Worth
    loss: float
    kind: str
    """The kind of the loss: that of the less certain score."""
    throws: str
    """``a win`` or ``a draw``, where both scores are exact and that is lost."""
    plies: int
    """The number of plies of both lines that are compared, the moves themselves included."""
    answerer: str
    """The seat whose turn it is after the move; empty where the game is over then."""
    regions: tuple[int, int]
    """The number of odd regions in the position before, and that of even ones."""
    played_into: Region | None
    """The empty region that the move goes into."""
    best_into: Region | None
    figures: tuple[Figure, ...]

    def figure(self, measure: Measure, seat: str) -> Figure | None:
        """What was counted of a measure for a seat."""
        return next((figure for figure in self.figures if (figure.measure, figure.seat) == (measure, seat)), None)

    def mine(self, seat: str) -> bool:
        """Whether a seat is on the mover's side."""
        return self.sides[self.seats.index(seat)] == self.sides[self.seats.index(self.seat)]

    def cost(self, measure: Measure) -> float:
        """What the mover's side stands worse by against the others, by this measure, than after the best move: below 0
        where it stands better, 0 for what is neither good nor bad.
        """
        if measure == "groups":
            return 0.0
        cost = 0.0
        for figure in self.figures:
            if figure.measure == measure:
                sign = 1 if self.mine(figure.seat) else -1
                cost += sign * (figure.best[-1] - figure.played[-1])
        return -cost if measure in LESS_IS_BETTER else cost
