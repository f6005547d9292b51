"""The store's file as a whole, while others use it."""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from contextlib import closing
from pathlib import Path

import pytest

from engined.daemon.store import whole_file
from engined.daemon.store.store import Store, StoreError, open_store
from engined.daemon.store.versions import VERSION
from engined.service.events import Save, SaveKnown, SaveSolved, SaveStep
from tests.daemon.old_stores import make
from tests.daemon.test_analysis_table import kept
from tests.daemon.test_store import BEGUN, game, record

FULL: list[Save] = [SaveSolved(record()), SaveKnown(kept("a")), game(), SaveStep(b"ann", "s", BEGUN)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.sqlite"


def filled(path: Path) -> Store:
    store, _ = open_store(path)
    store.write(FULL)
    return store


def spoil(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()


def test_what_is_in_a_store_that_is_in_use(path: Path) -> None:
    with closing(filled(path)):
        assert whole_file.check(path) == []
        assert whole_file.counts(path) == {
            "exact results": 1,
            "analyses": 1,
            "games": 1,
            "book positions": 1,
            "kept sessions": 1,
            "rows kept aside": 0,
        }


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("UPDATE solved SET lines = '[{}]'", "the exact result d (othello) cannot be read"),
        ("UPDATE analyses SET lines = 'x'", "the analysis a (othello) cannot be read"),
        ("UPDATE book_nodes SET node = x'01'", "the book position"),
        ("UPDATE steps SET step = '{}'", "step 1 of the kept session s of ann cannot be read"),
        ("UPDATE steps SET place = 2", "step 2 of the kept session s of ann cannot be read"),
        ("DELETE FROM book_links", "the links between positions of books"),
        ("UPDATE book_links SET parent = 5", "the links between positions of books"),
    ],
)
def test_rows_that_nobody_understands_are_named(path: Path, statement: str, what: str) -> None:
    filled(path).close()
    spoil(path, statement)
    assert what in whole_file.check(path)[0]


def test_pages_that_went_bad_are_named(path: Path) -> None:
    store = filled(path)
    store.write([SaveSolved(record(str(number))) for number in range(500)])
    store.close()
    content = bytearray(path.read_bytes())
    content[4096 * 12 : 4096 * 16] = os.urandom(4096 * 4)
    path.write_bytes(content)
    try:
        assert whole_file.check(path)
    except StoreError as error:
        assert "malformed" in str(error)  # noqa: PT017 - either will do


@pytest.mark.parametrize("content", [b"", b"no store at all", b"\xff" * 5000])
def test_what_is_no_store_is_an_error(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(StoreError):
        whole_file.check(path)


def test_no_file_is_an_error_and_none_is_made(path: Path) -> None:
    for look in (whole_file.check, whole_file.counts, whole_file.compact):
        with pytest.raises(StoreError, match="no such file"):
            look(path)
    assert not path.exists()


def test_compacting_a_store_that_is_in_use(path: Path) -> None:
    with closing(filled(path)) as store:
        store.write([SaveSolved(record(str(number))) for number in range(2000)])
        store.change(lambda store, books: books.connection.execute("DELETE FROM solved WHERE digest != 'd'"))
        before, after = whole_file.compact(path)
        assert after < before / 4
        assert store.recall("d") == record()
        assert store.write([game(2, ("d3",))]) == 2
    assert whole_file.check(path) == []


def test_a_backup_while_others_write_is_a_store_of_one_moment(path: Path, tmp_path: Path) -> None:
    """What is written in one transaction is in it together or not at all."""
    done = threading.Event()
    with closing(filled(path)) as store:

        def write() -> None:
            number = 0
            while not done.is_set():
                number += 1
                store.write([SaveSolved(record(f"{number}")), game(number, (f"m{number}",))])

        writer = threading.Thread(target=write)
        writer.start()
        try:
            for number in range(5):
                whole_file.backup(path, tmp_path / f"copy{number}")
        finally:
            done.set()
            writer.join()
    for number in range(5):
        copy = tmp_path / f"copy{number}"
        assert whole_file.check(copy) == []
        counts = whole_file.counts(copy)
        assert counts["exact results"] == counts["games"]
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert {part.name for part in tmp_path.iterdir()} == {"store.sqlite", *(f"copy{number}" for number in range(5))}


def test_a_store_of_another_version_is_copied_and_not_read(path: Path, tmp_path: Path) -> None:
    """Before a newer program brings it up to its version, say."""
    make(path, VERSION - 1)
    whole_file.backup(path, tmp_path / "copy")
    whole_file.compact(path)
    for each in (path, tmp_path / "copy"):
        with pytest.raises(StoreError, match=f"of version {VERSION - 1}"):
            whole_file.check(each)


def test_a_backup_that_cannot_be_written_leaves_the_older_one(path: Path, tmp_path: Path) -> None:
    filled(path).close()
    with pytest.raises(StoreError, match="No such file"):
        whole_file.backup(path, tmp_path / "no folder" / "copy")
    (tmp_path / "old").write_text("old")
    with pytest.raises(StoreError, match="no such file"):
        whole_file.backup(tmp_path / "none", tmp_path / "old")
    assert (tmp_path / "old").read_text() == "old"


def test_a_backup_takes_the_place_of_an_older_one(path: Path, tmp_path: Path) -> None:
    filled(path).close()
    (tmp_path / "copy").write_text("old")
    whole_file.backup(path, tmp_path / "copy")
    store, warning = open_store(tmp_path / "copy")
    assert (store.recall("d"), warning) == (record(), "")
    store.close()
