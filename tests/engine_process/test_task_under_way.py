"""A task whose process is lost: what is still known of it, and what its client hears."""

from __future__ import annotations

import pytest

from engined.engine.tasks import PerftCount, PerftResult, PerftTask, SearchTask, Task
from engined.engine_process.task_under_way import LATELY, SHORTEST, TaskUnderWay
from engined.results import Certainty, MoveLine, Reason, Result, Score, Snapshot
from engined.roots.limits import Limits
from engined.rules.position import start
from engined.variants.catalogue import Catalogue

OTHELLO = start(Catalogue().get("othello"))
MOVE = OTHELLO.legal()[0]


class Nobody:
    """An owner who does nothing."""

    def stop(self, under_way: TaskUnderWay, reason: Reason) -> None:
        pass

    def turn(self, under_way: TaskUnderWay, *, held: bool) -> None:
        pass


def under_way(task: Task) -> TaskUnderWay:
    return TaskUnderWay(Nobody(), 1, task, lambda news: None, lambda end: None)


def at(depth: int) -> Snapshot:
    """News of that depth."""
    return Snapshot(
        depth, (MoveLine(MOVE, Score(depth / 10, Certainty.ESTIMATE, depth), (MOVE,), 1),), 100 * depth, 1.0
    )


def test_a_search_that_begins_again_says_nothing_twice() -> None:
    search = under_way(SearchTask(position=OTHELLO))
    assert [search.hear(at(depth)) for depth in (3, 4)] == [True, True]
    search.begin_again(search.began)
    assert [search.hear(at(depth)) for depth in (0, 3, 4, 5)] == [False, False, True, True]


def test_a_count_that_begins_again_says_nothing_twice() -> None:
    count = under_way(PerftTask(position=OTHELLO, depth=5))
    said = [PerftCount(depth, 4**depth, 0.0) for depth in (1, 2, 3)]
    assert [count.hear(news) for news in said[:2]] == [True, True]
    count.begin_again(count.began)
    assert [count.hear(news) for news in said] == [False, False, True]
    assert count.cut_short(Reason.STOPPED, count.began) == PerftResult(Reason.STOPPED, (4, 16, 64), 0.0)


def test_a_search_that_begins_again_has_the_time_that_is_left() -> None:
    search = under_way(SearchTask(position=OTHELLO, limits=Limits(seconds=5.0)))
    seconds = []
    for passed in (2.0, 9.0):
        again = search.begin_again(search.began + passed)
        assert isinstance(again, SearchTask)
        seconds.append(again.limits.seconds)
    assert seconds == pytest.approx([3.0, SHORTEST])


def test_an_end_says_what_was_known_before() -> None:
    search = under_way(SearchTask(position=OTHELLO))
    search.hear(at(7))
    shallow = Result(Reason.STOPPED, 2, at(2).lines, 20, 0.1)
    assert search.with_what_was_known(shallow).depth == 7
    assert search.with_what_was_known(shallow).lines == at(7).lines
    done = Result(Reason.DONE, 2, at(2).lines, 20, 0.1)
    assert search.with_what_was_known(done) == done
    deep = Result(Reason.LIMIT, 9, at(9).lines, 20, 0.1)
    assert search.with_what_was_known(deep) == deep


def test_a_search_that_is_lost_as_it_ends_has_what_it_had_said() -> None:
    search = under_way(SearchTask(position=OTHELLO))
    search.hear(at(7))
    end = search.cut_short(Reason.STOPPED, search.began + 2)
    assert isinstance(end, Result)
    assert (end.reason, end.depth, end.lines, end.nodes, end.seconds) == (Reason.STOPPED, 7, at(7).lines, 700, 2.0)


def test_at_its_limit_it_has_a_move_whatever_it_had_said() -> None:
    end = under_way(SearchTask(position=OTHELLO)).cut_short(Reason.LIMIT, 0.0)
    assert isinstance(end, Result)
    assert end.lines[0].move in OTHELLO.legal()


def test_what_has_given_way_for_some_time_is_at_work_no_more() -> None:
    search = under_way(SearchTask(position=OTHELLO))
    assert search.at_work(100.0)
    search.held = 100.0
    assert search.at_work(100.0 + LATELY / 2)
    assert not search.at_work(100.0 + 2 * LATELY)
