"""The analyses in the store's file, bounded in number and bytes: those kept longest ago make room."""

from __future__ import annotations

import sqlite3

from engined.service.kept_analyses import KeptAnalysis

from . import rows
from .damage import claim
from .tables import ANALYSES, Tell

MOST = 100_000
"""Analyses that are kept."""
MOST_BYTES = 256 << 20
"""The most bytes of their lines, together. On 8x8 those of all moves take two kilobytes."""
BETWEEN_LOOKS = 256
"""Analyses that may be kept beyond these bounds before a look is taken."""


def keep(connection: sqlite3.Connection, kept: KeptAnalysis, tell: Tell) -> bool:
    """Write an analysis unless a better one is there; whether it was written. ``tell`` is told of one that cannot be
    read. Raises sqlite3.Error.
    """
    row = claim(connection, ANALYSES, "WHERE digest = ?", (kept.digest,), tell)
    if row is not None and not kept.betters(rows.kept_analysis(row)):
        return False
    number = ANALYSES.next_number(connection)
    if row is not None:
        ANALYSES.drop(connection, row[0])
    ANALYSES.put(connection, rows.row_of_analysis(number, kept))
    if number % BETWEEN_LOOKS == 0:
        make_room(connection, MOST, MOST_BYTES)
    return True


def make_room(connection: sqlite3.Connection, most: int, most_bytes: int) -> None:
    """Delete the oldest analyses until there are no more than that."""
    connection.execute(
        "DELETE FROM analyses WHERE number IN (SELECT number FROM (SELECT number,"
        " row_number() OVER (ORDER BY number DESC) AS place, sum(length(lines)) OVER (ORDER BY number DESC) AS held"
        " FROM analyses) WHERE place > ? OR held > ?)",
        (most, most_bytes),
    )
