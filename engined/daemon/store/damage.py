"""Rows of the store that went bad: found, named, and kept aside, so that all others can be used."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import cache
from itertools import groupby

from . import rows as store_rows
from .tables import NODES, STEPS, TABLES, CheckedTable, Row, Tell, create, links_checksum

AFTER = " (it follows one that is lost)"
KNOWN = " (the one after it tells of it too: nothing is lost)"


def check_structure(connection: sqlite3.Connection) -> None:
    """Read every page and every index. Raises sqlite3.Error where they do not fit together."""
    (problem,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if problem != "ok":
        raise sqlite3.DatabaseError(problem)


def check_schema(connection: sqlite3.Connection) -> None:
    """Raise DatabaseError where the tables are not as this version makes them."""
    if _schema(connection) != _schema_as_made():
        raise sqlite3.DatabaseError("its tables are not those of a store")


def _schema(connection: sqlite3.Connection) -> list[Row]:
    return connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name").fetchall()


@cache
def _schema_as_made() -> list[Row]:
    with closing(sqlite3.connect(":memory:")) as connection:
        create(connection)
        return _schema(connection)


def claim(connection: sqlite3.Connection, table: CheckedTable, where: str, values: Row, tell: Tell) -> Row | None:
    """The row that a clause chooses, to be written anew; one that cannot be read is kept aside, and counts as none."""
    for row, sound in list(table.rows(connection, where, values)):
        if sound and store_rows.readable(table, row):
            return row
        table.set_aside(connection, row, tell)
    return None


def readable_rows(
    connection: sqlite3.Connection, table: CheckedTable, which: str, tell: Tell, values: Row = ()
) -> Iterator[Row]:
    """The rows of a table that an SQL clause chooses and that can be read; the others are named. Raises
    sqlite3.Error.
    """
    for row, sound in table.rows(connection, which, values):
        if sound and store_rows.readable(table, row):
            yield row
        else:
            tell(table.words(row))


def problems(connection: sqlite3.Connection, *, thorough: bool = False) -> Iterator[str]:
    """What is wrong with rows, in words; ``thorough``: with what they say, too. Raises sqlite3.Error."""
    yield from (table.words(row) + " cannot be read" for table, row in _damaged(connection, thorough=thorough))
    for rows in _broken_logs(connection):
        yield f"the log of the kept session {rows[0][2]!r} has gaps"
    if not _links_fit(connection, thorough=thorough):
        yield "the links between positions of books are not those of the positions"


def mend(connection: sqlite3.Connection, tell: Tell, *, thorough: bool = False) -> None:
    """Keep aside all rows that cannot be used, within a transaction. Raises sqlite3.Error."""
    for table, row in list(_damaged(connection, thorough=thorough)):
        table.set_aside(connection, row, tell, KNOWN if table is STEPS and _told_again(connection, row) else "")
    for rows in list(_broken_logs(connection)):
        _mend_log(connection, rows, tell)
    if not _links_fit(connection, thorough=thorough):
        link_anew(connection)


def link_anew(connection: sqlite3.Connection) -> None:
    """Make the links between the positions of books again. Raises sqlite3.Error."""
    connection.execute("DELETE FROM book_links")
    for row, _ in NODES.rows(connection):
        put_links(connection, row[0], {link.key for link in store_rows.node(row).links})


def put_links(connection: sqlite3.Connection, parent: int, children: set[int]) -> None:
    """Write that a position leads to others."""
    rows = [(child, parent, links_checksum(child, parent)) for child in children]
    connection.executemany("INSERT OR IGNORE INTO book_links VALUES (?, ?, ?)", rows)


def _damaged(connection: sqlite3.Connection, *, thorough: bool) -> Iterator[tuple[CheckedTable, Row]]:
    for table in TABLES:
        for row, sound in table.rows(connection):
            if not sound or (thorough and not store_rows.readable(table, row)):
                yield table, row


def _broken_logs(connection: sqlite3.Connection) -> Iterator[Sequence[Row]]:
    """The logs with gaps: their rows that can be read, in order."""
    which = "SELECT client, session FROM steps GROUP BY client, session HAVING count(*) != max(place)"
    order = "ORDER BY client, session, place"
    rows = (row for row, sound in STEPS.rows(connection, f"WHERE (client, session) IN ({which}) {order}") if sound)
    for _, log in groupby(rows, key=lambda row: row[1:3]):
        yield list(log)


def _mend_log(connection: sqlite3.Connection, rows: Sequence[Row], tell: Tell) -> None:
    """Fill the gaps of a log from the steps after them; what comes after one that cannot be filled is kept aside."""
    log = [row for _, log in store_rows.logs(rows) for row in log]
    for row in log:
        if not row[0]:
            STEPS.put(connection, (STEPS.next_number(connection), *row[1:]))
    whole = {row[0] for row in log}
    for row in rows:
        if row[0] not in whole:
            STEPS.set_aside(connection, row, tell, AFTER)


def _told_again(connection: sqlite3.Connection, row: Row) -> bool:
    """Whether the step after one that cannot be read tells of it too."""
    where = "WHERE client = ? AND session = ? AND place = ?"
    following = STEPS.rows(connection, where, (row[1], row[2], row[3] + 1))
    try:
        return any(sound and after[6] is not None for after, sound in following)
    except (UnicodeEncodeError, OverflowError):
        return False  # these columns are what went bad


def _links_fit(connection: sqlite3.Connection, *, thorough: bool) -> bool:
    rows = connection.execute("SELECT child, parent, checksum FROM book_links")
    if not all(checksum == links_checksum(child, parent) for child, parent, checksum in rows):
        return False
    if not thorough:
        return True
    nodes = (row for row, sound in NODES.rows(connection) if sound and store_rows.readable(NODES, row))
    wanted = sum(len({link.key for link in store_rows.node(row).links}) for row in nodes)
    where = "WHERE parent IN (SELECT key FROM book_nodes)"  # those of a position that was lost wait for it
    (there,) = connection.execute(f"SELECT count(*) FROM book_links {where}").fetchone()
    return wanted == int(there)
