"""The two ROUTER sockets: bound, with their limits, and every outcome of a send named."""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

import zmq

from engined.config import Config, ConfigError
from engined.daemon.endpoint import Claim, Endpoint, read_endpoint
from engined_protocol.keepalive import SOCKET_OPTIONS

from .send_queue import Delivery, SendQueue

if TYPE_CHECKING:
    from zmq.auth.thread import ThreadAuthenticator

LARGEST_PART = 2 << 20
"""Bytes; libzmq hangs up on a peer that sends more."""
UNREAD = 64
"""Frames in a client's pipe before it counts as a slow reader."""


CONTROL = 4
"""Replies of control may take such a part of the memory for all that are unread."""


class Router:
    """One ROUTER socket and the send queue for its clients."""

    def __init__(self, context: zmq.Context[zmq.Socket[bytes]], config: Config, most_unread: int) -> None:
        """``most_unread``: mebibytes of replies that wait for their readers."""
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

    def receive(self) -> tuple[bytes, list[bytes]] | None:
        """A client and the parts of its frame, if one is there."""
        try:
            client, *parts = self.socket.recv_multipart(zmq.DONTWAIT)
        except zmq.Again:
            return None
        return client, parts

    def _deliver(self, client: bytes, parts: list[bytes]) -> Delivery:
        try:
            self.socket.send_multipart([client, *parts], zmq.DONTWAIT)
        except zmq.Again:
            return Delivery.FULL
        except zmq.ZMQError as error:
            if error.errno == zmq.EHOSTUNREACH:
                return Delivery.UNREACHABLE
            raise
        return Delivery.TAKEN


class Sockets:
    """Both sockets of a daemon, and its hold on the endpoint. A context manager: leaving it unbinds."""

    def __init__(self, config: Config) -> None:
        """Bind. Raises ConfigError when that cannot be."""
        remote = config.allow_remote or config.curve_secret is not None
        self.endpoint: Endpoint = read_endpoint(config.endpoint, remote=remote)
        self._private = config.private
        self._claim = Claim(self.endpoint.folder) if self.endpoint.folder is not None else None
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self._context.set(zmq.MAX_SOCKETS, 4096)
        self._authenticator: ThreadAuthenticator | None = None
        try:
            self._authenticator = _authenticator(self._context, config)
            unread = config.shares.unread
            self.work = Router(self._context, config, unread - unread // CONTROL)
            self.control = Router(self._context, config, unread // CONTROL)
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
        """A poller that watches both."""
        poller = zmq.Poller()
        poller.register(self.control.socket, zmq.POLLIN)
        poller.register(self.work.socket, zmq.POLLIN)
        return poller

    def close(self) -> None:
        """Unbind, and give the endpoint up."""
        if self._authenticator is not None:
            self._authenticator.stop()
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
    return secret


def _authenticator(context: zmq.Context[zmq.Socket[bytes]], config: Config) -> ThreadAuthenticator | None:
    """Lets in those whose public keys are in the folder, where keys are used at all."""
    if config.curve_clients is None:
        return None
    from zmq.auth.thread import ThreadAuthenticator

    if not config.curve_clients.is_dir():
        raise ConfigError(f"curve_clients {config.curve_clients}: no such folder")
    authenticator = ThreadAuthenticator(context)
    authenticator.start()
    authenticator.configure_curve(domain="*", location=config.curve_clients)
    return authenticator
