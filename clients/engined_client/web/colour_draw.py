"""Fuse-ishi between two pages: the disc is sealed before the call and shown after it, and both can see that it fits.

The seal is a hash: who has it knows nothing of the face, and who has given it cannot show another one. Which colours
come of a face and a call is the daemon's to say.
"""

from __future__ import annotations

import hashlib

from msgspec import structs

from engined_protocol.messages import ColoursDrawn, DrawColours
from engined_protocol.messages.judging import Side

from ..terminal.command import WrongInput
from .messages.arbiter import CallFace, ChooseRight, ColourDraw, DrawRequest, HideDisc, LeaveDraw, RecallDraw, ShowDisc

CALLS = {"draws": ("up", "down"), "no-draws": ("black", "white")}


def seal_of(face: Side, salt: str) -> str:
    """The seal of a disc."""
    return hashlib.sha256(f"{face} {salt}".encode()).hexdigest()


def after(draw: ColourDraw, request: DrawRequest) -> ColourDraw:
    """The draw after a request, before the daemon has said what comes of it. Raises WrongInput for what is not next."""
    match request:
        case RecallDraw():
            return draw
        case LeaveDraw():
            return ColourDraw(id="")
        case HideDisc():
            _demand(not draw.seal or _settled(draw), "a disc is hidden already: it is to be called")
            return ColourDraw(id="", mode=request.mode, seal=request.seal)
        case CallFace():
            _demand(bool(draw.seal), "no disc is hidden")
            _demand(not draw.call, f"{draw.call} was called already")
            calls = CALLS[draw.mode]
            _demand(request.call in calls, f"{calls[0]} or {calls[1]} is to be called")
            return structs.replace(draw, call=request.call)
        case ShowDisc():
            _demand(bool(draw.call), "nothing was called yet: the disc stays hidden")
            _demand(not draw.face, "the disc was shown already")
            fits = seal_of(request.face, request.salt) == draw.seal
            _demand(fits, "that is not the disc that was hidden: its hash is another one")
            return structs.replace(draw, face=request.face, salt=request.salt)
        case ChooseRight():
            if request.choice is not None:
                _demand(draw.choosing == "right", "there is no right to be chosen")
                return structs.replace(draw, choice=request.choice)
            _demand(request.colour is not None and draw.choosing == "colour", "there is no colour to be chosen")
            return structs.replace(draw, colour=request.colour)


def question(draw: ColourDraw) -> DrawColours | None:
    """What is to be asked of the daemon; nothing before the disc is shown."""
    if draw.call == "" or draw.face == "":
        return None
    return DrawColours(
        id="",
        mode=draw.mode,
        call=draw.call,
        face=draw.face,
        choice=draw.choice or None,
        colour=draw.colour or None,
    )


def decided(draw: ColourDraw, drawn: ColoursDrawn) -> ColourDraw:
    """The draw with what the daemon says of it."""
    return structs.replace(
        draw, black=drawn.black, draw_right=drawn.draw_right, chooser=drawn.chooser, choosing=drawn.choosing
    )


def _settled(draw: ColourDraw) -> bool:
    return bool(draw.face) and not draw.choosing


def _demand(met: bool, otherwise: str) -> None:
    if not met:
        raise WrongInput(otherwise)
