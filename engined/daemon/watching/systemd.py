"""What systemd is told of a daemon that it has started: that it serves, that it lives, that it ends.

A datagram to the socket named by ``NOTIFY_SOCKET``, as sd_notify(3) says; nothing where there is none.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress


class Notifier:
    """Sends states. Nothing here raises: a daemon that cannot tell serves all the same."""

    def __init__(self, environ: Mapping[str, str], clock: Callable[[], float]) -> None:
        self._address = environ.get("NOTIFY_SOCKET", "")
        self._clock = clock
        own = environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        microseconds = environ.get("WATCHDOG_USEC", "") if own else ""
        self._every = int(microseconds) / 2e6 if microseconds.isdecimal() else 0.0
        """Seconds between two signs of life: half of what systemd waits for; 0: it wants none."""
        self._told = clock()

    @property
    def patience(self) -> float | None:
        """Seconds until a sign of life is due; None where none is wanted."""
        return max(self._told + self._every - self._clock(), 0.0) if self._every else None

    def ready(self) -> None:
        """The daemon serves."""
        self._send("READY=1")

    def stopping(self) -> None:
        """The daemon ends."""
        self._send("STOPPING=1")

    def alive(self) -> None:
        """The daemon's loop goes round; told when it is due."""
        if self._every and self._clock() - self._told >= self._every:
            self._told = self._clock()
            self._send("WATCHDOG=1")

    def _send(self, state: str) -> None:
        if not self._address:
            return
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as peer:
            peer.sendto(state.encode("ascii"), address)
