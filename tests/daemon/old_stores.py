"""Stores as earlier versions made them, with one thing of each kind that they had."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec

from engined.book.book import Book
from engined.rules.position import format_position, start
from engined.service.sessions.session import Begun, MovesPlayed, Step
from engined.variants.catalogue import Catalogue
from engined_protocol.messages import Outlook
from tests.book.dict_book_store import DictBookStore
from tests.daemon.test_analysis_table import kept
from tests.daemon.test_store import record

OTHELLO = Catalogue().get("othello")
STEPS: tuple[Step, ...] = (Begun("othello", OTHELLO.digest, None, ("f5",)), MovesPlayed(("d6",)), MovesPlayed(("c3",)))

SCHEMAS = (
    """
CREATE TABLE solved (digest TEXT PRIMARY KEY, variant TEXT NOT NULL, position TEXT NOT NULL, score REAL NOT NULL,
 best TEXT NOT NULL, exact INTEGER NOT NULL, moves INTEGER NOT NULL, lines BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE games (number INTEGER PRIMARY KEY, saved_at REAL NOT NULL, variant TEXT NOT NULL, digest TEXT NOT NULL,
 start TEXT NOT NULL, moves TEXT NOT NULL, result TEXT NOT NULL, UNIQUE (digest, start, moves));
CREATE TABLE steps (client BLOB NOT NULL, session TEXT NOT NULL, number INTEGER NOT NULL, saved_at REAL NOT NULL,
 step BLOB NOT NULL, PRIMARY KEY (client, session, number)) WITHOUT ROWID;
""",
    """
CREATE TABLE books (number INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, variant TEXT NOT NULL);
CREATE TABLE book_nodes (key INTEGER PRIMARY KEY, book INTEGER NOT NULL, node BLOB NOT NULL);
CREATE INDEX book_pages ON book_nodes (book, key);
CREATE TABLE book_links (child INTEGER NOT NULL, parent INTEGER NOT NULL, PRIMARY KEY (child, parent)) WITHOUT ROWID;
ALTER TABLE games ADD COLUMN booked INTEGER NOT NULL DEFAULT 0;
""",
    "",
    """
CREATE TABLE analyses (number INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, variant TEXT NOT NULL,
 position TEXT NOT NULL, depth INTEGER NOT NULL, best INTEGER, seconds REAL NOT NULL, lines BLOB NOT NULL);
""",
    "CREATE TABLE days (day INTEGER PRIMARY KEY);",
)
"""What each version added."""


def make(path: Path, version: int) -> None:
    """Make the store of a version."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        for schema in SCHEMAS[:version]:
            connection.executescript(schema)
        _write(connection, version)
        connection.execute(f"PRAGMA user_version = {version}")


def _write(connection: sqlite3.Connection, version: int) -> None:
    lines = msgspec.json.encode(record().lines)
    tied = [msgspec.structs.replace(record().lines[0], outlook=Outlook(counts=(3.0, 2.0, 1.0), ranks=(1, 2, 3)))]
    for digest, content in (("d", lines), ("tied", msgspec.json.encode(tied))):
        row = (digest, "othello", "...", 4.0, "f5", 1, 2, content)
        connection.execute("INSERT INTO solved VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
    game = (1.0, "othello", OTHELLO.digest, format_position(start(OTHELLO)), "f5 d6", "")
    columns = "saved_at, variant, digest, start, moves, result"
    connection.execute(f"INSERT INTO games ({columns}) VALUES (?, ?, ?, ?, ?, ?)", game)
    for number, step in enumerate(STEPS, 1):
        connection.execute(
            "INSERT INTO steps VALUES (?, ?, ?, ?, ?)", (b"ann", "s", number, 1e9, msgspec.json.encode(step))
        )
    if version >= 2:
        memory = DictBookStore()
        Book(OTHELLO, memory).place(start(OTHELLO))
        connection.execute("INSERT INTO books VALUES (3, ?, 'othello')", (OTHELLO.digest,))
        for key in memory.page(None, -1):
            node = memory.get(key)
            assert node is not None
            connection.execute("INSERT INTO book_nodes VALUES (?, 3, ?)", (key, msgspec.msgpack.encode(node)))
            links = {(link.key, key) for link in node.links}
            connection.executemany("INSERT INTO book_links VALUES (?, ?)", links)
    if version >= 4:
        known = kept("deep").known
        analysis = ("deep", "othello", "...", known.depth, known.best, known.seconds, msgspec.json.encode(known.lines))
        connection.execute("INSERT INTO analyses VALUES (7, ?, ?, ?, ?, ?, ?, ?)", analysis)
    if version >= 5:
        connection.execute("INSERT INTO days VALUES (20000)")
