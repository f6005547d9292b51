"""Whatever arrives on the port of a daemon on TCP, it serves on; what it can read it refuses by name, and counts."""

from __future__ import annotations

import gzip
import random
import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from typing import Any

import msgpack
import pytest

from engined.memory import resident
from engined_protocol.frames import MAX_BYTES
from tests.patience import PATIENCE, until
from tests.process.raw_client import FakeServed, Raw, free_port

PORT = free_port()
GREETING = b"\xff" + bytes(8) + b"\x7f\x03\x01" + b"NULL".ljust(20, b"\0") + bytes(32)
READY = b"\x05READY\x0bSocket-Type\0\0\0\x06DEALER"
SEED = 20_261_124
PLENTY = 2 << 30
MOST_MEMORY = 512 << 20


@pytest.fixture(scope="module")
def served() -> Iterator[FakeServed]:
    with FakeServed(endpoint=f"tcp://127.0.0.1:{PORT}") as daemon:
        until(lambda: "serving" in daemon.log(), "it serves")
        yield daemon


@pytest.fixture
def client(served: FakeServed) -> Iterator[Raw]:
    with served.client() as raw:
        yield raw
        assert raw.ask("show")["t"] == "position", "the daemon serves on"
    assert served.process.poll() is None


def command(body: bytes) -> bytes:
    return (bytes([4, len(body)]) if len(body) < 256 else b"\x06" + struct.pack(">Q", len(body))) + body


def identity(name: bytes) -> bytes:
    """READY with a routing id."""
    return READY + b"\x08Identity" + struct.pack(">I", len(name)) + name


def introduced(name: bytes | None = None) -> socket.socket:
    """A connection that has introduced itself as a client with a name, or without one."""
    peer = socket.create_connection(("127.0.0.1", PORT), timeout=PATIENCE)
    peer.sendall(GREETING)
    read(peer, len(GREETING))
    peer.sendall(command(READY if name is None else identity(name)))
    return peer


def read_reply(peer: socket.socket) -> dict[str, Any]:
    """A reply of less than 256 bytes, after the daemon's own READY."""
    stream = peer.makefile("rb")
    while (kind := stream.read(2))[0] & 4:
        stream.read(kind[1])
    assert stream.read(kind[1]) == b"E1"
    reply = msgpack.unpackb(stream.read(stream.read(2)[1]))
    assert isinstance(reply, dict)
    return reply


def read(peer: socket.socket, size: int) -> None:
    """Wait for so many bytes."""
    while size:
        data = peer.recv(size)
        assert data, "it has hung up"
        size -= len(data)


def frame(data: bytes, *, more: bool) -> bytes:
    """A part of a message."""
    return struct.pack(">BQ", 2 + more, len(data)) + data


