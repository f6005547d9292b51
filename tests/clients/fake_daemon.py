"""A daemon that says what a test wants it to say, on real sockets."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable
from typing import TypeVar

import zmq

from engined_protocol import frames
from engined_protocol import messages as m
from tests.patience import PATIENCE

R = TypeVar("R")
Answers = Callable[[m.AnyRequest], list[m.AnyReply]]


def silence(request: m.AnyRequest) -> list[m.AnyReply]:
    """No answer."""
    return []


def described(request: m.AnyRequest) -> list[m.AnyReply]:
    """A variant."""
    assert isinstance(request, m.DescribeVariant)
    return [
        m.Description(
            id=request.id, name=request.variant, title="", digest="d" * 64, width=8, height=8, cells=64, holes=(),
            drawing=("." * 8,) * 8, colours=(), seats=(), first="",
        )
    ]  # fmt: skip


class FakeDaemon:
    """Answers pings by itself, and says of every variant that it is played on 8x8 and names squares as messages do;
    everything else as its ``answers`` say, keyed by the type of the request.

    ``seen`` holds the requests in their order with the client's name and the socket they came by.
    """

    def __init__(self, folder: str = "") -> None:
        # Not under pytest's own folder: the path of a socket has at most 107 bytes.
        self.folder = folder or tempfile.mkdtemp(prefix="fake-")
        self.answers: dict[type, Answers] = {
            m.Ping: lambda request: [m.Pong(id=request.id)],
            m.DescribeVariant: described,
            m.Stop: lambda request: [m.Stopped(id=request.id, jobs=1)],
        }
        self.raw: list[bytes] = []
        """Frames (after the routing id) to send before the next answer."""
        self.seen: list[tuple[str, str, m.AnyRequest]] = []
        self.arrived = threading.Condition()
        self._context = zmq.Context()
        self._orders = self._context.socket(zmq.PAIR)
        self._orders.bind("inproc://orders")
        self._sockets = {name: self._context.socket(zmq.ROUTER) for name in ("work", "control")}
        for name, socket in self._sockets.items():
            socket.set(zmq.LINGER, 0)
            socket.set(zmq.SNDHWM, 0)  # a ROUTER drops what a slow client has no room for
            socket.set(zmq.ROUTER_HANDOVER, 1)  # as the daemon: a client that connects again may be heard first
            socket.bind(f"ipc://{self.folder}/{name}")
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def requests(self, kind: type[R]) -> list[R]:
        """The requests of one type so far."""
        return [request for _, _, request in self.seen if isinstance(request, kind)]

    def wait_for(self, kind: type, number: int = 1) -> None:
        """Wait until that many requests of a type have arrived."""
        with self.arrived:
            assert self.arrived.wait_for(lambda: len(self.requests(kind)) >= number, timeout=PATIENCE)

    def die(self) -> None:
        """Close the sockets without a word; their paths stay, as after a kill."""
        if self._thread.is_alive():
            self._orders.send(b"die")
            self._thread.join()
            self._orders.close()
            self._context.term()

    def _serve(self) -> None:
        orders = self._context.socket(zmq.PAIR)
        orders.connect("inproc://orders")
        poller = zmq.Poller()
        for socket in (*self._sockets.values(), orders):
            poller.register(socket, zmq.POLLIN)
        while orders not in (ready := dict(poller.poll())):
            for name, socket in self._sockets.items():
                if socket in ready:
                    self._answer(name, socket)
        for socket in (*self._sockets.values(), orders):
            socket.close()

    def _answer(self, name: str, socket: zmq.Socket[bytes]) -> None:
        identity, kind, payload = socket.recv_multipart()
        assert kind == frames.MESSAGE
        request = frames.decode_request(payload)
        with self.arrived:
            self.seen.append((identity.decode(), name, request))
            self.arrived.notify_all()
        if self.raw:
            socket.send_multipart([identity, *self.raw])
            self.raw = []
        for reply in self.answers.get(type(request), silence)(request):
            socket.send_multipart([identity, *frames.wrap(reply)])
