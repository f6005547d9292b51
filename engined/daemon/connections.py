"""Connections of a TCP socket that send and send, and never a whole message.

libzmq keeps the parts of a message until the last one is there, however many come, and says nothing of them. The kernel
knows how much has come in by a connection; where that is more than any message needs, the connection is cut. How local
connections do it does not tell, but only this user has them.
"""

from __future__ import annotations

import os
import socket
import struct
from contextlib import suppress

MOST = 3 << 20
"""Bytes that may come in by a connection since something whole did: a frame of the largest message, and some more."""
MOST_IN_ALL = 8 << 20
"""And by all connections together. libzmq takes 64 bytes of memory for a part of 2."""
EVERY = 0.1
"""Seconds between two looks: what comes in meanwhile is taken."""
RECEIVED = struct.Struct("=128xQ")
"""``tcp_info`` of Linux: all bytes that have come in by a connection."""
AT_ONCE = struct.pack("ii", 1, 0)
"""Its peer is told that it is over when libzmq closes it, whatever is still on the way."""


class Connections:
    """What has come in by each connection since something whole did. They go by libzmq's descriptors."""

    def __init__(self) -> None:
        self._before: dict[int, int] = {}
        """Bytes by the time that the last whole message was heard of."""
        self._heard: set[int] = set()
        """By which something whole has come since the last look."""
        self._next = 0.0

    def __bool__(self) -> bool:
        return bool(self._before)

    def opened(self, descriptor: int) -> None:
        """A connection was accepted; nothing is known of one that is local."""
        if _received(descriptor) is not None:
            self._before[descriptor] = 0

    def closed(self, descriptor: int) -> None:
        """It is gone."""
        self._before.pop(descriptor, None)
        self._heard.discard(descriptor)

    def heard(self, descriptor: int) -> None:
        """A whole message has come by it."""
        self._heard.add(descriptor)

    def look(self, now: float) -> list[str]:
        """Cut those by which too much has come, if it is time to look: where from."""
        if now < self._next:
            return []
        self._next = now + EVERY
        unfinished = {}
        for descriptor, before in self._before.items():
            received = _received(descriptor) or 0
            if descriptor in self._heard or received < before:
                self._before[descriptor] = received
            else:
                unfinished[descriptor] = received - before
        self._heard.clear()
        left, cut = sum(unfinished.values()), []
        for descriptor in sorted(unfinished, key=unfinished.__getitem__, reverse=True):
            if unfinished[descriptor] <= MOST and left <= MOST_IN_ALL:
                break
            left -= unfinished[descriptor]
            cut += self._cut(descriptor, unfinished[descriptor])
        return cut

    def _cut(self, descriptor: int, unfinished: int) -> list[str]:
        """Cut it, unless libzmq has closed it meanwhile, and the descriptor is another one's."""
        with suppress(OSError), socket.socket(fileno=os.dup(descriptor)) as held:
            if (_received(held.fileno()) or 0) - self._before[descriptor] >= unfinished:
                peer = str(held.getpeername()[0])
                held.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
                held.shutdown(socket.SHUT_RDWR)
                return [peer]
        return []


def _received(descriptor: int) -> int | None:
    """Bytes that have come in by a connection; None where there is none, or nobody tells."""
    try:
        connection = socket.socket(socket.AF_INET, socket.SOCK_STREAM, fileno=descriptor)
    except OSError:
        return None
    try:
        (received,) = RECEIVED.unpack(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, RECEIVED.size))
    except (OSError, AttributeError, struct.error):
        return None
    finally:
        connection.detach()
    return int(received)
