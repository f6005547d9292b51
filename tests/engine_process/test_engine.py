"""The engine in a process of its own, and what becomes of its tasks when that is lost."""

from __future__ import annotations

import errno
import os
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engined.engine.tasks import End, EngineFailure, PerftCount, PerftResult, PerftTask, SearchTask, Task
from engined.engine_process.engine import MOST_STILLBORN, Crash, SeparateEngine
from engined.engine_process.process import EngineSettings
from engined.engine_process.task_under_way import LATELY
from engined.results import Reason, Result, Snapshot
from engined.roots.limits import Limits
from engined.rules.position import start
from engined.variants.catalogue import Catalogue
from engined.variants.model import Variant
from engined_protocol.errors import Code
from tests.engine.signed_searches import name_of, nodes_of, task_of
from tests.engine.test_engine import TWO_FLIPS
from tests.engine.test_pauses import SEARCHES
from tests.engine_process.faulty import FAULTY
from tests.patience import LONG, until

CATALOGUE = Catalogue()
OTHELLO = start(CATALOGUE.get("othello"))


class Asked:
    """A task that was started, and what it says."""

    def __init__(self, engine: SeparateEngine, task: Task) -> None:
        self.news: list[Snapshot | PerftCount] = []
        self.deeper = threading.Event()
        self.ended = threading.Event()
        self.finals: list[End] = []
        self.running = engine.start(task, self._on_info, self._on_final)

    def _on_info(self, news: Snapshot | PerftCount) -> None:
        self.news.append(news)
        if news.depth:
            self.deeper.set()

    def _on_final(self, final: End) -> None:
        self.finals.append(final)
        self.ended.set()

    def wait_deeper(self) -> None:
        """Wait until it says something more of a search."""
        self.deeper.clear()
        assert self.deeper.wait(LONG)

    @property
    def final(self) -> End:
        assert self.ended.wait(LONG)
        (final,) = self.finals
        return final

    @property
    def result(self) -> Result:
        assert isinstance(self.final, Result), self.final
        return self.final


class Office:
    """An engine, and what it reports."""

    def __init__(self, folder: Path, module: str = "tests.engine_process.faulty") -> None:
        self.folder = folder
        self.states: list[tuple[str, str]] = []
        self.crashes: list[Crash] = []
        self.engine = SeparateEngine(EngineSettings(16, None, None), folder, self._note, self.crashes.append, module)

    def _note(self, variant: Variant, state: str) -> None:
        self.states.append((variant.name, state))

    def ask(self, task: Task) -> Asked:
        return Asked(self.engine, task)


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    office = Office(tmp_path)
    yield office
    office.engine.close()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    """One engine for those that do not harm it."""
    office = Office(tmp_path_factory.mktemp("crashes"))
    yield office
    office.engine.close()


@pytest.mark.parametrize("entry", SEARCHES.values(), ids=name_of)
def test_a_search_there_visits_the_same_nodes(entry: dict[str, Any], office: Office) -> None:
    assert nodes_of(entry, office.ask(task_of(entry)).result) == entry["nodes"]


def test_a_count_there_counts_the_same(shared: Office) -> None:
    count = shared.ask(PerftTask(position=OTHELLO, depth=6))
    assert isinstance(count.final, PerftResult)
    assert count.final.leaves == (4, 12, 56, 244, 1396, 8200)
    assert [news.depth for news in count.news] == [1, 2, 3, 4, 5, 6]


def test_a_task_that_is_held_says_nothing_until_it_goes_on(shared: Office) -> None:
    asked = shared.ask(SearchTask(position=OTHELLO, interval=0.01))
    asked.wait_deeper()
    asked.running.hold()
    other = shared.ask(SearchTask(position=OTHELLO, limits=Limits(nodes=20_000)))
    assert other.result.lines
    asked.running.go_on()
    asked.wait_deeper()
    asked.running.stop()
    assert asked.result.reason is Reason.STOPPED
    assert asked.result.lines


def test_a_failure_is_told(shared: Office) -> None:
    final = shared.ask(SearchTask(position=start(CATALOGUE.check(TWO_FLIPS)))).final
    assert isinstance(final, EngineFailure)
    assert final.code == "unsupported"


