"""Clients of the sockets: frames in, events out; replies in, frames out."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from msgspec.structs import replace

from engined.memory import Shares
from engined.service.events import Address, Event, Gone, Received
from engined.service.game import Game
from engined.service.sessions.reckoning import KeptLog

from ..text import server
from ..text.server import TextServer
from ..work.reckoner import Done
from . import connections
from .frame import Frame, Refused
from .inbox import Inbox
from .overtaking import Overtaking

if TYPE_CHECKING:
    from ..log.journal import Journal
    from .send_queue import SendQueue
    from .sockets import Router, Sockets
from engined_protocol import frames
from engined_protocol.errors import RETRY_AFTER, Code, ProtocolError
from engined_protocol.messages import (
    AnalysesDone,
    Analysis,
    AnyReply,
    AnyRequest,
    BookDone,
    Control,
    Droppable,
    Error,
    EvaluationsDone,
    MemoryUse,
    Partial,
    PerftDone,
    Pong,
    Stop,
)

SILENCE = 60.0
"""Seconds after which a silent client is asked whether it is there; sooner when the engine works for it."""
SILENCE_AT_WORK = 15.0
SILENCE_IN_A_CROWD = 1.0
"""Seconds after which it is asked where hardly a place is left for other clients."""
MOST_AHEAD = 4 << 20
"""Bytes of text that a client may be ahead of what is served."""
CONTROL_AT_ONCE = 100
"""Frames of control in a row; after these, others get a turn."""
ENDS = Analysis | AnalysesDone | EvaluationsDone | PerftDone | BookDone | Error
"""The final replies of jobs."""
WORK_AT_ONCE = 100
"""Frames of work that are taken in for each that is served."""
MOST_LATE = 1000
"""The frames that are refused at the end, in multiples of WORK_AT_ONCE; whoever floods the daemon then may get no word.
"""


class Ledger(server.Ledger, Protocol):
    """What a server asks of the service."""

    def jobs_of(self, client: bytes, id: str | None = None) -> int:
        """How many jobs of a client, or of that id, have not ended."""
        ...

    def works_for(self, client: bytes) -> bool:
        """Whether the engine does anything for a client."""
        ...

    @property
    def crowded(self) -> bool:
        """Whether there is hardly a place for other clients."""
        ...


class TextFrames:
    """What a text client of the work socket is told."""

    def __init__(self, send_queue: SendQueue, client: bytes, clock: Callable[[], float]) -> None:
        self._send_queue = send_queue
        self._client = client
        self._clock = clock

    @property
    def waiting(self) -> bool:
        """Whether frames wait for the client."""
        return self._send_queue.blocked(self._client)

    def write(self, text: str, error_text: str) -> None:
        """Send one frame now or later. Characters beyond ASCII become ``?``."""
        parts = [frames.TEXT, text.encode("ascii", "replace")]
        if error_text:
            parts.append(error_text.encode("ascii", "replace"))
        self._send_queue.post(self._client, parts, self._clock())


class SocketServer:
    """Who speaks what on the two sockets, and what still has to reach whom."""

    def __init__(
        self,
        sockets: Sockets,
        ledger: Ledger,
        dispatch: Callable[[Event], None],
        clock: Callable[[], float],
        text: TextServer,
        most_requests: int,
        reckon: Callable[[Received, Game | KeptLog], None],
        journal: Journal,
    ) -> None:
        """``most_requests``: bytes of those that wait. ``reckon`` has something worked out on another thread, and it
        comes back to :meth:`come_back`.
        """
        self._reckon = reckon
        self._gate = sockets.gate
        self._connections = sockets.connections
        self._work = sockets.work
        self._control = sockets.control
        self._journal = journal
        self._ledger = ledger
        self._dispatch = dispatch
        self._clock = clock
        self._text = text
        self._spoken: dict[bytes, bytes] = {}
        """The protocol that each client of the work socket has spoken from its first frame on: ``frames.MESSAGE`` or
        ``TEXT``.
        """
        self._leaving: set[bytes] = set()
        """Text clients whose conversation is over but for jobs that have yet to end."""
        self._known: set[bytes] = set()
        """Clients of the work socket."""
        self._warned: dict[tuple[Address, str], tuple[str, ...]] = {}
        """The warnings about requests that have no final yet: what in them was not heeded."""
        self._inbox = Inbox(most_requests)
        self._overtaking = Overtaking()

    @property
    def waiting(self) -> bool:
        """Whether something is to be tried again soon."""
        return self._work.send_queue.waiting or self._control.send_queue.waiting or bool(self._leaving)

    @property
    def patience(self) -> float:
        """Seconds until connections are to be looked at."""
        return connections.EVERY if self._connections else math.inf

    @property
    def unsent(self) -> bool:
        """Whether something has not reached a client that can be reached."""
        return self._work.send_queue.unsent or self._control.send_queue.unsent

    @property
    def busy(self) -> bool:
        """Whether requests wait that could be served now."""
        return bool(self._inbox)

    def memory(self, shares: Shares) -> tuple[MemoryUse, ...]:
        """What requests and replies that wait take."""
        unread = self._work.send_queue.size + self._control.send_queue.size
        return (
            MemoryUse(what="requests", bytes=self._inbox.size, most=shares.requests << 20),
            MemoryUse(what="unread replies", bytes=unread, most=shares.unread << 20),
        )

    @property
    def waiting_requests(self) -> int:
        """How many requests have come in and are not served yet."""
        return len(self._inbox)

    # --- in -------------------------------------------------------------------------------------------

    def read_control(self) -> None:
        """Let newcomers in, and serve what is on the control socket."""
        if self._gate is not None:
            self._gate.serve()
            self._see_off(self._gate.take_leaving())
        for router in (self._control, self._work):
            for why in router.failures():
                self._journal.refuse(why)
        for why, address in self._connections.look(self._clock()):
            self._journal.refuse(why, address=address)
        for _ in range(CONTROL_AT_ONCE):
            frame = self._receive(self._control)
            if frame is None:
                return
            sender = Address(frame.client, "control")
            request = self._read_message(sender, frame.parts)
            if request is None:
                continue
            if not isinstance(request, Control):
                self._refuse(sender, request.id, Code.INVALID, "control takes stop, ping and status only", "t")
                continue
            received = Received(sender, request, self._clock())
            if isinstance(request, Stop) and request.index is None:
                self._stop(received, request.target)
            else:
                self._dispatch(received)

    def _stop(self, stop: Received, target: str | None) -> None:
        """Have a stop end jobs that wait and jobs that run. One that finds none may have overtaken its job."""
        client = stop.sender.client
        if (
            target is None
            or self._inbox.has_job(client, target)
            or self._ledger.jobs_of(client, target)
            or not self._overtaking.hold(target, stop)
        ):
            self._answer_stop(stop, self._inbox.stop(client, target))

    def _answer_stop(self, stop: Received, stopped: int = 0) -> None:
        """Have a stop served that has ended so many waiting jobs."""
        self._dispatch(replace(stop, now=self._clock(), stopped=stopped))

    def read_work(self) -> bool:
        """Take in what is on the work socket; False when that was all."""
        for _ in range(WORK_AT_ONCE):
            frame = self._receive(self._work)
            if frame is None:
                for stop in self._overtaking.too_late():
                    self._answer_stop(stop)
                return False
            if frame.client not in self._known:
                self._known.add(frame.client)
                self._journal.came(frame.client, frame.address)
            self._take_in(frame.client, frame.parts)
        return True

    def serve(self) -> None:
        """Serve the request whose turn it is, or have worked out first what it needs if that takes long."""
        received = self._inbox.next(self._clock())
        if received is None:
            return
        base = self._ledger.to_reckon(received)
        if base is None:
            self._inbox.take()
            self._dispatch(received)
        else:
            self._inbox.set_aside(received.sender.client)
            self._reckon(received, base)

    def come_back(self, done: Done) -> None:
        """What a request needs has been worked out: its turn comes."""
        self._inbox.come_back(done.received.sender.client, done.received.request, done.reckoned)

    def _take_in(self, client: bytes, parts: list[bytes]) -> None:
        sender = Address(client, "work")
        self._work.send_queue.heard(client, self._clock())
        kind = parts[0] if parts else b""
        if client not in self._spoken and kind in (frames.MESSAGE, frames.TEXT):
            self._spoken[client] = kind
            if kind == frames.TEXT:
                outlet = TextFrames(self._work.send_queue, client, self._clock)
                self._text.open(sender, outlet, lambda: self._leave(sender))
        speaks_text = self._spoken.get(client) == frames.TEXT
        if speaks_text and kind == frames.TEXT and len(parts) == 2:
            self._read_text(sender, parts[1])
        elif speaks_text:
            self._refuse(sender, "", Code.MALFORMED, "this client speaks text: T1 and lines")
        else:
            request = self._read_message(sender, parts)
            if request is not None:
                self._accept(sender, request, len(parts[1]))

    def _accept(self, sender: Address, request: AnyRequest, size: int) -> None:
        """Have a request of so many bytes wait for its turn; a stop that overtook it ends it already."""
        accepted = self._inbox.put(sender, request, size, self._clock())
        if not accepted:
            self._refuse(sender, request.id, Code.BUSY, "too much waits to be served: let some of it be answered first")
        stop = self._overtaking.came(sender.client, request.id)
        if stop is not None:
            self._answer_stop(stop, self._inbox.stop(sender.client, request.id) if accepted else 0)

    def _receive(self, router: Router) -> Frame | None:
        """The next frame of somebody who may send some; None when there is none. Others are told why not."""
        while True:
            try:
                return router.receive()
            except Refused as refused:
                id = frames.request_id(refused.parts[-1]) if refused.parts else ""
                error = Error(id=id, code=str(Code.FORBIDDEN), message=str(refused))
                self._journal.refuse(refused.why, refused.routing_id)
                router.turn_away(refused, frames.wrap(error))

    def _see_off(self, keys: set[str]) -> None:
        """Forget the clients with keys that may come in no more."""
        for client in [client for client in self._known if client.rpartition(b"@")[2].decode("latin-1") in keys]:
            self._forget(client, "revoked")

    def _read_message(self, sender: Address, parts: list[bytes]) -> AnyRequest | None:
        """The request in a frame; None when there is none, and the client has been told."""
        if len(parts) != 2 or parts[0] != frames.MESSAGE:
            self._refuse(sender, "", Code.MALFORMED, "a frame is E1 and a message, or T1 and text")
            return None
        try:
            request, warnings = frames.read_request(parts[1])
        except ProtocolError as error:
            self._refuse(sender, frames.request_id(parts[1]), error.code, error.message, error.field)
            return None
        if warnings:
            self._warned[sender, request.id] = warnings
        return request

    def _refuse(self, sender: Address, id: str, code: Code, message: str, field: str = "") -> None:
        retry_after = RETRY_AFTER if code is Code.BUSY else None
        warnings = self._warned.pop((sender, id), ())
        error = Error(id=id, code=str(code), message=message, field=field, retry_after=retry_after, warnings=warnings)
        self._journal.replied(sender, error)
        self._note_end(sender, error)
        self._router(sender).send_queue.post(sender.client, frames.wrap(error), self._clock())

    # --- text -----------------------------------------------------------------------------------------

    def _read_text(self, sender: Address, text: bytes) -> None:
        """Take lines, of which the last may lack its newline; nothing at all is the end."""
        if text:
            self._text.feed(sender, text if text.endswith(b"\n") else text + b"\n")
        else:
            self._text.finish(sender)
        if self._text.ahead(sender) > MOST_AHEAD:
            self._text.close(sender)

    def _leave(self, sender: Address) -> None:
        """A conversation is over: its jobs end, and then it is told so."""
        self._leaving.add(sender.client)
        self._dispatch(Received(sender, Stop(id="end"), self._clock()))

    # --- out ------------------------------------------------------------------------------------------

    def send(self, to: Address, reply: AnyReply) -> None:
        """Send a reply the way its client listens. Of news of a request it gets the latest when it is slow."""
        send_queue, now = self._router(to).send_queue, self._clock()
        self._note_end(to, reply)
        if self._warned:
            reply = self._with_warnings(to, reply)
        if to in self._text:
            self._text.send(to, reply)
        elif isinstance(reply, Droppable):
            self._ledger.dropped += send_queue.tell(to.client, reply.id, frames.wrap(reply), now)
        else:
            self._ledger.dropped += send_queue.drop_news(to.client, reply.id)
            send_queue.post(to.client, frames.wrap(reply), now)

    def _with_warnings(self, to: Address, reply: AnyReply) -> AnyReply:
        """A reply with what was not heeded in its request."""
        warnings = self._warned.get((to, reply.id), ())
        if warnings and not isinstance(reply, Partial):
            del self._warned[to, reply.id]
        return replace(reply, warnings=warnings) if warnings else reply

    def _note_end(self, to: Address, reply: AnyReply) -> None:
        """A stop for what has ended finds nothing more."""
        if to.channel == "work" and isinstance(reply, ENDS):
            self._overtaking.ended(to.client, reply.id, self._clock())

    def flush(self) -> None:
        """Try again what waits, and see off those who are gone or done."""
        now = self._clock()
        self._control.send_queue.flush(now)
        for client in self._work.send_queue.flush(now):
            self._forget(client, "lost")
        for client in [client for client in self._leaving if not self._ledger.jobs_of(client)]:
            if self._work.send_queue.offer(client, [frames.TEXT, b""], now):
                self._forget(client, "done")

    def close(self) -> None:
        """Refuse what still waits, and what has arrived since; stops among it find nothing more."""
        for _ in range(MOST_LATE):
            if not self.read_work():
                break
        self._inbox.come_back_all()
        while (left := self._inbox.next(self._clock())) is not None:
            self._inbox.take()
            self._refuse(left.sender, left.request.id, Code.BUSY, "the daemon is shutting down")
        for stop in self._overtaking.given_up(math.inf):
            self._answer_stop(stop)

    def look_around(self) -> None:
        """Ask silent clients whether they are there; those who are not are noticed with that.

        Stops whose jobs never came are answered.
        """
        now = self._clock()
        for stop in self._overtaking.given_up(now):
            self._answer_stop(stop)
        self._overtaking.forget_ended(now)
        for client in self._control.send_queue.silent_since(now - SILENCE):
            self._control.send_queue.forget(client)
            if self._gate is not None and client not in self._known:
                self._gate.forget(client)
        least = SILENCE_IN_A_CROWD if self._ledger.crowded else SILENCE_AT_WORK
        long_silent = set(self._work.send_queue.silent_since(now - SILENCE))
        for client in self._work.send_queue.silent_since(now - least):
            if self._ledger.crowded or client in long_silent or self._ledger.works_for(client):
                self._work.send_queue.offer(client, frames.wrap(Pong(id="")), now)

    def _forget(self, client: bytes, why: str) -> None:
        self._known.discard(client)
        self._journal.left(client, why)
        self._text.forget(Address(client, "work"))
        self._spoken.pop(client, None)
        self._leaving.discard(client)
        for key in [key for key in self._warned if key[0].client == client]:
            del self._warned[key]
        self._inbox.forget(client)
        self._overtaking.forget(client)
        self._work.forget(client)
        self._control.forget(client)
        self._dispatch(Gone(client, self._clock()))

    def _router(self, address: Address) -> Router:
        return self._control if address.channel == "control" else self._work
