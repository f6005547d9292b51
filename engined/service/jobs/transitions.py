"""From which state a job may go to which other, and what the engine is told of that: all of it is in one table."""

from __future__ import annotations

from collections.abc import Callable

from engined.results import Reason

from ..events import GoOnWithJob, HoldJob, JobTask, StartJob, StopJob
from .assignment import begin
from .job import Job
from .states import State

Order = StartJob[JobTask] | HoldJob | GoOnWithJob | StopJob


def _start(job: Job, now: float) -> Order:
    return StartJob(job.number, begin(job.task, job.request, threads=job.threads, waited=now - job.asked))


def _hold(job: Job, now: float) -> Order:
    return HoldJob(job.number)


def _go_on(job: Job, now: float) -> Order:
    return GoOnWithJob(job.number)


def _stop(job: Job, now: float) -> Order:
    return StopJob(job.number, job.reason or Reason.STOPPED)


def _nothing(job: Job, now: float) -> None:
    return None


TRANSITIONS: dict[tuple[State, State], Callable[[Job, float], Order | None]] = {
    (State.NEW, State.QUEUED): _nothing,
    (State.QUEUED, State.RUNNING): _start,
    (State.QUEUED, State.ENDED): _nothing,
    (State.RUNNING, State.HELD): _hold,
    (State.RUNNING, State.STOPPING): _stop,
    (State.RUNNING, State.ENDED): _nothing,
    (State.HELD, State.RUNNING): _go_on,
    (State.HELD, State.STOPPING): _stop,
    (State.HELD, State.GIVING_PLACE): _stop,
    (State.HELD, State.ENDED): _nothing,
    (State.GIVING_PLACE, State.QUEUED): _nothing,
    (State.GIVING_PLACE, State.STOPPING): _stop,
    (State.GIVING_PLACE, State.ENDED): _nothing,
    (State.STOPPING, State.ENDED): _nothing,
}
"""The order that the engine gets when a job goes from the first state to the second; no job goes from one to another
that are not here.
"""
