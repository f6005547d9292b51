"""Bodies of requests, which all together take no more memory than is allowed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.requests import ClientDisconnect, Request

from engined_protocol.errors import Code, ProtocolError

from .bounds import MOST_BODIES

LONGEST_UNREAD = 64 << 20
"""Bytes of a body that are read to be refused."""


class TooLong(ProtocolError):
    """A body has more bytes than are read."""


class Bodies:
    """The bodies of requests that are being read or answered: how many bytes they are."""

    def __init__(self) -> None:
        self._bytes = 0

    @asynccontextmanager
    async def body(self, request: Request, most: int, what: str) -> AsyncIterator[bytes]:
        """What was sent. Raises ProtocolError when it is too long, or too much with what others send.

        What is too long is read to its end all the same, up to a bound: a browser that is cut off does not hear why.
        """
        parts: list[bytes] = []
        length = held = 0
        try:
            async for part in request.stream():
                length += len(part)
                if length <= most:
                    self._bytes += len(part)
                    held += len(part)
                    parts.append(part)
                    if self._bytes > MOST_BODIES:
                        raise ProtocolError(Code.BUSY, "too much is being sent here at once: try it again")
                elif length > LONGEST_UNREAD:
                    break
            if length > most:
                raise TooLong(Code.MALFORMED, f"{what} has at most {most} bytes, this one has {length}")
            yield b"".join(parts)
        except ClientDisconnect:
            raise ProtocolError(Code.MALFORMED, "the body breaks off") from None
        finally:
            self._bytes -= held
