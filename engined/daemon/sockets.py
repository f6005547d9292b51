"""The two ROUTER sockets: bound, with their limits, and every outcome of a send named."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

import zmq
from zmq.utils.monitor import parse_monitor_message

from engined.config import Config, ConfigError
from engined.daemon.endpoint import Claim, Endpoint, read_endpoint
from engined_protocol.keepalive import SOCKET_OPTIONS

from .allow_list import AllowList, KeyFileError, check_mode
from .frame import Frame, Refused
from .gate import Gate
from .journal import Journal
from .send_queue import Delivery, SendQueue

LARGEST_PART = 2 << 20
"""Bytes; libzmq hangs up on a peer that sends more."""
UNREAD = 64
"""Frames in a client's pipe before it counts as a slow reader."""


CONTROL = 4
"""Replies of control may take such a part of the memory for all that are unread."""


class Router:
    """One ROUTER socket and the send queue for its clients."""

    def __init__(
        self,
        context: zmq.Context[zmq.Socket[bytes]],
        config: Config,
        most_unread: int,
        gate: Gate | None = None,
    ) -> None:
        """``most_unread``: mebibytes of replies that wait for their readers."""
        self.gate = gate
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
        self.monitor = self.socket.get_monitor_socket(zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL)
        self.monitor.set(zmq.RCVHWM, 0)

    def receive(self) -> Frame | None:
        """The frame of a client, if one is there. Raises Refused where the gate refuses its sender."""
        try:
            first = self.socket.recv(zmq.DONTWAIT, copy=False)
        except zmq.Again:
            return None
        client, parts = first.bytes, self.socket.recv_multipart() if first.more else []
        address = _property(first, "Peer-Address")
        if self.gate is None:
            return Frame(client, parts, address)
        try:
            return Frame(self.gate.client(client, _property(first, "User-Id")), parts, address)
        except Refused as refused:
            refused.routing_id, refused.parts = client, parts
            raise

    def failures(self) -> list[str]:
        """Why connections have failed before they began, since it was last asked: ``no key`` or ``handshake``."""
        failures: list[str] = []
        while True:
            try:
                event = parse_monitor_message(self.monitor.recv_multipart(zmq.DONTWAIT))
            except zmq.Again:
                return failures
            failures.append("no key" if event["value"] == zmq.PROTOCOL_ERROR_ZMTP_MECHANISM_MISMATCH else "handshake")

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
        try:
            self.gate = _gate(self._context, config, journal)
            unread = config.shares.unread
            self.work = Router(self._context, config, unread - unread // CONTROL, self.gate)
            self.control = Router(self._context, config, unread // CONTROL, self.gate)
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


def _secret_key(path: Path) -> bytes:
    from zmq.auth import load_certificate

    try:
        _, secret = load_certificate(path)
    except (OSError, ValueError) as error:
        raise ConfigError(f"curve_secret {path}: there are no CURVE keys in it") from error
    if secret is None:
        raise ConfigError(f"curve_secret {path}: there is no secret key in it")
    try:
        check_mode(path, secret=True)
    except KeyFileError as error:
        raise ConfigError(f"curve_secret {path}: {error}") from None
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


def _property(frame: zmq.Frame, name: str) -> str:
    """What libzmq knows of the connection that a frame came by; empty where it knows nothing."""
    try:
        return str(frame.get(name))
    except zmq.ZMQError:
        return ""
