"""The messages that end a game of a session: the removal phase (Go), resignation, loss on time.

In a variant with a removal phase, passes of all seats stop play; what its stones are worth is settled then. The game
has ended when every seat agrees to what is off the board.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from .envelope import MoveText, Name, SessionRequest

Cells = Annotated[tuple[MoveText, ...], Meta(max_length=2048)]
SomeCells = Annotated[tuple[MoveText, ...], Meta(min_length=1, max_length=2048)]


class Remove(SessionRequest, frozen=True, kw_only=True, tag="remove"):
    """Take the whole groups of the stones on these cells off the board, as dead -> :class:`Position`.

    All or none; nobody has agreed after it.
    """

    cells: SomeCells


class Restore(SessionRequest, frozen=True, kw_only=True, tag="restore"):
    """Put the removed groups of these cells back, as alive -> :class:`Position`. Nobody has agreed after it."""

    cells: Cells = ()
    """Without any: all that were removed."""


class Agree(SessionRequest, frozen=True, kw_only=True, tag="agree"):
    """A seat is content with what is removed -> :class:`Position`. When all are, the game has ended."""

    seat: Name


class Resume(SessionRequest, frozen=True, kw_only=True, tag="resume"):
    """Play on after all: the removed stones are back, the seat moves that passed first -> :class:`Position`."""


class Resign(SessionRequest, frozen=True, kw_only=True, tag="resign"):
    """End the game as lost by a seat's side -> :class:`Position`. Only between two sides."""

    seat: Name | None = None
    """Default: the seat to move; in the removal phase it must be named."""
    reason: Literal["resignation", "time"] = "resignation"
    """Whether the seat gives up, or its clock has run out, where the client keeps that and not the daemon."""
