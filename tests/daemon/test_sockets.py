"""The two sockets: what becomes of a frame, and who is looked after by the kernel."""

from __future__ import annotations

import os
import socket
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import zmq
from zmq.auth import create_certificates

from engined.config import ConfigError, read_config
from engined.daemon.log.journal import Journal
from engined.daemon.log.log import Log
from engined.daemon.sockets.frame import Frame
from engined.daemon.sockets.sockets import UNREAD, Sockets
from engined_protocol.keepalive import GONE_S
from tests.patience import PATIENCE
from tests.process.raw_client import free_port

JOURNAL = Journal(Log(Path(os.devnull)), time.monotonic)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A short path: sockets live in it."""
    with tempfile.TemporaryDirectory(prefix="engined-") as folder:
        yield Path(folder)


def test_every_outcome_of_a_send(folder: Path) -> None:
    with (
        Sockets(read_config({"endpoint": str(folder)}, environ={}), JOURNAL) as sockets,
        zmq.Context() as context,
        context.socket(zmq.DEALER) as client,
    ):
        work = sockets.work
        assert work.receive() is None
        client.set(zmq.LINGER, 0)
        client.set(zmq.RCVHWM, 1)
        client.set(zmq.ROUTING_ID, b"ann")
        client.connect(sockets.endpoint.work)
        client.send_multipart([b"E1", b"here"])
        assert work.socket.poll(1000 * PATIENCE)
        came = work.receive()
        assert came is not None
        assert came == Frame(b"ann", [b"E1", b"here"], came.address)
        frame = [b"E1", bytes(10_000)]
        assert work.send_queue.offer(b"ann", frame, 0.0)
        sent = 1
        while work.send_queue.offer(b"ann", frame, 0.0):
            sent += 1
        assert sent >= UNREAD
        work.send_queue.post(b"ann", frame, 0.0)
        assert work.send_queue.unsent, "its pipe is full"
        sockets.control.send_queue.post(b"ann", frame, 0.0)
        assert sockets.control.send_queue.waiting
        assert not sockets.control.send_queue.unsent, "it never came to this socket"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"curve_secret": "/dev/null"}, "curve_secret /dev/null: it is not a plain file"),
        ({"curve_secret": "{folder}/empty"}, "empty: there are no CURVE keys in it"),
        ({"curve_secret": "{folder}/changed"}, "changed: its two keys do not belong together"),
        ({"curve_clients": "/dev/null"}, "curve_clients /dev/null: no such folder"),
    ],
    ids=["secret", "empty", "changed", "clients"],
)
def test_keys_that_are_not_there(settings: dict[str, str], said: str, folder: Path) -> None:
    create_certificates(folder, "server")
    secret = (folder / "server.key_secret").read_bytes()
    digit = secret.index(b"secret-key") + 20
    other = (
        b"1" if secret[digit : digit + 1] == b"0" else b"0"
    )  # no larger than it was: still four bytes for five digits
    changed = secret[:digit] + other + secret[digit + 1 :]
    for name, content in (("empty", b""), ("changed", changed)):
        (folder / name).write_bytes(content)
        (folder / name).chmod(0o600)
    settings = {name: value.format(folder=folder) for name, value in settings.items()}
    keys = {"curve_secret": str(folder / "server.key_secret"), "curve_clients": str(folder)}
    endpoint = {"endpoint": str(folder / "endpoint")}
    with pytest.raises(ConfigError, match=said):
        Sockets(read_config({**endpoint, **keys, **settings}, environ={}), JOURNAL)
    with Sockets(read_config(endpoint, environ={}), JOURNAL):
        pass  # the endpoint was given up


def test_the_kernel_looks_whether_a_tcp_client_is_there() -> None:
    endpoint = f"tcp://127.0.0.1:{free_port()}"
    with (
        Sockets(read_config({"endpoint": endpoint}, environ={}), JOURNAL) as sockets,
        zmq.Context() as context,
        context.socket(zmq.DEALER) as client,
    ):
        client.set(zmq.LINGER, 0)
        client.connect(endpoint)
        client.send(b"here")
        assert sockets.work.socket.poll(1000 * PATIENCE)
        descriptor = sockets.work.socket.recv(copy=False).get(zmq.SRCFD)
        assert isinstance(descriptor, int)
        with socket.socket(fileno=os.dup(descriptor)) as accepted:
            assert accepted.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
            options = (socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL, socket.TCP_KEEPCNT, socket.TCP_USER_TIMEOUT)
            idle, interval, most, unconfirmed = (accepted.getsockopt(socket.IPPROTO_TCP, option) for option in options)
            assert idle + interval * most == unconfirmed / 1000 == GONE_S
