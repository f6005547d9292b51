"""Requests and their finals as lines of JSON, for ``engined replay``: only where the settings want that.

They are all that clients ask for, so the file is for its owner alone. It is begun anew when it has grown large; one old
one is kept.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec

from engined.service.events import Address, Received
from engined.service.tenants import shown
from engined_protocol.messages import AnyReply, Control, Partial

from .log import Paper

_encoder = msgspec.json.Encoder()


class RequestLog:
    """Writes what is asked and what comes of it, in the order in which it is served."""

    def __init__(self, path: Path) -> None:
        self._paper = Paper(path)

    def asked(self, received: Received) -> None:
        """A request is served."""
        if not isinstance(received.request, Control):
            self._write("request", received.sender, received.request)

    def replied(self, to: Address, reply: AnyReply) -> None:
        """A final is on its way."""
        if not isinstance(reply, Partial):
            self._write("reply", to, reply)

    def close(self) -> None:
        """Close the file."""
        self._report_loss()
        self._paper.close()

    def _write(self, event: str, who: Address, message: object) -> None:
        line = {"event": event, "client": _number(who.client), "name": shown(who.client), "message": message}
        self._report_loss()
        self._paper.write(_encoder.encode(line).decode())

    def _report_loss(self) -> None:
        """Write how many lines could not be written: ``engined replay`` says so."""
        self._paper.report_loss(lambda lost: self._paper.write(f'{{"event":"lost","lines":{lost}}}'))


def _number(client: bytes) -> int:
    """Which client it is, from start to start, without its name: who knows that could take its place."""
    return int.from_bytes(hashlib.blake2b(client, digest_size=6).digest())
