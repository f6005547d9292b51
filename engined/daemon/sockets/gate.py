"""The gate of a daemon with keys: who comes in, and as whom. It speaks ZAP (ZeroMQ RFC 27) with libzmq.

A client of a daemon with keys is called ``NAME@KEY``: nobody can take what another key's client has. A key that may
come in no more is known by its next message, since each bears the key that its connection came in with.
"""

from __future__ import annotations

from collections.abc import Callable

import zmq
from zmq.utils import z85

from engined.service.tenants import Tenant

from .allow_list import AllowList
from .frame import Refused

ADDRESS = "inproc://zeromq.zap.01"
VERSION = b"1.0"
SHORTEST_NAME = 32
"""Bytes: who knows the name of a client can have its replies, so it must be one that cannot be guessed."""
AT_ONCE = 100
"""Newcomers in a row; after these, others get a turn."""


class Gate:
    """Lets in those on the allow list, and knows each message's sender by its key."""

    def __init__(
        self,
        context: zmq.Context[zmq.Socket[bytes]],
        allow_list: AllowList,
        clock: Callable[[], float],
        on_stranger: Callable[[str, str], None],
    ) -> None:
        """``on_stranger`` is told of each newcomer that stays outside: its address and its key."""
        self._allow_list = allow_list
        self._clock = clock
        self._on_stranger = on_stranger
        self._holders: dict[bytes, bytes] = {}
        """The client that holds a name, by the routing id that has it."""
        self._stolen: set[bytes] = set()
        """Routing ids of which another key's connection has taken hold."""
        self._leaving: set[str] = set()
        """Names of keys that may come in no more, since :meth:`take_leaving` was asked."""
        self.socket = context.socket(zmq.REP)
        self.socket.set(zmq.LINGER, 0)
        self.socket.bind(ADDRESS)
        self._look()

    def serve(self) -> None:
        """Answer libzmq about newcomers."""
        self._look()
        for _ in range(AT_ONCE):
            try:
                request = self.socket.recv_multipart(zmq.DONTWAIT)
            except zmq.Again:
                return
            self.socket.send_multipart(self._judge(request))

    def _judge(self, request: list[bytes]) -> list[bytes]:
        """libzmq's question is its own, and well-formed."""
        _, number, _, address, _, mechanism, *credentials = request
        key = z85.encode(credentials[0]).decode("ascii") if mechanism == b"CURVE" else ""
        name = self._allow_list.name_of(key)
        if name is None:
            self._look(thorough=True)  # the key may have been written this moment
            name = self._allow_list.name_of(key)
        if name is None:
            self._on_stranger(address.decode("ascii", "replace"), key)
            return [VERSION, number, b"400", b"this key is not known here", b"", b""]
        return [VERSION, number, b"200", b"", key.encode("ascii"), b""]

    def client(self, routing_id: bytes, key: str) -> bytes:
        """The client that sends a message. Raises Refused where its key may not, or not by that name."""
        self._look()
        name = self._allow_list.name_of(key)
        if name is None:
            raise Refused("revoked", "this key may come in no more")
        if not routing_id.startswith(b"\0") and len(routing_id) < SHORTEST_NAME:
            raise Refused("short name", f"a client with a key has a name of at least {SHORTEST_NAME} bytes, or none")
        client = routing_id + b"@" + name.encode("ascii")
        if self._holders.setdefault(routing_id, client) != client:
            self._stolen.add(routing_id)
            raise Refused("name taken", "a client with another key has this name")
        self._stolen.discard(routing_id)
        return client

    def routing_id(self, client: bytes) -> bytes | None:
        """Where a client is reached; None while another key's connection has its name."""
        routing_id = client.rpartition(b"@")[0]
        return None if routing_id in self._stolen else routing_id

    def tenant(self, client: bytes) -> Tenant:
        """The tenant on whose account a client acts."""
        name = client.rpartition(b"@")[2].decode("latin-1")
        return Tenant(name, self._allow_list.allowance(name))

    def forget(self, client: bytes) -> None:
        """A client is gone: whoever has a key may have its name."""
        routing_id = client.rpartition(b"@")[0]
        if self._holders.get(routing_id) == client:
            del self._holders[routing_id]
            self._stolen.discard(routing_id)

    def take_leaving(self) -> set[str]:
        """Names of keys that may come in no more: those not told yet."""
        self._look()
        leaving, self._leaving = self._leaving, set()
        return leaving

    def close(self) -> None:
        """Let nobody in any more."""
        self.socket.close()

    def _look(self, *, thorough: bool = False) -> None:
        self._leaving |= self._allow_list.look(self._clock(), thorough=thorough)
