"""Work that ends before it is done: because its client says so or is gone, or because the daemon shuts down."""

from __future__ import annotations

from engined.book.tasks import BookResult
from engined.engine.tasks import End, EvaluationResult, PerftResult
from engined.results import Reason, Result
from engined_protocol import messages as m
from engined_protocol.errors import Code, ProtocolError

from .batch_service import BatchService
from .events import JobFinal
from .job_service import JobService
from .jobs.batches import Batches
from .jobs.job import Job
from .jobs.jobs import Jobs
from .jobs.states import State


class Stopping:
    """Ends jobs and requests for many positions together."""

    def __init__(self, jobs: Jobs, batches: Batches, job_service: JobService, batch_service: BatchService) -> None:
        self._jobs = jobs
        self._batches = batches
        self._job_service = job_service
        self._batch_service = batch_service

    def stop(self, client: bytes, target: str | None, now: float) -> int:
        """End a client's work of that id, or all of it; how much was told to, many positions counted as one."""
        batches = self._batches.of(client, target)
        targets = [job for job in self._jobs.of(client) if target in (None, job.request.id)]
        stopped = [job for job in targets if job.state is not State.STOPPING]
        for batch in batches:
            batch.stop(Reason.STOPPED)
        for job in stopped:
            self._job_service.stop(job, Reason.STOPPED, now)
        for batch in batches:
            self._batch_service.end(batch, now)
        return sum(job.batch is None for job in stopped) + len(batches)

    def stop_position(self, client: bytes, target: str | None, index: int, now: float) -> int:
        """End one of many positions early; how many were told to. Raises ProtocolError without a ``target``."""
        if target is None:
            raise ProtocolError(Code.INVALID, "name the request that the position is of as target", "index")
        if self._batch_service.stop_waiting(client, target, index, now):
            return 1
        for job in self._jobs.of(client):
            if job.batch is not None and (job.request.id, job.index) == (target, index):
                told = job.state is not State.STOPPING
                self._job_service.stop(job, Reason.STOPPED, now)
                return int(told)
        return 0

    def leave(self, client: bytes, now: float) -> None:
        """A client is gone: its work ends unheard."""
        for batch in self._batches.of(client):
            self._batches.forget(batch)
        for job in self._jobs.of(client):
            job.unwanted = True
            self._job_service.stop(job, Reason.STOPPED, now)

    def shut_down(self, now: float) -> None:
        """End everything."""
        for batch in self._batches:
            batch.stop(Reason.SHUTDOWN)
        for job in self._jobs:
            self._job_service.stop(job, Reason.SHUTDOWN, now)
        for batch in self._batches:
            self._batch_service.end(batch, now)

    def abandon(self, now: float) -> None:
        """End everything with what little is known, as the engine has not: the last resort."""
        for batch in self._batches:
            batch.stop(Reason.SHUTDOWN)
        for job in self._jobs:
            self._job_service.end(JobFinal(job.number, _nothing(job, now), now))
        for batch in self._batches:
            self._batch_service.end(batch, now)


def _nothing(job: Job, now: float) -> End | BookResult:
    """The outcome of a job about which nothing was heard."""
    seconds = now - job.asked
    match job.request:
        case m.Perft():
            return PerftResult(Reason.SHUTDOWN, (), seconds)
        case m.Evaluate():
            return EvaluationResult(Reason.SHUTDOWN, (), seconds)
        case m.Analyse() | m.Solve():
            return Result(Reason.SHUTDOWN, 0, (), 0, seconds)
        case _:
            return BookResult(reason=Reason.SHUTDOWN, seconds=seconds)
