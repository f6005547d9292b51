"""Deep analyses on disk: the same again, the better one stays, and the oldest make room."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engined.daemon.store import analyses
from engined.daemon.store import rows as store_rows
from engined.daemon.store.analyses import make_room
from engined.daemon.store.damage import readable_rows
from engined.daemon.store.tables import ANALYSES, create
from engined.engine.variant_state import Known
from engined.results import Certainty, Forecast, MoveLine, Outlook, Score
from engined.rules.position import PASS, Move
from engined.service.kept_analyses import KeptAnalysis

ODD = MoveLine(
    Move(26, frozenset({27, 35})),
    Score(-2.5, Certainty.SELECTIVE, 20, 80),
    (Move(26, frozenset({27, 35})), PASS),
    7,
    outlook=Outlook((1.5, 2.0), (2, 1)),
    forecast=Forecast(5, 0.5, 1.0, 2.0),
    at_most=3.0,
)


def kept(digest: str, depth: int = 14, best: int | None = None, lines: tuple[MoveLine, ...] = (ODD,)) -> KeptAnalysis:
    return KeptAnalysis(digest=digest, variant="othello", position="...", known=Known(depth, lines, best, 1.5))


def keep(connection: sqlite3.Connection, kept: KeptAnalysis) -> bool:
    return analyses.keep(connection, kept, pytest.fail)


def recall(connection: sqlite3.Connection, digest: str) -> KeptAnalysis | None:
    rows = readable_rows(connection, ANALYSES, "WHERE digest = ?", pytest.fail, (digest,))
    return next(map(store_rows.kept_analysis, rows), None)


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    create(connection)
    yield connection
    connection.close()


def test_what_is_kept_comes_back_the_same(connection: sqlite3.Connection) -> None:
    assert recall(connection, "d") is None
    assert keep(connection, kept("d", best=3))
    assert recall(connection, "d") == kept("d", best=3)


@pytest.mark.parametrize(
    ("first", "second", "stays"),
    [
        ((14, None), (16, None), (16, None)),
        ((16, None), (14, None), (16, None)),
        ((14, None), (20, 1), (14, None)),
        ((20, 1), (14, None), (14, None)),
        ((14, 1), (14, 3), (14, 3)),
    ],
    ids=str,
)
def test_the_better_one_stays(
    connection: sqlite3.Connection,
    first: tuple[int, int | None],
    second: tuple[int, int | None],
    stays: tuple[int, int | None],
) -> None:
    """All moves at some depth say more than one at a greater."""
    keep(connection, kept("d", *first))
    keep(connection, kept("d", *second))
    assert recall(connection, "d") == kept("d", *stays)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=40), st.integers(1, 6))
def test_the_oldest_make_room(digests: list[int], most: int) -> None:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    create(connection)
    for depth, digest in enumerate(digests):
        keep(connection, kept(str(digest), depth))
    make_room(connection, most, 1 << 20)
    newest = list(dict.fromkeys(map(str, reversed(digests))))[:most]
    assert {digest for (digest,) in connection.execute("SELECT digest FROM analyses")} == set(newest)
    connection.close()


def test_bytes_are_bounded_as_well(connection: sqlite3.Connection) -> None:
    for number in range(4):
        keep(connection, kept(str(number)))
    (size,) = connection.execute("SELECT length(lines) FROM analyses LIMIT 1").fetchone()
    make_room(connection, 100, 2 * size)
    assert [recall(connection, str(number)) is not None for number in range(4)] == [False, False, True, True]
