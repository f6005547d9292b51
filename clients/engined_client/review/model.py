"""What a review says: start reading here."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from engined_protocol.dead_stones import Fates
from engined_protocol.messages import OpeningName, Position, Region

from ..why.model import Why
from .worth import Worth

Grade = Literal["", "inaccuracy", "mistake", "blunder"]
Phase = Literal["opening", "middle game", "endgame"]

PHASES: tuple[Phase, ...] = ("opening", "middle game", "endgame")
GRADES: tuple[Grade, ...] = ("inaccuracy", "mistake", "blunder")
SIGNS: dict[Grade, str] = {"": "", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""The sign with which annotators write each grade."""


class Thresholds(Struct, frozen=True):
    """The losses, in discs or points, from which on a move is one of these."""

    inaccuracy: float = 2.0
    mistake: float = 4.0
    blunder: float = 8.0

    def __post_init__(self) -> None:
        """Raises ValueError for steps that are none."""
        if not 0 < self.inaccuracy <= self.mistake <= self.blunder:
            raise ValueError("they grow, and begin above 0")

    def grade(self, loss: float) -> Grade:
        """What a move is that loses so much."""
        steps: tuple[tuple[float, Grade], ...] = (
            (self.blunder, "blunder"),
            (self.mistake, "mistake"),
            (self.inaccuracy, "inaccuracy"),
        )
        return next((grade for least, grade in steps if loss >= least), "")


def usual_thresholds(scoring: str) -> Thresholds:
    """What players of a game expect, by the ``scoring`` of its description: a chain game is won by a point or two."""
    return Thresholds(1.0, 2.0, 3.0) if scoring == "chains" else Thresholds()


class ReviewedMove(Struct, frozen=True, kw_only=True):
    """A move of the game, in the position before it."""

    ply: int
    """The ply of the move, counted from 1."""
    seat: str
    move: str
    board: tuple[str, ...]
    """Before the move, as in :class:`engined_protocol.messages.Position`."""
    colour: str
    """Symbol of the mover."""
    empties: int
    phase: Phase
    forced: bool
    """Whether there was no other move."""
    best: Worth
    played: Worth
    loss: float
    """The loss: the score of the best move less that of the one played, never below 0."""
    noise: float = 0.0
    """Where games are played out, how far off the loss may be, as a standard deviation; it has a grade only where it is
    more than twice that."""
    kind: str
    """The kind of the loss: that of the less certain score."""
    grade: Grade
    throws: str = ""
    """Where both scores are exact and the result is another one: ``a win``, ``a draw``."""
    openings: tuple[OpeningName, ...] = ()
    """The names of the opening up to this position."""
    regions: tuple[Region, ...] = ()
    """The empty regions before the move, in the endgame."""
    nodes: int = 0
    """Positions visited for it."""
    why: Why | None = None
    """The reason why a bad move is bad, if it was asked for."""

    @property
    def region(self) -> Region | None:
        """The region that it is played into."""
        cell = self.move.partition(":")[0]
        return next((region for region in self.regions if cell in region.cells), None)


class Review(Struct, frozen=True, kw_only=True):
    """A reviewed game."""

    where: str
    """The place of the game, such as which game of which file; empty for one that was typed."""
    variant: str
    start: str | None
    """The position that the game begins with; None for the variant's own start."""
    turned: bool
    """Whether its moves were mirrored: they are legal only on the board as other programs set it up."""
    seats: tuple[str, ...]
    symbols: tuple[str, ...]
    """The symbols of the seats' discs."""
    sides: tuple[int, ...]
    """The side that each seat is on."""
    players: tuple[str, ...]
    """The name of each seat's player; empty where nothing says it."""
    thresholds: Thresholds
    moves: tuple[ReviewedMove, ...]
    last: tuple[str, ...]
    """The board after the last move."""
    prisoners: tuple[int, ...] = ()
    """Where stones leave the board: how many each seat has taken by then."""
    over: bool
    result: str
    """The result in words, when the game has ended by the rules."""
    scores: tuple[float, ...]
    """The score of each seat, if the game ended after the last move."""
    ending: Fates | None = None
    """The fates of the stones in the last position of a game of Go that is finished; None for any other."""
    left: int = 0
    """Moves before these that are not reviewed: it was broken off."""
    earlier: tuple[str, ...] = ()
    """The moves before those that are reviewed."""

    @property
    def two_sided(self) -> bool:
        """Whether one side's gain is the other's loss."""
        return len(set(self.sides)) == 2

    def player(self, seat: str) -> str:
        """The player of a seat, or else the seat."""
        return self.players[self.seats.index(seat)] or seat

    def first_view(self, seat: str, score: float) -> float:
        """A score of a seat from the view of the first one's side, from which a game is drawn."""
        return score if self.sides[self.seats.index(seat)] == self.sides[0] else 0.0 - score

    def before(self, move: ReviewedMove) -> Position:
        """The position in which a move was played, as far as the review tells of it."""
        return Position(
            id="",
            variant=self.variant,
            digest="",
            board=move.board,
            mover=move.seat,
            colour=move.colour,
            legal=(),
            moves=tuple(earlier.move for earlier in self.moves if earlier.ply < move.ply),
            seats=self.seats,
            scores=(),
            discs=(),
            empties=move.empties,
            over=False,
            prisoners=(0,) * len(self.prisoners),
        )
