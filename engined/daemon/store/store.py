"""The store: exact results, deep analyses, games, books and kept sessions in one SQLite file.

Every write is a transaction in a write-ahead log, synced before it counts: what is reported as written
survives ``kill -9`` and loss of power. Several processes may share a file.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from engined.book.book import Book
from engined.book.folding import unbookable
from engined.book.given import Given, laid, nothing_given
from engined.rules.position import Position, format_position
from engined.service.events import CutLog, ForgetSession, Save, SaveAnalysis, SaveGame, SaveKnown, SaveSolved, SaveStep
from engined.service.exact_results import ExactResult
from engined.service.kept_analyses import KeptAnalysis
from engined.service.sessions.session import Kept
from engined.variants.model import Variant

from . import analyses as analysis_table
from . import rows as store_rows
from .books import BookStores, GlancedBookStore
from .damage import check_schema, check_structure, claim, mend, problems, readable_rows
from .salvage import InUse, check_header, salvage
from .tables import ANALYSES, GAMES, SOLVED, STEPS, CheckedTable, Row, Tell, text
from .versions import VERSION, Foreign, bring_up_to_date, version_of
from .write_ahead_log import mend_log

T = TypeVar("T")

KEPT_DAYS = 90
"""Kept sessions that nobody touched on more days than that, of those on which the store was open, are forgotten. A
clock that jumps makes one day of any number."""
DAY = 86_400
"""The seconds of a day."""
PATIENCE = 5.0
"""Seconds to wait for another process that writes."""
LEARNT_PLIES = 30
"""The first plies of a game that is learnt become part of the book: later on, searching is better than remembering."""
HASTE = 0.05
"""Seconds that a reader may wait: with a write-ahead log it hardly ever does."""
REPLACED = " (one of its name was begun while the store could not be opened)"
ANOTHERS = " (another daemon wrote it; one of its name was begun)"
LAST_STEP = "WHERE client = ? AND session = ? ORDER BY place DESC LIMIT 1"
UNFIT = " (it cannot follow those before it)"
FOREIGN, DAMAGED = -1, -2
"""The ends of logs that are not as this store left them, and whose last step cannot be read; no checksum is below 0."""
PASSING = (
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
)
"""The errors of SQLite for a file that can be used at another time."""
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EMFILE, errno.ENFILE, errno.ENOMEM)
"""The errors of the system then."""


class StoreError(Exception):
    """The store cannot be used, and why."""


class Broken(StoreError):
    """The file's structure is broken: opened again, it is mended."""


class Passing(StoreError):
    """The store cannot be used now, as when a disk is full: it is worth another try."""


