"""What comes in by a connection and never makes a message: counted by the kernel, and cut."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from engined.daemon.sockets.connections import EVERY, MOST, MOST_AHEAD, MOST_IN_ALL, Connections

CHUNK = bytes(1 << 16)
SOCKET = object()


class Line:
    """A TCP connection: the daemon's end, which reads all, and the peer's."""

    def __init__(self, stack: ExitStack) -> None:
        listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        self.peer = stack.enter_context(socket.create_connection(listener.getsockname()))
        self.end = stack.enter_context(listener.accept()[0])
        self.descriptor = self.end.fileno()

    def send(self, size: int) -> None:
        for _ in range(0, size, len(CHUNK)):
            self.peer.sendall(CHUNK)
            self.end.recv(len(CHUNK), socket.MSG_WAITALL)

    @property
    def cut(self) -> bool:
        self.end.setblocking(False)
        try:
            return self.end.recv(1) == b""
        except BlockingIOError:
            return False


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def test_too_much_without_a_whole_message_is_cut(stack: ExitStack) -> None:
    connections, good, bad = Connections(), Line(stack), Line(stack)
    connections.opened(good.descriptor, SOCKET)
    connections.opened(bad.descriptor, SOCKET)
    for line in (good, bad):
        line.send(MOST // 2)
    connections.heard(good.descriptor, 1)
    connections.emptied(SOCKET)
    assert connections.look(0.0) == []
    for line in (good, bad):
        line.send(MOST // 2 + len(CHUNK))
    assert connections.look(EVERY / 2) == [], "it is not yet time to look"
    assert connections.look(EVERY) == [("unfinished", "127.0.0.1")]
    assert bad.cut
    assert not good.cut


def test_of_many_that_have_not_finished_those_with_most_are_cut(stack: ExitStack) -> None:
    connections, lines = Connections(), [Line(stack) for _ in range(6)]
    for number, line in enumerate(lines):
        connections.opened(line.descriptor, SOCKET)
        line.send(MOST_IN_ALL // 6 + number * len(CHUNK))
    assert len(connections.look(0.0)) == 1
    assert [line.cut for line in lines] == [False] * 5 + [True]


def test_who_sends_faster_than_is_read_is_cut_when_too_much_waits(stack: ExitStack) -> None:
    connections, slow, fast = Connections(), Line(stack), Line(stack)
    for line in (slow, fast):
        connections.opened(line.descriptor, SOCKET)
        line.send(MOST_AHEAD)
        connections.heard(line.descriptor, MOST_AHEAD // 2)
    assert connections.look(0.0) == []
    for line in (slow, fast):
        line.send(MOST_AHEAD)
        connections.heard(line.descriptor, MOST_AHEAD if line is slow else 1)
    assert connections.look(EVERY) == [("flood", "127.0.0.1")]
    assert (slow.cut, fast.cut) == (False, True)


def test_local_connections_and_those_that_are_gone_are_not_looked_at(stack: ExitStack) -> None:
    connections, line = Connections(), Line(stack)
    local = [stack.enter_context(end) for end in socket.socketpair()]
    connections.opened(local[0].fileno(), SOCKET)
    assert not connections
    connections.opened(line.descriptor, SOCKET)
    connections.closed(line.descriptor)
    line.send(MOST + len(CHUNK))
    assert connections.look(0.0) == []
    assert not line.cut


def test_a_descriptor_that_is_another_ones_by_now_is_begun_anew(stack: ExitStack) -> None:
    connections, old, new = Connections(), Line(stack), Line(stack)
    connections.opened(old.descriptor, SOCKET)
    old.send(MOST)
    connections.heard(old.descriptor, 1)
    connections.emptied(SOCKET)
    connections.look(0.0)
    new.send(2 * len(CHUNK))
    new.end.detach()
    old.end.close()
    new.end = stack.enter_context(socket.socket(fileno=_moved(new.descriptor, old.descriptor)))
    assert connections.look(EVERY) == []
    new.send(MOST + len(CHUNK))
    assert connections.look(2 * EVERY) == [("unfinished", "127.0.0.1")]


def _moved(descriptor: int, to: int) -> int:
    os.dup2(descriptor, to)
    os.close(descriptor)
    return to
