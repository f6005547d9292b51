"""Fuse-ishi: who takes which colour, and whose a draw is, from a disc hidden under a hand.

The higher-ranked player hides a disc, the lower-ranked one calls, the hand goes away and the upper face is read.

* Draws allowed: the lower calls ``up`` or ``down`` and takes the colour of that face.
* No draws: the lower calls ``black`` or ``white``. Whoever is right (the lower if the call is the upper face, else the
  higher) takes one of two rights: to choose the colours, or to win if the discs are equal. The other right is the
  other's; whoever may choose the colours then does.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Player = Literal["higher", "lower"]
Mode = Literal["draws", "no-draws"]
Face = Literal["black", "white"]
Call = Literal["up", "down", "black", "white"]
Right = Literal["colours", "draws"]


class DrawError(ValueError):
    """A draw that cannot have gone like that; ``field`` names the argument at fault."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class ColourDraw(Struct, frozen=True):
    """What came out, as far as it is settled."""

    black: Player | None = None
    """The player who gets Black; the other gets White. None: not settled yet."""
    draw_right: Player | None = None
    """The player who wins if the discs are equal; None also where such a game is a draw."""
    chooser: Player | None = None
    """The player who has to choose now; None: nothing is left to choose."""
    choosing: Literal["", "right", "colour"] = ""


def fuseishi(mode: Mode, call: Call, face: Face, choice: Right | None = None, colour: Face | None = None) -> ColourDraw:
    """What a draw brings. ``face`` is the upper one; ``choice`` is the right that the winner of the call takes, and
    ``colour`` what the holder of the right to colours takes. Raises :class:`DrawError`.
    """
    calls = ("up", "down") if mode == "draws" else ("black", "white")
    if call not in calls:
        raise DrawError("call", f"the call is {' or '.join(calls)} where the mode is {mode}, not {call}")
    if mode == "draws":
        for name, given in (("choice", choice), ("colour", colour)):
            if given is not None:
                raise DrawError(name, "where draws are allowed, the call settles everything")
        return ColourDraw(black="lower" if (call == "up") == (face == "black") else "higher")
    right = call == face
    winner: Player = "lower" if right else "higher"
    loser: Player = "higher" if right else "lower"
    if choice is None:
        if colour is not None:
            raise DrawError("colour", "a colour is chosen only after the right to it")
        return ColourDraw(chooser=winner, choosing="right")
    holder, other = (winner, loser) if choice == "colours" else (loser, winner)
    if colour is None:
        return ColourDraw(draw_right=other, chooser=holder, choosing="colour")
    return ColourDraw(black=holder if colour == "black" else other, draw_right=other)
