"""A recorded game, whatever file it came from: read this first, then the module of the format.

Moves are in the notation of :mod:`engined_protocol.notation`; ``start`` is what a request's ``start`` takes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..notation import PASS
from .result import BLACK, UNKNOWN, WHITE, Result

__all__ = ["BLACK", "MOST_MOVES", "WHITE", "PlayerTime", "Record", "RecordError", "RecordedMove", "Result"]


MOST_MOVES = 10_000
"""The most moves of one game: none has so many, and memory is bounded."""


class RecordError(ValueError):
    """A record that cannot be read: what is wrong, and where."""

    def __init__(self, message: str, where: str) -> None:
        super().__init__(f"{where}: {message}")
        self.message = message
        self.where = where


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """One move: whose, where, the player's own evaluation in discs and the seconds it took, where known."""

    colour: str
    move: str
    evaluation: float | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class PlayerTime:
    """The time control of one player, in seconds."""

    main: float
    increment: float = 0.0
    grace: float = 120.0
    """Given once, when the main time has run out."""


@dataclass(frozen=True)
class Record:
    """A game of two colours. ``start`` is None for the variant's own start position."""

    width: int
    """The columns of the board; 0, as its rows are then, where the record leaves them to the variant."""
    height: int
    moves: tuple[RecordedMove, ...] = ()
    start: str | None = None
    black: str = ""
    white: str = ""
    result: Result = UNKNOWN
    limits: Mapping[str, PlayerTime] = field(default_factory=dict)
    """The time limits by colour symbol."""
    properties: Mapping[str, str] = field(default_factory=dict)
    """Everything else the file said, by its own names."""
    variant: str = ""
    """The name of what was played; empty where nothing says it."""
    komi: float | None = None
    """The komi, where the record names it beside the variant: the name of a variant of Go has it already."""
    notes: tuple[str, ...] = ()
    """The notes of the reader, in words: what it assumed where the file left it open, and what it left out."""

    @property
    def transcript(self) -> tuple[str, ...]:
        """The moves alone, passes included: one is put in wherever a colour moved that was not the next."""
        moves: list[str] = []
        colour = ""
        if self.start is not None:
            colour = WHITE if self.start[-1] == BLACK else BLACK
        for move in self.moves:
            if move.colour == colour:
                moves.append(PASS)
            moves.append(move.move)
            colour = move.colour
        return tuple(moves)