def test_what_was_not_at_work_goes_on_in_a_fresh_process(office: Office) -> None:
    at_work = office.ask(SearchTask(position=OTHELLO, interval=0.01))
    held = office.ask(SearchTask(position=OTHELLO.play(OTHELLO.legal()[0]), interval=0.01))
    count = office.ask(PerftTask(position=OTHELLO, depth=6))
    assert isinstance(count.final, PerftResult)
    at_work.wait_deeper()
    held.wait_deeper()
    held.running.hold()
    time.sleep(1.5 * LATELY)  # what this is about: it has surely given way
    depths = [asked.news[-1].depth for asked in (at_work, held)]
    (lost,) = office.engine.processes
    os.kill(lost, signal.SIGSEGV)
    at_work.wait_deeper()
    held.running.go_on()
    held.wait_deeper()
    fresh, alone = office.engine.processes
    assert lost not in (fresh, alone)
    (crash,) = office.crashes
    assert (crash.suspects, crash.others) == (1, 1)
    assert "SIGSEGV" in crash.how
    for asked, depth in zip((at_work, held), depths, strict=True):
        asked.running.stop()
        assert asked.result.depth >= depth
        told = [news.depth for news in asked.news]
        assert told == sorted(told)
    assert ("othello", "cold") in office.states


def test_what_brings_it_down_alone_is_at_fault(office: Office, tmp_path: Path) -> None:
    beside = office.ask(SearchTask(position=OTHELLO, interval=0.01))
    beside.wait_deeper()
    faulty = SearchTask(position=start(CATALOGUE.check(FAULTY)))
    final = office.ask(faulty).final
    assert isinstance(final, EngineFailure)
    assert final.code is Code.ENGINE_CRASHED
    assert "SIGSEGV" in final.message
    (report,) = tmp_path.iterdir()
    assert report.name in final.message
    assert "faulty" in report.read_text()
    again = office.ask(faulty)
    assert isinstance(again.final, EngineFailure)
    assert again.final.code is Code.ENGINE_CRASHED
    assert len(office.crashes) == 3  # together, alone, and at fault: no further one
    beside.wait_deeper()
    beside.running.stop()
    assert beside.result.reason is Reason.STOPPED


def test_what_is_lost_as_it_is_to_end_ends_with_what_it_had_said(office: Office) -> None:
    asked = office.ask(SearchTask(position=OTHELLO, interval=0.01))
    asked.wait_deeper()
    (process,) = office.engine.processes
    os.kill(process, signal.SIGSTOP)
    asked.running.stop(Reason.LIMIT)
    os.kill(process, signal.SIGKILL)
    assert asked.result.reason is Reason.LIMIT
    assert asked.result.depth == asked.news[-1].depth > 0


def test_a_process_that_does_not_come_up_fails_its_tasks(tmp_path: Path) -> None:
    office = Office(tmp_path, "tests.engine_process.nothing")
    final = office.ask(SearchTask(position=OTHELLO)).final
    assert isinstance(final, EngineFailure)
    assert (final.code, "did not start" in final.message) == ("internal", True)
    assert office.engine.processes == ()
    assert len(office.crashes) == MOST_STILLBORN


def test_a_process_that_is_killed_before_it_comes_up_is_another_one_soon(office: Office) -> None:
    asked = office.ask(SearchTask(position=OTHELLO, limits=Limits(depth=2)))
    until(lambda: office.engine.processes, "it does not start")
    os.kill(office.engine.processes[0], signal.SIGKILL)
    assert asked.result.depth == 2


def refuse(*arguments: object, **named: object) -> None:
    raise OSError(errno.EMFILE, "no more descriptors")


@pytest.mark.parametrize("missing", [(tempfile, "TemporaryFile"), (socket, "socketpair"), (subprocess, "Popen")])
def test_tasks_end_where_the_system_has_nothing_left_for_a_process(
    missing: tuple[Any, str], office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(*missing, refuse)
    final = office.ask(SearchTask(position=OTHELLO)).final
    assert isinstance(final, EngineFailure)
    assert final.message.endswith("could not be started: [Errno 24] no more descriptors")


def test_it_ends_with_whoever_started_it(office: Office) -> None:
    others = set(threading.enumerate())
    asked = office.ask(SearchTask(position=OTHELLO, interval=0.01))
    asked.wait_deeper()
    (process,) = office.engine.processes
    office.engine.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    assert not asked.ended.is_set()
    assert set(threading.enumerate()) <= others


def test_signals_to_the_group_are_for_the_daemon(office: Office) -> None:
    asked = office.ask(SearchTask(position=OTHELLO, interval=0.01))
    asked.wait_deeper()
    (process,) = office.engine.processes
    for number in (signal.SIGINT, signal.SIGTERM):
        os.kill(process, number)
    asked.wait_deeper()
    assert office.engine.processes == (process,)
    asked.running.stop()
    assert asked.result.lines
