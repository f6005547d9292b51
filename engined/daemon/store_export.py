"""A store written as lines, see :mod:`store_lines`."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from itertools import chain, groupby

import msgspec

from engined import __version__
from engined.service.exact_results import ExactResult

from . import analysis_table
from .book_store import read_node
from .store import VERSION as TABLES
from .store import read_lines, read_step
from .store_lines import FORMAT, Analysis, BookPosition, End, Game, Header, Record, Session, Solved

_encoder = msgspec.json.Encoder()


def export(connection: sqlite3.Connection) -> Iterator[bytes]:
    """The lines of a store as it is at this moment, each with its end. Raises sqlite3.Error and MsgspecError."""
    connection.execute("BEGIN")
    header = Header(version=FORMAT, tables=TABLES, program=__version__)
    digest, lines = hashlib.sha256(), -1
    for line in chain([header], _records(connection)):
        text = _encoder.encode(line) + b"\n"
        digest.update(text)
        lines += 1
        yield text
    yield _encoder.encode(End(lines=lines, sha256=digest.hexdigest())) + b"\n"


def _records(connection: sqlite3.Connection) -> Iterator[Record]:
    for row in connection.execute("SELECT digest, variant, position, exact, moves, lines FROM solved ORDER BY digest"):
        digest, variant, position, exact, moves, lines = row
        result = ExactResult(
            digest=digest, variant=variant, position=position, exact=exact, moves=moves, lines=read_lines(lines)
        )
        yield Solved(result=result)
    query = "SELECT digest, variant, position, depth, best, seconds, lines FROM analyses ORDER BY number"
    for digest, variant, position, depth, best, seconds, lines in connection.execute(query):
        found = analysis_table.read_lines(lines)
        yield Analysis(
            digest=digest, variant=variant, position=position, depth=depth, best=best, seconds=seconds, lines=found
        )
    query = "SELECT saved_at, variant, digest, start, moves, result, booked FROM games ORDER BY number"
    for row in connection.execute(query):
        yield Game(
            **dict(zip(("saved_at", "variant", "digest", "start", "moves", "result", "booked"), row, strict=True))
        )
    query = "SELECT variant, digest, node FROM book_nodes JOIN books ON book = number ORDER BY number, key"
    for variant, digest, content in connection.execute(query):
        node = read_node(content)
        yield BookPosition(variant=variant, digest=digest, position=node.text, games=node.games, leaves=node.leaves)
    query = "SELECT client, session, saved_at, step FROM steps ORDER BY client, session, number"
    for (client, session), rows in groupby(connection.execute(query), key=lambda row: (row[0], row[1])):
        steps = list(rows)
        logged = tuple(read_step(step) for _, _, _, step in steps)
        yield Session(client=client, session=session, saved_at=steps[-1][2], steps=logged)
