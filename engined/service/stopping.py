"""Work that ends before it is done: because its client says so or is gone, or because the daemon shuts down."""

from __future__ import annotations

from collections.abc import Iterable

from engined.book.tasks import BookResult
from engined.engine.tasks import End, EvaluationResult, PerftResult
from engined.results import Reason, Result
from engined_protocol import messages as m
from engined_protocol.errors import Code, ProtocolError

from .batch_service import BatchService
from .events import Effect, JobFinal
from .job_service import JobService
from .jobs.batches import Batch, Batches
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

    def stop(self, client: bytes, target: str | None, now: float) -> tuple[int, list[Effect]]:
        """End a client's work of that id, or all of it; how much was told to, many positions counted as one."""
        batches = self._batches.of(client, target)
        targets = [job for job in self._jobs.of(client) if target in (None, job.request.id)]
        stopped = [job for job in targets if job.state is not State.STOPPING]
        for batch in batches:
            batch.stop(Reason.STOPPED)
        effects = self._end(stopped, batches, Reason.STOPPED, now)
        return sum(job.batch is None for job in stopped) + len(batches), effects

    def stop_position(self, client: bytes, target: str | None, index: int, now: float) -> tuple[int, list[Effect]]:
        """End one of many positions early; how many were told to. Raises ProtocolError without a ``target``."""
        if target is None:
            raise ProtocolError(Code.INVALID, "name the request that the position is of as target", "index")
        if (effects := self._batch_service.stop_waiting(client, target, index, now)) is not None:
            return 1, effects
        for job in self._jobs.of(client):
            if job.batch is not None and (job.request.id, job.index) == (target, index):
                told = job.state is not State.STOPPING
                return int(told), self._job_service.stop(job, Reason.STOPPED, now)
        return 0, []

    def leave(self, client: bytes, now: float) -> list[Effect]:
        """A client is gone: its work ends unheard."""
        for batch in self._batches.of(client):
            self._batches.forget(batch)
        jobs = self._jobs.of(client)
        for job in jobs:
            job.unwanted = True
        return self._end(jobs, (), Reason.STOPPED, now)

    def shut_down(self, now: float) -> list[Effect]:
        """End everything."""
        batches = tuple(self._batches)
        for batch in batches:
            batch.stop(Reason.SHUTDOWN)
        return self._end(self._jobs, batches, Reason.SHUTDOWN, now)

    def abandon(self, now: float) -> list[Effect]:
        """End everything with what little is known, as the engine has not: the last resort."""
        batches, effects = tuple(self._batches), list[Effect]()
        for batch in batches:
            batch.stop(Reason.SHUTDOWN)
        for job in self._jobs:
            effects += self._job_service.end(JobFinal(job.number, _nothing(job, now), now))
        for batch in batches:
            effects += self._batch_service.end(batch, now)
        return effects

    def _end(self, jobs: Iterable[Job], batches: Iterable[Batch], reason: Reason, now: float) -> list[Effect]:
        effects = [effect for job in jobs for effect in self._job_service.stop(job, reason, now)]
        return effects + [effect for batch in batches for effect in self._batch_service.end(batch, now)]


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
