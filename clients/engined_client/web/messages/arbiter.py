"""Messages of the draw of colours between two pages: a sealed disc, a call, and the disc shown."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from engined_protocol.messages.envelope import Reply, Request
from engined_protocol.messages.judging import Person, Side

Call = Literal["up", "down", "black", "white"]
Seal = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Salt = Annotated[str, Meta(pattern=r"\A[0-9a-f]{32,64}\Z")]


class HideDisc(Request, frozen=True, kw_only=True, tag="hide-disc"):
    """The higher player hides a disc: a draw begins, in place of one that is settled -> :class:`ColourDraw`."""

    mode: Literal["draws", "no-draws"]
    seal: Seal
    """The SHA-256, in small hexadecimal digits, of the text ``FACE SALT``: it binds the face without telling it."""


class CallFace(Request, frozen=True, kw_only=True, tag="call-face"):
    """The lower player calls -> :class:`ColourDraw`."""

    call: Call
    """``up`` or ``down`` where draws are allowed, ``black`` or ``white`` where they are not."""


class ShowDisc(Request, frozen=True, kw_only=True, tag="show-disc"):
    """The higher player shows the disc after the call -> :class:`ColourDraw`. One that does not fit is refused."""

    face: Side
    """The colour of the upper face."""
    salt: Salt


class ChooseRight(Request, frozen=True, kw_only=True, tag="choose-right"):
    """Whose choice it is chooses, as ``draw-colours`` has it -> :class:`ColourDraw`."""

    choice: Literal["colours", "draws"] | None = None
    colour: Side | None = None


class LeaveDraw(Request, frozen=True, kw_only=True, tag="leave-draw"):
    """Nothing is drawn any more -> :class:`ColourDraw` without a ``seal``."""


class RecallDraw(Request, frozen=True, kw_only=True, tag="recall-draw"):
    """How far is the draw -> :class:`ColourDraw`."""


class ColourDraw(Reply, frozen=True, kw_only=True, tag="colour-draw"):
    """A draw as far as it has come; all pages of a client get it when one of them has changed it."""

    mode: Literal["draws", "no-draws"] = "draws"
    seal: str = ""
    """Empty: there is no draw."""
    call: Call | Literal[""] = ""
    face: Side | Literal[""] = ""
    """Empty until the disc is shown."""
    salt: str = ""
    choice: Literal["", "colours", "draws"] = ""
    colour: Side | Literal[""] = ""
    black: Person = ""
    """The player who gets Black. This field and those that follow are as in the daemon's ``colours-drawn``."""
    draw_right: Person = ""
    chooser: Person = ""
    choosing: Literal["", "right", "colour"] = ""


DrawRequest = HideDisc | CallFace | ShowDisc | ChooseRight | LeaveDraw | RecallDraw
