"""CURVE keys: how a client and a daemon beyond this machine know each other; and invitations."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path
from typing import Any, NamedTuple

import zmq

from engined_protocol.invitation import PREFIX, Invitation, NoInvitation, read_invitation

from .connection import Endpoints, default_endpoint, endpoints_of
from .errors import NoDaemon


class Keys(NamedTuple):
    """The client's own pair of keys, and the public key of the daemon that it trusts."""

    public: bytes
    secret: bytes
    server: bytes

    def name_for(self, name: str) -> str:
        """What a client with these keys calls itself to the daemon: nobody without them can know it."""
        return hashlib.blake2b(name.encode(), key=self.secret, digest_size=24).hexdigest()

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
    if Path(own).expanduser().stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise NoDaemon(f"{own}: others may read this secret key; its mode must be 0600")
    if not belong_together(public, secret):
        raise NoDaemon(f"{own}: its two keys do not belong together: one of them was changed")
    return Keys(public, secret, _load(server)[0])


def belong_together(public: bytes, secret: bytes) -> bool:
    """Whether two keys are a pair. With another secret key nobody gets in anywhere, and is not told why."""
    try:
        return bool(zmq.curve_public(secret) == public)
    except (zmq.ZMQError, ValueError):
        return False


def default_keys() -> Keys | None:
    """The keys in the files ``ENGINED_CURVE_KEY`` and ``ENGINED_CURVE_SERVER``; None when neither is set."""
    own, server = os.environ.get("ENGINED_CURVE_KEY"), os.environ.get("ENGINED_CURVE_SERVER")
    if own is None and server is None:
        return None
    if own is None or server is None:
        raise NoDaemon("ENGINED_CURVE_KEY and ENGINED_CURVE_SERVER belong together: set both or none")
    return read_keys(own, server)


def reach(endpoint: str | None, keys: Keys | None = None) -> tuple[Endpoints, Keys | None]:
    """The sockets of a daemon, and the keys to come in with, if it wants any.

    The endpoint is a folder, ``tcp://HOST:PORT``, or an invitation or a file with one, which brings its own keys;
    default: as the environment says. Raises NoDaemon.
    """
    endpoint = endpoint or default_endpoint()
    invitation = _invitation(endpoint)
    if invitation is None:
        return endpoints_of(endpoint), keys or default_keys()
    secret = invitation.secret.encode("ascii", "replace")
    try:
        own = Keys(zmq.curve_public(secret), secret, invitation.server.encode("ascii", "replace"))
    except (zmq.ZMQError, ValueError) as error:
        raise NoDaemon(f"the keys of the invitation are none: {error}") from None
    return endpoints_of(invitation.endpoint), own


def _invitation(endpoint: str) -> Invitation | None:
    """The invitation that an endpoint is, or that is in the file of that name; None where it is another one."""
    text, source = endpoint, ""
    if not endpoint.startswith((PREFIX, "tcp://")) and (path := Path(endpoint).expanduser()).is_file():
        try:
            with path.open(encoding="ascii", errors="replace") as file:
                if os.fstat(file.fileno()).st_mode & (stat.S_IRWXG | stat.S_IRWXO):
                    raise NoDaemon(f"{endpoint}: others may read this invitation; its mode must be 0600")
                text, source = file.read(1 << 16), f"{endpoint}: "
        except OSError as error:
            raise NoDaemon(f"{endpoint}: {error.strerror or error}") from None
    elif not endpoint.startswith(PREFIX):
        return None
    try:
        return read_invitation(text)
    except NoInvitation as error:
        raise NoDaemon(f"{source}{error}") from None


def _load(path: str) -> tuple[bytes, bytes | None]:
    from zmq.auth import load_certificate

    try:
        return load_certificate(Path(path).expanduser())
    except (OSError, ValueError) as error:
        raise NoDaemon(f"{path}: no CURVE keys there: {error}") from None
