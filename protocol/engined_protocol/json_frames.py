"""Messages as JSON, for browsers: the same names and fields as in msgpack, one message a text."""

from __future__ import annotations

import re
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from .errors import Code, ProtocolError
from .frames import MAX_BYTES, refused

M = TypeVar("M")


class _Envelope(Struct):
    """The one field that is worth saving from a request that cannot be read."""

    id: str = ""


_encoder = msgspec.json.Encoder()
_envelopes = msgspec.json.Decoder(_Envelope)
_ROOM = b" " * 6
"""Blanks after a text: without them msgspec takes half a pair of surrogates near the end for a text that breaks off."""
_ID_BEFORE = re.compile(r'\s*\{\s*(?:"[^"\\]*"\s*:\s*"[^"\\]*"\s*,\s*){,15}?"id"\s*:\s*"([^"\\]*)"')
"""The id in an object that cannot be read to its end, where few fields come before it, all of them texts."""


def encode(message: Struct) -> str:
    """A message as JSON: an object whose ``t`` names the type; fields at their default are left out."""
    return _encoder.encode(message).decode()


def decode(decoder: msgspec.json.Decoder[M], text: str | bytes) -> M:
    """The message in a text. Raises ProtocolError: ``malformed``, or ``invalid`` with the field."""
    try:
        data = (text.encode() if isinstance(text, str) else text) + _ROOM
        if len(data) - len(_ROOM) > MAX_BYTES:
            given = len(data) - len(_ROOM)
            raise ProtocolError(Code.MALFORMED, f"a message has at most {MAX_BYTES} bytes, this one has {given}")
        return decoder.decode(data)
    except msgspec.ValidationError as error:
        raise refused(error, decoder.type, _plain(data)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise _unreadable(error) from None


def request_id(text: str | bytes) -> str:
    """The id of a request that could not be decoded, or an empty string if not even that can be read."""
    if len(text) > MAX_BYTES:
        return ""
    try:
        name = _envelopes.decode(text).id
    except msgspec.ValidationError:
        return ""
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        beginning = text if isinstance(text, str) else text.decode(errors="replace")
        found = _ID_BEFORE.match(beginning)
        name = found[1] if found else ""
    return name if len(name) <= 64 else ""


def _plain(data: bytes) -> Any:
    """Return what a text holds, of whatever types. Raises ProtocolError: what is no JSON may come after a fault."""
    try:
        return msgspec.json.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise _unreadable(error) from None


def _unreadable(error: Exception) -> ProtocolError:
    """A text that is no message, whatever is expected."""
    words = "nested too deeply" if isinstance(error, RecursionError) else str(error)
    return ProtocolError(Code.MALFORMED, f"not a message: {words}")
