"""What comes off a socket: a client's frame, or one of somebody whom the gate refuses."""

from __future__ import annotations

from typing import NamedTuple


class Frame(NamedTuple):
    """What a client has sent."""

    client: bytes
    parts: list[bytes]
    address: str = ""
    """The network address of the sender; empty where the socket does not know it."""


class Refused(Exception):
    """A message that is not served: ``why`` is for the log, the text for its sender.

    Where the sender is reached, and what it sent, is added on the way.
    """

    def __init__(self, why: str, message: str) -> None:
        super().__init__(message)
        self.why = why
        self.routing_id = b""
        self.parts: list[bytes] = []