class Store:
    """An open store. Reading and writing may each belong to a thread of their own."""

    def __init__(self, path: Path, tell: Tell, given: Given) -> None:
        """Open or make the file. ``tell`` is told of all that cannot be read any more; ``given`` are the books beneath
        those of the file. Raises StoreError and, where the file is broken, sqlite3.Error: that is for
        :func:`open_store`.
        """
        self._tell = tell
        self._given = given
        self._ends: dict[tuple[bytes, str], int | None] = {}
        """The ends of kept sessions' logs, by client and session, as this store has read or written them: the checksum
        of the last step, None where there is no log any more, or FOREIGN."""
        self._new_ends: dict[tuple[bytes, str], int | None] = {}
        """The ends that the transaction under way gives to logs."""
        self._writing = _connect(path, PATIENCE)
        try:
            _bring_up_to_date(self._writing, path, tell)
            self._reading = _connect(path, HASTE)
        except BaseException:
            self._writing.close()
            raise

    def recall(self, digest: str) -> ExactResult | None:
        """What is known exactly about the position of that digest. Raises StoreError."""
        return next(map(store_rows.exact_result, self._rows(SOLVED, "WHERE digest = ?", digest)), None)

    def recall_analysis(self, digest: str) -> KeptAnalysis | None:
        """The deepest analysis of the position of that digest. Raises StoreError."""
        return next(map(store_rows.kept_analysis, self._rows(ANALYSES, "WHERE digest = ?", digest)), None)

    def _rows(self, table: CheckedTable, which: str, *values: str) -> list[Row]:
        """Those that can be read; of the others it is told."""
        try:
            return list(readable_rows(self._reading, table, which, self._tell, values))
        except sqlite3.Error as error:
            raise _failed("read", error) from error

    def kept(self) -> tuple[Kept, ...]:
        """Client, name and log of every kept session, which may be gone on with. Raises StoreError."""
        logs = list(store_rows.logs(self._rows(STEPS, "ORDER BY client, session, place")))
        self._ends |= {which: _end(log[-1]) for which, log in logs}
        return tuple((client, session, tuple(map(store_rows.step, log))) for (client, session), log in logs)

    def go_on_from(self, store: Store) -> None:
        """Go on with the kept sessions of another store, which was this file's."""
        self._ends |= store._ends

    def has_lost(self, client: bytes, session: str) -> bool:
        """Tell whether the log of a kept session is not as this store left it, as where another daemon has begun or
        gone on with one of its name: its steps are not written, until it begins anew.
        """
        return self._ends.get((client, session)) == FOREIGN

    def book(self, variant: Variant, on_trouble: Callable[[str], None]) -> Book:
        """The book of a variant as it is now, for a short look, over the one that is given; what cannot be read is
        reported.
        """
        own = GlancedBookStore(
            self._reading, variant, self._tell, lambda error: on_trouble(f"cannot read the book: {error}")
        )
        return Book(variant, laid(own, self._given(variant)))

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
        row = claim(self._writing, GAMES, "WHERE digest = ? AND start = ? AND moves = ?", which, self._tell)
        new = row is None
        number = GAMES.next_number(self._writing) if row is None else row[0]
        saved_at, said, booked = (time.time(), "", 0) if row is None else (row[1], row[6], row[7])
        added, wanted = 0, min(plies + 1, len(positions))
        if booked < wanted and not unbookable(variant):
            added = books.book(variant).add_game(positions[:wanted], counted=booked)
            booked = wanted
        now = (number, saved_at, variant.name, *which, result or said, booked)  # kept before it had ended, perhaps
        if now != row:
            GAMES.put(self._writing, now)
        return new, added

    def put(self, save: Save, books: BookStores) -> None:
        """Within :meth:`change`: write something."""
        match save:
            case SaveSolved(known):
                self._write_solved(known)
            case SaveKnown(kept):
                analysis_table.keep(self._writing, kept, self._tell)
            case SaveGame():
                self.add_game(books, save.positions, save.moves, save.result, LEARNT_PLIES)
                for analysis in save.analyses:
                    self.put(analysis, books)
            case SaveAnalysis(position):
                books.book(position.variant).learn(position, save.lines, proven=save.proven, add=save.add)
            case SaveStep():
                self._write_step(save, time.time())
            case ForgetSession(client, session):
                if not self._is_anothers(client, session):
                    self._forget(client, session)
                self._new_ends[client, session] = None
            case CutLog(client, session, steps):
                if not self._is_anothers(client, session):
                    self._set_log_aside(client, session, UNFIT, after=steps)
                    self._new_ends[client, session] = self._end_on_disk(client, session)

    def set_log_aside(self, client: bytes, session: str) -> None:
        """Keep the log of a kept session aside: another has its name now. Raises StoreError."""
        with self._transaction():
            self._set_log_aside(client, session, REPLACED)

    def _set_log_aside(self, client: bytes, session: str, why: str, after: int = 0) -> None:
        which = (client, session, after)
        for row, _ in list(STEPS.rows(self._writing, "WHERE client = ? AND session = ? AND place > ?", which)):
            STEPS.set_aside(self._writing, row, self._tell, why)

    def count_games(self) -> int:
        """Games kept. Raises StoreError."""
        try:
            return int(self._writing.execute("SELECT count(*) FROM games").fetchone()[0])
        except sqlite3.Error as error:
            raise _failed("count the games", error) from error

    def close(self) -> None:
        """Close the file; the log is folded into it."""
        self._reading.close()
        self._writing.close()

    @contextmanager
    def _transaction(self) -> Iterator[BookStores]:
        self._new_ends.clear()
        try:
            with self._writing:
                self._writing.execute("BEGIN IMMEDIATE")
                books = BookStores(self._writing, self._tell, self._given)
                yield books
                books.flush()
            self._ends |= self._new_ends
        except sqlite3.Error as error:
            raise _failed("write", error) from error

    def _write_solved(self, known: ExactResult) -> None:
        """Another process may have been here first and know more."""
        row = claim(self._writing, SOLVED, "WHERE digest = ?", (known.digest,), self._tell)
        if row is None or known.betters(store_rows.exact_result(row)):
            number = SOLVED.next_number(self._writing) if row is None else row[0]
            SOLVED.put(self._writing, store_rows.row_of_result(number, known))

    def _write_step(self, save: SaveStep, now: float) -> None:
        _note_day(self._writing)
        which = (save.client, save.session)
        if not save.first and self._end_on_disk(*which) != self._end_known(*which):
            self._new_ends[which] = FOREIGN
            return
        if save.first and self._is_anothers(*which):
            self._set_log_aside(*which, ANOTHERS)
        elif save.first:
            self._forget(*which)
        last = claim(self._writing, STEPS, LAST_STEP, which, self._tell)
        place, before = (1, None) if last is None else (last[3] + 1, last[5])
        number, step = STEPS.next_number(self._writing), store_rows.to_json(save.step)
        row = (number, *which, place, now, step, before)
        STEPS.put(self._writing, row)
        self._new_ends[which] = _end(row)

    def _end_known(self, client: bytes, session: str) -> int | None:
        """The end of a log as this store left it."""
        which = (client, session)
        return self._new_ends[which] if which in self._new_ends else self._ends.get(which)

    def _end_on_disk(self, client: bytes, session: str) -> int | None:
        """The end of a log as it is."""
        for row, sound in STEPS.rows(self._writing, LAST_STEP, (client, session)):
            return _end(row) if sound else DAMAGED
        return None

    def _is_anothers(self, client: bytes, session: str) -> bool:
        """Tell whether somebody else has written the log of a session, or gone on with it."""
        return self._end_on_disk(client, session) not in (self._end_known(client, session), DAMAGED)

    def _forget(self, client: bytes, session: str) -> None:
        """Delete a log; steps of it that cannot be read are kept aside."""
        for row, sound in list(STEPS.rows(self._writing, "WHERE client = ? AND session = ?", (client, session))):
            if sound:
                STEPS.drop(self._writing, row[0])
            else:
                STEPS.set_aside(self._writing, row, self._tell)


