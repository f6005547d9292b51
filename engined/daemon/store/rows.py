"""What the rows of the store say: results, analyses, positions of books, steps of sessions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby

import msgspec

from engined.book.node import BookNode
from engined.engine.variant_state import Known
from engined.results import MoveLine
from engined.service.exact_results import ExactResult
from engined.service.kept_analyses import KeptAnalysis
from engined.service.sessions.session import Step
from engined_protocol.messages import ScoredMove

from .tables import ANALYSES, NODES, SOLVED, STEPS, CheckedTable, Row

_scored_moves = msgspec.json.Decoder(tuple[ScoredMove, ...]).decode
_lines = msgspec.json.Decoder(tuple[MoveLine, ...]).decode
_steps: msgspec.json.Decoder[Step] = msgspec.json.Decoder(Step)
_node = msgspec.msgpack.Decoder(BookNode).decode
to_json = msgspec.json.Encoder().encode
to_msgpack = msgspec.msgpack.Encoder().encode


def exact_result(row: Row) -> ExactResult:
    """Raises MsgspecError, as all of these do for what a program of this version does not understand."""
    _, digest, variant, position, exact, moves, lines = row
    return ExactResult(
        digest=digest, variant=variant, position=position, exact=exact, moves=moves, lines=_scored_moves(lines)
    )


def row_of_result(number: int, result: ExactResult) -> Row:
    """The inverse."""
    lines = to_json(result.lines)
    return number, result.digest, result.variant, result.position, result.exact, result.moves, lines


def kept_analysis(row: Row) -> KeptAnalysis:
    """See :func:`exact_result`."""
    _, digest, variant, position, depth, best, seconds, lines = row
    known = Known(depth, _lines(lines), best, seconds)
    return KeptAnalysis(digest=digest, variant=variant, position=position, known=known)


def row_of_analysis(number: int, kept: KeptAnalysis) -> Row:
    """The inverse."""
    known = kept.known
    lines = to_json(known.lines)
    return number, kept.digest, kept.variant, kept.position, known.depth, known.best, known.seconds, lines


def node(row: Row) -> BookNode:
    """See :func:`exact_result`."""
    return _node(row[3])


def step(row: Row) -> Step:
    """See :func:`exact_result`."""
    return _steps.decode(row[5])


READERS: Mapping[CheckedTable, Callable[[Row], object]] = {
    SOLVED: exact_result,
    ANALYSES: kept_analysis,
    NODES: node,
    STEPS: step,
}
"""The functions that read a row, for those tables where it is not plain to see."""


def readable(table: CheckedTable, row: Row) -> bool:
    """Whether a program of this version understands a row."""
    for (name, kind), value in zip(table.columns.items(), row, strict=True):
        if not isinstance(value, kind) and (value is not None or name != table.optional):
            return False
    try:
        if table in READERS:
            READERS[table](row)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return False
    return table.checksum(row) >= 0


def logs(rows: Iterable[Row]) -> Iterator[tuple[tuple[bytes, str], list[Row]]]:
    """The logs of kept sessions, by client and session, from their steps in order: as far as each goes on without a
    gap. A step that is missing is known from the one after it; the row made of that has the number 0.
    """
    for which, steps in groupby(rows, key=lambda row: row[1:3]):
        log: list[Row] = []
        for row in steps:
            _, client, session, place, saved_at, _, before = row
            if place == len(log) + 2 and before is not None:
                log.append((0, client, session, place - 1, saved_at, before, None))
            if place == len(log) + 1:
                log.append(row)
        if log:
            yield (which[0], which[1]), log
