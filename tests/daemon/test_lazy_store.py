"""A store that is opened when it is first needed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from engined.daemon.log.log import Log
from engined.daemon.store.lazy import LazyStore
from engined.service.events import ForgetSession, GameSaved, SaveSolved, SaveStep, StoreOpened, Written
from engined.service.sessions.session import Begun
from tests.daemon.test_store import OTHELLO, game, record
from tests.patience import PATIENCE

BEGUN = SaveStep(b"ann", "s", Begun("othello", OTHELLO.digest, None, ()))


Saved = SimpleQueue[GameSaved | Written | StoreOpened]


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    log = Log(tmp_path / "log")
    yield log
    log.close()


@pytest.fixture
def saved() -> Saved:
    return SimpleQueue()


def test_a_look_does_not_open_it(tmp_path: Path, saved: Saved, log: Log) -> None:
    store = LazyStore(tmp_path / "store", saved.put, log)
    assert store.recall("d") is None
    assert store.book(OTHELLO) is None
    store.close(20)
    assert not (tmp_path / "store").exists()


def test_what_is_saved_opens_it(tmp_path: Path, saved: Saved, log: Log) -> None:
    store = LazyStore(tmp_path / "store", saved.put, log)
    store.save(SaveSolved(record()))
    store.save(game(7))
    assert saved.get(timeout=PATIENCE) == GameSaved(7, 1)
    assert store.recall("d") == record()
    assert store.book(OTHELLO) is not None
    assert store.open() is store.open()
    store.close(20)


def test_kept_sessions_are_there_when_it_is_open(tmp_path: Path, saved: Saved, log: Log) -> None:
    store = LazyStore(tmp_path / "store", saved.put, log)
    assert store.kept() == ()
    for save in (BEGUN, SaveStep(b"bob", "t", BEGUN.step), ForgetSession(b"bob", "t")):
        store.save(save)
    store.close(20)
    assert LazyStore(tmp_path / "store", saved.put, log).kept() == ((b"ann", "s", (BEGUN.step,)),)


def test_where_nothing_is_to_be_kept(saved: Saved, log: Log) -> None:
    store = LazyStore(None, saved.put, log)
    assert store.open() is None
    assert not store.wait()
    store.save(game(7))
    assert (store.kept(), store.recall("d"), store.book(OTHELLO)) == ((), None, None)
    store.close(20)
    assert saved.empty()


def test_a_place_that_cannot_be_is_told_to_the_log(tmp_path: Path, saved: Saved, log: Log) -> None:
    store = LazyStore(tmp_path, saved.put, log)
    assert not store.wait()
    assert store.kept() == ()
    store.close(20)
    assert str(tmp_path) in (tmp_path / "log").read_text()
