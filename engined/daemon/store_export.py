"""A store written as lines, see :mod:`store_lines`."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from itertools import chain

import msgspec

from engined import __version__

from . import store_rows
from .store_damage import readable_rows
from .store_lines import FORMAT, Analysis, BookPosition, End, Game, Header, Record, Session, Solved
from .store_tables import ANALYSES, GAMES, NODES, SOLVED, STEPS, Tell
from .store_versions import VERSION as TABLES

_encoder = msgspec.json.Encoder()


def export(connection: sqlite3.Connection, tell: Tell) -> Iterator[bytes]:
    """The lines of a store as it is at this moment, each with its end. ``tell`` is told of what cannot be read, and so
    is left out. Raises sqlite3.Error.
    """
    connection.execute("BEGIN")
    header = Header(version=FORMAT, tables=TABLES, program=__version__)
    digest, lines = hashlib.sha256(), -1
    for line in chain([header], _records(connection, tell)):
        text = _encoder.encode(line) + b"\n"
        digest.update(text)
        lines += 1
        yield text
    yield _encoder.encode(End(lines=lines, sha256=digest.hexdigest())) + b"\n"


def _records(connection: sqlite3.Connection, tell: Tell) -> Iterator[Record]:
    for row in readable_rows(connection, SOLVED, "ORDER BY digest", tell):
        yield Solved(result=store_rows.exact_result(row))
    for row in readable_rows(connection, ANALYSES, "ORDER BY number", tell):
        kept = store_rows.kept_analysis(row)
        known = kept.known
        yield Analysis(
            digest=kept.digest,
            variant=kept.variant,
            position=kept.position,
            depth=known.depth,
            best=known.best,
            seconds=known.seconds,
            lines=known.lines,
        )
    for row in readable_rows(connection, GAMES, "ORDER BY number", tell):
        yield Game(**dict(zip(list(GAMES.columns)[1:], row[1:], strict=True)))
    for row in readable_rows(connection, NODES, "ORDER BY variant, digest, key", tell):
        node = store_rows.node(row)
        yield BookPosition(variant=row[2], digest=row[1], position=node.text, games=node.games, leaves=node.leaves)
    steps = readable_rows(connection, STEPS, "ORDER BY client, session, place", tell)
    for (client, session), log in store_rows.logs(steps):
        logged = tuple(map(store_rows.step, log))
        yield Session(client=client, session=session, saved_at=log[-1][4], steps=logged)
