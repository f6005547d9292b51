"""Messages as JSON, for browsers: the same names and fields as in msgpack, one message a text."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from .errors import Code, ProtocolError
from .frames import MAX_BYTES
from .values import fault

M = TypeVar("M")


class _Envelope(Struct):
    """The one field that is worth saving from a request that cannot be read."""

    id: str = ""


_encoder = msgspec.json.Encoder()
_envelopes = msgspec.json.Decoder(_Envelope)


def encode(message: Struct) -> str:
    """A message as JSON: an object whose ``t`` names the type; fields at their default are left out."""
    return _encoder.encode(message).decode()


def decode(decoder: msgspec.json.Decoder[M], text: str | bytes) -> M:
    """The message in a text. Raises ProtocolError: ``malformed``, or ``invalid`` with the field."""
    try:
        data = text.encode() if isinstance(text, str) else text
        if len(data) > MAX_BYTES:
            raise ProtocolError(Code.MALFORMED, f"a message has at most {MAX_BYTES} bytes, this one has {len(data)}")
        return decoder.decode(data)
    except msgspec.ValidationError as error:
        found = fault(error, decoder.type, _plain(data))
        raise ProtocolError(Code.INVALID, found.message, found.field) from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise ProtocolError(Code.MALFORMED, f"not a message: {error}") from None
    except RecursionError:
        raise ProtocolError(Code.MALFORMED, "not a message: nested too deeply") from None


def request_id(text: str | bytes) -> str:
    """The id of a request that could not be decoded, or an empty string if not even that can be read."""
    if len(text) > MAX_BYTES:
        return ""
    try:
        name = _envelopes.decode(text).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""
    return name if len(name) <= 64 else ""


def _plain(data: bytes) -> Any:
    """What a text holds, of whatever types."""
    try:
        return msgspec.json.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
