"""The messages of the arbiter: whether a claimed move is legal, and who plays which colour."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from .envelope import MoveText, Name, PositionRequest, PositionText, Reply, Request
from .squares import Square, Told

Side = Literal["black", "white"]
Person = Literal["", "higher", "lower"]


class Judge(PositionRequest, frozen=True, kw_only=True, tag="judge"):
    """Is this move, said to have been played in the position, legal? -> :class:`Judgement`. Nothing is played."""

    move: MoveText
    """The move that was played: where discs may be chosen, the cell alone is enough."""
    board: PositionText
    """The cells after it, row by row from the top, as in ``start`` but without the mover."""
    seat: Name | None = None
    """The seat that played it; default: the seat to move. Passes that are forced before are implied."""
    colour: Annotated[str, Meta(min_length=1, max_length=1)] | None = None
    """Symbol of the colour that the placed disc shows; default: what ``board`` has on the cell."""


class Judgement(Reply, frozen=True, kw_only=True, tag="judgement"):
    """The claim is right, or has a fault: of several the first of ``wrong_turn``, ``wrong_colour``, ``not_playable``,
    ``illegal_pass``, ``missing_flips``, ``extra_flips``.
    """

    fault: str = ""
    """Empty: the claim is right."""
    message: Told = ""
    """The reason why a move is wrong, for people."""
    move: Square = ""
    """The legal move that the claim was held against, with chosen discs; empty when there is none."""
    board: tuple[str, ...] = ()
    """The board as it should be after that move, row by row; empty when there is none."""
    missing: tuple[Square, ...] = ()
    """Cells that should have changed otherwise than they did."""
    extra: tuple[Square, ...] = ()
    """Cells that should not have changed."""


class DrawColours(Request, frozen=True, kw_only=True, tag="draw-colours"):
    """Fuse-ishi: the higher player hides a disc, the lower one calls -> :class:`ColoursDrawn`.

    Where draws are allowed the lower takes the colour of the face that was called. Where they are not, whoever is
    right chooses one of two rights and leaves the other.
    """

    mode: Literal["draws", "no-draws"]
    call: Literal["up", "down", "black", "white"]
    """``up`` or ``down`` with ``draws``, ``black`` or ``white`` with ``no-draws``."""
    face: Side
    """The colour of the disc's upper face."""
    choice: Literal["colours", "draws"] | None = None
    """The right that the winner of the call takes: to choose the colours, or to win if the discs are equal."""
    colour: Side | None = None
    """The colour that the holder of the right to choose takes."""


class ColoursDrawn(Reply, frozen=True, kw_only=True, tag="colours-drawn"):
    """Who plays what, as far as it is settled."""

    black: Person = ""
    """The player who gets Black; empty: not settled yet."""
    draw_right: Person = ""
    """The player who wins if the discs are equal; empty: nobody, or not settled yet."""
    chooser: Person = ""
    """The player who has to choose now; empty: nothing is left."""
    choosing: Literal["", "right", "colour"] = ""
    """The choice that is still to be made: ``choice`` or ``colour`` of the request."""
