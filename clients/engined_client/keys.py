"""CURVE keys: how a client and a daemon beyond this machine know each other."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NamedTuple

import zmq

from .errors import NoDaemon


class Keys(NamedTuple):
    """The client's own pair of keys, and the public key of the daemon that it trusts."""

    public: bytes
    secret: bytes
    server: bytes

    def apply(self, socket: zmq.Socket[Any]) -> None:
        """Have a socket use them; before it connects."""
        socket.set(zmq.CURVE_PUBLICKEY, self.public)
        socket.set(zmq.CURVE_SECRETKEY, self.secret)
        socket.set(zmq.CURVE_SERVERKEY, self.server)


def read_keys(own: str, server: str) -> Keys:
    """The keys in two files as ``zmq.auth.create_certificates`` makes them: the client's ``.key_secret``,
    the daemon's ``.key``. Raises NoDaemon, because without them there is none for us.
    """
    public, secret = _load(own)
    if secret is None:
        raise NoDaemon(f"{own}: there is no secret key in it")
    return Keys(public, secret, _load(server)[0])


def default_keys() -> Keys | None:
    """The keys in the files ``ENGINED_CURVE_KEY`` and ``ENGINED_CURVE_SERVER``; None when neither is set."""
    own, server = os.environ.get("ENGINED_CURVE_KEY"), os.environ.get("ENGINED_CURVE_SERVER")
    if own is None and server is None:
        return None
    if own is None or server is None:
        raise NoDaemon("ENGINED_CURVE_KEY and ENGINED_CURVE_SERVER belong together: set both or none")
    return read_keys(own, server)


def _load(path: str) -> tuple[bytes, bytes | None]:
    from zmq.auth import load_certificate

    try:
        return load_certificate(Path(path).expanduser())
    except (OSError, ValueError) as error:
        raise NoDaemon(f"{path}: no CURVE keys there: {error}") from None
