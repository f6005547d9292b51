"""What requests and replies have in common: their bases, and what a position or a move is in them."""

from __future__ import annotations

from typing import Annotated, cast

from msgspec import Meta, Struct
from msgspec.structs import force_setattr

from ..notation import split_transcript
from ..records.board_text import split_moves
from .forecast import Forecast
from .outlook import Outlook
from .squares import Square, Told

MOST_POSITIONS = 1000
"""The most positions of one request."""
Priority = Annotated[int, Meta(ge=-1000, le=1000)]
Threads = Annotated[int, Meta(ge=1, le=256)]
Depth = Annotated[int, Meta(ge=1, le=1000)]
Interval = Annotated[float, Meta(ge=0.01, le=3600)]
Id = Annotated[str, Meta(min_length=1, max_length=64)]
Name = Annotated[str, Meta(min_length=1, max_length=128)]
LONGEST_MOVE = 128
MoveText = Annotated[Square, Meta(min_length=1, max_length=LONGEST_MOVE)]
MoveTexts = Annotated[tuple[MoveText, ...], Meta(max_length=2048)]
PositionText = Annotated[str, Meta(max_length=2048)]
Positive = Annotated[int, Meta(ge=1, le=2**53)]
STRONGEST_LEVEL = 15
Level = Annotated[int, Meta(ge=1, le=STRONGEST_LEVEL)]
"""How weakly to play: 1 is the weakest."""
Variety = Annotated[float, Meta(ge=0, le=100)]
"""Discs that a move of the book may give away, so that games differ."""
Seconds = Annotated[float, Meta(gt=0, le=1e7)]


class Request(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="t"):
    """Base of all requests."""

    id: Id


class Begins:
    """What goes on from a start position. Moves that follow the board in its text come before the others."""

    __slots__ = ()

    start: str | None
    moves: tuple[str, ...]

    def __post_init__(self) -> None:
        """Take them there; a text that is no board with moves is left for the rules to refuse."""
        if not isinstance(self.start, str):
            return
        board, rest = split_moves(self.start)
        try:
            moves = split_transcript(rest)
        except ValueError:
            return
        if board != self.start:
            message = cast(Struct, self)
            force_setattr(message, "start", board)
            force_setattr(message, "moves", (*moves, *self.moves))


class PositionRequest(Begins, Request, frozen=True, kw_only=True):
    """Base of requests about a position: a session's current one, or one given in full."""

    session: Name | None = None
    """The name of a session: its current position is asked about."""
    variant: Name | None = None
    """The name of what is played. Default: ``othello`` when no session is named."""
    start: PositionText | None = None
    """Cells row by row from the top and the colour symbol of the mover, blanks ignored, or as
    :mod:`engined_protocol.records.board_text` reads boards; without a mover the first seat moves. Default: the
    variant's own start."""
    moves: MoveTexts = ()
    """Played from ``start``, or from the session's position without changing the session. They are a record: forced
    passes may be left out, and passes after the end of the game are skipped."""


class SessionRequest(Request, frozen=True, kw_only=True):
    """Base of requests that change a session."""

    session: Name


class Reply(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="t"):
    """Base of all replies. ``id`` is the request's, or empty when the request could not be read."""

    id: str
    warnings: tuple[str, ...] = ()
    """Fields of the request that are not known, and so not heeded: ``hurry: it is not known: ...``."""


class ScoredMove(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One root move with its score and principal variation."""

    move: Square
    score: float
    kind: str
    """``estimate``, ``selective``, ``lower``, ``upper``, ``exact`` or ``book``."""
    depth: int
    """Plies searched; of a ``book`` move where its score comes from, which is at the end of ``pv``."""
    confidence: int = 100
    """The per cent of such scores that are the exact ones, where the score is selective, or a ``book`` one that comes
    from such a score. Of any other it says nothing.
    """
    pv: tuple[Square, ...] = ()
    nodes: int = 0
    source: str = ""
    """The kind of score that a ``book`` move comes from: ``estimate``, ``selective`` or ``exact``."""
    games: int = 0
    """Games of the book that went through the position after the move, however that was valued."""
    outlook: Outlook | None = None
    """Only among more than two sides: there ``score`` is by how much the mover's side is ahead of the best other."""
    known: bool = False
    """Whether all this was known before the analysis began: its ``nodes`` have found nothing better yet."""
    forecast: Forecast | None = None
    """Only where games are played out (Go)."""
    at_most: float | None = None
    """Only where neither side can force more before a game ends without a result (Go): the score is at least ``score``
    and at most this, and what is between hangs on a cycle."""


class OpeningName(Struct, frozen=True, kw_only=True):
    """A name of the opening that a game has gone through."""

    name: str
    language: str
    """The language of the name: ``en`` or ``ja``."""
    plies: int
    """Plies played since the position that bears the name: 0 where it is this very position."""


def opening_name(openings: tuple[OpeningName, ...], language: str = "en") -> str:
    """The name in a language; empty when there is none. English ones are ASCII, as text protocols need it."""
    return next((opening.name for opening in openings if opening.language == language), "")


class Error(Reply, frozen=True, kw_only=True, tag="error"):
    """The request failed and changed nothing. ``code`` is one of :class:`engined_protocol.errors.Code`."""

    code: str
    message: Told
    field: str = ""
    """Path of the field at fault, e.g. ``moves[3]``; with a declaration, ``line 7: board.drawing``."""
    retry_after: float | None = None
    """The seconds after which to ask again, where the code is ``busy``."""
