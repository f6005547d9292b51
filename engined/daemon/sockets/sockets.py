"""The two ROUTER sockets: bound, with their limits, and every outcome of a send named."""

from __future__ import annotations

import ctypes
import os
import secrets
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

import zmq
from zmq.utils.monitor import parse_monitor_message

from engined.config import Config, ConfigError
from engined.daemon.sockets.endpoint import Claim, Endpoint, read_endpoint
from engined_protocol.keepalive import SOCKET_OPTIONS

from ..log.journal import Journal
from .allow_list import AllowList, KeyFileError, check_mode
from .connections import Connections
from .frame import Frame, Refused
from .gate import Gate
from .send_queue import Delivery, SendQueue

LARGEST_PART = 2 << 20
"""Bytes; libzmq hangs up on a peer that sends more."""
UNREAD = 64
"""Frames in a client's pipe before it counts as a slow reader."""
FRAMING = 2
"""Bytes of a part besides its content, at least."""
MOST_PARTS = 64
"""Parts of a message that are read, of more the first ones; the protocol has 2."""
PARTS_AT_ONCE = 10_000
"""Parts that are passed over in a row; after these, others get a turn."""

CONTROL = 4
"""Replies of control may take such a part of the memory for all that are unread."""


class Router:
    """One ROUTER socket and the send queue for its clients."""

    def __init__(
        self,
        context: zmq.Context[zmq.Socket[bytes]],
        config: Config,
        most_unread: int,
        connections: Connections,
        gate: Gate | None = None,
    ) -> None:
        """``most_unread``: mebibytes of replies that wait for their readers."""
        self.gate = gate
        self._connections = connections
        self._in_the_middle = False
        """Whether there is more of a message, which is not wanted."""
        self.socket = context.socket(zmq.ROUTER)
        self.send_queue = SendQueue(self._deliver, most_unread << 20)
        for option, value in (
            (zmq.LINGER, 0),
            (zmq.ROUTER_MANDATORY, 1),
            (zmq.ROUTER_HANDOVER, 1),
            (zmq.MAXMSGSIZE, LARGEST_PART),
            (zmq.SNDHWM, UNREAD),
            (zmq.RCVHWM, 0),  # bounds are kept by the inbox: input that stops is fatal, see keepalive.py
            (zmq.IPV6, 1),
            *((getattr(zmq, name), value) for name, value in SOCKET_OPTIONS.items()),
        ):
            self.socket.set(option, value)
        if config.curve_secret is not None:
            self.socket.set(zmq.CURVE_SERVER, 1)
            self.socket.set(zmq.CURVE_SECRETKEY, _secret_key(config.curve_secret))
        self.monitor = self.socket.get_monitor_socket(
            zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL | zmq.EVENT_ACCEPTED | zmq.EVENT_DISCONNECTED
        )
        self.monitor.set(zmq.RCVHWM, 0)

    def receive(self) -> Frame | None:
        """The frame of a client, if one is there. Raises Refused where the gate refuses its sender."""
        if not self._pass_over():
            return None
        try:
            first = self.socket.recv(zmq.DONTWAIT, copy=False)
        except zmq.Again:
            self._connections.emptied(self.socket)
            return None
        client, parts = first.bytes, self._receive_parts() if first.more else []
        size = sum(FRAMING + len(part) for part in parts)
        self._connections.heard(int(_property(first, zmq.SRCFD) or -1), size)
        address = _property(first, "Peer-Address")
        if self.gate is None:
            return Frame(client, parts, address)
        try:
            return Frame(self.gate.client(client, _property(first, "User-Id")), parts, address)
        except Refused as refused:
            refused.routing_id, refused.parts = client, parts
            raise

    def _receive_parts(self) -> list[bytes]:
        """The parts of a message, as far as they are read."""
        parts = [self.socket.recv()]
        while (more := self.socket.get(zmq.RCVMORE)) and len(parts) < MOST_PARTS:
            parts.append(self.socket.recv())
        self._in_the_middle = bool(more)
        return parts

    def _pass_over(self) -> bool:
        """Read the rest of a message that has too many parts; whether that is done."""
        for _ in range(PARTS_AT_ONCE if self._in_the_middle else 0):
            self.socket.recv()
            if not self.socket.get(zmq.RCVMORE):
                self._in_the_middle = False
                break
        return not self._in_the_middle

    def failures(self) -> list[str]:
        """Why connections have failed before they began, since it was last asked: ``no key`` or ``handshake``."""
        failures: list[str] = []
        while True:
            try:
                event = parse_monitor_message(self.monitor.recv_multipart(zmq.DONTWAIT))
            except zmq.Again:
                return failures
            match event["event"]:
                case zmq.EVENT_ACCEPTED:
                    self._connections.opened(event["value"], self.socket)
                case zmq.EVENT_DISCONNECTED:
                    self._connections.closed(event["value"])
                case _:
                    mismatch = event["value"] == zmq.PROTOCOL_ERROR_ZMTP_MECHANISM_MISMATCH
                    failures.append("no key" if mismatch else "handshake")

    def turn_away(self, refused: Refused, parts: list[bytes]) -> None:
        """Tell somebody who is refused something, if the connection takes it."""
        with suppress(zmq.ZMQError):
            self.socket.send_multipart([refused.routing_id, *parts], zmq.DONTWAIT)

    def forget(self, client: bytes) -> None:
        """Drop everything about a client."""
        self.send_queue.forget(client)
        if self.gate is not None:
            self.gate.forget(client)

    def _deliver(self, client: bytes, parts: list[bytes]) -> Delivery:
        routing_id = client if self.gate is None else self.gate.routing_id(client)
        if routing_id is None:
            return Delivery.UNREACHABLE
        try:
            self.socket.send_multipart([routing_id, *parts], zmq.DONTWAIT)
        except zmq.Again:
            return Delivery.FULL
        except zmq.ZMQError as error:
            if error.errno == zmq.EHOSTUNREACH:
                return Delivery.UNREACHABLE
            raise
        return Delivery.TAKEN


