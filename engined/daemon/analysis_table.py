"""The analyses in the store's file, bounded in number and bytes: those kept longest ago make room."""

from __future__ import annotations

import sqlite3

import msgspec

from engined.engine.variant_state import Known
from engined.results import Line
from engined.service.kept_analyses import KeptAnalysis

TABLE = """
CREATE TABLE analyses (
    number   INTEGER PRIMARY KEY,      -- counts up: what is kept, or improved, later has a higher one
    digest   TEXT NOT NULL UNIQUE,     -- of the position, its variant included
    variant  TEXT NOT NULL,
    position TEXT NOT NULL,
    depth    INTEGER NOT NULL,         -- plies
    best     INTEGER,                  -- so many moves are scored rightly; NULL: all
    seconds  REAL NOT NULL,            -- that it took
    lines    BLOB NOT NULL             -- JSON, best first
);
"""
MOST = 100_000
"""Analyses that are kept."""
MOST_BYTES = 256 << 20
"""Of their lines, together. On 8x8 those of all moves take two kilobytes."""
BETWEEN_LOOKS = 256
"""Analyses that may be kept beyond these bounds before a look is taken."""

read_lines = msgspec.json.Decoder(tuple[Line, ...]).decode
"""What is in the column ``lines``. Raises MsgspecError."""
_encoder = msgspec.json.Encoder()


def recall(connection: sqlite3.Connection, digest: str) -> KeptAnalysis | None:
    """The analysis of the position of that digest. Raises sqlite3.Error, and MsgspecError for what is no analysis."""
    query = "SELECT digest, variant, position, depth, best, seconds, lines FROM analyses WHERE digest = ?"
    row = connection.execute(query, (digest,)).fetchone()
    if row is None:
        return None
    digest, variant, position, depth, best, seconds, lines = row
    known = Known(depth, read_lines(lines), best, seconds)
    return KeptAnalysis(digest=digest, variant=variant, position=position, known=known)


def keep(connection: sqlite3.Connection, kept: KeptAnalysis) -> bool:
    """Write an analysis unless a better one is there; whether it was written."""
    known = kept.known
    if not kept.betters(recall(connection, kept.digest)):
        return False
    row = (
        kept.digest,
        kept.variant,
        kept.position,
        known.depth,
        known.best,
        known.seconds,
        _encoder.encode(known.lines),
    )
    columns = "digest, variant, position, depth, best, seconds, lines"
    connection.execute(f"INSERT OR REPLACE INTO analyses ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    (number,) = connection.execute("SELECT last_insert_rowid()").fetchone()
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
