"""A store whose file is broken, made anew of all rows in it that can be read."""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path

from . import damage
from .pages import PAGE, find_rows, read_pages
from .tables import ASIDE, Tell, create
from .versions import MARK, VERSION

WORDS = b"SQLite format 3\0"
"""The bytes that the file begins with."""
FORMATS = (b"\x10\0\1\1", b"\x10\0\2\2")
"""Next: that pages have 4096 bytes, and whether there is a write-ahead log."""
FRACTIONS = bytes((64, 32, 32))
"""The bytes that the file format fixes at the place 21."""


class InUse(Exception):
    """Another process has the broken file open: it cannot be replaced."""


def check_header(path: Path) -> None:
    """Raise DatabaseError where the fixed part of the file's header is not as it must be; SQLite believes it."""
    with path.open("rb") as file:
        header = file.read(100)
    if not header:
        return
    if not header.startswith(WORDS[:16]):
        raise sqlite3.DatabaseError("file is not a database")
    if header[16:20] not in FORMATS or header[21:24] != FRACTIONS:
        raise sqlite3.DatabaseError("its header cannot be")


def salvage(path: Path, tell: Tell) -> str:
    """Put a store with all rows that can be read in the place of a broken one, which is kept beside it: what was done,
    in words. ``tell`` is told of each row that cannot be read. Raises InUse, OSError and sqlite3.Error.
    """
    if _in_use(path):
        raise InUse(f"{path} is broken, and another process has it open: end that, and it is mended")
    made = path.with_name(f"{path.name}.salvaged")
    made.unlink(missing_ok=True)
    os.close(os.open(made, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    with closing(sqlite3.connect(made, isolation_level=None)) as connection:
        count = read_into(connection, path, tell)
    aside = _replace(path, made)
    what = f"its {count} rows that can be read are in a new one" if count else "a new store begun"
    return f"it is kept as {aside} and {what}"


def read_into(connection: sqlite3.Connection, path: Path, tell: Tell) -> int:
    """Make a store, in an empty database, of what can be read of a broken one: how many rows that is. Raises OSError
    and sqlite3.Error.
    """
    found = find_rows(read_pages(path.read_bytes(), _log(path).read_bytes() if _log(path).exists() else b""))
    connection.execute(f"PRAGMA page_size = {PAGE}")
    connection.execute("BEGIN IMMEDIATE")
    create(connection)
    for table, rows in found.rows.items():
        for number in sorted(rows):
            table.put(connection, rows[number])
    for name in found.losses:
        ASIDE.put(connection, (ASIDE.next_number(connection), time.time(), name, b""))
        tell(name)
    damage.link_anew(connection)
    damage.mend(connection, tell)
    connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute(f"PRAGMA application_id = {MARK | VERSION}")
    connection.execute("COMMIT")
    return sum(map(len, found.rows.values()))


def _in_use(path: Path) -> bool:
    """Whether another process has the file open as a store: it would spoil the new one."""
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
        try:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            return bool(error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY)
    return False


def _replace(path: Path, made: Path) -> Path:
    """Put a new file in the place of a broken one at one moment; the name under which that is kept."""
    stamp, number = time.strftime("%Y%m%d-%H%M%S"), 1
    while (aside := path.with_name(f"{path.name}.broken-{stamp}-{number}")).exists():
        number += 1
    try:
        os.link(path, aside)
    except OSError:
        shutil.copyfile(path, aside)
    if _log(path).exists():
        _log(path).rename(_log(aside))
    with suppress(FileNotFoundError):
        path.with_name(f"{path.name}-shm").unlink()
    os.replace(made, path)
    return aside


def _log(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")
