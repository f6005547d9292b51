"""Clients that speak text, whichever way: lines are served in turn, and what dialogues say goes where each listens.

Knows neither sockets nor standard streams.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from msgspec.structs import replace

from engined.service.events import Address, Event, Received
from engined.service.game import Game
from engined.service.sessions.reckoning import KeptLog
from engined_protocol.messages import AnyReply, Partial
from engined_protocol.text.dialogue import Output

from ..work.reckoner import Done
from .connection import Choose, TextConnection


class Outlet(Protocol):
    """Where a text client listens."""

    @property
    def waiting(self) -> bool:
        """Whether the client has yet to take what was written before."""
        ...

    def write(self, text: str, error_text: str) -> None:
        """Write now what the client takes, and the rest later. Characters beyond ASCII become ``?``."""
        ...


class Ledger(Protocol):
    """What a server asks of the service, and counts for it."""

    dropped: int
    """Partial replies that slow readers missed."""

    def to_reckon(self, event: Received) -> Game | KeptLog | None:
        """What something is to be worked out from for a request, before it is dispatched; None: nothing."""
        ...


@dataclass(slots=True)
class _TextClient:
    connection: TextConnection
    outlet: Outlet
    on_close: Callable[[], None]
    closed: bool = False
    requests: deque[Received] = field(default_factory=deque)
    """The requests of the client, in order."""
    away: bool = False
    """Whether something is worked out for the first of these; its lines wait meanwhile."""


class TextServer:
    """The conversations in text. Requests that they make are dispatched, and replies come back by :meth:`send`."""

    def __init__(
        self,
        ledger: Ledger,
        dispatch: Callable[[Event], None],
        clock: Callable[[], float],
        choose: Choose,
        report: Callable[[str], None],
        reckon: Callable[[Received, Game | KeptLog], None],
    ) -> None:
        """``choose`` and ``report`` as in TextConnection; ``reckon`` has something worked out on another thread, and it
        comes back to :meth:`come_back`.
        """
        self._ledger = ledger
        self._reckon = reckon
        self._dispatch = dispatch
        self._clock = clock
        self._choose = choose
        self._report = report
        self._clients: dict[Address, _TextClient] = {}
        self._turns: deque[Address] = deque()
        """Clients with lines that wait, in the order of their turns."""

    def __contains__(self, client: Address) -> bool:
        """Whether a client speaks text, or did until its conversation was closed."""
        return client in self._clients

    @property
    def busy(self) -> bool:
        """Whether lines wait that could be served now."""
        return bool(self._turns)

    def has_lines(self, client: Address) -> bool:
        """Whether lines of a client wait to be served."""
        return client in self._turns

    def ahead(self, client: Address) -> int:
        """Bytes of a client's that wait."""
        return self._clients[client].connection.ahead

    def open(self, client: Address, outlet: Outlet, on_close: Callable[[], None], choose: Choose | None = None) -> None:
        """Begin a conversation, with ``choose`` of its own if it has one. ``on_close`` is called once it is over, which
        replies may still follow.
        """
        connection = TextConnection(choose or self._choose, self._report)
        self._clients[client] = _TextClient(connection, outlet, on_close)

    def feed(self, client: Address, data: bytes) -> None:
        """Take bytes of a client's; nothing is heard once its conversation is closed."""
        if not self._clients[client].closed:
            self._clients[client].connection.feed(data)
            self._await_turn(client)

    def finish(self, client: Address) -> None:
        """A client will say no more: a last line without a newline counts."""
        if not self._clients[client].closed:
            self._clients[client].connection.finish()
            self._await_turn(client)

    def serve_line(self) -> bool:
        """Serve a line of the client whose turn it is; False when none waits."""
        if not self._turns:
            return False
        address = self._turns.popleft()
        client = self._clients[address]
        self._do(address, client.connection.step())
        if client.connection.pending and not client.closed:
            self._await_turn(address)
        return True

    def send(self, to: Address, reply: AnyReply) -> None:
        """Hand a client a reply to one of its requests. Partial ones are dropped when it is slow."""
        client = self._clients[to]
        if isinstance(reply, Partial) and client.outlet.waiting:
            self._ledger.dropped += 1
        else:
            self._do(to, client.connection.reply(reply))

    def come_back(self, done: Done) -> None:
        """What a request needs has been worked out: it is served, and so are those behind it."""
        client = self._clients.get(done.received.sender)
        if client is None or not client.away or client.requests[0] is not done.received:
            return  # it left meanwhile
        client.away = False
        client.requests[0] = replace(done.received, reckoned=done.reckoned)
        self._serve(client)
        if client.connection.pending and not client.closed:
            self._await_turn(done.received.sender)

    def close(self, address: Address) -> None:
        """End a conversation: what waits is not served any more."""
        client = self._clients[address]
        if client.closed:
            return
        client.closed = True
        if address in self._turns:
            self._turns.remove(address)
        client.on_close()

    def forget(self, client: Address) -> None:
        """Drop everything about a client."""
        if self._clients.pop(client, None) is not None and client in self._turns:
            self._turns.remove(client)

    def _await_turn(self, client: Address) -> None:
        if client not in self._turns and not self._clients[client].away:
            self._turns.append(client)

    def _do(self, address: Address, output: Output) -> None:
        """Do what a dialogue wants done."""
        client = self._clients[address]
        if output.text or output.error_text:
            client.outlet.write(output.text, output.error_text)
        client.requests += [Received(address, request, self._clock()) for request in output.requests]
        if not client.away:
            self._serve(client)
        if output.closed:
            self.close(address)

    def _serve(self, client: _TextClient) -> None:
        """Serve what a client asks, as far as nothing has to be worked out first."""
        while client.requests:
            received = client.requests[0]
            base = self._ledger.to_reckon(received)
            if base is not None:
                client.away = True
                self._reckon(received, base)
                return
            client.requests.popleft()
            self._dispatch(received)
