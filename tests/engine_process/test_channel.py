"""Messages between two processes: whole, in order, and an end that both notice."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest

from engined.engine_process.channel import Channel

Pair = tuple[Channel, Channel]


@pytest.fixture
def pair() -> Iterator[Pair]:
    one, other = (Channel(end) for end in socket.socketpair())
    yield one, other
    for channel in (one, other):
        channel.end()
        channel.close()


def test_messages_of_many_threads_arrive_whole_and_in_the_order_of_each(pair: Pair) -> None:
    one, other = pair

    def send(letter: bytes) -> None:
        for number in range(50):
            assert one.send(letter * (1 + 3000 * number))

    threads = [threading.Thread(target=send, args=(letter,)) for letter in (b"a", b"b", b"c")]
    for thread in threads:
        thread.start()
    received = [other.receive() or b"" for _ in range(150)]
    for thread in threads:
        thread.join()
    for letter in (b"a", b"b", b"c"):
        lengths = [len(message) for message in received if message == letter * len(message)]
        assert lengths == [1 + 3000 * number for number in range(50)]


def test_the_end_is_noticed_on_both_sides(pair: Pair) -> None:
    one, other = pair
    assert one.send(b"last")
    one.end()
    assert other.receive() == b"last"
    assert other.receive() is None
    assert one.receive() is None
    assert not other.send(b"too late")


def test_half_a_message_is_none() -> None:
    raw, end = socket.socketpair()
    channel = Channel(end)
    with raw:
        raw.sendall(b"\x05\0\0\0half")
    assert channel.receive() is None
    channel.close()
