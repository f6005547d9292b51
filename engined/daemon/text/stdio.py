"""Standard input and output of a text protocol, without ever waiting for either."""

from __future__ import annotations

import os
import select

from engined_protocol.printable import printable_lines

CHUNK = select.PIPE_BUF
"""Bytes that a writable pipe takes at once without blocking."""
MOST_UNREAD = 16 << 20
"""Bytes; a client that leaves more unread is gone."""


class Stdio:
    """The three standard streams. What the client does not read yet waits here."""

    def __init__(self, stdin: int = 0, stdout: int = 1, stderr: int = 2) -> None:
        self.stdin = stdin
        self.broken = False
        """Whether the client has stopped reading for good."""
        self._stdout = stdout
        self._stderr = stderr
        self._waiting = {stdout: bytearray(), stderr: bytearray()}

    @property
    def waiting(self) -> bool:
        """Whether something is still to be written."""
        return not self.broken and any(self._waiting.values())

    def read(self) -> bytes:
        """What is there, called when something is; nothing at the end of input."""
        try:
            return os.read(self.stdin, 65536)
        except OSError:
            return b""  # a terminal that went away

    def write(self, text: str, error_text: str = "") -> None:
        """Write now what the client takes, and the rest later. Characters beyond ASCII become ``?``."""
        for stream, part in ((self._stdout, text), (self._stderr, error_text)):
            shown = printable_lines(part) if part and os.isatty(stream) else part
            self._waiting[stream] += shown.encode("ascii", "replace")
        self.pump()

    def pump(self) -> None:
        """Write what the client takes now."""
        for stream, waiting in self._waiting.items():
            try:
                while waiting and _is_writable(stream):
                    del waiting[: os.write(stream, waiting[:CHUNK])]
            except OSError:
                waiting.clear()
                self.broken = self.broken or stream == self._stdout
        if len(self._waiting[self._stdout]) > MOST_UNREAD:
            self.broken = True


def _is_writable(stream: int) -> bool:
    poll = select.poll()
    poll.register(stream, select.POLLOUT)
    return bool(poll.poll(0))
