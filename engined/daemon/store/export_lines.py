"""A store written as lines, see :mod:`lines`."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from itertools import chain

import msgspec

from engined import __version__

from . import rows
from .damage import readable_rows
from .lines import FORMAT, BookPosition, End, LearntGame, Record, Solved, StoredAnalysis, StoredSession, StoreHeader
from .tables import ANALYSES, GAMES, NODES, SOLVED, STEPS, Tell
from .versions import VERSION as TABLES

_encoder = msgspec.json.Encoder()


def export(connection: sqlite3.Connection, tell: Tell) -> Iterator[bytes]:
    """The lines of a store as it is at this moment, each with its end. ``tell`` is told of what cannot be read, and so
    is left out. Raises sqlite3.Error.
    """
    connection.execute("BEGIN")
    header = StoreHeader(version=FORMAT, tables=TABLES, program=__version__)
    digest, lines = hashlib.sha256(), -1
    for line in chain([header], _records(connection, tell)):
        text = _encoder.encode(line) + b"\n"
        digest.update(text)
        lines += 1
        yield text
    yield _encoder.encode(End(lines=lines, sha256=digest.hexdigest())) + b"\n"


def _records(connection: sqlite3.Connection, tell: Tell) -> Iterator[Record]:
    for row in readable_rows(connection, SOLVED, "ORDER BY digest", tell):
        yield Solved(result=rows.exact_result(row))
    for row in readable_rows(connection, ANALYSES, "ORDER BY number", tell):
        kept = rows.kept_analysis(row)
        known = kept.known
        yield StoredAnalysis(
            digest=kept.digest,
            variant=kept.variant,
            position=kept.position,
            depth=known.depth,
            best=known.best,
            seconds=known.seconds,
            lines=known.lines,
        )
    for row in readable_rows(connection, GAMES, "ORDER BY number", tell):
        yield LearntGame(**dict(zip(list(GAMES.columns)[1:], row[1:], strict=True)))
    for row in readable_rows(connection, NODES, "ORDER BY variant, digest, key", tell):
        node = rows.node(row)
        yield BookPosition(variant=row[2], digest=row[1], position=node.text, games=node.games, leaves=node.leaves)
    steps = readable_rows(connection, STEPS, "ORDER BY client, session, place", tell)
    for (client, session), log in rows.logs(steps):
        logged = tuple(map(rows.step, log))
        yield StoredSession(client=client, session=session, saved_at=log[-1][4], steps=logged)
