"""A job's states: which follows which, what is known of it in each, and how it came to be where it is."""

from __future__ import annotations

import pytest

from engined.engine.messages import GoOnWithJob, HoldJob, StartJob, StopJob
from engined.results import Reason
from engined.service.jobs.jobs import SLICE
from engined.service.jobs.states import BEGUN, WAITING, State
from engined.service.jobs.transitions import TRANSITIONS
from engined_protocol import messages as m
from tests.service.desk import ANN, BOB, INSTANT, Desk


@pytest.fixture
def desk() -> Desk:
    return Desk(threads=1)


def analysing(desk: Desk, client: bytes = ANN, id: str = "1") -> int:
    """A job that was asked for: its number."""
    desk.say(m.Analyse(id=id, seconds=60.0), client)
    return max(job.number for job in desk.service._jobs)


def went(desk: Desk, number: int) -> list[State]:
    """The states that a job has gone through."""
    changes = desk.service._jobs.story(number)
    assert [change.was for change in changes[1:]] == [change.to for change in changes[:-1]], "one after the other"
    assert [change.now for change in changes] == sorted(change.now for change in changes)
    return [change.to for change in changes]


def test_every_state_can_be_reached_and_ends() -> None:
    reached = {State.NEW}
    while more := {to for was, to in TRANSITIONS if was in reached} - reached:
        reached |= more
    assert reached == set(State)
    assert {was for was, to in TRANSITIONS if to is State.ENDED} == WAITING | BEGUN
    assert not [to for was, to in TRANSITIONS if was is State.ENDED]


def test_a_story_tells_all_that_became_of_a_job(desk: Desk) -> None:
    ann = analysing(desk)
    bob = analysing(desk, BOB)
    desk.wait(SLICE + INSTANT)
    assert went(desk, ann) == [State.QUEUED, State.RUNNING, State.HELD]
    desk.finish(bob)
    desk.say(m.Stop(id="s", target="1"))
    desk.finish(ann)
    assert went(desk, ann) == [
        State.QUEUED,
        State.RUNNING,
        State.HELD,
        State.RUNNING,
        State.STOPPING,
        State.ENDED,
    ]
    assert went(desk, bob) == [State.QUEUED, State.RUNNING, State.ENDED]
    told = [effect for effect in desk.effects if getattr(effect, "job", None) == ann]
    assert [type(effect) for effect in told] == [StartJob, HoldJob, GoOnWithJob, StopJob]
    first, *_, last = desk.service.story(ann)
    assert first == f"{INSTANT:.3f} s: new -> queued"
    assert last.endswith(" s: stopping -> ended")
    assert desk.service.story(99) == []


def test_a_job_that_was_queued_ends_at_once_and_the_engine_hears_nothing_of_it(desk: Desk) -> None:
    analysing(desk)
    bob = analysing(desk, BOB)
    desk.say(m.Stop(id="s", target="1"), BOB)
    assert went(desk, bob) == [State.QUEUED, State.ENDED]
    assert not [effect for effect in desk.effects if getattr(effect, "job", None) == bob]


def test_what_no_job_does_is_refused_with_its_story(desk: Desk) -> None:
    number = analysing(desk)
    job = desk.service._jobs.get(number)
    assert job is not None
    desk.service._jobs.stop(job, Reason.STOPPED, desk.now)
    with pytest.raises(AssertionError, match=rf"no job goes from stopping to stopping; {number} went .*RUNNING"):
        desk.service._jobs.stop(job, Reason.STOPPED, desk.now)
    with pytest.raises(AssertionError, match="from stopping to queued"):
        desk.service._jobs.put_back(job, job.task, desk.now)
    assert job.state is State.STOPPING


@pytest.mark.parametrize("state", sorted(set(State) - {State.RUNNING}))
def test_a_state_that_was_set_elsewhere_is_noticed(desk: Desk, state: State) -> None:
    number = analysing(desk)
    desk.service.validate()
    job = desk.service._jobs.get(number)
    assert job is not None
    job.state = state
    with pytest.raises(AssertionError):
        desk.service.validate()


def test_a_count_that_went_wrong_is_noticed(desk: Desk) -> None:
    analysing(desk)
    jobs = desk.service._jobs
    for count in ("_waiting", "_places", "_owed"):
        right = getattr(jobs, count)
        setattr(jobs, count, right - 1)
        with pytest.raises(AssertionError):
            desk.service.validate()
        setattr(jobs, count, right)
    desk.service.validate()