def open_store(path: Path, tell: Tell = lambda name: None, given: Given = nothing_given) -> tuple[Store, str]:
    """The store at a path, made if need be, for its owner alone; and a warning, empty when all is well. ``given`` are
    the books beneath its own.

    Rows that cannot be read are kept aside in it, and named to ``tell``. A file whose structure is broken, or that is
    no store, is kept aside whole, and a new one begun with all rows in it that can be read. Raises StoreError when the
    file cannot be opened (Passing, where that may change), or is of a newer version.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _make_private(path)
        warnings = [mend_log(path)]
        try:
            check_header(path)
            store = Store(path, tell, given)
        except sqlite3.Error as error:
            if _code(error) in PASSING:
                raise
            warnings.append(f"{path} is broken ({error}); {salvage(path, tell)}")
            store = Store(path, tell, given)
        return store, "; ".join(filter(None, warnings))
    except OSError as error:
        kind = Passing if error.errno in NO_ROOM else StoreError
        raise kind(f"{path}: {error.strerror or error}") from error
    except InUse as error:
        raise Passing(str(error)) from error
    except sqlite3.Error as error:
        kind = Passing if _code(error) in PASSING else StoreError
        raise kind(f"{path}: {error}") from error


def _end(row: Row) -> int:
    """Return what the last step of a log is known by, also where its row has got another number."""
    place, saved_at, step = row[3:6]
    return zlib.crc32(store_rows.to_msgpack((place, saved_at, step)))


def _failed(what: str, error: sqlite3.Error) -> StoreError:
    kind = Broken if _code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) else StoreError
    return kind(f"cannot {what}: {error}")


def _code(error: sqlite3.Error) -> int:
    """What went wrong, in SQLite's terms."""
    return int(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)) & 0xFF


def _make_private(path: Path) -> None:
    """Make the file, and have nobody else read it, nor what SQLite has beside it. Raises OSError."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    for part in (path, *(path.with_name(path.name + suffix) for suffix in ("-wal", "-shm"))):
        if part.exists():
            state = part.stat()
            if stat.S_ISREG(state.st_mode) and state.st_uid == os.geteuid() and stat.S_IMODE(state.st_mode) != 0o600:
                part.chmod(0o600)


def _connect(path: Path, patience: float) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=patience, isolation_level=None, check_same_thread=False)
    connection.text_factory = text
    try:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def _bring_up_to_date(connection: sqlite3.Connection, path: Path, tell: Tell) -> None:
    """Make the tables if they are not there, and see that all can be read. Raises StoreError when they are of a later
    version, and DatabaseError where the file is broken.
    """
    connection.execute("PRAGMA journal_mode = WAL")
    check_structure(connection)
    version = version_of(connection)
    if version > VERSION:
        raise StoreError(f"{path} is of version {version}; this program knows up to {VERSION}")
    if version < VERSION:
        try:
            bring_up_to_date(connection, tell)
        except Foreign as error:
            raise StoreError(f"{path}: {error}") from error
    check_schema(connection)
    if next(problems(connection), None) is not None:
        _in_transaction(connection, lambda: mend(connection, tell))
    with suppress(sqlite3.OperationalError):  # a disk that is full is no reason not to read
        _in_transaction(connection, lambda: _forget_old(connection))


def _in_transaction(connection: sqlite3.Connection, work: Callable[[], None]) -> None:
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        work()


def _forget_old(connection: sqlite3.Connection) -> None:
    """Forget kept sessions that nobody touched for long."""
    _note_day(connection)
    connection.execute(
        "DELETE FROM steps WHERE (client, session) IN (SELECT client, session FROM steps GROUP BY client, session"
        f" HAVING (SELECT count(*) FROM days WHERE day > max(steps.saved_at) / {DAY}) > ?)",
        (KEPT_DAYS,),
    )


def _note_day(connection: sqlite3.Connection) -> None:
    connection.execute("INSERT OR IGNORE INTO days VALUES (?)", (int(time.time() // DAY),))
