"""A daemon on TCP that lets in only those whose keys it knows."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import zmq.auth

from engined_client import Client, NoDaemon, read_keys


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The endpoint of a daemon with keys, and the folder of all keys."""
    keys = tmp_path_factory.mktemp("keys")
    friends = keys / "friends"
    friends.mkdir()
    for name in ("daemon", "friend", "stranger"):
        zmq.auth.create_certificates(keys, name)
    (keys / "friend.key").rename(friends / "friend.key")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    endpoint = f"tcp://127.0.0.1:{port}"
    command = [sys.executable, "-m", "engined", "serve", "--endpoint", endpoint, "--store", "", "--log", "-"]
    command += ["--curve-secret", str(keys / "daemon.key_secret"), "--curve-clients", str(friends)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL) as process:
        assert process.stderr is not None
        assert b"serving" in process.stderr.readline()
        yield endpoint, keys
        process.terminate()
        process.stderr.read()


def test_a_friend_gets_in(place: tuple[str, Path]) -> None:
    endpoint, keys = place
    own = read_keys(str(keys / "friend.key_secret"), str(keys / "daemon.key"))
    with Client(endpoint, keys=own) as client:
        assert client.legal(variant="othello") == ("d3", "c4", "f5", "e6")


def test_the_command_line_takes_keys_from_the_environment(place: tuple[str, Path]) -> None:
    endpoint, keys = place
    environment = {
        **os.environ,
        "ENGINED_CURVE_KEY": str(keys / "friend.key_secret"),
        "ENGINED_CURVE_SERVER": str(keys / "daemon.key"),
    }
    command = [sys.executable, "-m", "engined"]
    status = subprocess.run([*command, "status", "--quiet", "--endpoint", endpoint], env=environment, timeout=60)
    assert status.returncode == 0
    bridge = subprocess.run(
        [*command, "attach", endpoint], env=environment, input=b"1 quit\n", capture_output=True, timeout=60
    )
    assert bridge.returncode == 0, bridge.stderr
    assert bridge.stdout.startswith(b"=1")


def test_strangers_stay_outside(place: tuple[str, Path]) -> None:
    endpoint, keys = place
    began = time.monotonic()
    with pytest.raises(NoDaemon):
        Client(endpoint, keys=read_keys(str(keys / "stranger.key_secret"), str(keys / "daemon.key")))
    with pytest.raises(NoDaemon):
        Client(endpoint)
    assert time.monotonic() - began < 60


def test_bad_keys_are_named(place: tuple[str, Path]) -> None:
    _, keys = place
    with pytest.raises(NoDaemon, match="no secret key"):
        read_keys(str(keys / "daemon.key"), str(keys / "daemon.key"))
    with pytest.raises(NoDaemon, match=r"nowhere\.key"):
        read_keys("/nowhere.key", "/nowhere.key")
