"""The messages about positions and sessions: what is on the board, what has been played, and how that changes."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from .clocks import SessionClock, TimeControl
from .envelope import MoveTexts, Name, OpeningName, PositionRequest, Positive, Reply, Request, SessionRequest
from .squares import Square
from .theory import Theory


class Show(PositionRequest, frozen=True, kw_only=True, tag="show"):
    """Board, mover, legal moves, score, history -> :class:`Position`."""

    theory: bool = False
    """Also say what theory does."""


class Open(PositionRequest, frozen=True, kw_only=True, tag="open"):
    """Open a session, or set an existing one to this position -> :class:`Position`.

    ``session`` is the client's choice of name; without it the service makes one up. Without ``variant`` a
    session that exists keeps its own. ``moves`` count as played: they can be undone.
    """

    keep: bool = False
    """Write the session to the store: it outlives the client's connection and the daemon."""
    clock: TimeControl | None = None
    """The clocks of its seats, which the daemon keeps. Only between two sides."""


class Close(SessionRequest, frozen=True, kw_only=True, tag="close"):
    """Forget a session -> :class:`Closed`."""


class ListSessions(Request, frozen=True, kw_only=True, tag="sessions"):
    """The sessions of this client -> :class:`Sessions`."""


class Play(SessionRequest, frozen=True, kw_only=True, tag="play"):
    """Play moves in a session, all or none -> :class:`Position`.

    With ``seat``, the first move belongs to that seat: seats between that must pass are passed over, and it
    is an error if one of them could move.
    """

    moves: MoveTexts
    seat: Name | None = None


class Undo(SessionRequest, frozen=True, kw_only=True, tag="undo"):
    """Take back what was done last, so many times -> :class:`Position`.

    That is a ply (passes count); where a seat had resigned, or all had agreed, the end of the game; in the removal
    phase first the latest removal or return of groups.
    """

    plies: Positive = 1


class Position(Reply, frozen=True, kw_only=True, tag="position"):
    """A position. Rows are strings of colour symbols, ``.`` for empty and a blank for a hole."""

    session: str = ""
    variant: str
    digest: str
    board: tuple[str, ...]
    mover: str
    """Name of the seat to move, in the removal phase of the one that moves if play is resumed; empty when the game has
    ended."""
    colour: str
    """Colour symbol of that seat."""
    legal: tuple[Square, ...]
    """Legal moves; ``("--",)`` when a pass is forced; empty when play is over."""
    moves: tuple[Square, ...]
    """Played from ``start``, passes included."""
    start: str = ""
    """Where the game began, as text; empty where that is the variant's own start. ``variant``, ``start`` and ``moves``
    in a request name this position, with all that the rules remember of the game."""
    seats: tuple[str, ...]
    scores: tuple[float, ...]
    """One for each seat: what it would count if the game ended here, empty cells included where the winner gets them
    (of equal counts each gets half)."""
    ranks: tuple[int, ...] = ()
    """Only of more than two sides: the rank of each seat, from 1, if the game ended here; equal seats share one."""
    scoring: str = "discs"
    """The way to count, as ``scoring`` of a description."""
    discs: tuple[int, ...]
    """Discs on the board of each colour."""
    empties: int
    over: bool
    """Whether play is over: nothing can be played, but the game may still be in its removal phase."""
    phase: Literal["play", "removal", "ended"] = "play"
    """The phase of the game. In the removal phase players take dead groups off ``board``, until all agree."""
    result: str = ""
    """The result in words, once the game has ended: ``Black wins by 4``, ``Draw``, ``White wins by the right to a
    draw``, ``White wins by resignation``, ``Black wins on time``, ``No result``.
    """
    ending: Literal["", "count", "resignation", "time", "no-result"] = ""
    """The reason why the game ended; empty while it goes on."""
    winner: str = ""
    """The side that won, and in the removal phase the one that wins if all agree now; empty for none."""
    margin: float | None = None
    """The margin by which it is, or will be, recorded as won; nil where nothing is recorded, and during play."""
    komi: float = 0.0
    """The komi: points added to the second seat's score when it is compared."""
    prisoners: tuple[int, ...] = ()
    """Where stones leave the board: how many each seat has taken, those removed as dead included."""
    removed: tuple[str, ...] = ()
    """Stones removed as dead, in rows like ``board``, which does not have them; only from the removal phase on."""
    owners: tuple[str, ...] = ()
    """The owners of the empty cells, in rows like ``board``: the colour that alone borders their region, else ``.``, as
    on all stones; only from the removal phase on.
    """
    agreed: tuple[str, ...] = ()
    """The seats that agree with ``removed``, in the removal phase."""
    draw_right: str = ""
    """The seat that wins where scores are equal; empty: nobody, that is a draw."""
    openings: tuple[OpeningName, ...] = ()
    """The names of the opening, where it has any."""
    stored: bool = False
    """Whether the change is on disk, in a reply to a request that changed a kept session."""
    theory: Theory | None = None
    """The theory of the position, if it was asked for."""
    clock: SessionClock | None = None
    """The clocks of the session, where the daemon keeps some."""


class Closed(Reply, frozen=True, kw_only=True, tag="closed"):
    """The session is gone."""

    session: str


class SessionSummary(Struct, frozen=True, kw_only=True):
    """One line of a list of sessions."""

    session: str
    variant: str
    plies: int | None = None
    """The number of plies that were played, passes included; None for a kept session that has not been named since its
    client, or the daemon, came back.
    """


class Sessions(Reply, frozen=True, kw_only=True, tag="session-list"):
    """The sessions of this client, kept ones that it has yet to come back to included."""

    sessions: tuple[SessionSummary, ...]


class Learn(PositionRequest, frozen=True, kw_only=True, tag="learn"):
    """Keep this game in the store and its positions in the book, with what was found out about them lately
    -> :class:`Learned`."""


class Learned(Reply, frozen=True, kw_only=True, tag="learned"):
    """The game is on disk, and its positions are in the book."""

    games: int
    """Games kept so far."""
