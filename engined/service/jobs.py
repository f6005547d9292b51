"""Jobs: requests that take the engine's time, and whose turn it is.

Clients take turns; inside a client the higher priority goes first, then the older job. Pure: no clock and no
thread.
"""

from __future__ import annotations

from bisect import insort
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from engined.book.tasks import BookTask
from engined.engine.tasks import Task
from engined_protocol.messages import BookWork, Work

from .book_service import Advice
from .events import Address
from .game import Game

GUESTS = 4
"""Jobs that may run beyond the threads, each the first of a client with nothing running: endless analyses of
one client must not lock out the others."""


class State(StrEnum):
    """How far a job is; one that is done is forgotten."""

    QUEUED = "queued"
    RUNNING = "running"
    STOPPING = "stopping"


@dataclass(slots=True)
class Job:
    """One request on its way through the engine."""

    number: int
    sender: Address
    request: Work | BookWork
    task: Task | BookTask
    threads: int
    """Wanted while queued, taken once it runs."""
    asked: float
    origin: Game
    """The game that the request named, before implied passes."""
    game: Game
    """The game whose position is searched."""
    state: State = State.QUEUED
    advice: Advice | None = None
    """What the book says about the moves."""
    infos: int = 0
    unwanted: bool = False
    """Its client is gone: nobody waits for the end."""

    @property
    def client(self) -> bytes:
        """Whose job it is."""
        return self.sender.client


@dataclass(slots=True)
class _Client:
    jobs: dict[int, Job] = field(default_factory=dict)
    queue: list[tuple[int, int]] = field(default_factory=list)
    """(minus priority, number) of queued jobs, next one first."""
    running: int = 0


class Jobs:
    """All jobs, and as many threads as may search at once."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._clients: dict[bytes, _Client] = {}
        self._turns: deque[bytes] = deque()
        self._jobs: dict[int, Job] = {}
        self._taken: dict[int, Job] = {}
        """Jobs that are not queued any more."""

    def __iter__(self) -> Iterator[Job]:
        return iter(tuple(self._jobs.values()))

    def __len__(self) -> int:
        return len(self._jobs)

    def get(self, number: int) -> Job | None:
        """The job of that number, unless it has ended."""
        return self._jobs.get(number)

    def of(self, client: bytes) -> tuple[Job, ...]:
        """The jobs of a client that have not ended, oldest first; not those that it left behind."""
        if client not in self._clients:
            return ()
        return tuple(job for job in self._clients[client].jobs.values() if not job.unwanted)

    def add(self, job: Job) -> None:
        """Queue a job."""
        client = self._clients.get(job.client)
        if client is None:
            client = self._clients[job.client] = _Client()
            self._turns.append(job.client)
        self._jobs[job.number] = client.jobs[job.number] = job
        insort(client.queue, (-job.request.priority, job.number))

    def start_next(self) -> Job | None:
        """The job whose turn it is, now running, ``threads`` being what it got; None when all must wait."""
        for name in self._turns:
            job = self._startable(self._clients[name])
            if job is not None:
                self._turns.remove(name)
                self._turns.append(name)
                return job
        return None

    def stop(self, job: Job) -> bool:
        """Stop a job. True when it was queued and so has ended; else its end is still to come."""
        if job.state is State.QUEUED:
            self._clients[job.client].queue.remove((-job.request.priority, job.number))
            self._forget(job)
            return True
        job.state = State.STOPPING
        return False

    def end(self, job: Job) -> None:
        """A job that was started has ended."""
        del self._taken[job.number]
        self._clients[job.client].running -= 1
        self._forget(job)

    def _startable(self, client: _Client) -> Job | None:
        if not client.queue:
            return None
        job = client.jobs[client.queue[0][1]]
        free = self.threads - sum(other.threads for other in self._taken.values())
        if free < job.threads and any(other.state is State.STOPPING for other in self._taken.values()):
            return None  # what it lacks comes back in a moment
        if free < 1 and (client.running or free <= -GUESTS):
            return None
        del client.queue[0]
        client.running += 1
        self._taken[job.number] = job
        job.threads = max(min(job.threads, free), 1)
        job.state = State.RUNNING
        return job

    def _forget(self, job: Job) -> None:
        del self._jobs[job.number]
        client = self._clients[job.client]
        del client.jobs[job.number]
        if not client.jobs:
            del self._clients[job.client]
            self._turns.remove(job.client)
