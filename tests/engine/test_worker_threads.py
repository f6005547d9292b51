"""Threads that are kept for the next task."""

from __future__ import annotations

import threading

import pytest

from engined.engine import worker_threads
from engined.engine.worker_threads import WorkerThreads
from tests.patience import PATIENCE


def test_a_thread_takes_one_task_after_the_other() -> None:
    workers, seen = WorkerThreads("test"), set[threading.Thread]()
    for _ in range(20):
        done = threading.Event()

        def work(done: threading.Event = done) -> None:
            seen.add(threading.current_thread())
            done.set()

        workers.run(work)
        assert done.wait(PATIENCE)
    assert len(seen) < 20


def test_as_many_tasks_at_once_as_there_are() -> None:
    workers, together, seen = WorkerThreads("test"), threading.Barrier(9), set[int]()

    def work() -> None:
        seen.add(threading.get_ident())
        together.wait(PATIENCE)

    for _ in range(8):
        workers.run(work)
    together.wait(PATIENCE)
    assert len(seen) == 8


def test_threads_with_nothing_to_do_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_threads, "IDLE", 0.0)
    workers, seen = WorkerThreads("test"), list[threading.Thread]()
    for _ in range(50):
        done = threading.Event()

        def work(done: threading.Event = done) -> None:
            seen.append(threading.current_thread())
            done.set()

        workers.run(work)
        assert done.wait(PATIENCE)  # whatever the thread before was about to do
    for thread in seen:
        thread.join(PATIENCE)
        assert not thread.is_alive()
