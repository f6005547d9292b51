"""Requests that came in and wait for their turn: each client's in order, the clients in turns.

Knows nothing of sockets. They are emptied into it at once: a connection that must wait until it is read, and that dies
with a heartbeat of its client's on the way, has libzmq 4.3 end the process. So bounds are kept here.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from engined.service.events import Address, Received
from engined.service.sessions.reckoning import Reckoned, Restored
from engined_protocol.messages import AnalyseMany, AnyRequest, BookWork, Work

MOST_WAITING = 10_000
"""Requests of one client; further ones are refused."""
SHARE = 2
"""One client may have such a part of the bytes that all may."""
DECODED = 8
"""A request takes about so many times the bytes as which it came in, and some besides."""
BESIDES = 400


@dataclass(slots=True)
class _Queue:
    """What waits for one client."""

    requests: deque[tuple[Address, AnyRequest, int, float | None]] = field(default_factory=deque)
    """The requests that wait: the address to answer to, the request, its size in bytes, and the time of its arrival."""
    size: int = 0
    jobs: dict[str, int] = field(default_factory=dict)
    """The number of waiting requests for a job, by id. It is 1 for each id of a client that keeps to the protocol."""
    stopped: set[str] = field(default_factory=set)
    """Ids of those that shall not start."""
    reckoned: Reckoned | Restored | None = None
    """The result that has been worked out for the first one."""


class Inbox:
    """Requests in the order in which they are to be served."""

    def __init__(self, most_bytes: int) -> None:
        """``most_bytes``: of memory, for all clients together."""
        self.size = 0
        """Bytes that it takes."""
        self._most_bytes = most_bytes
        self._queues: dict[bytes, _Queue] = {}
        """The queue of each client."""
        self._turns: dict[bytes, None] = {}
        """Clients, but for those that are set aside; the first one's turn is next."""

    def __len__(self) -> int:
        """How many requests wait."""
        return sum(len(queue.requests) for queue in self._queues.values())

    def __bool__(self) -> bool:
        """Whether something waits whose turn may come now."""
        return bool(self._turns)

    def put(self, sender: Address, request: AnyRequest, size: int, came: float | None = None) -> bool:
        """Put a request of so many bytes in, that came in at a time; False when too much waits for its client, or for
        all.
        """
        size = DECODED * size + BESIDES
        queue, is_new = self._queues.get(sender.client), False
        if queue is None:
            queue, is_new = _Queue(), True
        most = min(self._most_bytes // SHARE, self._most_bytes - self.size + queue.size)
        if len(queue.requests) >= MOST_WAITING or queue.size + size > most:
            return False
        if is_new:
            self._queues[sender.client] = queue
            self._turns[sender.client] = None
        queue.requests.append((sender, request, size, came))
        queue.size += size
        self.size += size
        if isinstance(request, Work | BookWork | AnalyseMany):
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

    def next(self, now: float) -> Received | None:
        """The request whose turn it is, which stays here."""
        if not self._turns:
            return None
        queue = self._queues[next(iter(self._turns))]
        sender, request, _, came = queue.requests[0]
        stopped = request.id in queue.stopped and request.id in queue.jobs
        return Received(sender, request, now, stopped=int(stopped), reckoned=queue.reckoned, arrived=came)

    def set_aside(self, client: bytes) -> None:
        """No request of a client has its turn until it comes back: something is worked out for its first one."""
        del self._turns[client]

    def come_back(self, client: bytes, request: AnyRequest, reckoned: Reckoned | Restored) -> None:
        """That has been done, for this request."""
        queue = self._queues.get(client)
        if queue is not None and queue.requests[0][1] is request:
            queue.reckoned = reckoned
            self._turns[client] = None

    def come_back_all(self) -> None:
        """No matter what has been done."""
        self._turns |= dict.fromkeys(self._queues)

    def take(self) -> None:
        """It is here no more."""
        client = next(iter(self._turns))
        queue = self._queues[client]
        _, request, size, _ = queue.requests.popleft()
        queue.size -= size
        self.size -= size
        queue.reckoned = None
        del self._turns[client]
        if queue.requests:
            self._turns[client] = None
        else:
            del self._queues[client]
        if isinstance(request, Work | BookWork | AnalyseMany):
            queue.jobs[request.id] -= 1
            if not queue.jobs[request.id]:
                del queue.jobs[request.id]
                queue.stopped.discard(request.id)

    def forget(self, client: bytes) -> None:
        """Drop what waits for a client."""
        queue = self._queues.pop(client, None)
        self._turns.pop(client, None)
        if queue is not None:
            self.size -= queue.size
