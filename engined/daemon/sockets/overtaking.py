"""Stops that came before their jobs, which travel on another socket. Knows nothing of sockets.

A stop whose job is not there has overtaken it, or comes too late. Too late it is where a job of that id has ended;
every other stop waits for its job.
"""

from __future__ import annotations

from engined.service.events import Received

HELD = 30.0
"""Seconds that a stop waits for its job."""
MOST_HELD = 1024
"""Stops that wait for jobs of one client: as many as it may have jobs."""
REMEMBERED = 60.0
"""Seconds that it is remembered which jobs have ended. A stop that comes later waits, as if for a job to come."""
MOST_ENDED = 1024
"""Ids of a client's jobs that are remembered, unless it uses them again."""


class Overtaking:
    """Stops that wait for their jobs, and jobs that have ended of late."""

    def __init__(self) -> None:
        self._held: dict[bytes, dict[str, Received]] = {}
        """Stops by client and the job's id, oldest first."""
        self._new: list[tuple[bytes, str]] = []
        """The stops that came in since the last :meth:`too_late`, by client and the job's id."""
        self._ended: dict[bytes, dict[str, float]] = {}
        """The times at which jobs ended, by client and id, oldest first."""

    def hold(self, target: str, stop: Received) -> bool:
        """Have a stop wait for its job; False when one for that job does so already, or too many do."""
        client = stop.sender.client
        if client.startswith(b"\0"):
            return False  # a name that the socket made up for this connection: jobs come by another
        held = self._held.setdefault(client, {})
        if target in held or len(held) >= MOST_HELD:
            return False
        held[target] = stop
        self._new.append((client, target))
        return True

    def came(self, client: bytes, id: str) -> Received | None:
        """A request has come in: the stop that waited for it, if one did."""
        self._ended.get(client, {}).pop(id, None)
        return self._release(client, id)

    def ended(self, client: bytes, id: str, now: float) -> None:
        """A job has had its final."""
        ended = self._ended.setdefault(client, {})
        ended.pop(id, None)
        ended[id] = now
        if len(ended) > MOST_ENDED:
            del ended[next(iter(ended))]

    def forget_ended(self, now: float) -> None:
        """Forget jobs that ended long ago: of a crowd's, the ids alone would fill tens of mebibytes."""
        for client, ended in list(self._ended.items()):
            for id in [id for id, at in ended.items() if now - at >= REMEMBERED]:
                del ended[id]
            if not ended:
                del self._ended[client]

    def too_late(self) -> list[Received]:
        """New stops whose jobs have ended; called when all requests that have arrived :meth:`came`."""
        new, self._new = self._new, []
        late = [(client, target) for client, target in new if target in self._ended.get(client, ())]
        return [stop for key in late if (stop := self._release(*key)) is not None]

    def given_up(self, now: float) -> list[Received]:
        """Stops that have waited for long enough."""
        old = [
            (client, target)
            for client, held in self._held.items()
            for target, stop in held.items()
            if now - stop.now >= HELD
        ]
        return [stop for key in old if (stop := self._release(*key)) is not None]

    def forget(self, client: bytes) -> None:
        """Drop everything about a client."""
        self._held.pop(client, None)
        self._ended.pop(client, None)

    def _release(self, client: bytes, target: str) -> Received | None:
        held = self._held.get(client)
        if held is None:
            return None
        stop = held.pop(target, None)
        if not held:
            del self._held[client]
        return stop
