"""Whose turn it is among jobs: slices, places, priorities and threads."""

from __future__ import annotations

import pytest

from engined.engine.tasks import SearchTask
from engined.results import Certainty, Reason, Result
from engined.service import ClientLimits
from engined.service.events import Tick
from engined.service.jobs.job import SHORT
from engined.service.jobs.jobs import MOST_BEGUN, SLICE
from engined_protocol import messages as m
from tests.service.desk import ANN, BOB, EVE, INSTANT, Desk
from tests.service.fake_engine import lines_of


def test_clients_take_turns_whatever_one_of_them_queues() -> None:
    desk = Desk(threads=1)
    for number in range(5):
        desk.say(m.Analyse(id=f"a{number}", priority=100), ANN)
    for number in range(2):
        desk.say(m.Analyse(id=f"b{number}"), BOB)
    for turn in range(7):
        desk.finish(desk.started[turn])
    assert desk.started == [1, 2, 6, 3, 7, 4, 5]


def test_a_short_job_waits_for_no_long_one() -> None:
    desk = Desk(threads=2)
    for number in range(20):
        desk.say(m.Analyse(id="endless"), f"other{number}".encode())
    desk.wait(20 * SHORT)
    assert len(desk.tasks) == 20
    desk.say(m.Analyse(id="short", depth=4))
    desk.wait(SLICE)
    assert desk.senders[desk.started[-1]] == ANN
    assert desk.started[-1] in desk.searching
    desk.finish(desk.started[-1])
    assert len(desk.searching) == 2


def test_a_slice_is_not_cut_short_and_what_has_had_it_gives_way_at_once() -> None:
    desk = Desk(threads=1)
    desk.say(m.Analyse(id="a"))
    desk.wait(SLICE - 4 * INSTANT)
    desk.say(m.Analyse(id="b"), BOB)
    assert desk.searching == [1]
    desk.wait(4 * INSTANT)
    assert desk.searching == [2]
    desk.wait(SLICE)
    desk.wait(SLICE)
    desk.say(m.Stop(id="s"), BOB)
    desk.finish(2)
    desk.wait(10 * SLICE)  # alone
    desk.say(m.Analyse(id="c"), BOB)
    assert desk.searching == [3]


def test_a_slice_that_was_over_before_anybody_looked_is_over() -> None:
    desk = Desk(threads=1)
    desk.say(m.Analyse(id="a"))
    desk.say(m.Analyse(id="b"), BOB)
    desk.now += 2 * SLICE  # the daemon was busy
    look = desk.service.next_look()
    assert look is not None
    assert look < desk.now
    desk.tell(Tick(desk.now))
    assert desk.searching == [2]


def test_endless_jobs_share_the_time_by_clients() -> None:
    desk = Desk(threads=1)
    for number in range(3):
        desk.say(m.Analyse(id=str(number)), ANN)
    desk.say(m.Analyse(id="0"), BOB)
    desk.wait(10 * SHORT)
    slices = dict.fromkeys(range(1, 5), 0)
    for _ in range(600):
        desk.wait(SLICE)
        (job,) = desk.searching
        slices[job] += 1
    assert slices[4] == pytest.approx(300, abs=3)
    assert [slices[job] for job in (1, 2, 3)] == pytest.approx([100] * 3, abs=3)


def test_short_jobs_leave_long_ones_a_part_of_the_time() -> None:
    desk = Desk(threads=1)
    desk.say(m.Analyse(id="endless"), BOB)
    desk.wait(SHORT)
    turns = []
    for number in range(200):
        desk.say(m.Analyse(id=str(number), depth=9), ANN)
        desk.say(m.Analyse(id=str(number), depth=9), EVE)
        desk.wait(SLICE / 2)
        turns.append(desk.senders[desk.searching[0]])
        if turns[-1] != BOB:
            desk.finish(desk.searching[0])
    assert 20 <= turns.count(BOB) <= 70
    assert turns.count(ANN) == pytest.approx(turns.count(EVE), abs=2)


