"""The tables of earlier versions, brought up to those of this one."""

from __future__ import annotations

import sqlite3

from . import damage, rows
from .tables import ANALYSES, GAMES, NODES, SOLVED, STEPS, CheckedTable, Tell, create

VERSION = 6
"""The version of the tables; an older file is brought up to it, a newer one is left alone."""
FIRST_WITH_CHECKSUMS = 6
MARK = int.from_bytes(b"eng\0", "big")
"""The number by which the file says a second time what it is, the version included: one bad bit does not make it pass
for one of another version."""

_ROWS: dict[CheckedTable, tuple[int, str]] = {
    SOLVED: (1, "SELECT digest, variant, position, exact, moves, CAST(lines AS BLOB) FROM old_solved ORDER BY digest"),
    ANALYSES: (
        4,
        "SELECT digest, variant, position, depth, best, seconds, CAST(lines AS BLOB) FROM old_analyses ORDER BY number",
    ),
    GAMES: (2, "SELECT saved_at, variant, digest, start, moves, result, booked FROM old_games ORDER BY number"),
    NODES: (2, "SELECT key, digest, variant, node FROM old_book_nodes JOIN old_books ON book = number"),
    STEPS: (
        1,
        "SELECT client, session, row_number() OVER (PARTITION BY client, session ORDER BY number), saved_at,"
        " CAST(step AS BLOB), NULL FROM old_steps",
    ),
}
"""How the rows of each table are read from one of version 1 to 5, and from which version on there are such."""
_GAMES_OF_VERSION_1 = "SELECT saved_at, variant, digest, start, moves, result, 0 FROM old_games ORDER BY number"
_FIRST_WITH_ALL_TIES = 3
"""Before it, exact results among more than two sides hung on how ties were broken."""


class Foreign(Exception):
    """A database that is no store."""


def version_of(connection: sqlite3.Connection) -> int:
    """The version of a file's tables; 0: it has none. Raises DatabaseError where the file contradicts itself."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    if mark != (MARK | version if version >= FIRST_WITH_CHECKSUMS else 0):
        raise sqlite3.DatabaseError("its header contradicts itself")
    return int(version)


def bring_up_to_date(connection: sqlite3.Connection, tell: Tell) -> None:
    """Make the tables, or make them of older ones, unless another process does so at the same moment. What cannot be
    read is kept aside. Raises sqlite3.Error and Foreign.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = version_of(connection)
        if version < VERSION:
            names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            if names and not version:
                raise Foreign("it is a database of something else")
            connection.execute("DROP INDEX IF EXISTS book_pages")
            for name in names:
                connection.execute(f"ALTER TABLE {name} RENAME TO old_{name}")
            create(connection)
            if version:
                _copy(connection, version, tell)
            for name in names:
                connection.execute(f"DROP TABLE old_{name}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
            connection.execute(f"PRAGMA application_id = {MARK | VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _copy(connection: sqlite3.Connection, version: int, tell: Tell) -> None:
    if version < _FIRST_WITH_ALL_TIES:
        connection.execute("DELETE FROM old_solved WHERE CAST(lines AS TEXT) LIKE '%\"outlook\"%'")
    if version >= 5:
        connection.execute("INSERT INTO days SELECT day FROM old_days")
    for table, (first, query) in _ROWS.items():
        if table is GAMES and version < first:
            query = _GAMES_OF_VERSION_1
        elif version < first:
            continue
        for number, columns in enumerate(connection.execute(query), 1):
            row = columns if table is NODES else (number, *columns)
            if rows.readable(table, row):
                table.put(connection, row)
            else:
                table.set_aside(connection, row, tell)
    damage.link_anew(connection)
    damage.mend(connection, tell)
