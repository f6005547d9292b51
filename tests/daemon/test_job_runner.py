"""Jobs under way: every one has its final, and is told to stop as long as it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from engined.book.tasks import BookResult, FixTask
from engined.config import Config
from engined.daemon.log.log import Log
from engined.daemon.store.lazy import LazyStore
from engined.daemon.work.job_runner import JobRunner
from engined.engine.tasks import End, EngineFailure, PerftCount, SearchTask, Task
from engined.results import Reason, Result, Snapshot
from engined.rules.position import start
from engined.service.events import CompileState, Event, GoOnWithJob, HoldJob, JobFinal, JobInfo, StartJob, StopJob
from engined.variants.catalogue import Catalogue
from engined.variants.model import Variant
from tests.patience import PATIENCE

OTHELLO = Catalogue().get("othello")
TASK = SearchTask(position=start(OTHELLO))
NEWS, RESULT = Snapshot(1, (), 1, 0.0), Result(Reason.DONE, 1, (), 1, 0.0)


class HeldEngine:
    """An engine whose tasks do what the test says."""

    def __init__(self, on_state: Callable[[Variant, str], None]) -> None:
        self.on_state = on_state
        self.told: list[Callable[[Snapshot | PerftCount], None]] = []
        self.ended: list[Callable[[End], None]] = []
        self.stopped: list[Reason] = []
        self.turns: list[str] = []
        self.closed = 0
        self.broken = False

    def start(
        self,
        task: Task,
        on_info: Callable[[Snapshot | PerftCount], None],
        on_final: Callable[[End], None],
    ) -> HeldEngine:
        if self.broken:
            raise RuntimeError("no memory")
        self.told.append(on_info)
        self.ended.append(on_final)
        return self

    def stop(self, reason: Reason = Reason.STOPPED) -> None:
        self.stopped.append(reason)

    def hold(self) -> None:
        self.turns.append("hold")

    def go_on(self) -> None:
        self.turns.append("go on")

    @property
    def processes(self) -> tuple[int, ...]:
        return ()

    def prepare(self, variant: Variant) -> None:
        self.on_state(variant, "ready")

    def close(self) -> None:
        self.closed += 1


class Bench:
    """A job runner, the engines that it makes, and the events that it posts."""

    def __init__(self, folder: Path) -> None:
        self.log = Log(folder / "log")
        self.engines: list[HeldEngine] = []
        self.events: SimpleQueue[Event] = SimpleQueue()
        self.store = LazyStore(folder / "store", self.events.put, self.log)
        self.jobs = JobRunner(Config(), self.make, self.store, self.events.put, self.log)

    def make(self, config: Config, on_state: Callable[[Variant, str], None], log: Log) -> HeldEngine:
        self.engines.append(HeldEngine(on_state))
        return self.engines[-1]

    def next_event(self) -> Event:
        return self.events.get(timeout=PATIENCE)


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    bench.store.close(20)
    bench.log.close()


def test_news_and_finals_bear_the_number_of_their_job(bench: Bench) -> None:
    bench.jobs.start(StartJob(3, TASK))
    bench.jobs.start(StartJob(4, TASK))
    (engine,) = bench.engines
    engine.told[1](NEWS)
    engine.ended[0](RESULT)
    assert bench.next_event() == JobInfo(4, NEWS)
    final = bench.next_event()
    assert isinstance(final, JobFinal)
    assert (final.job, final.outcome) == (3, RESULT)


def test_a_job_is_stopped_while_it_runs(bench: Bench) -> None:
    bench.jobs.start(StartJob(3, TASK))
    (engine,) = bench.engines
    bench.jobs.stop(StopJob(4, Reason.STOPPED))
    assert engine.stopped == []
    bench.jobs.stop(StopJob(3, Reason.SHUTDOWN))
    bench.jobs.ended(3)
    bench.jobs.stop(StopJob(3, Reason.STOPPED))
    assert engine.stopped == [Reason.SHUTDOWN]


def test_a_job_gives_way_and_goes_on_while_it_runs(bench: Bench) -> None:
    bench.jobs.start(StartJob(3, TASK))
    (engine,) = bench.engines
    bench.jobs.turn(HoldJob(3))
    bench.jobs.turn(GoOnWithJob(3))
    bench.jobs.ended(3)
    bench.jobs.turn(HoldJob(3))
    assert engine.turns == ["hold", "go on"]


def test_a_job_that_does_not_start_has_its_final(bench: Bench, tmp_path: Path) -> None:
    bench.jobs.prepare(OTHELLO)
    bench.engines[0].broken = True
    bench.jobs.start(StartJob(3, TASK))
    event = bench.next_event()
    assert isinstance(event, CompileState)
    assert (event.variant, event.state) == (OTHELLO, "ready")
    final = bench.next_event()
    assert isinstance(final, JobFinal)
    assert isinstance(final.outcome, EngineFailure)
    assert (final.job, final.outcome.code) == (3, "internal")
    assert "no memory" in final.outcome.message
    assert "no memory" in (tmp_path / "log").read_text()


def test_work_on_books_opens_the_store(bench: Bench, tmp_path: Path) -> None:
    bench.jobs.start(StartJob(3, FixTask(variant=OTHELLO, depth=None, seconds=None, deepen=False)))
    while isinstance(final := bench.next_event(), JobInfo):
        pass
    assert isinstance(final, JobFinal)
    assert isinstance(final.outcome, BookResult)
    assert final.job == 3
    assert (tmp_path / "store").exists()


def test_an_engine_that_nobody_needed_is_not_made_to_be_closed(bench: Bench) -> None:
    bench.jobs.close()
    assert bench.engines == []
    bench.jobs.prepare(OTHELLO)
    bench.jobs.close()
    assert [engine.closed for engine in bench.engines] == [1]
