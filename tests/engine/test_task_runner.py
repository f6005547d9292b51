"""Work on threads: news, stops, deadlines, and exactly one end."""

import threading
from collections.abc import Callable

from engined.engine.task_runner import TaskRunner
from engined.results import Interrupted, Reason
from tests.patience import PATIENCE


class Diary:
    """What was reported; ``ended`` is set at the end."""

    def __init__(self) -> None:
        self.news: list[int] = []
        self.ends: list[tuple[Reason | None, Exception | None]] = []
        self.ended = threading.Event()

    def on_end(self, reason: Reason | None, raised: Exception | None) -> None:
        self.ends.append((reason, raised))
        self.ended.set()


def run(work: Callable[[TaskRunner[int]], None], interval: float = 0.0) -> tuple[TaskRunner[int], Diary]:
    diary = Diary()
    running = TaskRunner[int](work, diary.news.append, diary.on_end, interval)
    running.start()
    return running, diary


def telling(number: int, event: threading.Event) -> Callable[[], int]:
    """News that set an event when they are looked at."""

    def news() -> int:
        event.set()
        return number

    return news


def until_halted(running: TaskRunner[int], seconds: float | None = None, ready: threading.Event | None = None) -> None:
    """Work that goes on until it is halted."""
    halted = threading.Event()
    running.arm(halted.set, seconds)
    if ready is not None:
        ready.set()
    assert halted.wait(PATIENCE)
    raise Interrupted


def test_work_that_ends_by_itself() -> None:
    running, diary = run(lambda running: None)
    assert diary.ended.wait(PATIENCE)
    assert diary.ends == [(None, None)]
    running.stop()
    assert running.join(PATIENCE)
    assert len(diary.ends) == 1


def test_what_breaks_is_reported() -> None:
    def work(running: TaskRunner[int]) -> None:
        raise ZeroDivisionError("broken")

    _, diary = run(work)
    assert diary.ended.wait(PATIENCE)
    ((reason, raised),) = diary.ends
    assert reason is None
    assert isinstance(raised, ZeroDivisionError)


def test_stop_halts_what_is_armed() -> None:
    ready = threading.Event()
    running, diary = run(lambda running: until_halted(running, ready=ready))
    assert ready.wait(PATIENCE)
    running.stop()
    running.stop(Reason.SHUTDOWN)
    assert diary.ended.wait(PATIENCE)
    assert diary.ends == [(Reason.STOPPED, None)]


def test_stop_before_it_is_armed() -> None:
    go = threading.Event()

    def work(running: TaskRunner[int]) -> None:
        assert go.wait(PATIENCE)
        until_halted(running)

    running, diary = run(work)
    running.stop()
    go.set()
    assert diary.ended.wait(PATIENCE)
    assert diary.ends == [(Reason.STOPPED, None)]


def test_deadline() -> None:
    _, diary = run(lambda running: until_halted(running, 0.01))
    assert diary.ended.wait(PATIENCE)
    assert diary.ends == [(Reason.LIMIT, None)]


def test_work_that_interrupts_itself_met_a_limit() -> None:
    def work(running: TaskRunner[int]) -> None:
        raise Interrupted

    _, diary = run(work)
    assert diary.ended.wait(PATIENCE)
    assert diary.ends == [(Reason.LIMIT, None)]


def test_waiting_ends_when_ready_or_stopped() -> None:
    ready = threading.Event()
    for stop in (False, True):
        ready.clear()
        running, diary = run(lambda running: running.wait_for(ready.is_set))
        if stop:
            running.stop()
        else:
            ready.set()
            running.wake()
        assert diary.ended.wait(PATIENCE)
        assert diary.ends == [(Reason.STOPPED if stop else None, None)]


def test_news_come_at_most_once_an_interval_and_the_latest_wins() -> None:
    first_seen = threading.Event()

    def work(running: TaskRunner[int]) -> None:
        running.tell(telling(1, first_seen))
        assert first_seen.wait(PATIENCE)
        for number in range(2, 100):
            running.tell(telling(number, threading.Event()))

    _, diary = run(work, interval=3600.0)
    assert diary.ended.wait(PATIENCE)
    assert diary.news == [1]


def test_news_without_an_interval_all_arrive_when_waited_for() -> None:
    seen = [threading.Event() for _ in range(5)]

    def work(running: TaskRunner[int]) -> None:
        for number, event in enumerate(seen):
            running.tell(telling(number, event))
            assert event.wait(PATIENCE)

    _, diary = run(work)
    assert diary.ended.wait(PATIENCE)
    assert diary.news == list(range(5))
