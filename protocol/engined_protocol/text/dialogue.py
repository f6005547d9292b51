"""The shape of a text protocol: lines in, requests out; replies in, text out.

A dialogue is a state machine for one client. It opens no socket, reads no clock and starts no thread, so any
conversation can be replayed. Whoever owns it feeds every input line to :meth:`Dialogue.receive` and every
reply to :meth:`Dialogue.reply`, sends the requests that come back and writes the text.
"""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from ..messages import AnyReply, AnyRequest


class Output(Struct, frozen=True):
    """What a dialogue wants done: requests to serve, text for the client (newlines included)."""

    requests: tuple[AnyRequest, ...] = ()
    text: str = ""
    error_text: str = ""
    """The text for the client's other channel (standard error): GoGui's live graphics."""
    closed: bool = False
    """The client said goodbye: write the text, then end the conversation."""


class Dialogue(Protocol):
    """One conversation with one text client."""

    def receive(self, line: str) -> Output:
        """Take one input line, without its newline. Never raises for bad input."""
        ...

    def refuse(self, reason: str) -> Output:
        """Take the place of an input line that could not be read (too long): answer as for a bad command."""
        ...

    def reply(self, reply: AnyReply) -> Output:
        """Take a reply to one of the requests given out before."""
        ...

    def end(self) -> Output:
        """The input ended (EOF): what is still to be done.

        ``closed`` is true now or, where commands are still to be answered, with the reply that answers the
        last of them.
        """
        ...
