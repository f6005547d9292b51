"""Jobs: requests that take the engine's time, and whose turn it is.

Searches are time-shared. A job that has had its slice gives way as soon as another waits for threads; it is held where
it is, and goes on when its turn comes again. Clients take turns; inside a client the higher priority goes first. Jobs
that have not run for long go before those that have: a short one waits for none of these, however many there are. They
are owed a part of the time all the same. Pure: no clock and no thread.
"""

from __future__ import annotations

from bisect import insort
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush

from engined.book.tasks import BookTask
from engined.engine.tasks import Task
from engined.results import Reason
from engined.variants.model import Variant

from .job import Job
from .states import BEGUN, WAITING, Change, History, State
from .transitions import TRANSITIONS, Order

SLICE = 0.05
"""Seconds that a job may search before it gives way. To hold a search and to let it go on takes about a thousandth."""
SHARE_OF_SHORT = 3
"""The seconds that short jobs run for one second of long ones, while short ones keep coming."""
MOST_BEGUN = 64
"""Jobs of one client that have begun: each holds a thread's memory. Further ones wait until one of them ends."""


Place = tuple[int, int, int]
"""The place of a job among others of its client: minus its priority, when it was held, its number."""


@dataclass(slots=True)
class _JobsOfClient:
    jobs: dict[int, Job] = field(default_factory=dict)
    queued: list[Place] = field(default_factory=list)
    held: list[Place] = field(default_factory=list)
    begun: int = 0

    def next(self, may_begin: Callable[[Job], bool]) -> Job | None:
        """The job whose turn it is among this client's."""
        queued = self.queued[0] if self.queued and self.begun < MOST_BEGUN else None
        if queued is not None and not may_begin(self.jobs[queued[-1]]):
            queued = None
        held = self.held[0] if self.held else None
        if queued is not None and (held is None or queued[0] <= held[0]):
            return self.jobs[queued[-1]]
        return None if held is None else self.jobs[held[-1]]


