"""Clients of the sockets: frames in, events out; replies in, frames out."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from engined.service.events import Address, Event, Gone, Received

from .peer import Choose, TextPeer

if TYPE_CHECKING:
    from .sockets import Router, Sockets
from engined_protocol import frames
from engined_protocol.dialogue import Output
from engined_protocol.errors import Code, ProtocolError
from engined_protocol.messages import AnyReply, AnyRequest, Control, Error, Partial, Pong, Stop

SILENCE = 60.0
"""Seconds after which a silent client is asked whether it is there; sooner when the engine works for it."""
SILENCE_AT_WORK = 15.0
OVERTAKING = 0.1
"""Seconds by which a stop may overtake, on the control socket, the job that it is to stop."""
LINES_AT_ONCE = 100
"""Lines of text in a row."""
MOST_AHEAD = 4 << 20
"""Bytes of text that a client may be ahead of what is served."""
CONTROL_AT_ONCE = 100
"""Frames of control in a row; after these, others get a turn."""


class Ledger(Protocol):
    """What a reception asks of the service."""

    dropped: int

    def jobs_of(self, client: bytes, id: str | None = None) -> int:
        """How many jobs of a client, or of that id, have not ended."""
        ...

    def works_for(self, client: bytes) -> bool:
        """Whether the engine does anything for a client."""
        ...


class Reception:
    """Who speaks what on the two sockets, and what still has to reach whom."""

    def __init__(
        self,
        sockets: Sockets,
        ledger: Ledger,
        dispatch: Callable[[Event], None],
        clock: Callable[[], float],
        choose: Choose,
        report: Callable[[str], None],
    ) -> None:
        self._work = sockets.work
        self._control = sockets.control
        self._ledger = ledger
        self._dispatch = dispatch
        self._clock = clock
        self._choose = choose
        self._report = report
        self._peers: dict[bytes, TextPeer | None] = {}
        """Clients of the work socket; None speaks messages."""
        self._talking: deque[bytes] = deque()
        """Text clients with lines that wait, in the order of their turns."""
        self._leaving: set[bytes] = set()
        """Text clients whose conversation is over but for jobs that have yet to end."""
        self._early: list[tuple[float, Address, Stop]] = []
        """Stops that found nothing to stop, and until when they are held back."""

    @property
    def waiting(self) -> bool:
        """Whether something is to be tried again soon."""
        return self._work.outbox.waiting or self._control.outbox.waiting or bool(self._leaving) or bool(self._early)

    @property
    def unsent(self) -> bool:
        """Whether something has not reached a client that can be reached."""
        return self._work.outbox.unsent or self._control.outbox.unsent

    @property
    def busy(self) -> bool:
        """Whether lines wait that could be served now."""
        return bool(self._talking)

    # --- in -------------------------------------------------------------------------------------------

    def read_control(self) -> None:
        """Serve what is on the control socket."""
        for _ in range(CONTROL_AT_ONCE):
            frame = self._control.receive()
            if frame is None:
                return
            client, parts = frame
            sender = Address(client, "control")
            request = self._read_message(sender, parts)
            if request is None:
                continue
            if not isinstance(request, Control):
                self._refuse(sender, request.id, Code.INVALID, "control takes stop, ping and status only", "t")
                continue
            if isinstance(request, Stop) and not self._ledger.jobs_of(client, request.target):
                self._early.append((self._clock() + OVERTAKING, sender, request))
            else:
                self._dispatch(Received(sender, request, self._clock()))

    def read_work(self) -> bool:
        """Serve one frame of the work socket; whether there was one."""
        frame = self._work.receive()
        if frame is None:
            return False
        client, parts = frame
        sender = Address(client, "work")
        self._work.outbox.heard(client, self._clock())
        kind = parts[0] if parts else b""
        if client not in self._peers and kind in (frames.MESSAGE, frames.TEXT):
            text = kind == frames.TEXT
            self._peers[client] = TextPeer(self._choose, self._report) if text else None
        peer = self._peers.get(client)
        if peer is not None and kind == frames.TEXT and len(parts) == 2:
            self._read_text(sender, peer, parts[1])
        elif peer is not None:
            self._refuse(sender, "", Code.MALFORMED, "this client speaks text: T1 and lines")
        else:
            request = self._read_message(sender, parts)
            if request is not None:
                self._dispatch(Received(sender, request, self._clock()))
        return True

    def _serve_early_stops(self) -> None:
        """Stops that found nothing to stop: their jobs have come in meanwhile, or they never will."""
        now, early, self._early = self._clock(), self._early, []
        for stop in early:
            deadline, sender, request = stop
            if now >= deadline or self._ledger.jobs_of(sender.client, request.target):
                self._dispatch(Received(sender, request, now))
            else:
                self._early.append(stop)

    def _read_message(self, sender: Address, parts: list[bytes]) -> AnyRequest | None:
        """The request in a frame; None when there is none, and the client has been told."""
        if len(parts) != 2 or parts[0] != frames.MESSAGE:
            self._refuse(sender, "", Code.MALFORMED, "a frame is E1 and a message, or T1 and text")
            return None
        try:
            return frames.decode_request(parts[1])
        except ProtocolError as error:
            self._refuse(sender, frames.request_id(parts[1]), error.code, error.message, error.field)
            return None

    def _refuse(self, sender: Address, id: str, code: Code, message: str, field: str = "") -> None:
        error = Error(id=id, code=str(code), message=message, field=field)
        self._router(sender).outbox.post(sender.client, frames.wrap(error), self._clock())

    # --- text -----------------------------------------------------------------------------------------

    def _read_text(self, sender: Address, peer: TextPeer, text: bytes) -> None:
        if text:
            peer.feed(text if text.endswith(b"\n") else text + b"\n")
        else:
            peer.finish()
        if peer.ahead > MOST_AHEAD:
            self._say(sender, Output(closed=True))
        if sender.client not in self._talking:
            self._talking.append(sender.client)

    def talk(self) -> None:
        """Serve some lines, one of each text client in turn."""
        for _ in range(LINES_AT_ONCE):
            if not self._talking:
                return
            client = self._talking[0]
            peer = self._peers.get(client)
            if peer is None or not peer.pending or client in self._leaving:
                self._talking.popleft()
                continue
            self._talking.rotate(-1)
            self._say(Address(client, "work"), peer.step())

    def _say(self, to: Address, output: Output) -> None:
        """Do what a dialogue wants done."""
        parts = [frames.TEXT, output.text.encode("ascii", "replace")]
        if output.error_text:
            parts.append(output.error_text.encode("ascii", "replace"))
        if output.text or output.error_text:
            self._work.outbox.post(to.client, parts, self._clock())
        for request in output.requests:
            self._dispatch(Received(to, request, self._clock()))
        if output.closed and to.client not in self._leaving:
            self._leaving.add(to.client)
            self._dispatch(Received(to, Stop(id="end"), self._clock()))

    # --- out ------------------------------------------------------------------------------------------

    def send(self, to: Address, reply: AnyReply) -> None:
        """Send a reply the way its client listens. Partial ones are dropped when it is slow."""
        outbox, now = self._router(to).outbox, self._clock()
        peer = self._peers.get(to.client) if to.channel == "work" else None
        partial = isinstance(reply, Partial)
        if partial and outbox.blocked(to.client):
            self._ledger.dropped += 1
        elif peer is not None:
            self._say(to, peer.reply(reply))
        elif partial:
            self._ledger.dropped += not outbox.offer(to.client, frames.wrap(reply), now)
        else:
            outbox.post(to.client, frames.wrap(reply), now)

    def flush(self) -> None:
        """Try again what waits, and see off those who are gone or done."""
        self._serve_early_stops()
        now = self._clock()
        self._control.outbox.flush(now)
        for client in self._work.outbox.flush(now):
            self._forget(client)
        for client in [client for client in self._leaving if not self._ledger.jobs_of(client)]:
            if self._work.outbox.offer(client, [frames.TEXT, b""], now):
                self._forget(client)

    def look_around(self) -> None:
        """Ask silent clients whether they are there; those who are not are noticed with that."""
        now = self._clock()
        for client in self._control.outbox.silent_since(now - SILENCE):
            self._control.outbox.forget(client)
        for client in self._work.outbox.silent_since(now - SILENCE_AT_WORK):
            patience = SILENCE_AT_WORK if self._ledger.works_for(client) else SILENCE
            if client in self._work.outbox.silent_since(now - patience):
                self._work.outbox.offer(client, frames.wrap(Pong(id="")), now)

    def _forget(self, client: bytes) -> None:
        self._peers.pop(client, None)
        self._leaving.discard(client)
        self._work.outbox.forget(client)
        self._control.outbox.forget(client)
        self._dispatch(Gone(client, self._clock()))

    def _router(self, address: Address) -> Router:
        return self._control if address.channel == "control" else self._work
