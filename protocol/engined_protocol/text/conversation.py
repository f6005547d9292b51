"""What the text dialogues share: commands served one at a time, written as straight-line code.

A command is a generator. It yields a request when it wants one sent, or ``None`` to wait for another reply to
the same request, and it is resumed with the reply. So ``play`` then ``analyse`` then ``play`` reads from top
to bottom although every step waits for the service. Errors of the service arrive as :class:`ProtocolError`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator
from typing import TypeVar

import msgspec

from ..errors import Code, ProtocolError
from ..messages import Analyse, Analysis, AnyReply, AnyRequest, Error, Info, Perft, Solve, Stop
from ..values import fault
from .dialogue import Output

T = TypeVar("T")
R = TypeVar("R", bound=AnyReply)

Steps = Generator[AnyRequest | None, AnyReply | None, T]
"""A command in progress: requests out, replies in, and in the end a value."""

LINES_AHEAD = 10_000
CHARACTERS_AHEAD = 1 << 24
"""The characters that a client may send while it is being served; beyond that the conversation ends, or it could fill
the memory.
"""


class Requester:
    """Sends the requests of one conversation: numbers them, checks their bounds, and reads their replies."""

    def __init__(self) -> None:
        self._count = 0

    def number(self) -> str:
        """A fresh request id."""
        self._count += 1
        return str(self._count)

    def ask(self, request: AnyRequest, wanted: type[R]) -> Steps[R]:
        """Send a request and return its reply. Raises ProtocolError: the service's, or for a bad field."""
        return _expect((yield _within_bounds(request)), wanted)

    def watch(self, on_info: Callable[[Info], None], request: Analyse) -> Steps[Analysis]:
        """Send the request, hand every info to ``on_info`` and return the final. Raises as :meth:`ask` does."""
        reply = yield _within_bounds(request)
        while isinstance(reply, Info):
            on_info(reply)
            reply = yield None
        return _expect(reply, Analysis)


def _within_bounds(request: AnyRequest) -> AnyRequest:
    """The request, each field of which has been compared with the bounds that the protocol sets it; mypy has compared
    the types. Structs in it are taken as they are. Raises ProtocolError with the field at fault.
    """
    fields = msgspec.structs.asdict(request)
    try:
        return msgspec.convert(fields, type(request))
    except msgspec.ValidationError as error:
        found = fault(error, type(request), fields)
        raise ProtocolError(Code.INVALID, found.message, found.field) from error


def _expect(reply: AnyReply | None, wanted: type[R]) -> R:
    if isinstance(reply, Error):
        code = Code(reply.code) if reply.code in set(Code) else Code.INTERNAL
        raise ProtocolError(code, reply.message, reply.field)
    if not isinstance(reply, wanted):
        tag = "nothing" if reply is None else repr(reply.__struct_config__.tag)
        raise ProtocolError(Code.INTERNAL, f"{tag} is no reply to this, but {wanted.__struct_config__.tag!r} is")
    return reply


class Unreadable(str):
    """Stands in the queue for a line that could not be read, and says why."""


