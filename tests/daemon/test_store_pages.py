"""Rows found in a file page by page: the same as SQLite finds in a sound one, and no error whatever a file holds."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engined.daemon.store.pages import PAGE, find_rows, read_pages
from engined.daemon.store.store import open_store
from engined.daemon.store.tables import TABLES
from engined.daemon.store.whole_file import opened
from engined.service.events import SaveKnown, SaveSolved
from tests.bench import bit_flips
from tests.daemon.test_analysis_table import kept
from tests.daemon.test_store import record


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with rows of any length, and with gaps."""
    path = tmp_path_factory.mktemp("store") / "store.sqlite"
    bit_flips.fill(path)
    with closing(open_store(path)[0]) as store:
        for number in range(120):
            lines = kept("").known.lines * (1 + number % 60)
            store.write([SaveKnown(kept(f"long {number}", lines=lines)), SaveSolved(record(f"more {number}"))])
        store.change(lambda store, books: books.connection.execute("DELETE FROM solved WHERE number % 3 = 0"))
    return path


def test_all_rows_of_a_sound_file_are_found_and_no_others(path: Path) -> None:
    found = find_rows(read_pages(path.read_bytes(), b""))
    assert found.losses == []
    with opened(path) as connection:
        for table in TABLES:
            assert found.rows[table] == {row[0]: row for row, _ in table.rows(connection)}, table.name


def test_what_is_in_the_log_of_a_daemon_that_was_killed_is_found(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "store.sqlite"
    copy.write_bytes(path.read_bytes())
    with closing(open_store(copy)[0]) as store:
        store.write([SaveSolved(record("new")), SaveSolved(record("more 1", exact=2))])
        log = copy.with_name("store.sqlite-wal").read_bytes()
        found = find_rows(read_pages(path.read_bytes(), log))
        with opened(copy) as connection:
            for table in TABLES:
                assert found.rows[table] == {row[0]: row for row, _ in table.rows(connection)}, table.name


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(1, 200))
def test_no_file_is_an_error(path: Path, random: Random, changes: int) -> None:
    content = bytearray(path.read_bytes()[: PAGE * 12])
    for _ in range(changes):
        at = random.randrange(len(content))
        content[at : at + 4] = random.randbytes(4)
    find_rows(read_pages(bytes(content), b""))


@given(st.binary(max_size=2 * PAGE), st.binary(max_size=100))
def test_nor_are_random_bytes(content: bytes, log: bytes) -> None:
    found = find_rows(read_pages(content.ljust(PAGE, b"\x0d"), log))
    assert not any(found.rows.values())