def throw(data: bytes, port: int) -> None:
    """Connect, send, and go, without waiting for anything."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as peer:
        peer.settimeout(0.01)
        try:
            peer.sendall(data)
            peer.recv(1024)
        except OSError:
            return  # it has hung up, or has nothing to say


def test_raw_bytes_half_greetings_and_garbage_frames(
    client: Raw, record_property: Callable[[str, object], None]
) -> None:
    record_property("count", 120 * 5)
    lots = random.Random(SEED)
    whole = GREETING + command(READY)
    for number in range(120):
        noise = lots.randbytes(lots.randrange(1, 300))
        for data in (
            noise,
            whole[: lots.randrange(1, len(whole))],
            GREETING + noise,
            whole + noise,
            whole[: number % len(whole)] + noise,
        ):
            throw(data, PORT + number % 2)
    assert client.ask("ping")["t"] == "pong"


@pytest.mark.parametrize(
    "names",
    [
        [b""] * 20,
        [b"same"] * 20,
        [b"\0", b"\0\0\0\0\0", b"\0\0\0\0\1"] * 5,
        [b"x" * 255, b"x" * 255],
        [b"\xff\xfe", b"\x1b[31m"],
    ],
    ids=["none", "the same", "as the socket makes them", "long", "no text"],
)
def test_names_that_collide(client: Raw, names: list[bytes]) -> None:
    with ExitStack() as stack:
        for name in names:
            peer = stack.enter_context(introduced(name))
            peer.sendall(frame(b"E1", more=True) + frame(b"\x80", more=False))
        assert client.ask("ping")["t"] == "pong"


def test_names_that_the_socket_would_make_up_next(client: Raw) -> None:
    first = 0x6B8B4567  # of C's random numbers where nobody has seeded them
    names = [b"\0" + struct.pack(">I", first + ahead) for ahead in range(40)]
    with ExitStack() as stack:
        for name in (*names, *[None] * 40):
            stack.enter_context(introduced(name))
        assert client.ask("ping")["t"] == "pong"


def test_nobody_is_told_the_names_that_the_socket_makes_up(client: Raw, served: FakeServed) -> None:
    with introduced() as peer:
        request = msgpack.packb({"t": "analyse", "id": "unnamed"})
        peer.sendall(frame(b"E1", more=True) + frame(request, more=False))
        until(lambda: client.ask("status", by="control")["jobs"], "it searches")
        (job,) = client.ask("status", by="control")["jobs"]
    assert job["client"].startswith("unnamed-")
    assert "0000" not in {entry["client"][:4] for entry in served.entries("client")}


def keep_sending(peer: socket.socket, data: bytes) -> int:
    """Send until it hangs up; how many bytes these were. A daemon that takes any number fails the test."""
    sent = 0
    with suppress(ConnectionError):
        while sent < PLENTY:
            peer.sendall(data)
            sent += len(data)
    assert sent < PLENTY
    return sent


@pytest.mark.parametrize("data", [frame(b"", more=True) * 50_000, frame(bytes(1 << 20), more=True)], ids=["", "large"])
def test_a_message_that_never_ends_costs_its_sender_the_connection(
    client: Raw, served: FakeServed, data: bytes
) -> None:
    counted = client.ask("status", by="control").get("refused", {}).get("unfinished", 0)
    before = resident(served.process.pid)
    with introduced() as peer:
        keep_sending(peer, data)
    assert resident(served.process.pid) - before < MOST_MEMORY
    refused = client.ask("status", by="control")["refused"]
    assert refused["unfinished"] == counted + 1


def test_many_messages_that_never_end(client: Raw) -> None:
    counted = client.ask("status", by="control").get("refused", {}).get("unfinished", 0)
    with ExitStack() as stack:
        for number in range(20):
            stack.enter_context(introduced(b"peer%d" % number)).sendall(frame(bytes(1 << 20), more=True))
        enough = counted + 12
        until(lambda: client.ask("status", by="control")["refused"].get("unfinished", 0) >= enough, "8 MiB are left")
    assert client.ask("ping")["t"] == "pong"


def test_a_message_of_very_many_parts_is_refused_and_control_does_not_wait(client: Raw) -> None:
    with introduced() as peer:
        peer.sendall(frame(b"E1", more=True) * 200_000 + frame(b"", more=False))
        assert client.ask("ping", by="control")["t"] == "pong"
        assert client.ask("ping")["t"] == "pong"
        assert read_reply(peer)["code"] == "malformed"


def nested(depth: int) -> bytes:
    """A request with so many lists in lists for its moves."""
    return b"\x83\xa1t\xa4show\xa2id\xa11\xa5moves" + b"\x91" * depth + b"\x90"


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        (b"", "malformed"),
        (b"\xc1", "malformed"),
        (nested(10), "invalid"),
        (nested(MAX_BYTES // 2), "malformed"),
        (gzip.compress(msgpack.packb({"t": "show", "id": "1"})), "malformed"),
        (bytes(MAX_BYTES + 1), "malformed"),
        (b"\xdd\xff\xff\xff\xff", "malformed"),
        (b"\xdf\xff\xff\xff\xff" + b"\xa1x", "malformed"),
        (msgpack.packb({"t": "show", "id": "1", "variant": msgpack.ExtType(1, b"x")}), "invalid"),
    ],
    ids=["empty", "no msgpack", "nested", "deep", "compressed", "oversize", "list", "map", "extension"],
)
def test_payloads_are_refused_by_name_and_counted(client: Raw, payload: bytes, code: str) -> None:
    before = client.ask("status", by="control").get("refused", {}).get(code, 0)
    client.work.send_multipart([b"E1", payload])
    assert client.receive()["code"] == code
    assert client.ask("status", by="control")["refused"][code] == before + 1


def test_a_part_that_is_too_large_costs_the_connection_of_its_sender(served: FakeServed, client: Raw) -> None:
    with served.client() as other:
        other.ask("ping")
        other.work.send_multipart([b"E1", bytes(3 << 20)])
        other.work.send_multipart([b"E1", msgpack.packb({"t": "ping", "id": "1"})])
        assert other.receive() == {"t": "pong", "id": "1"}, "it has come again, and the large one is not answered"


def paths() -> list[dict[str, Any]]:
    """Requests that have a path wherever a text can be."""
    path = "/etc/passwd"
    where: dict[str, Any] = {"session": path}
    return [
        {"t": "describe", "variant": path},
        {"t": "describe", "variant": "../../etc/passwd.toml"},
        {"t": "show", "variant": path},
        {"t": "show", "start": path},
        {"t": "show", "moves": [path]},
        {"t": "open", "session": path, "keep": True},
        {"t": "play", **where, "moves": ["f5"]},
        {"t": "close", **where},
        {"t": "declare", "text": path},
        {"t": "declare", "text": f'name = "{path}"'},
        {"t": "declare", "text": f'name = "mine"\ninherits = "{path}"'},
        {"t": "book-show", "variant": path},
        {"t": "book-export", "variant": path, "after": path},
        {"t": "learn", "variant": path},
    ]


def test_a_path_in_a_message_is_a_name_and_no_file(served: FakeServed, client: Raw) -> None:
    before = sorted(path.name for path in served.folder.iterdir())
    replies = [client.ask(**request) for request in paths()]
    assert not any("root:" in str(reply) for reply in replies)
    assert {"internal"} & {str(reply.get("code")) for reply in replies} == set()
    client.work.send_multipart([b"E1", msgpack.packb({"t": "ping", "id": "last"})])
    assert client.receive()["id"] == "last"
    assert sorted(path.name for path in served.folder.iterdir()) == before


@pytest.mark.parametrize(
    "lines",
    [
        "loadsgf /etc/passwd\n",
        "printsgf /tmp/engined-written-by-a-stranger.sgf\n",
        "gogui-setup_file /etc/passwd\n",
    ],
)
def test_text_over_a_socket_reaches_no_file(client: Raw, served: FakeServed, lines: str) -> None:
    with served.client() as gui:
        gui.work.send_multipart([b"T1", lines.encode()])
        assert gui.work.poll(1000 * PATIENCE)
        assert gui.work.recv_multipart()[1].startswith(b"?")


# --- last, as the daemon is busy with it for a while ------------------------------------------------


@pytest.mark.parametrize("payload", [b"", bytes(1 << 20)], ids=["tiny", "large"])
def test_messages_that_come_faster_than_they_are_read_are_bounded(
    client: Raw, served: FakeServed, payload: bytes
) -> None:
    before = resident(served.process.pid)
    message = frame(b"", more=True) + frame(payload, more=False)
    with introduced() as peer:
        peer.settimeout(0.1)
        end = time.monotonic() + 3
        with suppress(ConnectionError):
            while time.monotonic() < end:
                with suppress(TimeoutError):
                    peer.send(message * (1 + (1 << 18) // len(message)))
    assert client.ask("ping", by="control")["t"] == "pong"
    assert resident(served.process.pid) - before < MOST_MEMORY