class Conversation(ABC):
    """A :class:`~engined_protocol.text.dialogue.Dialogue` that serves its lines in order, one at a time.

    A subclass says what to hear at once (:meth:`hear`) and how to serve a line in its turn (:meth:`serve`).
    """

    def __init__(self) -> None:
        self.requester = Requester()
        self._lines: deque[str] = deque()
        self._ahead = 0
        """Characters in the lines that wait."""
        self.stopped = False
        """Whether the client asked the command being served to end early."""
        self._steps: Steps[None] | None = None
        self._request: AnyRequest | None = None
        self._requests: list[AnyRequest] = []
        self._text: list[str] = []
        self._error_text: list[str] = []
        self._closed = False
        self._ended = False

    # --- for the owner ----------------------------------------------------------------------------

    def receive(self, line: str) -> Output:
        """Take one input line, without its newline; after :meth:`close_when_served` none is heard. Never raises."""
        if not self._closed and not self._ended:
            self.hear(line)
            if len(self._lines) > LINES_AHEAD or self._ahead > CHARACTERS_AHEAD:
                self.flooded()
                self.close()
            self._pump()
        return self._take()

    def refuse(self, reason: str) -> Output:
        """Take the place of a line that could not be read: answered in its turn, as a bad command is."""
        return self.receive(Unreadable(reason))

    def reply(self, reply: AnyReply) -> Output:
        """Take a reply to one of the requests given out before; replies nobody waits for are dropped."""
        if self._request is not None and reply.id == self._request.id:
            self._resume(reply)
            self._pump()
        return self._take()

    def end(self) -> Output:
        """The input ended: stop everything, and close."""
        self.close()
        return self._take()

    # --- for the subclass -------------------------------------------------------------------------

    @abstractmethod
    def hear(self, line: str) -> None:
        """A line arrived: :meth:`queue` it, and act on what must not wait its turn."""

    @abstractmethod
    def serve(self, line: str) -> Steps[None]:
        """Serve a line, which may be an :class:`Unreadable`; reports its own errors."""

    @abstractmethod
    def flooded(self) -> None:
        """Tell the client that it sent too much at once; the conversation is about to close."""

    def queue(self, line: str) -> None:
        """Have a line served in its turn."""
        self._lines.append(line)
        self._ahead += len(line)

    def forget(self, unwanted: Callable[[str], bool]) -> None:
        """Drop waiting lines."""
        kept = [line for line in self._lines if not unwanted(line)]
        self._lines = deque(kept)
        self._ahead = sum(map(len, kept))

    def line_waits(self) -> bool:
        """Whether a line waits, or the end of the input."""
        return bool(self._lines) or self._ended

    @property
    def busy(self) -> bool:
        """Whether a command is being served."""
        return self._steps is not None

    def write(self, text: str) -> None:
        """Text for the client, newline included. Only ASCII leaves: other characters become ``?``."""
        self._text.append(text)

    def write_error_text(self, text: str) -> None:
        """Text for the client's other channel, newline included."""
        self._error_text.append(text)

    def stop(self) -> None:
        """End the command being served early: its job is told to stop and still sends its final."""
        if self._steps is None or self.stopped:
            return
        self.stopped = True
        if isinstance(self._request, Analyse | Solve | Perft):
            self._requests.append(Stop(id=self.requester.number(), target=self._request.id))

    def wake(self) -> None:
        """Resume a command that waits for a line and not for a reply."""
        if self._steps is not None and self._request is None:
            self._resume(None)

    def close(self) -> None:
        """Stop what runs, forget what waits, and end the conversation."""
        self.stop()
        self.forget(lambda line: True)
        self._closed = True

    def close_when_served(self) -> None:
        """Hear no more, and end the conversation once every line heard so far is served."""
        self._ended = True

    def rest(self) -> Steps[None]:
        """Wait until :meth:`wake`, with no request outstanding."""
        self._request = None
        yield None

    # --- the machine ------------------------------------------------------------------------------

    def _pump(self) -> None:
        while self._steps is None and self._lines and not self._closed:
            self.stopped = False
            line = self._lines.popleft()
            self._ahead -= len(line)
            self._steps = self.serve(line)
            self._resume(None)

    def _resume(self, reply: AnyReply | None) -> None:
        if self._steps is None:
            return
        try:
            request = self._steps.send(reply)
        except StopIteration:
            self._steps = self._request = None
            return
        if request is not None:
            self._request = request
            self._requests.append(request)

    def _take(self) -> Output:
        closed = self._closed or (self._ended and not self.busy and not self._lines)
        self._closed = closed
        output = Output(tuple(self._requests), plain("".join(self._text)), plain("".join(self._error_text)), closed)
        self._requests.clear()
        self._text.clear()
        self._error_text.clear()
        return output


def plain(text: str) -> str:
    """The text in ASCII: a character above U+00FF would kill the reader thread of NBoard for good."""
    return text if text.isascii() else text.encode("ascii", "replace").decode("ascii")


def quoted(text: str) -> str:
    """What the client sent, for an error message: short, on one line, printable ASCII."""
    shown = text if len(text) <= 40 else text[:37] + "..."
    return "'" + plain("".join(c if c.isprintable() else "?" for c in shown)) + "'"
