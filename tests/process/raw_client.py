"""Two bare DEALER sockets, and msgpack by another library than the daemon's."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgpack
import zmq

from engined_client.keys import Keys
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
LAST_PORT = 65_535
LOOK_MS = 100
"""Milliseconds between two looks whether a reply is given up."""


class FakeServed:
    """A daemon with the fake engine, in a process and a folder of its own."""

    MODULE = "tests.process.fake_serve"

    def __init__(self, **settings: object) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="engined-")
        self.folder = Path(self._folder.name)
        self.settings = {
            "sockets": True,
            "endpoint": str(self.folder),
            "store": str(self.folder / "store.sqlite"),
            "log": str(self.folder / "log"),
            "threads": 2,
            "book": "own",
            **settings,
        }
        self.start()

    def start(self) -> None:
        """Start it; after :meth:`kill`, again."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", self.MODULE, json.dumps(self.settings)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def client(self, name: str = "", keys: Keys | None = None) -> Raw:
        """A client of it."""
        endpoint = str(self.settings["endpoint"])
        if not endpoint.startswith("tcp://"):
            return Raw(f"ipc://{endpoint}/work", f"ipc://{endpoint}/control", name)
        host, _, port = endpoint.rpartition(":")
        return Raw(endpoint, f"{host}:{int(port) + 1}", name, keys)

    def kill(self) -> None:
        """``kill -9``."""
        self.process.kill()
        self._reap()

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send a signal; the exit code."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def entries(self, event: str) -> list[dict[str, Any]]:
        """What the log has of a kind, in lines that are whole."""
        lines = self.log().splitlines(keepends=True)
        return [entry for line in lines if line.endswith("\n") and (entry := json.loads(line))["event"] == event]

    def log(self) -> str:
        return (self.folder / "log").read_text() if (self.folder / "log").exists() else ""

    def _reap(self) -> None:
        self.process.wait(PATIENCE)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self._reap()
        self._folder.cleanup()


class Raw:
    """A client that knows nothing but bytes."""

    def __init__(self, work: str, control: str, name: str = "", keys: Keys | None = None) -> None:
        self.name = name or uuid.uuid4().hex
        self._keys = keys
        self._context = zmq.Context()
        self.work = self._open(work)
        self.control = self._open(control)
        self._ids = 0
        self._finals: dict[str, dict[str, Any]] = {}
        self.patience = 1000 * PATIENCE
        """Milliseconds after which a test fails for want of a reply; another thread may change it meanwhile."""

    def _open(self, address: str) -> zmq.Socket[bytes]:
        socket = self._context.socket(zmq.DEALER)
        socket.set(zmq.LINGER, 0)
        socket.set(zmq.SNDTIMEO, 1000 * PATIENCE)  # a daemon that has hung up takes nothing
        socket.set(zmq.ROUTING_ID, self.name.encode())
        if self._keys is not None:
            self._keys.apply(socket)
        socket.connect(address)
        return socket

    def send(self, t: str, *, id: str = "", by: str = "work", **fields: Any) -> str:
        """Send a request; its id."""
        self._ids += 1
        id = id or str(self._ids)
        getattr(self, by).send_multipart([b"E1", msgpack.packb({"t": t, "id": id, **fields})])
        return id

    def receive(self, by: str = "work") -> dict[str, Any]:
        """The next reply; the daemon's own questions are passed over, and do not stretch the patience."""
        began = time.monotonic()
        while True:
            while not getattr(self, by).poll(LOOK_MS):
                assert 1000 * (time.monotonic() - began) < self.patience, "no reply"
            kind, payload = getattr(self, by).recv_multipart()
            assert kind == b"E1"
            reply = msgpack.unpackb(payload)
            assert isinstance(reply, dict)
            if reply != {"t": "pong", "id": ""}:
                return reply

    def final(self, id: str, by: str = "work") -> dict[str, Any]:
        """The final reply to a request; those to others are put by for whoever asks for them."""
        while id not in self._finals:
            reply = self.receive(by)
            if reply["t"] not in ("info", "perft-line", "book-progress"):
                assert reply["id"] not in self._finals
                self._finals[reply["id"]] = reply
        return self._finals.pop(id)

    def ask(self, t: str, **fields: Any) -> dict[str, Any]:
        """Send, and wait for the final."""
        return self.final(self.send(t, **fields), fields.get("by", "work"))

    def wait_for_info(self, id: str) -> dict[str, Any]:
        """The next news of a job that runs."""
        while True:
            reply = self.receive()
            if reply["t"] != "info":
                assert reply["id"] != id, reply
                self._finals[reply["id"]] = reply
            elif reply["id"] == id and not reply.get("state"):
                return reply

    def close(self) -> None:
        self._context.destroy(linger=0)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


_reserved: list[socket.socket] = []


def free_port() -> int:
    """A port for a process that a test starts, and the next one too: until this process ends nobody else gets them.

    They stay bound here without being listened at, which keeps out all but those that, as daemons and web servers do,
    take over an address (SO_REUSEADDR).
    """
    while True:
        first = _bound(0)
        assert first is not None
        port: int = first.getsockname()[1]
        second = _bound(port + 1) if port < LAST_PORT else None
        if second is None:
            first.close()
            continue
        for each in (first, second):
            each.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            _reserved.append(each)
        return port


def _bound(port: int) -> socket.socket | None:
    """A socket bound to a port, 0 being any; None if somebody has it."""
    one = socket.socket()
    try:
        one.bind(("127.0.0.1", port))
    except OSError:
        one.close()
        return None
    return one
