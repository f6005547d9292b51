"""The book that comes with engined, in a real daemon: shown, played with variety, practised, learnt over, written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engined.book.given import GivenBook, given_book
from engined_client import Client
from tests.process.serving import Served
from tests.rules.random_positions import declared

GIVEN = given_book(declared("othello"))


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    store = tmp_path_factory.mktemp("store") / "store.sqlite"
    with Served(store=str(store), settings=("--book", "all", "--variety", "0.3")) as daemon:
        yield daemon


def test_it_is_there_from_the_beginning(served: Served) -> None:
    assert GIVEN is not None
    with Client(served.endpoint) as client:
        found = client.book_show(moves="f5d6c3d3c4")
        assert (found.found, found.positions) == (True, len(GIVEN))
        assert found.moves[0].kind == "book"
        assert found.moves[0].depth >= 18


def test_a_move_of_the_book_is_played_at_once_and_not_always_the_same(served: Served) -> None:
    with Client(served.endpoint) as client:
        assert {client.analyse(book="play", variety=0.0).result().score for _ in range(3)} == {client.book_show().score}
        finals = [client.analyse(book="play").result() for _ in range(40)]
        assert {final.nodes for final in finals} == {0}
        assert {final.kind for final in finals} == {"book"}
        assert len({final.best for final in finals}) > 1, "the four first moves are worth the same"
        for moves in ("f5", "f5d6", "f5d6c3", "f5d6c3d3", "f5d6c3d3c4"):
            worth = {move.move: move.score for move in client.book_show(moves=moves).moves}
            for _ in range(10):
                final = client.analyse(moves=moves, book="play").result()
                assert max(worth.values()) - worth[final.best] <= 0.6


def test_an_opening_is_practised_with_it(served: Served) -> None:
    run = served.engined("practise", "opening", "tiger", "--seat", "black", stdin="quit\n")
    assert run.returncode == 0, run.stderr
    assert "the book plays " in run.stdout
    assert "Tiger" in run.stdout


def test_it_is_written_as_it_was_read(served: Served, tmp_path: Path) -> None:
    assert GIVEN is not None
    file = tmp_path / "othello.book"
    run = served.engined("book", "export", str(file), "--packed")
    assert run.returncode == 0, run.stderr
    again = GivenBook(file.read_bytes().partition(b"\n")[2])
    assert again.keys == GIVEN.keys
    assert all(again.get(key) == GIVEN.get(key) for key in GIVEN.keys[:50])
    assert served.engined("book", "export", "--packed").returncode == 1


def test_what_is_learnt_lies_over_it(served: Served) -> None:
    assert GIVEN is not None
    with Client(served.endpoint) as client:
        done = client.book_add([], "othello").result()
        assert done.positions == len(GIVEN)
        client.learn(moves="f5d6c3d3c4")
        found = client.book_show(moves="f5d6c3d3c4")
        assert (found.games, found.positions) == (1, len(GIVEN))
        assert found.moves[0].depth >= 18


def test_a_book_is_built_from_nothing_and_goes_on(served: Served) -> None:
    words = ("book", "build", "--variant", "othello-komi-3", "--depth", "2", "--error", "30", "--positions", "6")
    first = served.engined(*words)
    assert first.returncode == 0, first.stderr
    assert "6 new positions" in first.stdout
    assert "12 positions in the book" in served.engined(*words).stdout
