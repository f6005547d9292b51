"""Fifty clients with a hundred requests each under way: ``python -m tests.process.crowd ENDPOINT``, to be killed."""

from __future__ import annotations

import signal
import sys

import msgpack
import zmq

CLIENTS, REQUESTS = 50, 100
GREAT = 'name = "great"\n[board]\nsize = "24x24"\n'


def main(folder: str) -> None:
    """Send everything, say so, and wait for the end without reading a reply to it."""
    context = zmq.Context()
    sockets = [context.socket(zmq.DEALER) for _ in range(CLIENTS)]
    for number, socket in enumerate(sockets):
        socket.set(zmq.ROUTING_ID, b"crowd%d" % number)
        socket.set(zmq.HEARTBEAT_IVL, 50)
        socket.connect(f"ipc://{folder}/work")
        socket.send_multipart([b"E1", msgpack.packb({"t": "declare", "id": "0", "text": GREAT})])
    for socket in sockets:
        socket.recv_multipart()
    for number in range(1, REQUESTS):
        for socket in sockets:
            socket.send_multipart([b"E1", msgpack.packb(request(number))])
    print("sent", flush=True)
    signal.pause()


def request(number: int) -> dict[str, object]:
    """Cheap ones, on boards large and small, and every tenth a search that goes on and on."""
    t = "analyse" if number % 10 == 9 else "describe" if number % 4 else "show"
    return {"t": t, "id": str(number), "variant": "great" if number % 2 else "othello"}


if __name__ == "__main__":
    main(sys.argv[1])
