"""An invitation to a daemon with keys: one text that has all that a client needs to come in."""

from __future__ import annotations

import base64
import binascii
import zlib
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

PREFIX = "engined1-"
"""How an invitation begins; the number counts up when its form changes."""

_Key = Annotated[str, Meta(min_length=40, max_length=40)]


class Invitation(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Whoever has its text can come in: it is a secret, and for one client's holder alone. Keys are in Z85."""

    endpoint: str
    server: _Key
    """The daemon's public key."""
    secret: _Key
    """The client's secret key."""


class NoInvitation(ValueError):
    """A text that is not a whole invitation."""


_invitations = msgspec.msgpack.Decoder(Invitation)


def write_invitation(invitation: Invitation) -> str:
    """The text: one word of letters, digits, ``-`` and ``_``."""
    data = msgspec.msgpack.encode(invitation)
    return PREFIX + base64.urlsafe_b64encode(data + _checksum(data)).decode("ascii").rstrip("=")


def read_invitation(text: str) -> Invitation:
    """The invitation in a text, blanks and line ends in it ignored. Raises NoInvitation."""
    word = "".join(text.split())
    if not word.startswith(PREFIX):
        raise NoInvitation(f"an invitation begins with {PREFIX}")
    code = word.removeprefix(PREFIX)
    try:
        data = base64.b64decode(code + "=" * (-len(code) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise NoInvitation("the invitation has characters that do not belong to one") from None
    data, checksum = data[:-4], data[-4:]
    if checksum != _checksum(data):
        raise NoInvitation("the invitation is not whole, or has been changed")
    try:
        return _invitations.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise NoInvitation(f"the invitation is of another form: {error}") from None


def _checksum(data: bytes) -> bytes:
    return zlib.crc32(data).to_bytes(4, "big")
