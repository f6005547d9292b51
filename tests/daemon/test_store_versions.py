"""Stores of earlier versions are brought up to this one, with all that is in them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engined.book.folding import fold
from engined.daemon.store import whole_file
from engined.daemon.store.store import StoreError, open_store
from engined.daemon.store.versions import MARK, VERSION
from engined.service.events import SaveGame
from engined.service.game import Game
from tests.daemon.old_stores import OTHELLO, SCHEMAS, STEPS, make
from tests.daemon.test_analysis_table import kept
from tests.daemon.test_store import record


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.sqlite"


@pytest.mark.parametrize("version", range(1, len(SCHEMAS) + 1))
def test_all_that_an_earlier_version_kept_is_there(version: int, path: Path) -> None:
    make(path, version)
    lost: list[str] = []
    store, warning = open_store(path, lost.append)
    assert (warning, lost) == ("", [])
    assert store.recall("d") == record()
    assert store.recall_analysis("deep") == (kept("deep") if version >= 4 else None)
    assert store.kept() == ((b"ann", "s", STEPS),)
    assert len(store.book(OTHELLO, pytest.fail).store) == (version >= 2)
    assert store.count_games() == 1
    played = Game.begin(OTHELLO).play(("f5", "d6"))
    assert store.write([SaveGame(1, played.positions, played.moves, "")]) == 1
    games = {fold(position).text: 1 for position in played.positions}
    book = store.book(OTHELLO, pytest.fail)
    assert {node.text: node.games for key in book.store.page(None, -1) if (node := book.store.get(key))} == games
    store.close()
    assert whole_file.check(path) == []
    store, warning = open_store(path, pytest.fail)
    assert store.kept() == ((b"ann", "s", STEPS),)
    store.close()


def test_what_hung_on_ties_is_forgotten(path: Path, tmp_path: Path) -> None:
    """Among more than two sides exact scores were so by one way to break ties; those of two sides stay."""
    make(path, 2)
    with closing(open_store(path)[0]) as store:
        assert (store.recall("tied"), store.recall("d")) == (None, record())
    make(tmp_path / "later", 3)
    with closing(open_store(tmp_path / "later")[0]) as store:
        assert store.recall("tied") is not None


@pytest.mark.parametrize(
    ("spoil", "name"),
    [
        ("UPDATE solved SET lines = '[{}]' WHERE digest = 'd'", "the exact result d (othello)"),
        ("UPDATE solved SET digest = CAST(x'64ff' AS TEXT) WHERE digest = 'd'", "the exact result d\\udcff (othello)"),
        ("UPDATE analyses SET seconds = 'long'", "the analysis deep (othello)"),
        ("UPDATE steps SET step = 'x' WHERE number = 2", "step 2 of the kept session s of ann"),
        ("UPDATE book_nodes SET node = x'01'", "the book position"),
        ("UPDATE games SET booked = 'many'", "the game 1 (othello: f5 d6)"),
    ],
)
def test_what_cannot_be_read_in_an_old_one_is_kept_aside(spoil: str, name: str, path: Path) -> None:
    make(path, 5)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(spoil)
        connection.commit()
    lost: list[str] = []
    store, warning = open_store(path, lost.append)
    store.close()
    assert warning == ""
    assert any(told.startswith(name) for told in lost), lost
    assert whole_file.counts(path)["rows kept aside"] == len(lost)
    assert whole_file.check(path) == []


def test_a_file_of_a_later_version_is_left_alone(path: Path) -> None:
    open_store(path)[0].close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
        connection.execute(f"PRAGMA application_id = {MARK | VERSION + 1}")
    before = path.read_bytes()
    with pytest.raises(StoreError, match=f"version {VERSION + 1}"):
        open_store(path)
    assert path.read_bytes() == before


def test_a_database_of_something_else_is_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("CREATE TABLE bookmarks (url TEXT); INSERT INTO bookmarks VALUES ('here')")
    with pytest.raises(StoreError, match="a database of something else"):
        open_store(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT url FROM bookmarks").fetchall() == [("here",)]
