"""Requests that came in and wait for their turn: each client's in order, the clients in turns.

Knows nothing of sockets. They are emptied into it at once: a connection that must wait until it is read, and that dies
with a heartbeat of its client's on the way, has libzmq 4.3 end the process. So bounds are kept here.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from engined.service.events import Address, Received
from engined_protocol.messages import AnyRequest, BookWork, Work

MOST_WAITING = 10_000
"""Requests of one client; further ones are refused."""
MOST_BYTES = 64 << 20
"""Bytes of them, as they came in."""


@dataclass(slots=True)
class _Queue:
    """What waits for one client."""

    requests: deque[tuple[Address, AnyRequest, int]] = field(default_factory=deque)
    """Who asks, what, and its size."""
    size: int = 0
    jobs: dict[str, int] = field(default_factory=dict)
    """How many requests for a job wait, by id: one, from a client that keeps to the protocol."""
    stopped: set[str] = field(default_factory=set)
    """Ids of those that shall not start."""


class Inbox:
    """Requests in the order in which they are to be served."""

    def __init__(self) -> None:
        self._queues: dict[bytes, _Queue] = {}
        """By client; the first one's turn is next."""

    def __bool__(self) -> bool:
        """Whether something waits."""
        return bool(self._queues)

    def put(self, sender: Address, request: AnyRequest, size: int) -> bool:
        """Put a request of so many bytes in; False when too much waits for its client."""
        queue = self._queues.get(sender.client) or _Queue()
        if len(queue.requests) >= MOST_WAITING or queue.size + size > MOST_BYTES:
            return False
        self._queues[sender.client] = queue
        queue.requests.append((sender, request, size))
        queue.size += size
        if isinstance(request, Work | BookWork):
            queue.jobs[request.id] = queue.jobs.get(request.id, 0) + 1
        return True

    def has_job(self, client: bytes, id: str) -> bool:
        """Whether a request for a job of that id waits."""
        return client in self._queues and id in self._queues[client].jobs

    def stop(self, client: bytes, target: str | None) -> int:
        """Have the job of that id, or all of a client's, end when its turn comes; how many these are."""
        queue = self._queues.get(client)
        if queue is None:
            return 0
        targets = {id for id in queue.jobs if target in (None, id)} - queue.stopped
        queue.stopped |= targets
        return len(targets)

    def take(self, now: float) -> Received | None:
        """The request whose turn it is."""
        if not self._queues:
            return None
        client = next(iter(self._queues))
        queue = self._queues.pop(client)
        sender, request, size = queue.requests.popleft()
        queue.size -= size
        if queue.requests:
            self._queues[client] = queue
        stopped = request.id in queue.stopped and request.id in queue.jobs
        if isinstance(request, Work | BookWork):
            queue.jobs[request.id] -= 1
            if not queue.jobs[request.id]:
                del queue.jobs[request.id]
                queue.stopped.discard(request.id)
        return Received(sender, request, now, stopped=int(stopped))

    def forget(self, client: bytes) -> None:
        """Drop what waits for a client."""
        self._queues.pop(client, None)
