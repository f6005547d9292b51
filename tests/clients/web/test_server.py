"""Where the server listens, what it prints, and what it says when it cannot start."""

from __future__ import annotations

import importlib.util
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from argparse import ArgumentParser

import pytest

from engined_client.commands import web
from engined_client.terminal.command import WrongInput
from engined_client.web.server import Settings, listening
from tests.clients.fake_daemon import FakeDaemon
from tests.patience import PATIENCE


def test_without_its_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "uvicorn" else found(name))
    parser = ArgumentParser()
    web.add_arguments(parser)
    with pytest.raises(WrongInput, match="uvicorn: not installed; `pip install uvicorn`"):
        web.run(parser.parse_args([]))


@pytest.mark.parametrize(("host", "port"), [("127.0.0.1", 99999), ("192.0.2.1", 0), ("no such host", 0)])
def test_an_address_that_is_none(host: str, port: int) -> None:
    with pytest.raises(WrongInput, match=re.escape(f"{host}, port {port}: ")), listening(Settings(host, port)):
        pass


@pytest.mark.parametrize("host", ["\x9b", "x" * 300, "a..b"])
def test_a_name_that_no_host_can_have(host: str) -> None:
    with pytest.raises(WrongInput, match=r"is not the name of a host$"), listening(Settings(host)):
        pass


def test_a_port_that_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with (
            pytest.raises(WrongInput, match=f"port {port}: Address already in use; --port names another"),
            listening(Settings(port=port)),
        ):
            pass


def test_what_is_sent_goes_at_once() -> None:
    """No part of an answer waits until the browser has acknowledged the part before."""
    with listening(Settings()) as listener, socket.create_connection(listener.getsockname()):
        taken, _ = listener.accept()
        with taken:
            assert taken.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_and_ends(daemon: FakeDaemon, host: str, ending: signal.Signals) -> None:
    """On this machine alone without a token, beyond it with one; it ends when it is told to."""
    command = [sys.executable, "-m", "engined", "web", "--port", "0", "--host", host, "--endpoint", daemon.folder]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        line = process.stdout.readline()
        found = re.fullmatch(r"engined: http://[^:]+:(\d+)/(\?token=.{20,})?\n", line)
        assert found is not None, line
        port, token = found.groups()
        assert (token is None) == (host == "127.0.0.1")
        try:
            status = urllib.request.urlopen(f"http://127.0.0.1:{port}/").status
        except urllib.error.HTTPError as error:
            status = error.code
            error.close()
        assert status == (401 if token else 200)
        process.send_signal(ending)
        assert process.wait(PATIENCE) == 0
        assert process.stderr.read() == ""
