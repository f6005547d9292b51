"""What systemd hears."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from engined.daemon.watching.systemd import Notifier


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(tmp_path / "notify"))
        listener.setblocking(False)
        yield listener


def heard(listener: socket.socket) -> list[bytes]:
    said = []
    while True:
        try:
            said.append(listener.recv(100))
        except BlockingIOError:
            return said


def test_a_daemon_is_ready_lives_and_ends(listener: socket.socket) -> None:
    now = [0.0]
    environ = {"NOTIFY_SOCKET": listener.getsockname(), "WATCHDOG_USEC": "10000000", "WATCHDOG_PID": str(os.getpid())}
    notifier = Notifier(environ, lambda: now[0])
    notifier.ready()
    notifier.alive()
    assert notifier.patience == 5.0
    now[0] = 5.0
    assert notifier.patience == 0.0
    notifier.alive()
    notifier.alive()
    notifier.stopping()
    assert heard(listener) == [b"READY=1", b"WATCHDOG=1", b"STOPPING=1"]


def test_an_abstract_address() -> None:
    name = f"engined-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind("\0" + name)
        Notifier({"NOTIFY_SOCKET": "@" + name}, lambda: 0.0).ready()
        assert listener.recv(100) == b"READY=1"


@pytest.mark.parametrize(
    "environ",
    [{}, {"NOTIFY_SOCKET": "/no/such/socket", "WATCHDOG_USEC": "much"}, {"WATCHDOG_USEC": "1", "WATCHDOG_PID": "1"}],
)
def test_where_nobody_listens(environ: dict[str, str]) -> None:
    notifier = Notifier(environ, lambda: 0.0)
    notifier.ready()
    notifier.alive()
    notifier.stopping()
    assert notifier.patience is None
