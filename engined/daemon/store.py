"""The store: exact results, deep analyses, games, books and kept sessions in one SQLite file.

Every write is a transaction in a write-ahead log, synced before it counts: what is reported as written
survives ``kill -9`` and loss of power. Several processes may share a file.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec

from engined.book.book import Book
from engined.book.folding import unbookable
from engined.rules.position import Position, format_position
from engined.service.clients import Kept
from engined.service.events import ForgetSession, Save, SaveAnalysis, SaveGame, SaveKnown, SaveSolved, SaveStep
from engined.service.exact_results import ExactResult
from engined.service.kept_analyses import KeptAnalysis
from engined.service.session import Step
from engined.variants.model import Variant
from engined_protocol.messages import ScoredMove

from . import analysis_table, book_store
from .book_store import BookStores, GlancedBookStore

T = TypeVar("T")

KEPT_DAYS = 90
"""Kept sessions that nobody touched on more days than that, of those on which the store was open, are forgotten. A
clock that jumps makes one day of any number."""
DAY = 86_400
"""Seconds."""
PATIENCE = 5.0
"""Seconds to wait for another process that writes."""
LEARNT_PLIES = 30
"""Of a game that is learnt, so many become part of the book: later on, searching is better than remembering."""
HASTE = 0.05
"""Seconds that a reader may wait: with a write-ahead log it hardly ever does."""

_TABLES = """
CREATE TABLE solved (
    digest   TEXT PRIMARY KEY,  -- of the position, its variant included
    variant  TEXT NOT NULL,
    position TEXT NOT NULL,
    score    REAL NOT NULL,     -- discs, the mover's view
    best     TEXT NOT NULL,
    exact    INTEGER NOT NULL,  -- so many lines are proven
    moves    INTEGER NOT NULL,  -- legal moves
    lines    BLOB NOT NULL      -- JSON, best first
) WITHOUT ROWID;
CREATE TABLE games (
    number   INTEGER PRIMARY KEY,
    saved_at REAL NOT NULL,     -- seconds since 1970
    variant  TEXT NOT NULL,
    digest   TEXT NOT NULL,     -- of the variant
    start    TEXT NOT NULL,
    moves    TEXT NOT NULL,     -- separated by blanks
    result   TEXT NOT NULL,
    UNIQUE (digest, start, moves)
);
CREATE TABLE steps (
    client   BLOB NOT NULL,
    session  TEXT NOT NULL,
    number   INTEGER NOT NULL,
    saved_at REAL NOT NULL,
    step     BLOB NOT NULL,     -- JSON
    PRIMARY KEY (client, session, number)
) WITHOUT ROWID;
"""

_GAMES_IN_BOOKS = """
ALTER TABLE games ADD COLUMN booked INTEGER NOT NULL DEFAULT 0;  -- so many positions are counted in the book
"""
_ALL_TIES = """
DELETE FROM solved WHERE CAST(lines AS TEXT) LIKE '%"outlook"%';  -- more than two sides, and ties broken in one way
"""
_DAYS = """
CREATE TABLE IF NOT EXISTS days (day INTEGER PRIMARY KEY);  -- since 1970, on which the store was open
"""
_STEPS = (_TABLES, book_store.TABLES + _GAMES_IN_BOOKS, _ALL_TIES, analysis_table.TABLE, _DAYS)
"""From each version of the tables to the next."""
VERSION = len(_STEPS)
"""Of the tables; an older file is brought up to it, a newer one is left alone."""

read_lines = msgspec.json.Decoder(tuple[ScoredMove, ...]).decode
"""The lines of an exact result. Raises MsgspecError."""
_steps: msgspec.json.Decoder[Step] = msgspec.json.Decoder(Step)
read_step = _steps.decode
"""A step of a kept session. Raises MsgspecError."""


class StoreError(Exception):
    """The store cannot be used, and why."""


class Store:
    """An open store. Reading and writing may each belong to a thread of their own."""

    def __init__(self, path: Path) -> None:
        """Open or make the file. Raises StoreError; a file that is broken is for :func:`open_store`."""
        try:
            self._writing = _connect(path, PATIENCE)
            try:
                _bring_up_to_date(self._writing, path)
                self._reading = _connect(path, HASTE)
            except BaseException:
                self._writing.close()
                raise
        except sqlite3.OperationalError as error:
            raise StoreError(f"{path}: {error}") from error

    def recall(self, digest: str) -> ExactResult | None:
        """What is known exactly about the position of that digest. Raises StoreError."""
        query = "SELECT digest, variant, position, exact, moves, lines FROM solved WHERE digest = ?"
        try:
            row = self._reading.execute(query, (digest,)).fetchone()
        except sqlite3.Error as error:
            raise StoreError(f"cannot read an exact result: {error}") from error
        if row is None:
            return None
        digest, variant, position, exact, moves, lines = row
        return ExactResult(
            digest=digest,
            variant=variant,
            position=position,
            exact=exact,
            moves=moves,
            lines=read_lines(lines),
        )

    def recall_analysis(self, digest: str) -> KeptAnalysis | None:
        """The deepest analysis of the position of that digest. Raises StoreError."""
        try:
            return analysis_table.recall(self._reading, digest)
        except (sqlite3.Error, msgspec.MsgspecError) as error:
            raise StoreError(f"cannot read an analysis: {error}") from error

    def kept(self) -> tuple[Kept, ...]:
        """Client, name and log of every kept session. Raises StoreError."""
        logs: dict[tuple[bytes, str], list[Step]] = {}
        query = "SELECT client, session, step FROM steps ORDER BY client, session, number"
        try:
            for client, session, step in self._reading.execute(query):
                logs.setdefault((client, session), []).append(read_step(step))
        except (sqlite3.Error, msgspec.MsgspecError) as error:
            raise StoreError(f"cannot read the kept sessions: {error}") from error
        return tuple((client, session, tuple(log)) for (client, session), log in logs.items())

    def book(self, variant: Variant, on_trouble: Callable[[str], None]) -> Book:
        """The book of a variant as it is now, for a short look; what cannot be read is reported."""
        return Book(
            variant,
            GlancedBookStore(self._reading, variant, lambda error: on_trouble(f"cannot read the book: {error}")),
        )

    def write(self, saves: Sequence[Save]) -> int:
        """Write all of it, or nothing; the number of games kept comes back. Raises StoreError."""
        with self._transaction() as books:
            for save in saves:
                self.put(save, books)
        return self.count_games()

    def change(self, work: Callable[[Store, BookStores], T]) -> T:
        """Do something to books, all of it or nothing; what comes back is what ``work`` returns. Raises StoreError,
        and what ``work`` raises.
        """
        with self._transaction() as books:
            return work(self, books)

    def add_game(
        self, books: BookStores, positions: Sequence[Position], moves: Sequence[str], result: str, plies: int
    ) -> tuple[bool, int]:
        """Within :meth:`change`: keep a game, and count so many plies of it in the book, once.

        Whether the game is new, and how many positions of the book are.
        """
        variant, first = positions[0].variant, positions[0]
        which = (variant.digest, format_position(first), " ".join(moves))
        new = self._writing.execute(
            "INSERT OR IGNORE INTO games (saved_at, variant, digest, start, moves, result) VALUES (?, ?, ?, ?, ?, ?)",
            (time.time(), variant.name, *which, result),
        ).rowcount
        where = "WHERE digest = ? AND start = ? AND moves = ?"
        if result and not new:  # it may have been kept before it had ended
            self._writing.execute(f"UPDATE games SET result = ? {where}", (result, *which))
        (booked,) = self._writing.execute(f"SELECT booked FROM games {where}", which).fetchone()
        added = 0
        if booked < min(plies + 1, len(positions)) and not unbookable(variant):
            part = positions[: plies + 1]
            added = books.book(variant).add_game(part, counted=booked)
            self._writing.execute(f"UPDATE games SET booked = ? {where}", (len(part), *which))
        return new == 1, added

    def put(self, save: Save, books: BookStores) -> None:
        """Within :meth:`change`: write something."""
        match save:
            case SaveSolved(known):
                self._write_solved(known)
            case SaveKnown(kept):
                analysis_table.keep(self._writing, kept)
            case SaveGame():
                self.add_game(books, save.positions, save.moves, save.result, LEARNT_PLIES)
                for analysis in save.analyses:
                    self.put(analysis, books)
            case SaveAnalysis(position):
                books.book(position.variant).learn(position, save.lines, proven=save.proven, add=save.add)
            case SaveStep():
                self._write_step(save, time.time())
            case ForgetSession(client, session):
                self._writing.execute("DELETE FROM steps WHERE client = ? AND session = ?", (client, session))

    def count_games(self) -> int:
        """Games kept. Raises StoreError."""
        try:
            return int(self._writing.execute("SELECT count(*) FROM games").fetchone()[0])
        except sqlite3.Error as error:
            raise StoreError(f"cannot count the games: {error}") from error

    def close(self) -> None:
        """Close the file; the log is folded into it."""
        self._reading.close()
        self._writing.close()

    @contextmanager
    def _transaction(self) -> Iterator[BookStores]:
        try:
            with self._writing:
                self._writing.execute("BEGIN IMMEDIATE")
                books = BookStores(self._writing)
                yield books
                books.flush()
        except sqlite3.Error as error:
            raise StoreError(f"cannot write: {error}") from error

    def _write_solved(self, known: ExactResult) -> None:
        """Another process may have been here first and know more."""
        self._writing.execute(
            "INSERT INTO solved VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (digest) DO UPDATE"
            " SET score = excluded.score, best = excluded.best, exact = excluded.exact,"
            " lines = excluded.lines WHERE excluded.exact > exact",
            (
                known.digest,
                known.variant,
                known.position,
                known.score,
                known.lines[0].move,
                known.exact,
                known.moves,
                msgspec.json.encode(known.lines),
            ),
        )

    def _write_step(self, save: SaveStep, now: float) -> None:
        _note_day(self._writing)
        which = (save.client, save.session)
        if save.first:
            self._writing.execute("DELETE FROM steps WHERE client = ? AND session = ?", which)
        self._writing.execute(
            "INSERT INTO steps SELECT ?1, ?2, 1 + coalesce(max(number), 0), ?3, ?4"
            " FROM steps WHERE client = ?1 AND session = ?2",
            (*which, now, msgspec.json.encode(save.step)),
        )


def open_store(path: Path) -> tuple[Store, str]:
    """The store at a path, made if need be, and a warning, empty when all is well.

    A file that is no store, or a broken one, is moved aside and never deleted. Raises StoreError when the
    file cannot be opened, or is of a newer version.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            return Store(path), ""
        except sqlite3.DatabaseError as error:
            aside = _set_aside(path)
            return Store(path), f"{path} is broken ({error}); it is kept as {aside} and a new store begun"
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror or error}") from error
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {error}") from error


