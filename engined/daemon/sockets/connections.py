"""Connections of a TCP socket that send faster than the daemon reads, or never a whole message.

libzmq keeps the parts of a message until the last one is there, and whole ones until they are read, however many come,
and says nothing of them. The kernel knows how much has come in by a connection; where that is far more than was read,
the connection is cut. Of local connections it tells what lies in it (``SIOCINQ``, ``SO_MEMINFO``), not what has come in
by them, and libzmq leaves nothing there; but only this user has them.
"""

from __future__ import annotations

import os
import socket
import struct
from contextlib import suppress
from dataclasses import dataclass

MOST = 3 << 20
"""Bytes that may come in by a connection since something whole did: a frame of the largest message, and some more."""
MOST_IN_ALL = 8 << 20
"""Bytes of unfinished messages that may have come in by all connections together. Of these libzmq takes up to 32 times
as much memory: 64 bytes for a part of 2.
"""
MOST_AHEAD = 8 << 20
"""Bytes of whole messages by a connection that the daemon has not read yet, where it does not keep up with them."""
MOST_AHEAD_IN_ALL = 16 << 20
EVERY = 0.1
"""Seconds between two looks: what comes in meanwhile is taken."""
RECEIVED = struct.Struct("=128xQ")
"""``tcp_info`` of Linux: all bytes that have come in by a connection."""
AT_ONCE = struct.pack("ii", 1, 0)
"""The value of ``SO_LINGER`` with which closing a socket resets its connection at once: what is still to be sent is
lost, and the peer is told.
"""


@dataclass(slots=True)
class _Connection:
    socket: object
    """The socket that it belongs to."""
    read: int = 0
    """Bytes that have come in, up to the last whole message that was read, at least."""
    heard: int = 0
    """Bytes of messages that were read since the last look."""


class Connections:
    """What has come in by each connection and was not read. They go by libzmq's descriptors."""

    def __init__(self) -> None:
        self._open: dict[int, _Connection] = {}
        self._empty: set[object] = set()
        """Sockets on which nothing whole was left at some time since the last look."""
        self._next = 0.0

    def __bool__(self) -> bool:
        return bool(self._open)

    def opened(self, descriptor: int, socket: object) -> None:
        """A connection was accepted; nothing is known of one that is local."""
        if _received(descriptor) is not None:
            self._open[descriptor] = _Connection(socket)

    def closed(self, descriptor: int) -> None:
        """It is gone."""
        self._open.pop(descriptor, None)

    def heard(self, descriptor: int, size: int) -> None:
        """A whole message of so many bytes has come by it."""
        if descriptor in self._open:
            self._open[descriptor].heard += size

    def emptied(self, socket: object) -> None:
        """All that is whole has been read from a socket."""
        self._empty.add(socket)

    def look(self, now: float) -> list[tuple[str, str]]:
        """Cut those by which too much has come, if it is time to look: why, and where from."""
        if now < self._next:
            return []
        self._next = now + EVERY
        unfinished, ahead = dict[int, int](), dict[int, int]()
        for descriptor, connection in self._open.items():
            received = _received(descriptor) or 0
            if received < connection.read or (connection.heard and connection.socket in self._empty):
                connection.read = received
            elif connection.heard:
                connection.read = min(connection.read + connection.heard, received)
                ahead[descriptor] = received - connection.read
            else:
                unfinished[descriptor] = received - connection.read
            connection.heard = 0
        self._empty.clear()
        cut = [("unfinished", peer) for peer in self._cut_most(unfinished, MOST, MOST_IN_ALL)]
        return cut + [("flood", peer) for peer in self._cut_most(ahead, MOST_AHEAD, MOST_AHEAD_IN_ALL)]

    def _cut_most(self, sizes: dict[int, int], most: int, most_in_all: int) -> list[str]:
        """Cut those with more than may be, then those with most until all are in bounds."""
        left, cut = sum(sizes.values()), []
        for descriptor in sorted(sizes, key=sizes.__getitem__, reverse=True):
            if sizes[descriptor] <= most and left <= most_in_all:
                break
            left -= sizes[descriptor]
            cut += self._cut(descriptor, sizes[descriptor])
        return cut

    def _cut(self, descriptor: int, unread: int) -> list[str]:
        """Cut it, unless libzmq has closed it meanwhile, and the descriptor is another one's."""
        with suppress(OSError), socket.socket(fileno=os.dup(descriptor)) as held:
            if (_received(held.fileno()) or 0) - self._open[descriptor].read >= unread:
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
