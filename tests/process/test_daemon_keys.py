"""Strangers at a daemon with keys: each is refused, and the log and the daemon's count say so."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgpack
import pytest
import zmq

from engined_client.keys import Keys
from tests.patience import PATIENCE, until
from tests.process.raw_client import FakeServed, Raw, free_port


class Locked(FakeServed):
    """A daemon with keys on TCP, and the folder of those that may come in."""

    def __init__(self, keys: Path) -> None:
        self.clients = keys / "clients"
        self.clients.mkdir(mode=0o700)
        self.public, secret = zmq.curve_keypair()
        daemon = keys / "daemon.key_secret"
        daemon.write_text(f'curve\n public-key = "{self.public.decode()}"\n secret-key = "{secret.decode()}"\n')
        daemon.chmod(0o600)
        endpoint = f"tcp://127.0.0.1:{free_port()}"
        super().__init__(endpoint=endpoint, curve_secret=str(daemon), curve_clients=str(self.clients))
        until(lambda: "serving" in self.log(), "it serves")

    def pair(self) -> Keys:
        """New keys, which it does not know yet."""
        return Keys(*zmq.curve_keypair(), self.public)

    def allow(self, name: str, keys: Keys | None = None, **limits: int | str) -> Keys:
        """Let keys in, new ones unless they are given."""
        keys = keys or self.pair()
        metadata = "".join(f' {limit} = "{value}"\n' for limit, value in limits.items())
        self.clients.joinpath(f"{name}.key").write_text(
            f'metadata\n{metadata}curve\n public-key = "{keys.public.decode()}"\n'
        )
        return keys

    def refused(self, kind: str) -> bool:
        """Whether the log says that something of a kind was refused."""
        return any(entry["kind"] == kind for entry in self.entries("refused"))


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[Locked]:
    with Locked(tmp_path) as daemon:
        yield daemon


def is_let_in(client: Raw, seconds: float = 1.0) -> bool:
    """Whether the daemon answers within some seconds."""
    client.work.set(zmq.SNDTIMEO, int(seconds * 1000))
    try:
        client.send("ping")
    except zmq.Again:
        return False  # it has hung up
    return bool(client.work.poll(int(seconds * 1000)))


def counts(client: Raw) -> dict[str, int]:
    """How often the daemon has refused what."""
    refused = client.ask("status", by="control").get("refused", {})
    assert isinstance(refused, dict)
    return refused


def test_a_key_that_is_let_in_while_the_daemon_runs(locked: Locked) -> None:
    with locked.client(keys=locked.allow("ann")) as ann:
        assert ann.ask("show")["t"] == "position"
    (entry,) = locked.entries("client")
    assert (entry["client"].endswith("@ann"), entry["address"]) == (True, "::ffff:127.0.0.1")


def test_a_wrong_key_and_no_key(locked: Locked) -> None:
    def knock() -> bool:
        """Who has no key hangs up by itself, perhaps before the daemon has seen why."""
        with locked.client() as bare:
            assert not is_let_in(bare, 0.3)
        return counts(ann).get("no key", 0) > 0

    with locked.client(keys=locked.pair()) as wrong, locked.client(keys=locked.allow("ann")) as ann:
        assert ann.ask("ping")["t"] == "pong"
        assert not is_let_in(wrong, 0.3)
        until(lambda: counts(ann).get("wrong key"), "a wrong key is counted")
        until(knock, "that there is none is counted")
    until(lambda: locked.refused("wrong key") and locked.refused("no key"), "the log says so")


def test_a_key_that_is_revoked_while_connected(locked: Locked) -> None:
    with locked.client(keys=locked.allow("eve")) as eve, locked.client(keys=locked.allow("ann")) as ann:
        job = eve.send("analyse")
        eve.wait_for_info(job)
        (locked.clients / "eve.key").unlink()
        assert eve.ask("show", id="late") == {
            "t": "error",
            "id": "late",
            "code": "forbidden",
            "message": "this key may come in no more",
        }
        assert ann.ask("status", by="control")["jobs"] == []
        assert counts(ann)["revoked"] >= 1
    until(lambda: locked.refused("revoked"), "the log says so")
    (gone,) = (entry for entry in locked.entries("gone") if entry["client"].endswith("@eve"))
    assert (gone["why"], gone["jobs"]) == ("revoked", 1)


def test_what_another_key_holds_cannot_be_had(locked: Locked) -> None:
    name, keys = "x" * 32, locked.allow("ann")
    with locked.client(name, keys) as ann:
        ann.ask("open", session="s", keep=True)
        ann.ask("play", session="s", moves=["f5"])
    locked.kill()
    locked.start()
    with locked.client(name, locked.allow("eve")) as eve:
        assert eve.ask("show", session="s")["code"] == "unknown-session"
        assert eve.ask("open", session="s")["moves"] == []
    locked.kill()
    locked.start()
    with locked.client(name, keys) as ann:
        assert ann.ask("show", session="s")["moves"] == ["f5"]


def test_a_name_that_a_client_of_another_key_has(locked: Locked) -> None:
    name = "x" * 32
    with locked.client(name, locked.allow("ann")) as ann:
        ann.ask("open", session="s")
        with locked.client(name, locked.allow("eve")) as eve:
            assert eve.ask("show", session="s")["code"] == "forbidden"
    assert locked.refused("name taken")


def test_a_name_that_can_be_guessed(locked: Locked) -> None:
    with locked.client("ann", locked.allow("ann")) as ann:
        assert ann.ask("ping")["code"] == "forbidden"
    assert locked.refused("short name")


def test_a_file_that_cannot_be_trusted_leaves_out_its_key_alone(locked: Locked) -> None:
    (locked.clients / "broken.key").write_text("nothing\n")
    loose = locked.allow("loose")
    (locked.clients / "loose.key").chmod(0o666)
    with locked.client(keys=locked.allow("ann")) as ann, locked.client(keys=loose) as left_out:
        assert ann.ask("ping")["t"] == "pong"
        assert not is_let_in(left_out, 0.3)
        assert counts(ann)["key file"] == 2
    troubles = {Path(entry["path"]).name for entry in locked.entries("refused") if entry["kind"] == "key file"}
    assert troubles == {"broken.key", "loose.key"}


def test_a_folder_that_is_opened_to_others_lets_nobody_in(locked: Locked) -> None:
    with locked.client(keys=locked.allow("ann")) as ann:
        assert ann.ask("ping")["t"] == "pong"
        assert not counts(ann)  # both her sockets are in: one that knocked while the folder is open would not come back
        locked.clients.chmod(0o777)
        until(lambda: ann.ask("ping").get("code") == "forbidden", "it is noticed")
        assert locked.refused("key file")
        locked.clients.chmod(0o700)
        until(lambda: ann.ask("ping")["t"] == "pong", "it is mended")
        assert counts(ann)["key file"] >= 1


def test_a_greeting_that_is_replayed(locked: Locked) -> None:
    """All that a client has sent, its whole way in and its request, is sent again by who has listened."""
    port = int(str(locked.settings["endpoint"]).rpartition(":")[2])
    keys = locked.allow("ann")
    with Wiretap(port) as tap, zmq.Context() as context, context.socket(zmq.DEALER) as ann:
        ann.set(zmq.LINGER, 0)
        keys.apply(ann)
        ann.connect(f"tcp://127.0.0.1:{tap.port}")
        ann.send_multipart([b"E1", msgpack.packb({"t": "open", "id": "1", "session": "s"})])
        assert ann.poll(1000 * PATIENCE)
    with locked.client(keys=locked.allow("bob")) as bob:
        sessions = bob.ask("status", by="control")["sessions"]
        with socket.create_connection(("127.0.0.1", port)) as replay:
            replay.sendall(bytes(tap.heard))
            replay.settimeout(PATIENCE)
            with suppress(ConnectionResetError):  # it has hung up with something unread
                while replay.recv(4096):
                    pass
        until(lambda: counts(bob).get("handshake"), "it is counted")
        assert bob.ask("status", by="control")["sessions"] <= sessions
    assert locked.refused("handshake")


class Wiretap:
    """Passes one connection on to a port, and keeps what came from the client's side."""

    def __init__(self, port: int) -> None:
        self.heard = bytearray()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._to = port
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> Wiretap:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.join()
        self._listener.close()

    def _run(self) -> None:
        client, _ = self._listener.accept()
        with client, socket.create_connection(("127.0.0.1", self._to)) as daemon:
            back = threading.Thread(target=self._copy, args=(daemon, client, bytearray()))
            back.start()
            self._copy(client, daemon, self.heard)
            back.join()

    def _copy(self, source: socket.socket, target: socket.socket, kept: bytearray) -> None:
        with suppress(OSError):  # the other end has hung up
            while data := source.recv(65536):
                kept += data
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)