class Sockets:
    """Both sockets of a daemon, and its hold on the endpoint. A context manager: leaving it unbinds."""

    def __init__(self, config: Config, journal: Journal) -> None:
        """Bind. Raises ConfigError when that cannot be."""
        remote = config.allow_remote or config.curve_secret is not None
        self.endpoint: Endpoint = read_endpoint(config.endpoint, remote=remote)
        self._private = config.private
        self._claim = Claim(self.endpoint.folder) if self.endpoint.folder is not None else None
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self._context.set(zmq.MAX_SOCKETS, 4096)
        self.gate: Gate | None = None
        self.connections = Connections()
        _make_names_unpredictable()
        try:
            self.gate = _gate(self._context, config, journal)
            unread = config.shares.unread
            self.work = Router(self._context, config, unread - unread // CONTROL, self.connections, self.gate)
            self.control = Router(self._context, config, unread // CONTROL, self.connections, self.gate)
            self._bind(self.work, self.endpoint.work)
            self._bind(self.control, self.endpoint.control)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def poller(self) -> zmq.Poller:
        """A poller that watches both, and who comes in."""
        poller = zmq.Poller()
        if self.gate is not None:
            poller.register(self.gate.socket, zmq.POLLIN)
        poller.register(self.control.monitor, zmq.POLLIN)
        poller.register(self.work.monitor, zmq.POLLIN)
        poller.register(self.control.socket, zmq.POLLIN)
        poller.register(self.work.socket, zmq.POLLIN)
        return poller

    def trouble(self) -> str:
        """What is wrong with the endpoint's folder; empty where nothing is."""
        return "" if self._claim is None else self._claim.trouble()

    def close(self) -> None:
        """Unbind, and give the endpoint up."""
        self._context.destroy(linger=1000)
        if self._claim is not None:
            end = self._claim.remove if self._private else self._claim.release
            end()

    def _bind(self, router: Router, address: str) -> None:
        before = os.umask(0o077)
        try:
            router.socket.bind(address)
        except zmq.ZMQError as error:
            raise ConfigError(f"endpoint {address}: {error}") from error
        finally:
            os.umask(before)


def _make_names_unpredictable() -> None:
    """Have libzmq begin somewhere else in each daemon when it numbers clients without a name.

    It begins with the first of C's random numbers, which nobody seeds: always the same. Somebody who takes the next
    number for a name has it end the process (``Assertion failed: ok``, router's ``add_out_pipe``) with the next client.
    """
    ctypes.CDLL(None).srand(ctypes.c_uint(secrets.randbits(32)))


def _secret_key(path: Path) -> bytes:
    from zmq.auth import load_certificate

    try:
        check_mode(path, secret=True)
        public, secret = load_certificate(path)
        if secret is None:
            raise ConfigError(f"curve_secret {path}: there is no secret key in it")
        belonging = zmq.curve_public(secret)
    except KeyFileError as error:
        raise ConfigError(f"curve_secret {path}: {error}") from None
    except (OSError, ValueError, zmq.ZMQError) as error:
        raise ConfigError(f"curve_secret {path}: there are no CURVE keys in it") from error
    if belonging != public:
        raise ConfigError(f"curve_secret {path}: its two keys do not belong together: nobody could come in")
    return secret


def _gate(context: zmq.Context[zmq.Socket[bytes]], config: Config, journal: Journal) -> Gate | None:
    """Lets in those whose public keys are in the folder, where keys are used at all."""
    folder = config.curve_clients
    if folder is None:
        return None
    try:
        check_mode(folder, folder=True)
    except KeyFileError as error:
        raise ConfigError(f"curve_clients {folder}: {error}") from None
    allow_list = AllowList(folder, partial(journal.distrust, "key file"))
    return Gate(
        context, allow_list, time.monotonic, lambda address, key: journal.refuse("wrong key", address=address, key=key)
    )


def _property(frame: zmq.Frame, name: str | int) -> str:
    """What libzmq knows of the connection that a frame came by; empty where it knows nothing."""
    try:
        return str(frame.get(name))
    except zmq.ZMQError:
        return ""
