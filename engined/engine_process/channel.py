"""Messages over a connected pair of sockets: the length in four bytes, then the bytes."""

from __future__ import annotations

import socket
import struct
import threading
from contextlib import suppress

_LENGTH = struct.Struct("<I")


class Channel:
    """One end. Any thread may send; one receives."""

    def __init__(self, end: socket.socket) -> None:
        self._socket = end
        self._stream = end.makefile("rb")
        self._sending = threading.Lock()

    def fileno(self) -> int:
        """The descriptor."""
        return self._socket.fileno()

    def send(self, message: bytes) -> bool:
        """Send a message, and wait until there is room for it; whether the other end is there."""
        try:
            with self._sending:
                self._socket.sendall(_LENGTH.pack(len(message)) + message)
        except OSError:
            return False
        return True

    def receive(self) -> bytes | None:
        """Wait for a message; None when no more will come."""
        try:
            head = self._stream.read(_LENGTH.size)
            if len(head) < _LENGTH.size:
                return None
            (length,) = _LENGTH.unpack(head)
            message = self._stream.read(length)
        except OSError:
            return None
        return message if len(message) == length else None

    def end(self) -> None:
        """No more messages, either way: who receives, here or there, is told so. From any thread."""
        with suppress(OSError):  # the other end has gone
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Give the descriptor back, when nobody receives any more."""
        self._stream.close()
        self._socket.close()
