"""The tables of the store's file, and the checksum that each row of them has.

A row stands alone: it says of what it is, and whether it is as it was written. So one that went bad costs nothing but
itself, and rows can be found again where the file's own structure is broken (:mod:`pages`).
"""

from __future__ import annotations

import sqlite3
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from engined.service.tenants import shown

SCHEMA = """
CREATE TABLE solved (
    number   INTEGER PRIMARY KEY,
    digest   TEXT NOT NULL UNIQUE,     -- of the position, its variant included
    variant  TEXT NOT NULL,
    position TEXT NOT NULL,
    exact    INTEGER NOT NULL,         -- so many lines are proven
    moves    INTEGER NOT NULL,         -- legal moves
    lines    BLOB NOT NULL,            -- JSON, best first
    checksum INTEGER NOT NULL          -- here as in the other tables: of the table's name and all before
);
CREATE TABLE analyses (
    number   INTEGER PRIMARY KEY,      -- counts up: what is kept, or improved, later has a higher one
    digest   TEXT NOT NULL UNIQUE,     -- of the position, its variant included
    variant  TEXT NOT NULL,
    position TEXT NOT NULL,
    depth    INTEGER NOT NULL,         -- plies
    best     INTEGER,                  -- so many moves are scored rightly; NULL: all
    seconds  REAL NOT NULL,            -- that it took
    lines    BLOB NOT NULL,            -- JSON, best first
    checksum INTEGER NOT NULL
);
CREATE TABLE games (
    number   INTEGER PRIMARY KEY,
    saved_at REAL NOT NULL,            -- seconds since 1970
    variant  TEXT NOT NULL,
    digest   TEXT NOT NULL,            -- of the variant
    start    TEXT NOT NULL,
    moves    TEXT NOT NULL,            -- separated by blanks
    result   TEXT NOT NULL,
    booked   INTEGER NOT NULL,         -- so many positions are counted in the book
    checksum INTEGER NOT NULL,
    UNIQUE (digest, start, moves)
);
CREATE TABLE book_nodes (
    key      INTEGER PRIMARY KEY,      -- of the canonical position, its variant included
    digest   TEXT NOT NULL,            -- of the variant
    variant  TEXT NOT NULL,
    node     BLOB NOT NULL,            -- msgpack
    checksum INTEGER NOT NULL
);
CREATE INDEX book_pages ON book_nodes (digest, key);
CREATE TABLE book_links (              -- follow from the nodes
    child    INTEGER NOT NULL,         -- in the book or not
    parent   INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (child, parent)
) WITHOUT ROWID;
CREATE TABLE steps (
    number   INTEGER PRIMARY KEY,
    client   BLOB NOT NULL,
    session  TEXT NOT NULL,
    place    INTEGER NOT NULL,         -- in the session's log, from 1
    saved_at REAL NOT NULL,
    step     BLOB NOT NULL,            -- JSON
    before   BLOB,                     -- the step before, once more; NULL where there is none, or it is not known
    checksum INTEGER NOT NULL,
    UNIQUE (client, session, place)
);
CREATE TABLE days (
    day      INTEGER PRIMARY KEY       -- since 1970, on which the store was open
);
CREATE TABLE aside (
    number   INTEGER PRIMARY KEY,
    found_at REAL NOT NULL,            -- seconds since 1970
    name     TEXT NOT NULL,            -- what it was, in words
    content  BLOB NOT NULL,            -- msgpack: the table's name and the row; texts are bytes
    checksum INTEGER NOT NULL
);
"""

Row = tuple[Any, ...]
"""The columns of a row, without its checksum."""
Tell = Callable[[str], None]
"""Is told what cannot be read any more, in words."""

_encode = msgspec.msgpack.Encoder().encode


def text(content: bytes) -> str:
    """What SQLite is to make of texts: also of those that went bad."""
    return str(content, "utf-8", "surrogateescape")


