"""The bridge between a GUI's pipes and a daemon that is played by the test."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator

import pytest
import zmq
from hypothesis import given
from hypothesis import strategies as st

from engined_client.commands.attach import Lines
from engined_protocol import frames
from tests.patience import PATIENCE


class TextDaemon:
    """Takes text frames from one bridge and sends what the test wants."""

    def __init__(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="fake-")
        self._context = zmq.Context()
        self._sockets = [self._context.socket(zmq.ROUTER) for _ in ("work", "control")]
        for socket, name in zip(self._sockets, ("work", "control"), strict=True):
            socket.set(zmq.LINGER, 0)
            socket.set(zmq.RCVTIMEO, 1000 * PATIENCE)
            socket.bind(f"ipc://{self.folder}/{name}")
        self.bridge = b""

    def receive(self) -> bytes:
        """The text of the next frame."""
        self.bridge, kind, text = self._sockets[0].recv_multipart()
        assert kind == frames.TEXT
        return text

    def send(self, *parts: bytes) -> None:
        """A text frame to the bridge."""
        self._sockets[0].send_multipart([self.bridge, frames.TEXT, *parts])

    def send_raw(self, *parts: bytes) -> None:
        """Any frame to the bridge."""
        self._sockets[0].send_multipart([self.bridge, *parts])

    def die(self) -> None:
        """Go away without a word."""
        self._context.destroy(linger=0)


@pytest.fixture
def daemon() -> Iterator[TextDaemon]:
    fake = TextDaemon()
    yield fake
    fake.die()
    shutil.rmtree(fake.folder)


@pytest.fixture
def bridge(daemon: TextDaemon) -> Iterator[subprocess.Popen[bytes]]:
    """The bridge, with pipes."""
    command = [sys.executable, "-m", "engined", "attach", daemon.folder]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0) as process:
        yield process
        process.kill()


def write(bridge: subprocess.Popen[bytes], text: bytes) -> None:
    assert bridge.stdin is not None
    bridge.stdin.write(text)


def read(bridge: subprocess.Popen[bytes], size: int) -> bytes:
    """Exactly so many bytes from the bridge's standard output."""
    assert bridge.stdout is not None
    text = b""
    while len(text) < size and (more := bridge.stdout.read(size - len(text))):
        text += more
    return text


def test_lines_go_in_and_text_comes_out(daemon: TextDaemon, bridge: subprocess.Popen[bytes]) -> None:
    write(bridge, b"nboard 2\n")
    assert daemon.receive() == b"nboard 2\n"
    daemon.send(b"set myname Engined\nstatus\n")
    assert read(bridge, 26) == b"set myname Engined\nstatus\n"
    # Input is read while text still streams out.
    daemon.send(b"search F5 1.0 0 3\n")
    write(bridge, b"ping 1\n")
    assert daemon.receive() == b"ping 1\n"
    daemon.send(b"pong 1\n", b"gogui-gfx:\n\n")
    assert read(bridge, 25) == b"search F5 1.0 0 3\npong 1\n"
    assert bridge.stderr is not None
    assert bridge.stderr.read(12) == b"gogui-gfx:\n\n"


def test_the_end_of_input_waits_for_the_last_words(daemon: TextDaemon, bridge: subprocess.Popen[bytes]) -> None:
    write(bridge, b"name\nquit")
    assert bridge.stdin is not None
    bridge.stdin.close()
    text = b""
    while part := daemon.receive():
        text += part
    assert text == b"name\nquit"
    daemon.send(b"= engined\n\n")
    daemon.send(b"")
    assert read(bridge, 100) == b"= engined\n\n"
    assert bridge.wait(PATIENCE) == 0


def test_the_daemon_may_end_the_conversation(daemon: TextDaemon, bridge: subprocess.Popen[bytes]) -> None:
    write(bridge, b"quit\n")
    daemon.receive()
    daemon.send(b"= \n\n")
    daemon.send(b"")
    assert bridge.wait(PATIENCE) == 0
    assert read(bridge, 100) == b"= \n\n"


def test_a_daemon_that_dies_is_said_and_is_3(daemon: TextDaemon, bridge: subprocess.Popen[bytes]) -> None:
    write(bridge, b"nboard 2\n")
    daemon.receive()
    daemon.die()
    assert bridge.wait(PATIENCE) == 3
    assert bridge.stderr is not None
    words = bridge.stderr.read().decode()
    assert words.startswith("engined: the daemon at ipc://")
    assert len(words.splitlines()) == 1


def test_a_gui_that_stops_reading_is_no_fault(daemon: TextDaemon, bridge: subprocess.Popen[bytes]) -> None:
    write(bridge, b"nboard 2\n")
    daemon.receive()
    assert bridge.stdout is not None
    bridge.stdout.close()
    daemon.send(b"status\n")
    assert bridge.wait(PATIENCE) == 0
    assert bridge.stderr is not None
    assert bridge.stderr.read() == b""


def test_frames_of_another_kind_are_ignored(daemon: TextDaemon, bridge: subprocess.Popen[bytes]) -> None:
    write(bridge, b"nboard 2\n")
    daemon.receive()
    daemon.send_raw(b"E9", b"from the future\n")
    daemon.send(b"status\n")
    assert read(bridge, 7) == b"status\n"


def test_a_line_that_is_too_long_is_cut_where_the_daemon_refuses_it(
    daemon: TextDaemon, bridge: subprocess.Popen[bytes]
) -> None:
    long = b"x" * (10 * frames.MAX_BYTES)
    assert bridge.stdin is not None
    bridge.stdin.write(b"first\n")
    text = daemon.receive()
    rest = long + b"\nlast\n"
    while rest:
        rest = rest[bridge.stdin.write(rest) :]
    while not text.endswith(b"last\n"):
        part = daemon.receive()
        assert len(part) < 2 * frames.MAX_BYTES
        text += part
    assert text.split(b"\n") == [b"first", long[: frames.MAX_BYTES + 1], b"last", b""]


@given(st.lists(st.binary(min_size=1, max_size=9).map(lambda chunk: chunk.replace(b"0", b"\n")), max_size=12))
def test_no_byte_is_lost_and_lines_stay_whole(chunks: list[bytes]) -> None:
    lines = Lines()
    passed = [lines.feed(chunk) for chunk in chunks]
    assert all(part.endswith(b"\n") for part in passed if part)
    assert b"".join(passed) + lines.end() == b"".join(chunks)
