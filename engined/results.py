"""What a search says: scores that name their kind, lines, snapshots and results.

All scores are in discs (points in games that count points), from the view of the seat that moves in the
analysed position: positive is good for the mover.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from engined.rules.moves import Move


class Certainty(StrEnum):
    """How far a score can be trusted, weakest first."""

    ESTIMATE = "estimate"
    """An evaluation at the end of a search of some depth."""
    SELECTIVE = "selective"
    """A search to the end of the game with selective cuts: as often exact as the stated confidence says."""
    LOWER = "lower"
    """Proven: the true score is at least this, among more than two sides whichever of equally good moves seats play."""
    UPPER = "upper"
    """Proven: the true score is at most this."""
    EXACT = "exact"
    """Proven under the rules, to the end of the game."""
    BOOK = "book"


class Reason(StrEnum):
    """Why an analysis ended."""

    DONE = "done"
    """Nothing better can be said: exact, or the wanted depth is reached."""
    LIMIT = "limit"
    """Time, nodes or depth ran out."""
    STOPPED = "stopped"
    """The client asked for a stop."""
    SHUTDOWN = "shutdown"


class Interrupted(Exception):
    """Work was told to stop: the value under way is lost, everything kept is sound."""


class Unproven(Exception):
    """Scores of a variant cannot be proven; the text says why."""


class Score(Struct, frozen=True):
    """A value in discs from the mover's view and what it is worth."""

    value: float
    kind: Certainty
    depth: int
    """Plies searched; to the end of the game for exact scores (the number of empty cells)."""
    confidence: int = 100
    """The share of selective scores like this one, in per cent, that are exact; without meaning for other kinds of
    scores.
    """


class Outlook(Struct, frozen=True):
    """What a move leads to among more than two sides.

    Where that depends on which of equally good moves seats play, there are bounds that hold whichever they play.
    """

    counts: tuple[float, ...]
    """The count of each seat at the end, if every one plays for its own side; on average where that is an estimate.
    With ``counts_most``, the least that it counts.
    """
    ranks: tuple[int, ...]
    """The rank of each seat, from 1; seats that are worth the same share the better one. With ``ranks_best``, the
    worst.
    """
    paranoid: float | None = None
    """The lead of the mover's side at the end if all others play against it."""
    alliance: float | None = None
    """The lead of the mover's side at the end if the seat that helps most, ``ally``, plays for it and all others
    against.
    """
    ally: str = ""
    score_most: float | None = None
    """Only where equally good moves matter: the most that the score may be."""
    counts_most: tuple[float, ...] = ()
    """The most that each seat may count."""
    ranks_best: tuple[int, ...] = ()
    """The best rank that each seat may have."""


class Forecast(Struct, frozen=True):
    """It holds what the games of a tree search say of a position or a move, from the mover's view."""

    visits: int
    """The number of games; each is played out, or ends where a network judges it."""
    win_rate: float
    """The part of them that the mover won, draws half: 0 to 1."""
    mean: float
    """Points ahead at their end, on average, komi included."""
    spread: float
    """The standard deviation of that."""
    prior: float = 0.0
    """The policy prior of a move: its probability of being the best before any game; all moves sum to 1."""
    ownership: tuple[float, ...] = ()
    """The ownership of each cell in board order, for a position, and for a move where it is asked for: 1 if it was the
    mover's at the end of all games, -1 if of none.
    """
    ownership_spread: tuple[float, ...] = ()
    """The standard deviation of the ownership of each cell, for a position: 0 where all games agree, 1 where half of
    them do.
    """
    line_visits: tuple[int, ...] = ()
    """The visits of a move, and of each move of the principal variation after it."""
    life: tuple[str, ...] = ()
    """The life of each stone, for a position where it was asked for, in rows (see :mod:`engined.roots.life`)."""


class MoveLine(Struct, frozen=True):
    """One move of the analysed position: its score and the principal variation that begins with it."""

    move: Move
    score: Score
    pv: tuple[Move, ...]
    nodes: int
    outlook: Outlook | None = None
    """Only among more than two sides."""
    known: bool = False
    """Whether all this was known before the analysis: its ``nodes`` have found nothing better yet."""
    forecast: Forecast | None = None
    """Only of searches that play games out."""
    at_most: float | None = None
    """Only where neither side can force more before a game ends without a result: the score is at least its value and
    at most this, and what is between hangs on a cycle.
    """

    @property
    def settled(self) -> bool:
        """Whether nothing more can be said of its score: it is exact, or hangs on a cycle or on which of equally good
        moves are played.
        """
        hangs = self.at_most is not None or (self.outlook is not None and self.outlook.score_most is not None)
        return hangs or self.score.kind is Certainty.EXACT

    @property
    def most(self) -> float:
        """The most that the score may be, whichever of equally good moves seats play."""
        most = None if self.outlook is None else self.outlook.score_most
        return self.score.value if most is None else most


class Snapshot(Struct, frozen=True, tag=True, array_like=True):
    """A snapshot of a running analysis, best line first. Kinds and depths only improve in a job."""

    depth: int
    lines: tuple[MoveLine, ...]
    nodes: int
    seconds: float
    state: str = ""
    """The work of the engine when it does not search, or not as it could, e.g. ``compiling othello: depth 3 by the
    rules alone``.
    """
    known_depth: int = 0
    """The depth that was known before: this analysis started from an earlier one."""
    forecast: Forecast | None = None
    """The forecast of the position itself, in searches that play games out."""


class Result(Struct, frozen=True, tag=True, array_like=True):
    """The end of an analysis: as :class:`Snapshot`, with the reason. ``lines`` is empty when none is known."""

    reason: Reason
    depth: int
    lines: tuple[MoveLine, ...]
    nodes: int
    seconds: float
    by_rules: bool = False
    """Whether the lines come from a search by the rules alone, because there was no machine code yet."""
    known_depth: int = 0
    forecast: Forecast | None = None