def test_the_higher_priority_of_a_client_does_not_give_way_to_its_lower() -> None:
    desk = Desk(threads=1)
    desk.say(m.Analyse(id="low"))
    desk.say(m.Analyse(id="high", priority=1))
    desk.wait(SLICE)
    assert desk.searching == [2]
    desk.wait(10 * SLICE)
    assert desk.searching == [2]
    desk.say(m.Analyse(id="other"), BOB)
    assert desk.searching == [3]
    desk.wait(SLICE)
    assert desk.searching == [2]


def test_a_client_has_so_many_jobs_begun_and_no_more() -> None:
    desk = Desk(threads=1)
    for number in range(MOST_BEGUN + 2):
        desk.say(m.Analyse(id=str(number)))
    desk.say(m.Analyse(id="other"), BOB)
    desk.wait(3 * MOST_BEGUN * SLICE)
    assert len(desk.tasks) == MOST_BEGUN + 1
    desk.say(m.Stop(id="s", target="0"))
    desk.finish(1)
    desk.wait(3 * SLICE)
    assert len(desk.tasks) == MOST_BEGUN + 1
    assert desk.senders[desk.started[-1]] == ANN


def endless(desk: Desk, client: bytes, number: int) -> None:
    """So many analyses without a limit."""
    for which in range(number):
        desk.say(m.Analyse(id=f"endless{which}"), client)


def test_a_short_job_begins_where_endless_ones_have_all_places() -> None:
    desk = Desk(threads=1, limits=ClientLimits(searches=3))
    endless(desk, ANN, 5)
    desk.wait(1.0)
    assert len(desk.tasks) == 3, "as many as there are places"
    desk.say(m.Analyse(id="short", depth=1), BOB)
    desk.wait(SLICE)
    ((victim, reason),) = desk.stops.items()
    assert (desk.senders[victim], reason) == (ANN, Reason.STOPPED)
    desk.finish(victim)
    desk.wait(SLICE)
    assert len(desk.tasks) == 3
    assert BOB in {desk.senders[job] for job in desk.tasks}
    (job,) = (job for job in desk.tasks if desk.senders[job] == BOB)
    desk.finish(job)
    assert desk.reasons(BOB, "short") == ["done"]
    assert [desk.finals(ANN, f"endless{which}") for which in range(5)] == [[]] * 5, "its client hears of no end"
    desk.wait(1.0)
    assert len(desk.tasks) == 3


def test_what_gave_its_place_begins_again_with_what_is_left_of_its_limits() -> None:
    desk = Desk(threads=1, limits=ClientLimits(searches=1))
    desk.say(m.Analyse(id="long", seconds=100.0, nodes=10**9), ANN)
    (job,) = desk.tasks
    desk.say(m.Perft(id="count", depth=9), BOB)  # takes no place, but the thread
    desk.wait(1.0)
    desk.say(m.Analyse(id="short", depth=1), BOB)
    desk.wait(1.0)
    assert desk.stops == {job: Reason.STOPPED}
    lines = lines_of(desk.search(job).position, Certainty.ESTIMATE)
    desk.finish(job, outcome=Result(Reason.STOPPED, 9, lines, 1000, 40.0))
    desk.wait(1.0)
    (short,) = (number for number in desk.tasks if isinstance(desk.tasks[number], SearchTask))
    desk.finish(short)
    desk.wait(1.0)
    limits = desk.search(job).limits
    assert (limits.seconds, limits.nodes) == (60.0, 10**9 - 1000)


def test_what_gives_its_place_can_be_stopped_and_says_why_it_ended() -> None:
    desk = Desk(threads=1, limits=ClientLimits(searches=1))
    desk.say(m.Analyse(id="long", within=2.0), ANN)
    (job,) = desk.tasks
    desk.say(m.Perft(id="count", depth=9), BOB)
    desk.wait(1.0)
    desk.say(m.Analyse(id="short", depth=1), BOB)
    desk.wait(0.5)
    assert desk.stops == {job: Reason.STOPPED}
    desk.wait(1.0)  # it is due
    lines = lines_of(desk.search(job).position, Certainty.ESTIMATE)
    desk.finish(job, outcome=Result(Reason.STOPPED, 9, lines, 1000, 40.0))
    assert desk.reasons(ANN, "long") == ["limit"]


