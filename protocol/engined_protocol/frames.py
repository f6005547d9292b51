"""Frames of the ZeroMQ sockets: msgpack bytes to messages and back, with limits.

A frame is a list of parts. The first says what the rest is: ``E1`` (a message) or ``T1`` (text lines). See
``SPEC.md``. Nothing here opens a socket.

>>> from engined_protocol.messages import Show
>>> payload = encode(Show(id="7", variant="othello", moves=("f5", "d6")))
>>> decode_request(payload).moves
('f5', 'd6')
>>> decode_request(payload.replace(b"moves", b"moved"))
Traceback (most recent call last):
engined_protocol.errors.ProtocolError: it is not known: did you mean 'moves'?
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from .errors import Code, ProtocolError
from .messages import AnyReply, AnyRequest
from .values import UNKNOWN, fault

PROTOCOL = 1
"""Version of the messages; it counts up when a change breaks old clients."""
MESSAGE = b"E1"
TEXT = b"T1"
MAX_BYTES = 1 << 20
"""The longest message: more is refused before it is read."""

MOST_UNKNOWN = 16
"""Unknown fields in a request, at most: one that has more is refused."""

M = TypeVar("M")


class _Envelope(Struct):
    """The one field that is worth saving from a request that cannot be read."""

    id: str = ""


_encoder = msgspec.msgpack.Encoder()
_requests: msgspec.msgpack.Decoder[AnyRequest] = msgspec.msgpack.Decoder(AnyRequest)
_replies: msgspec.msgpack.Decoder[AnyReply] = msgspec.msgpack.Decoder(AnyReply)
_envelopes = msgspec.msgpack.Decoder(_Envelope)


def wrap(message: AnyRequest | AnyReply) -> list[bytes]:
    """The parts of the frame that carries a message."""
    return [MESSAGE, encode(message)]


def encode(message: AnyRequest | AnyReply) -> bytes:
    """A message as msgpack: a map whose ``t`` names the type; fields at their default are left out."""
    return _encoder.encode(message)


def decode_request(payload: bytes) -> AnyRequest:
    """The request in a payload. Raises ProtocolError: ``malformed``, or ``invalid`` with the field."""
    return decode(_requests, payload)


def read_request(payload: bytes) -> tuple[AnyRequest, tuple[str, ...]]:
    """The request in a payload, and what in it is not heeded: fields that are not known. Raises ProtocolError as
    :func:`decode_request` does for all else.
    """
    try:
        return decode_request(payload), ()
    except ProtocolError as error:
        if error.code is not Code.INVALID:
            raise
        plain = _plain(payload)
        warnings: list[str] = []
        while len(warnings) < MOST_UNKNOWN and _drop(plain, error):
            warnings.append(f"{error.field}: {error.message}")
            try:
                return decode_request(msgspec.msgpack.encode(plain)), tuple(warnings)
            except ProtocolError as another:
                error = another
        raise error from None


def _drop(plain: Any, error: ProtocolError) -> bool:
    """Take the field that an error names out of a request, if it is one that is not known; whether it was."""
    *path, name = error.field.split(".")
    for step in path:
        plain = plain.get(step) if isinstance(plain, dict) else None
    if not error.message.startswith(UNKNOWN) or not isinstance(plain, dict) or name not in plain:
        return False
    del plain[name]
    return True


def decode_reply(payload: bytes) -> AnyReply:
    """The reply in a payload. Raises ProtocolError: ``malformed``, or ``invalid`` with the field."""
    return decode(_replies, payload)


def request_id(payload: bytes) -> str:
    """The id of a request that could not be decoded, or an empty string if not even that can be read."""
    if len(payload) > MAX_BYTES:
        return ""
    try:
        name = _envelopes.decode(payload).id
    except msgspec.ValidationError:
        return ""
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        name = _id_before(payload)
    return name if len(name) <= 64 else ""


def _id_before(payload: bytes) -> str:
    """The id in a map that cannot be read to its end, where few fields come before it, all of them texts."""
    if not payload or payload[0] >> 4 != 0x8:
        return ""
    at = 1
    for _ in range(payload[0] & 0x0F):
        if (key := _text(payload, at)) is None or (value := _text(payload, key[1])) is None:
            return ""
        if key[0] == b"id":
            return value[0].decode(errors="replace")
        at = value[1]
    return ""


def _text(payload: bytes, at: int) -> tuple[bytes, int] | None:
    """The text of at most 255 bytes there, and where it ends; None where there is none."""
    head = payload[at : at + 2]
    if head[:1] == b"\xd9" and len(head) == 2:
        begin, length = at + 2, head[1]
    elif head and head[0] >> 5 == 0b101:
        begin, length = at + 1, head[0] & 0x1F
    else:
        return None
    text = payload[begin : begin + length]
    return (text, begin + length) if len(text) == length else None


def decode(decoder: msgspec.msgpack.Decoder[M], payload: bytes) -> M:
    """What a decoder makes of a payload. Raises ProtocolError: ``malformed``, or ``invalid`` with the field."""
    if len(payload) > MAX_BYTES:
        raise ProtocolError(Code.MALFORMED, f"a message has at most {MAX_BYTES} bytes, this one has {len(payload)}")
    try:
        return decoder.decode(payload)
    except msgspec.ValidationError as error:
        raise refused(error, decoder.type, _plain(payload)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _unreadable(error) from None


def refused(error: msgspec.ValidationError, kind: Any, plain: object) -> ProtocolError:
    """The error for what was read, but is no message of this kind: ``malformed`` where it is no map."""
    found = fault(error, kind, plain)
    return ProtocolError(Code.INVALID if isinstance(plain, dict) else Code.MALFORMED, found.message, found.field)


def _plain(payload: bytes) -> Any:
    """Return what a payload holds, of any types. Raises ProtocolError: what is no msgpack may come after a fault."""
    try:
        return msgspec.msgpack.decode(payload)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise _unreadable(error) from None


def _unreadable(error: Exception) -> ProtocolError:
    """Bytes that are no message, whatever is expected."""
    deep = isinstance(error, RecursionError)
    words = "nested too deeply" if deep else "bytes that break off, or are no msgpack"
    return ProtocolError(Code.MALFORMED, f"not a message: {words}")