def _connect(path: Path, patience: float) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=patience, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def _bring_up_to_date(connection: sqlite3.Connection, path: Path) -> None:
    """Make the tables if they are not there. Raises StoreError when they are of a later version."""
    connection.execute("PRAGMA journal_mode = WAL")
    problems = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if problems != "ok":
        raise sqlite3.DatabaseError(problems)
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > VERSION:
        raise StoreError(f"{path} is of version {version}; this program knows up to {VERSION}")
    if version < VERSION:
        _create(connection)
    _note_day(connection)
    connection.execute(
        "DELETE FROM steps WHERE (client, session) IN (SELECT client, session FROM steps GROUP BY client, session"
        f" HAVING (SELECT count(*) FROM days WHERE day > max(steps.saved_at) / {DAY}) > ?)",
        (KEPT_DAYS,),
    )


def _note_day(connection: sqlite3.Connection) -> None:
    connection.execute("INSERT OR IGNORE INTO days VALUES (?)", (int(time.time() // DAY),))


def _create(connection: sqlite3.Connection) -> None:
    """Make the tables that are not there yet, unless another process does so at the same moment."""
    connection.execute("BEGIN IMMEDIATE")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    for step in _STEPS[version:]:
        for statement in _statements(step):
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {max(version, VERSION)}")
    connection.execute("COMMIT")


def _statements(script: str) -> Iterable[str]:
    """One statement after the other: ``executescript`` would commit in between."""
    return [statement for statement in script.split(";\n") if statement.strip()]


def _set_aside(path: Path) -> Path:
    """Move a broken file, and its log, to a name that says so."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    aside = path.with_name(f"{path.name}.broken-{stamp}")
    for suffix in ("", "-wal", "-shm"):
        part = path.with_name(path.name + suffix)
        if part.exists():
            part.rename(aside.with_name(aside.name + suffix))
    return aside
