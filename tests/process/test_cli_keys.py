"""A daemon on TCP that lets in only those whose keys it knows."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import zmq.auth

from engined_client import Client, NoDaemon, ServiceError, read_keys
from tests.patience import LONG, PATIENCE
from tests.process import commands
from tests.process.raw_client import free_port


def keys(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """``engined keys`` with the keys in a folder."""
    where = ["--curve-secret", str(folder / "daemon.key_secret"), "--curve-clients", str(folder / "clients")]
    return commands.run(["keys", *words, *where], timeout=PATIENCE)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The endpoint of a daemon with keys, and the folder of all keys."""
    folder = tmp_path_factory.mktemp("keys")
    endpoint = f"tcp://127.0.0.1:{free_port()}"
    made = keys(folder, "new", "ann", "--endpoint", endpoint, "--out", str(folder / "invitation"))
    assert (made.returncode, made.stdout) == (0, ""), made.stderr
    for name in ("friend", "stranger"):
        zmq.auth.create_certificates(folder, name)
        (folder / f"{name}.key_secret").chmod(0o600)
    public, _ = zmq.auth.load_certificate(folder / "daemon.key_secret")
    (folder / "daemon.key").write_text(f'curve\n public-key = "{public.decode()}"\n')
    assert keys(folder, "allow", "friend", str(folder / "friend.key"), "--jobs", "3").returncode == 0
    command = [sys.executable, "-m", "engined", "serve", "--endpoint", endpoint, "--store", "", "--log", "-"]
    command += ["--curve-secret", str(folder / "daemon.key_secret"), "--curve-clients", str(folder / "clients")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL) as process:
        assert process.stderr is not None
        assert b"serving" in process.stderr.readline()
        yield endpoint, folder
        process.terminate()
        process.stderr.read()


def status(endpoint: str) -> int:
    """The exit code of ``engined status`` there."""
    return commands.run(["status", "--endpoint", endpoint], timeout=PATIENCE).returncode


def test_an_invitation_is_all_that_a_client_needs(place: tuple[str, Path]) -> None:
    _, folder = place
    text = (folder / "invitation").read_text().strip()
    with Client(text) as client:
        assert client.legal(variant="othello") == ("d3", "c4", "f5", "e6")
    assert status(text) == 0
    assert status(str(folder / "invitation")) == 0
    with pytest.raises(NoDaemon, match="not whole"):
        Client(text[:-5])
    loose = folder / "loose"
    loose.write_text(text)
    loose.chmod(0o644)
    with pytest.raises(NoDaemon, match="others may read"):
        Client(str(loose))


def test_a_key_comes_and_goes(place: tuple[str, Path]) -> None:
    endpoint, folder = place
    made = keys(folder, "new", "eve", "--endpoint", endpoint)
    with Client(made.stdout.strip()) as client:
        client.ping()
        assert keys(folder, "revoke", "eve").returncode == 0
        with pytest.raises(ServiceError, match="no more"):
            client.variants()
    again = keys(folder, "revoke", "eve")
    assert (again.returncode, "no key of eve" in again.stderr) == (1, True)


def test_who_may_come_in_is_listed(place: tuple[str, Path]) -> None:
    _, folder = place
    listed = keys(folder, "list")
    assert [line.split()[0] for line in listed.stdout.splitlines()] == ["ann", "friend"]
    assert listed.stdout.splitlines()[1].endswith("jobs 3")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("new", "ann", "--endpoint", "tcp://h:1"), "there is a key of ann already"),
        (("new", "bob"), "--endpoint tcp://HOST:PORT"),
        (("new", "../bob", "--endpoint", "tcp://h:1"), "a key's name"),
        (("allow", "bob", "no-such-file"), "no-such-file: No such file"),
        (("allow", "bob", "friend.key"), "that is the key of friend"),
    ],
)
def test_what_cannot_be(place: tuple[str, Path], words: tuple[str, ...], said: str) -> None:
    _, folder = place
    words = tuple(str(folder / word) if word == "friend.key" else word for word in words)
    done = keys(folder, *words)
    assert done.returncode == 1
    assert said in done.stderr


def test_a_friend_gets_in(place: tuple[str, Path]) -> None:
    endpoint, folder = place
    own = read_keys(str(folder / "friend.key_secret"), str(folder / "daemon.key"))
    with Client(endpoint, keys=own) as client:
        assert client.legal(variant="othello") == ("d3", "c4", "f5", "e6")


def test_the_command_line_takes_keys_from_the_environment(place: tuple[str, Path]) -> None:
    endpoint, folder = place
    environment = {
        **os.environ,
        "ENGINED_CURVE_KEY": str(folder / "friend.key_secret"),
        "ENGINED_CURVE_SERVER": str(folder / "daemon.key"),
    }
    command = [sys.executable, "-m", "engined"]
    status = subprocess.run([*command, "status", "--quiet", "--endpoint", endpoint], env=environment, timeout=PATIENCE)
    assert status.returncode == 0
    bridge = subprocess.run(
        [*command, "attach", endpoint], env=environment, input=b"1 quit\n", capture_output=True, timeout=PATIENCE
    )
    assert bridge.returncode == 0, bridge.stderr
    assert bridge.stdout.startswith(b"=1")


def test_strangers_stay_outside(place: tuple[str, Path]) -> None:
    endpoint, folder = place
    began = time.monotonic()
    with pytest.raises(NoDaemon):
        Client(endpoint, keys=read_keys(str(folder / "stranger.key_secret"), str(folder / "daemon.key")))
    with pytest.raises(NoDaemon):
        Client(endpoint)
    assert time.monotonic() - began < LONG


def test_bad_keys_are_named(place: tuple[str, Path]) -> None:
    _, folder = place
    with pytest.raises(NoDaemon, match="no secret key"):
        read_keys(str(folder / "daemon.key"), str(folder / "daemon.key"))
    with pytest.raises(NoDaemon, match=r"nowhere\.key"):
        read_keys("/nowhere.key", "/nowhere.key")
    secret = (folder / "friend.key_secret").read_bytes()
    digit = secret.index(b"secret-key") + 20
    changed = folder / "changed.key_secret"
    changed.write_bytes(secret[:digit] + bytes((secret[digit] ^ 1,)) + secret[digit + 1 :])
    changed.chmod(0o600)
    with pytest.raises(NoDaemon, match="do not belong together"):
        read_keys(str(changed), str(folder / "daemon.key"))
