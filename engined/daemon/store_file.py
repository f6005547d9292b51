"""The store's file as a whole: checked, compacted and copied, also while daemons use it."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import msgspec

from . import analysis_table
from .book_store import read_node
from .store import VERSION, StoreError, read_lines, read_step

PATIENCE = 30.0
"""Seconds to wait for daemons that write."""
MOST_PROBLEMS = 20
"""So many are named; a broken file has no end of them."""

Counts = dict[str, int]
"""How much of each kind of thing there is, by its name in the plural."""

_COUNTS = {
    "exact results": "SELECT count(*) FROM solved",
    "analyses": "SELECT count(*) FROM analyses",
    "games": "SELECT count(*) FROM games",
    "book positions": "SELECT count(*) FROM book_nodes",
    "kept sessions": "SELECT count(*) FROM (SELECT DISTINCT client, session FROM steps)",
}


@contextmanager
def opened(path: Path, *, write: bool = False, tables: bool = True) -> Iterator[sqlite3.Connection]:
    """A connection to a store that exists and, where its ``tables`` are to be read, is of this version.

    Raises StoreError, also for what goes wrong then.
    """
    if not path.is_file():
        raise StoreError(f"{path}: there is no such file")
    uri = f"{path.absolute().as_uri()}?mode={'rw' if write else 'ro'}"
    try:
        with closing(sqlite3.connect(uri, uri=True, timeout=PATIENCE, isolation_level=None)) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if tables and version != VERSION:
                wanted = f"this program's are of version {VERSION}"
                raise StoreError(
                    f"{path} has tables of version {version}; {wanted} (a daemon brings older ones up to it)"
                )
            yield connection
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {error}") from error


def check(path: Path) -> list[str]:
    """What is wrong with a store: every page and every row is read. Raises StoreError when it cannot be opened."""
    with opened(path) as connection:
        rows = connection.execute(f"PRAGMA integrity_check({MOST_PROBLEMS})").fetchall()
        problems = [problem for (problem,) in rows if problem != "ok"]
        if not problems:
            for problem in _unreadable(connection):
                problems.append(problem)
                if len(problems) == MOST_PROBLEMS:
                    break
        return problems


def _unreadable(connection: sqlite3.Connection) -> Iterator[str]:
    """The rows that SQLite reads and nobody understands."""
    readers = (
        ("exact result", "SELECT digest, lines FROM solved", read_lines),
        ("analysis", "SELECT digest, lines FROM analyses", analysis_table.read_lines),
        ("book position", "SELECT key, node FROM book_nodes", read_node),
        ("ply of the kept session", "SELECT session || ' ' || number, step FROM steps", read_step),
    )
    for what, query, read in readers:
        for name, content in connection.execute(query):
            try:
                read(content)
            except msgspec.MsgspecError as error:
                yield f"the {what} {name} cannot be read: {error}"


def counts(path: Path) -> Counts:
    """What is in a store. Raises StoreError."""
    with opened(path) as connection:
        return {name: int(connection.execute(query).fetchone()[0]) for name, query in _COUNTS.items()}


def compact(path: Path) -> tuple[int, int]:
    """Write the file anew without its gaps: its bytes before and after. Raises StoreError.

    It takes as much room again while it lasts, and daemons can read meanwhile, and not write.
    """
    with opened(path, write=True, tables=False) as connection:
        before = size(path)
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return before, size(path)


def backup(path: Path, target: Path) -> None:
    """Copy a store of any version as it is at one moment, while daemons may write: checked, in one file, and for its
    owner alone.

    An older file of that name is replaced once the copy is whole. Raises StoreError.
    """
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        os.close(handle)
    except OSError as error:
        raise StoreError(f"{target}: {error.strerror or error}") from error
    try:
        with opened(path, tables=False) as connection, closing(sqlite3.connect(name, isolation_level=None)) as copy:
            connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE").fetchone()
            (problem,) = copy.execute("PRAGMA quick_check(1)").fetchone()
        if problem != "ok":
            raise StoreError(f"{path} is broken, and so is a copy of it: {problem}")
        _sync(Path(name))
        os.replace(name, target)
        _sync(target.parent)
    except OSError as error:
        raise StoreError(f"{target}: {error.strerror or error}") from error
    finally:
        with suppress(FileNotFoundError):
            os.unlink(name)


def size(path: Path) -> int:
    """The bytes of a store on disk, with what is not folded into the file yet."""
    parts = (path, path.with_name(f"{path.name}-wal"))
    return sum(part.stat().st_size for part in parts if part.exists())


def _sync(path: Path) -> None:
    """Have a file, or the names in a folder, on disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