def test_long_jobs_take_the_place_of_who_has_more() -> None:
    desk = Desk(threads=1, limits=ClientLimits(searches=3))
    endless(desk, ANN, 3)
    desk.wait(3.0)
    endless(desk, BOB, 2)
    for _ in range(4):
        desk.wait(3.0)
        for job in list(desk.stops):
            desk.finish(job)
    holders = sorted(desk.senders[job] for job in desk.tasks)
    assert len(holders) == 3
    assert set(holders) == {ANN, BOB}
    assert desk.stops == {}, "from then on nobody has to give way"


def test_a_job_that_is_held_goes_on_with_all_its_threads() -> None:
    desk = Desk(threads=2)
    desk.say(m.Analyse(id="two", threads=2))
    desk.wait(SLICE)
    for client in (BOB, EVE):
        desk.say(m.Analyse(id="one"), client)
    assert desk.searching == [2]
    desk.wait(SLICE)
    assert desk.searching == [1]
    desk.wait(SLICE)
    assert desk.searching == [2, 3]
    desk.finish(2)
    assert desk.searching == [3]
    desk.wait(SLICE)
    assert desk.searching == [1]


def test_jobs_that_are_held_say_so_and_can_be_stopped() -> None:
    desk = Desk(threads=1)
    desk.say(m.Analyse(id="a"))
    desk.wait(SLICE)
    desk.say(m.Analyse(id="b"), BOB)
    jobs = desk.ask(m.AskStatus(id="s"), m.Status).jobs
    assert [job.state for job in jobs] == ["held", "running"]
    desk.say(m.Stop(id="s"))
    assert desk.stops == {1: Reason.STOPPED}
    desk.finish(1)
    assert desk.reasons(ANN, "a") == ["stopped"]
    desk.wait(10 * SLICE)
    assert desk.searching == [2]


def test_priority_goes_before_age_and_age_before_nothing() -> None:
    desk = Desk(threads=1)
    desk.say(m.Analyse(id="first"))
    for number, priority in enumerate((0, 5, -5, 5)):
        desk.say(m.Analyse(id=f"p{number}", priority=priority))
    for _ in range(5):
        desk.finish(desk.started[-1])
    assert desk.started == [1, 3, 5, 2, 4]


def test_a_job_takes_the_threads_that_are_free() -> None:
    desk = Desk(threads=3)
    desk.say(m.Analyse(id="a", threads=2), ANN)
    desk.say(m.Analyse(id="b", threads=200), BOB)
    desk.say(m.Analyse(id="c", threads=2), EVE)
    assert [desk.search(job).limits.threads for job in desk.searching] == [2, 1]
    desk.wait(SLICE)
    assert desk.search(3).limits.threads == 2


def test_a_job_waits_for_the_threads_of_one_that_is_stopping() -> None:
    desk = Desk(threads=2)
    desk.say(m.Analyse(id="a", threads=1))
    desk.say(m.Stop(id="s"))
    desk.say(m.Analyse(id="b", threads=2))
    assert len(desk.started) == 1
    desk.finish(1)
    assert desk.search(2).limits.threads == 2


def test_too_many_jobs_of_one_client_are_refused() -> None:
    desk = Desk(threads=1, limits=ClientLimits(jobs=3))
    for number in range(3):
        desk.say(m.Analyse(id=str(number)))
    assert desk.fail(m.Analyse(id="3"))[0] == "busy"
    (queued,) = desk.say(m.Analyse(id="0"), BOB)
    assert isinstance(queued, m.Info)
    desk.finish(1)
    (queued,) = desk.say(m.Analyse(id="3"))
    assert isinstance(queued, m.Info)