class Jobs:
    """All jobs, and as many threads as may search at once."""

    def __init__(self, threads: int, places: int = 1 << 30) -> None:
        """``places``: searches that may have begun."""
        self.threads = threads
        self._most_places = self._places = places
        self._clients: dict[bytes, _JobsOfClient] = {}
        self._turns: deque[bytes] = deque()
        self._jobs: dict[int, Job] = {}
        self._running: dict[int, Job] = {}
        """Jobs that take threads, also those that are stopping."""
        self._dues: list[tuple[float, int]] = []
        """A heap of when jobs are due, and their numbers; some of these have ended."""
        self._shared = 0.0
        """The time at which threads were given away last."""
        self._waiting = 0
        """Jobs that are queued or held."""
        self._coming: set[str] = set()
        """The variants whose machine code is coming, by digest."""
        self._holds = 0
        self._owed = 0.0
        """Seconds of a thread that long jobs may run before short ones."""
        self._history = History()

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

    def add(self, job: Job, now: float) -> None:
        """Queue a job."""
        client = self._clients.get(job.client)
        if client is None:
            client = self._clients[job.client] = _JobsOfClient()
            self._turns.append(job.client)
        self._jobs[job.number] = client.jobs[job.number] = job
        self._note_wait(job, now)
        self._move(job, State.QUEUED, now)
        if job.due is not None:
            heappush(self._dues, (job.due, job.number))

    def share(self, now: float) -> list[Order]:
        """Give the threads to those whose turn it is: what the engine is to be told, in order.

        The ``threads`` of a job that starts are then what it got: what is free now, at least one.
        """
        self._shared = now
        orders: list[Order] = []
        while (job := self._next()) is not None:
            if not self._has_place(job):
                orders += self._make_place(now)
                continue
            room, held = self._make_room(job, now)
            orders += held
            if not room:
                break
            if job.state is State.QUEUED:
                job.threads = room
            if not job.short:
                self._owed = max(self._owed - SLICE, 0.0)
            orders += self._move(job, State.RUNNING, now)
            self._turns.remove(job.client)
            self._turns.append(job.client)
        return orders

    def searched(self, job: Job, now: float) -> float:
        """Seconds that a job has searched, each of its threads counted: its turns but for waits for machine code."""
        return (self._had(job, now) if job.idle_from is None else job.idle_from) - job.idle

    def _had(self, job: Job, now: float) -> float:
        """Seconds that a job has had its turn, each of its threads counted."""
        running = now - job.since if job.number in self._running else 0.0
        return (job.ran + running) * job.threads

    def code_is(self, variant: Variant, now: float, *, coming: bool) -> None:
        """The machine code of a variant is coming, and its searches wait for it; or no more."""
        (self._coming.add if coming else self._coming.discard)(variant.digest)
        for job in self._jobs.values():
            if job.game.variant.digest == variant.digest:
                self._note_wait(job, now)

    def _note_wait(self, job: Job, now: float) -> None:
        """Begin or end to count that a job waits for machine code. On a clock it searches by the rules meanwhile."""
        waits = job.takes_place and job.has_no_clock and job.game.variant.digest in self._coming
        if waits and job.idle_from is None:
            job.idle_from = self._had(job, now)
        elif not waits and job.idle_from is not None:
            job.idle += self._had(job, now) - job.idle_from
            job.idle_from = None

    def next_look(self) -> float | None:
        """When a slice is over while others wait, or a job is due; None: not before something happens."""
        while self._dues and self._dues[0][1] not in self._jobs:
            heappop(self._dues)
        looks = [self._dues[0][0]] if self._dues else []
        if self._waiting:
            looks += [job.since + SLICE for job in self._running.values() if job.since + SLICE > self._shared]
        return min(looks, default=None)

    def take_due(self, now: float) -> list[Job]:
        """The jobs that are due by now, each once."""
        due = []
        while self._dues and self._dues[0][0] <= now:
            job = self._jobs.get(heappop(self._dues)[1])
            if job is not None:
                due.append(job)
        return due

    def stop(self, job: Job, reason: Reason, now: float) -> list[Order]:
        """Stop a job: what the engine is to be told. One that was queued has ended; else its end is still to come."""
        job.reason = reason
        return self._move(job, State.ENDED if job.state is State.QUEUED else State.STOPPING, now)

    def put_back(self, job: Job, task: Task | BookTask, now: float) -> None:
        """A job has given its place, and waits to begin again, with this task."""
        self._move(job, State.QUEUED, now)
        job.task = task

    def end(self, job: Job, now: float) -> None:
        """The engine has ended a job."""
        self._move(job, State.ENDED, now)

    # --- states ---------------------------------------------------------------------------------------

    def _move(self, job: Job, to: State, now: float) -> list[Order]:
        """Take a job to another state, here alone: what the engine is to be told."""
        was = job.state
        tell = TRANSITIONS.get((was, to))
        if tell is None:
            raise AssertionError(f"no job goes from {was} to {to}; {job.number} went {self.story(job.number)}")
        self._history.add(Change(now, job.number, was, to))
        client = self._clients[job.client]
        if was in WAITING:
            self._wait_no_more(job)
        if job.number in self._running and to is not State.STOPPING:
            self._end_slice(job, now)
        begun = (to in BEGUN) - (was in BEGUN)
        client.begun += begun
        self._places -= begun * job.takes_place
        job.state = to
        if to in WAITING:
            self._wait(job, client.queued if to is State.QUEUED else client.held)
        elif to is State.RUNNING:
            job.since = now
            self._running[job.number] = job
        elif to is State.ENDED:
            self._forget(job)
        order = tell(job, now)
        return [] if order is None else [order]

    def story(self, number: int) -> tuple[Change, ...]:
        """How a job came to be where it is: its latest changes of state, oldest first."""
        return self._history.story(number)

    def validate(self) -> None:
        """Raise AssertionError where what is known of a job in several ways does not agree."""
        for job in self._jobs.values():
            client, told = self._clients[job.client], (job.number, job.state, self.story(job.number))
            assert client.jobs[job.number] is job, told
            assert (job.state in BEGUN) or job.state is State.QUEUED, told
            assert (job.state is State.QUEUED) == (job.number in _numbers(client.queued)), told
            assert (job.state is State.HELD) == (job.number in _numbers(client.held)), told
            assert (job.state is State.RUNNING) <= (job.number in self._running), told
            assert (job.state is State.STOPPING) == (job.reason is not None), told
            assert (job.state is State.GIVING_PLACE) <= job.takes_place, told
        assert set(self._turns) == set(self._clients)
        assert len(self._turns) == len(self._clients)
        for client in self._clients.values():
            assert client.jobs
            assert client.jobs.keys() <= self._jobs.keys()
            assert client.queued == sorted(client.queued)
            assert client.held == sorted(client.held)
            assert client.begun == sum(job.state in BEGUN for job in client.jobs.values()) <= MOST_BEGUN
        assert self._waiting == sum(job.state in WAITING for job in self._jobs.values())
        assert all(job.state in (State.RUNNING, State.STOPPING) for job in self._running.values())
        assert self._running.keys() <= self._jobs.keys()
        assert self._free >= 0
        taken = sum(job.state in BEGUN and job.takes_place for job in self._jobs.values())
        assert 0 <= self._places == self._most_places - taken
        assert 0 <= self._owed <= self.threads * SLICE

    # --- whose turn -----------------------------------------------------------------------------------

    def _next(self) -> Job | None:
        """The job whose turn it is: a short one, unless the long ones are owed a slice."""
        short = long = None
        giver = self._giver() if self._places <= 0 else None
        for name in self._turns:
            job = self._clients[name].next(lambda job: self._finds_place(job, giver))
            if job is None or self._is_outranked(job):
                continue
            if job.short:
                short = short or job
            else:
                long = long or job
            if short is not None and long is not None:
                break
        if long is None:
            self._owed = 0.0
        return long if short is None or (long is not None and self._owed >= SLICE) else short

    def _is_outranked(self, job: Job) -> bool:
        """Whether its client's threads, there being no others, are at work on what matters more."""
        others = [other for other in self._running.values() if other.client == job.client]
        outranked = any(other.request.priority > job.request.priority for other in others)
        return outranked and self._free < 1

    @property
    def _free(self) -> int:
        """Threads that no job has."""
        return self.threads - sum(other.threads for other in self._running.values())

    def _giver(self) -> Job | None:
        """The job that gives its place to another: of those of the client with most, the one that has run longest.

        None while a place is about to be free.
        """
        if any(job.state in (State.GIVING_PLACE, State.STOPPING) for job in self._jobs.values()):
            return None
        held = (job for job in self._jobs.values() if job.can_give_place)
        return max(held, key=lambda job: (self._clients[job.client].begun, job.ran), default=None)

    def _finds_place(self, job: Job, giver: Job | None) -> bool:
        """Whether a job that is queued may begin, now or when that one has given its place."""
        if not job.takes_place or self._places > 0:
            return True
        if giver is None or giver.client == job.client:
            return False
        return job.short or self._clients[job.client].begun < self._clients[giver.client].begun - 1

    def _has_place(self, job: Job) -> bool:
        """Whether there is a place for a job whose turn it is."""
        return job.state is not State.QUEUED or not job.takes_place or self._places > 0

    def _make_place(self, now: float) -> list[Order]:
        """Have a job give its place, soon."""
        giver = self._giver()
        assert giver is not None
        return self._move(giver, State.GIVING_PLACE, now)

    def _make_room(self, job: Job, now: float) -> tuple[int, list[Order]]:
        """Threads for a job, others being held for them if they have had their slice; 0: it must wait."""
        free = self._free
        spent = [other for other in self._running.values() if self._gives_way(other, job, now)]
        room = free + sum(other.threads for other in spent)
        if room < (1 if job.state is State.QUEUED else job.threads):
            return 0, []
        if room < job.threads and any(other.state is State.STOPPING for other in self._running.values()):
            return 0, []  # what it lacks comes back in a moment
        orders: list[Order] = []
        for other in sorted(spent, key=lambda other: other.since):
            if free < job.threads:
                free += other.threads
                orders += self._move(other, State.HELD, now)
        return min(free, job.threads), orders

    def _gives_way(self, other: Job, job: Job, now: float) -> bool:
        """Whether a job that runs gives way to one that waits."""
        outranks = other.client == job.client and other.request.priority > job.request.priority
        return other.state is State.RUNNING and other.since + SLICE <= now and not outranks

    def _end_slice(self, job: Job, now: float) -> None:
        """A job gives its threads back. Short ones owe a part of their time to the long ones."""
        if job.short:
            ran = min(now - job.since, SLICE) * job.threads
            self._owed = min(self._owed + ran / SHARE_OF_SHORT, self.threads * SLICE)
        del self._running[job.number]
        job.ran += now - job.since

    def _wait(self, job: Job, places: list[Place]) -> None:
        self._waiting += 1
        self._holds += job.state is State.HELD
        insort(places, (-job.request.priority, self._holds if job.state is State.HELD else 0, job.number))

    def _wait_no_more(self, job: Job) -> None:
        self._waiting -= 1
        client = self._clients[job.client]
        places = client.queued if job.state is State.QUEUED else client.held
        places.remove(next(place for place in places if place[-1] == job.number))

    def _forget(self, job: Job) -> None:
        del self._jobs[job.number]
        client = self._clients[job.client]
        del client.jobs[job.number]
        if not client.jobs:
            del self._clients[job.client]
            self._turns.remove(job.client)


def _numbers(places: list[Place]) -> set[int]:
    return {number for _, _, number in places}
