"""``engined attach``: a thin bridge between a GUI on standard input and output and a running daemon.

It knows no game: lines go to the daemon as they are, and what comes back is printed as it is.
"""

from __future__ import annotations

import os
import uuid
from argparse import ArgumentParser, Namespace

import zmq
from zmq.utils.monitor import recv_monitor_message

from engined_protocol import frames
from engined_protocol.keepalive import SOCKET_OPTIONS
from engined_protocol.printable import printable_lines

from ..connection import Endpoints
from ..keys import reach
from ..terminal.command import Exit, complain

SUMMARY = "let a GUI on stdin and stdout talk (NBoard or GTP) to a running daemon"
EXAMPLES = (("engined attach", "a GUI's engine command, for the daemon of `engined serve`"),)

STDIN, STDOUT, STDERR = 0, 1, 2


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument("endpoint", metavar="ENDPOINT", nargs="?", help="a folder, tcp://HOST:PORT, or an invitation")


def run(arguments: Namespace) -> int:
    """Carry text both ways until either side ends."""
    endpoints, keys = reach(arguments.endpoint)
    with zmq.Context() as context, context.socket(zmq.DEALER) as daemon:
        daemon.set(zmq.ROUTING_ID, uuid.uuid4().hex.encode())
        daemon.set(zmq.LINGER, 0)
        for option, value in SOCKET_OPTIONS.items():
            daemon.set(getattr(zmq, option), value)
        daemon.set(zmq.RECONNECT_IVL, -1)
        if keys is not None:
            keys.apply(daemon)
        with daemon.get_monitor_socket(zmq.EVENT_DISCONNECTED | zmq.EVENT_CLOSED) as monitor:
            daemon.connect(endpoints.work)
            return _bridge(daemon, monitor, endpoints)


def _bridge(daemon: zmq.Socket[bytes], monitor: zmq.Socket[bytes], endpoints: Endpoints) -> int:
    """Move text until the daemon says the end (as it does some time after the end of input), or is gone."""
    poller = zmq.Poller()
    for source in (daemon, monitor, STDIN):
        poller.register(source, zmq.POLLIN)
    lines = Lines()
    while True:
        ready = dict(poller.poll())
        if STDIN in ready:
            chunk = os.read(STDIN, 65536)
            whole = lines.feed(chunk) if chunk else lines.end()
            if whole:
                daemon.send_multipart([frames.TEXT, whole])
            if not chunk:
                poller.unregister(STDIN)
                daemon.send_multipart([frames.TEXT, b""])
        if daemon in ready:
            if not _print(daemon.recv_multipart()):
                return Exit.FINE
        elif monitor in ready:
            recv_monitor_message(monitor)
            complain(f"the daemon at {endpoints.work} is gone")
            return Exit.NO_DAEMON


class Lines:
    """Bytes as they arrive, out again as whole lines.

    Of a line that is too long to be served only so much goes on that the daemon refuses it, so that no frame
    is ever so large that the daemon hangs up.
    """

    def __init__(self) -> None:
        self._rest = bytearray()

    def feed(self, chunk: bytes) -> bytes:
        """The lines that ``chunk`` completes."""
        whole, newline, tail = chunk.rpartition(b"\n")
        if not newline:
            self._rest += chunk[: max(0, frames.MAX_BYTES + 1 - len(self._rest))]
            return b""
        lines = bytes(self._rest) + whole + newline
        self._rest = bytearray(tail)
        return lines

    def end(self) -> bytes:
        """What is left when the input ends: a last line without its newline."""
        return bytes(self._rest)


def _print(parts: list[bytes]) -> bool:
    """Print a text frame; False when it says that the conversation is over."""
    if len(parts) < 2 or parts[0] != frames.TEXT:
        return True  # SPEC.md: frames of a kind that one does not speak are ignored
    _write(STDOUT, parts[1])
    if len(parts) > 2:
        _write(STDERR, parts[2])
    return bool(parts[1]) or len(parts) > 2


def _write(descriptor: int, text: bytes) -> None:
    if os.isatty(descriptor):
        text = printable_lines(text.decode(errors="replace")).encode()
    while text:
        text = text[os.write(descriptor, text) :]
