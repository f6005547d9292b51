"""What goes to clients, and what waits for those that are slow. Knows nothing of sockets."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from enum import Enum

MOST_WAITING = 10_000
"""Frames that wait for one client; one that leaves more unread is given up."""
SHARE = 2
"""One client may leave such a part of the bytes unread that all may."""
FRAME = 200
"""Bytes of a frame besides its parts'."""
GRACE = 3.0
"""Seconds for a client with a name of its own to come back after its connection was lost."""


class Delivery(Enum):
    """What became of a frame."""

    TAKEN = 1
    FULL = 2
    """The client reads too slowly: nothing more goes into its pipe."""
    UNREACHABLE = 3


class SendQueue:
    """Frames to the clients of one socket. Finals wait for a slow reader; of news of a request the latest does."""

    def __init__(self, deliver: Callable[[bytes, list[bytes]], Delivery], most_bytes: int) -> None:
        """``most_bytes``: that may wait for all clients together."""
        self.size = 0
        """The number of bytes that wait."""
        self._deliver = deliver
        self._most_bytes = most_bytes
        self._waiting: dict[bytes, deque[list[bytes]]] = {}
        self._news: dict[bytes, dict[str, list[bytes]]] = {}
        """The news that wait, by client and request."""
        self._sizes: dict[bytes, int] = {}
        """Bytes of all these, by client."""
        self._lost: dict[bytes, float] = {}
        """Since when a client cannot be reached."""
        self._contact: dict[bytes, float] = {}
        """The time at which a client last said or took something."""

    @property
    def waiting(self) -> bool:
        """Whether something is still to be sent, or someone is missed."""
        return bool(self._waiting or self._news or self._lost)

    @property
    def unsent(self) -> bool:
        """Whether something is still to be sent to someone who can be reached."""
        return any(client not in self._lost for client in self._waiting)

    def heard(self, client: bytes, now: float) -> None:
        """A client said something: it is there."""
        self._contact[client] = now
        self._lost.pop(client, None)

    def blocked(self, client: bytes) -> bool:
        """Whether frames wait for a client."""
        return client in self._waiting

    def offer(self, client: bytes, parts: list[bytes], now: float) -> bool:
        """Send a frame now or never; whether it was sent."""
        return client not in self._waiting and self._try(client, parts, now)

    def tell(self, client: bytes, id: str, parts: list[bytes], now: float) -> bool:
        """Send news of a request now, or once there is room, unless newer ones come by then; whether older ones were
        dropped for it.
        """
        older = self.drop_news(client, id)
        if not self.offer(client, parts, now):
            self._news.setdefault(client, {})[id] = parts
            self._count(client, _size(parts))
        return older

    def drop_news(self, client: bytes, id: str) -> bool:
        """What waits of news of a request is not worth sending any more; whether there was something."""
        parts = self._news.get(client, {}).pop(id, None)
        if parts is None:
            return False
        self._count(client, -_size(parts))
        if not self._news[client]:
            del self._news[client]
        return True

    def post(self, client: bytes, parts: list[bytes], now: float) -> None:
        """Send a frame now or, behind those that wait, later."""
        if client in self._waiting or not self._try(client, parts, now):
            self._waiting.setdefault(client, deque()).append(parts)
            self._count(client, _size(parts))

    def flush(self, now: float) -> list[bytes]:
        """Try again what waits. Clients that are given up come back; nothing is kept for them any more."""
        for client, frames in list(self._waiting.items()):
            while frames and self._try(client, frames[0], now):
                self._count(client, -_size(frames.popleft()))
            if not frames:
                del self._waiting[client]
        for client, news in list(self._news.items()):
            for id, parts in list(news.items()):
                if self.offer(client, parts, now):
                    self.drop_news(client, id)
        gone = [client for client, since in self._lost.items() if now - since >= _grace(client)]
        gone += [client for client, frames in self._waiting.items() if self._is_too_much(client, len(frames))]
        gone = list(dict.fromkeys(gone))
        for client in gone:
            self.forget(client)
        while self.size > self._most_bytes:
            gone.append(max(self._sizes, key=self._sizes.__getitem__))
            self.forget(gone[-1])
        return gone

    def _is_too_much(self, client: bytes, frames: int) -> bool:
        return frames > MOST_WAITING or self._sizes[client] > self._most_bytes // SHARE

    def _count(self, client: bytes, more: int) -> None:
        self.size += more
        self._sizes[client] = self._sizes.get(client, 0) + more
        if not self._sizes[client]:
            del self._sizes[client]

    def silent_since(self, before: float) -> list[bytes]:
        """Reachable clients that have neither said nor taken anything since then."""
        return [client for client, last in self._contact.items() if last < before and client not in self._lost]

    def forget(self, client: bytes) -> None:
        """Drop everything about a client."""
        self._waiting.pop(client, None)
        self._news.pop(client, None)
        self.size -= self._sizes.pop(client, 0)
        self._lost.pop(client, None)
        self._contact.pop(client, None)

    def _try(self, client: bytes, parts: list[bytes], now: float) -> bool:
        delivery = self._deliver(client, parts)
        if delivery is Delivery.TAKEN:
            self._contact[client] = now
            self._lost.pop(client, None)
        elif delivery is Delivery.UNREACHABLE:
            self._lost.setdefault(client, now)
        return delivery is Delivery.TAKEN


def _size(parts: list[bytes]) -> int:
    return FRAME + sum(len(part) for part in parts)


def _grace(client: bytes) -> float:
    """Names that begin with 0 are made up by the socket for one connection: nobody comes back with one."""
    return 0.0 if client.startswith(b"\0") else GRACE