@dataclass(frozen=True, eq=False)
class CheckedTable:
    """A table whose rows have checksums; the first column is the number of the row."""

    name: str
    columns: Mapping[str, type]
    """Names, and of what type values are that are there."""
    optional: str
    """The column that may be NULL; empty: none."""
    called: Callable[[Mapping[str, Any]], str]
    """A row in words, by its columns."""

    @property
    def first(self) -> str:
        """The column that has the row's number."""
        return next(iter(self.columns))

    def checksum(self, row: Row) -> int:
        """What belongs after the columns of a row; -1 for what cannot be one."""
        try:
            return zlib.crc32(_encode((self.name, *row)))
        except UnicodeEncodeError:
            return -1

    def words(self, row: Row) -> str:
        """A row in words, whatever may be in it."""
        return self.called(dict(zip(self.columns, row, strict=False)))

    def rows(self, connection: sqlite3.Connection, where: str = "", values: Row = ()) -> Iterator[tuple[Row, bool]]:
        """The rows that an SQL clause chooses, and whether each is as it was written."""
        for row in connection.execute(f"SELECT {', '.join(self.columns)}, checksum FROM {self.name} {where}", values):
            yield row[:-1], row[-1] == self.checksum(row[:-1])

    def next_number(self, connection: sqlite3.Connection) -> int:
        """The number for one more row."""
        (last,) = connection.execute(f"SELECT max({self.first}) FROM {self.name}").fetchone()
        return 1 if last is None else int(last) + 1

    def put(self, connection: sqlite3.Connection, row: Row) -> None:
        """Write a row, in place of that of its number."""
        row = tuple(
            float(value) if kind is float and isinstance(value, int) else value
            for kind, value in zip(self.columns.values(), row, strict=True)
        )
        marks = ", ".join("?" * (len(row) + 1))
        connection.execute(f"REPLACE INTO {self.name} VALUES ({marks})", (*row, self.checksum(row)))

    def drop(self, connection: sqlite3.Connection, number: int) -> None:
        """Delete a row."""
        connection.execute(f"DELETE FROM {self.name} WHERE {self.first} = ?", (number,))

    def set_aside(self, connection: sqlite3.Connection, row: Row, tell: Tell, why: str = "") -> None:
        """Take a row that is no use any more out of the table, and keep it as it is."""
        name = self.words(row) + why
        content = _encode([self.name, *(_bytes(value) for value in row)])
        ASIDE.put(connection, (ASIDE.next_number(connection), time.time(), name, content))
        self.drop(connection, row[0])
        tell(name)


def _bytes(value: object) -> object:
    return value.encode("utf-8", "surrogateescape") if isinstance(value, str) else value


def short(value: object) -> str:
    """So much of a value that people know it, and a terminal shows it."""
    shown = repr(value)[1:-1] if isinstance(value, str) else repr(value)
    return shown if len(shown) <= 40 else shown[:39] + "…"


def _client(value: object) -> str:
    return shown(value) if isinstance(value, bytes) else short(value)


SOLVED = CheckedTable(
    "solved",
    {"number": int, "digest": str, "variant": str, "position": str, "exact": int, "moves": int, "lines": bytes},
    "",
    lambda row: f"the exact result {short(row['digest'])} ({short(row['variant'])})",
)
ANALYSES = CheckedTable(
    "analyses",
    {
        "number": int,
        "digest": str,
        "variant": str,
        "position": str,
        "depth": int,
        "best": int,
        "seconds": float,
        "lines": bytes,
    },
    "best",
    lambda row: f"the analysis {short(row['digest'])} ({short(row['variant'])})",
)
GAMES = CheckedTable(
    "games",
    {
        "number": int,
        "saved_at": float,
        "variant": str,
        "digest": str,
        "start": str,
        "moves": str,
        "result": str,
        "booked": int,
    },
    "",
    lambda row: f"the game {row['number']} ({short(row['variant'])}: {short(row['moves'])})",
)
NODES = CheckedTable(
    "book_nodes",
    {"key": int, "digest": str, "variant": str, "node": bytes},
    "",
    lambda row: f"the book position {row['key']} ({short(row['variant'])})",
)
STEPS = CheckedTable(
    "steps",
    {
        "number": int,
        "client": bytes,
        "session": str,
        "place": int,
        "saved_at": float,
        "step": bytes,
        "before": bytes,
    },
    "before",
    lambda row: f"step {row['place']} of the kept session {short(row['session'])} of {_client(row['client'])}",
)
ASIDE = CheckedTable(
    "aside",
    {"number": int, "found_at": float, "name": str, "content": bytes},
    "",
    lambda row: f"what was kept aside as {row['number']}",
)
TABLES = (SOLVED, ANALYSES, GAMES, NODES, STEPS, ASIDE)


def links_checksum(child: int, parent: int) -> int:
    """What belongs after a link."""
    return zlib.crc32(_encode(("book_links", child, parent)))


def create(connection: sqlite3.Connection) -> None:
    """Make the tables, within a transaction."""
    for statement in SCHEMA.split(";\n"):
        if statement.strip():
            connection.execute(statement)
