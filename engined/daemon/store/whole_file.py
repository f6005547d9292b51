"""The store's file as a whole: checked, compacted and copied, also while daemons use it."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import islice
from pathlib import Path

from engined_protocol.words import counted

from .damage import check_schema, check_structure, problems
from .salvage import check_header, read_into
from .store import StoreError
from .tables import Tell, text
from .versions import VERSION, version_of

PATIENCE = 30.0
"""Seconds to wait for daemons that write."""
MOST_PROBLEMS = 20
"""The most problems that are named; a broken file has no end of them."""

ASIDE = "rows kept aside"
"""The name of the rows that could not be read; they are told of where there are any."""
SINGULAR = {"analyses": "analysis", ASIDE: "row kept aside"}
Counts = dict[str, int]
"""How much of each kind of thing there is, by its name in the plural."""

_COUNTS = {
    "exact results": "SELECT count(*) FROM solved",
    "analyses": "SELECT count(*) FROM analyses",
    "games": "SELECT count(*) FROM games",
    "book positions": "SELECT count(*) FROM book_nodes",
    "kept sessions": "SELECT count(*) FROM (SELECT DISTINCT client, session FROM steps)",
    ASIDE: "SELECT count(*) FROM aside",
}


class OtherVersion(StoreError):
    """The tables are not those of this version."""


@contextmanager
def opened(path: Path, *, write: bool = False, tables: bool = True) -> Iterator[sqlite3.Connection]:
    """A connection to a store that exists and, where its ``tables`` are to be read, is of this version.

    Raises StoreError, also for what goes wrong then.
    """
    if not path.is_file():
        raise StoreError(f"{path}: there is no such file")
    uri = f"{path.absolute().as_uri()}?mode={'rw' if write else 'ro'}"
    try:
        check_header(path)
        with closing(sqlite3.connect(uri, uri=True, timeout=PATIENCE, isolation_level=None)) as connection:
            connection.text_factory = text
            version = version_of(connection)
            if tables and version != VERSION:
                wanted = f"this program's are of version {VERSION}"
                raise OtherVersion(
                    f"{path} has tables of version {version}; {wanted} (a daemon brings older ones up to it)"
                )
            yield connection
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {error}") from error


@contextmanager
def salvaged(path: Path, tell: Tell) -> Iterator[sqlite3.Connection]:
    """A connection to all that can be read of a store: where its structure is broken, to a copy that is made of what
    is found on its pages. ``tell`` is told what cannot be read then. Raises StoreError.
    """
    if not (why := _broken(path)):
        with opened(path) as connection:
            yield connection
        return
    with closing(sqlite3.connect("", isolation_level=None)) as connection:
        if not read_into(connection, path, tell):
            raise StoreError(f"{path}: {why}")
        yield connection


def _broken(path: Path) -> str:
    """Why SQLite cannot read a file as a store; empty if it can. Raises StoreError where it is none of this version."""
    try:
        with opened(path) as connection:
            check_structure(connection)
            check_schema(connection)
    except StoreError as error:
        if isinstance(error.__cause__, sqlite3.Error):
            return str(error.__cause__)
        raise
    return ""


def check(path: Path) -> list[str]:
    """What is wrong with a store: every page and every row is read. Raises StoreError when it cannot be opened."""
    with opened(path) as connection:
        return _faults(connection)


def _faults(connection: sqlite3.Connection) -> list[str]:
    rows = connection.execute(f"PRAGMA integrity_check({MOST_PROBLEMS})").fetchall()
    if rows != [("ok",)]:
        return [problem for (problem,) in rows]
    check_schema(connection)
    return list(islice(problems(connection, thorough=True), MOST_PROBLEMS))


def counts(path: Path) -> Counts:
    """What is in a store. Raises StoreError."""
    with opened(path) as connection:
        return {name: int(connection.execute(query).fetchone()[0]) for name, query in _COUNTS.items()}


def told(counts: Counts) -> str:
    """What there is, in words."""
    return ", ".join(
        counted(number, SINGULAR.get(what, what.removesuffix("s")), what)
        for what, number in counts.items()
        if number or what != ASIDE
    )


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
            copy.text_factory = text
            check_structure(copy)
            faults = _faults(copy) if version_of(copy) == VERSION else []
        if faults:
            raise StoreError(f"{path} is broken, and so is a copy of it: {faults[0]}")
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
