"""Books in the store's file: the same as in memory, all or nothing, and there again after kill -9."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engined.book.book import Book
from engined.book.folding import fold
from engined.daemon.store.books import BookStores, SqliteBookStore
from engined.daemon.store.store import Store, StoreError, open_store
from engined.daemon.store.tables import create
from engined.results import Certainty, MoveLine, Score
from engined.rules.position import Position, start
from engined.service.events import SaveAnalysis, SaveGame
from engined.service.game import Game
from engined.variants.catalogue import Catalogue
from tests.book.dict_book_store import DictBookStore, random_game, random_lines

ROOT = Path(__file__).parents[2]
CATALOGUE = Catalogue()
TINY = CATALOGUE.get("othello-4x4")
OTHELLO = CATALOGUE.get("othello")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.sqlite"


def fail(trouble: str) -> None:
    raise AssertionError(trouble)


def opened(path: Path) -> Store:
    store, warning = open_store(path)
    assert warning == ""
    return store


def lines(position: Position, score: float = 1.5) -> tuple[MoveLine, ...]:
    return tuple(
        MoveLine(move, Score(score - index, Certainty.ESTIMATE, 12), (move,), 1)
        for index, move in enumerate(position.legal())
    )


def same(one: Book, other: Book) -> bool:
    keys = one.store.page(None, -1)
    return keys == other.store.page(None, -1) and all(one.store.get(key) == other.store.get(key) for key in keys)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32))
def test_a_book_in_a_file_is_as_one_in_memory(seed: int) -> None:
    random = Random(seed)
    connection = sqlite3.connect(":memory:", isolation_level=None)
    create(connection)
    memory = Book(TINY, DictBookStore())
    for _ in range(4):
        books = BookStores(connection, fail)
        book = books.book(TINY)
        game = random_game(TINY, random)
        assert book.add_game(game) == memory.add_game(game)
        for position in game[:-1:3]:
            found = random_lines(position, random)
            assert book.learn(position, found, proven=False) == memory.learn(position, found, proven=False)
        books.flush()
        assert same(memory, Book(TINY, SqliteBookStore(connection, TINY, fail)))
    keys = memory.store.page(None, -1)
    book_store = SqliteBookStore(connection, TINY, fail)
    assert book_store.page(None, 3) + book_store.page(keys[2], 3) == keys[:6]
    assert len(book_store) == len(keys)
    connection.close()


def test_a_game_counts_once_however_often_it_is_learnt(path: Path) -> None:
    store = opened(path)
    game = Game.begin(OTHELLO).play(("f5", "d6", "c3"))
    analysis = SaveAnalysis(game.positions[1], lines(game.positions[1]), True)
    save = SaveGame(1, game.positions, game.moves, "", (analysis,))
    assert [store.write([save]), store.write([save, save])] == [1, 1]
    book = store.book(OTHELLO, fail)
    assert [node.games for node in map(book.store.get, book.store.page(None, -1)) if node is not None] == [1] * 4
    worth = book.value_of(fold(game.positions[1]).key)
    assert worth is not None
    assert worth.score == 1.5
    store.close()


def test_more_plies_of_a_game_may_be_counted_later(path: Path) -> None:
    store = opened(path)
    game = Game.begin(OTHELLO).play(("f5", "d6", "c3"))

    def add(plies: int) -> tuple[bool, int]:
        return store.change(lambda s, books: s.add_game(books, game.positions, game.moves, "", plies))

    assert [add(1), add(1), add(3), add(2)] == [(True, 2), (False, 0), (False, 2), (False, 0)]
    book = store.book(OTHELLO, fail)
    assert {node.games for node in map(book.store.get, book.store.page(None, -1)) if node is not None} == {1}
    store.close()


def test_books_of_two_variants_do_not_mix(path: Path) -> None:
    store = opened(path)
    anti = CATALOGUE.get("anti-othello")
    for variant in (OTHELLO, anti):
        store.write([SaveAnalysis(start(variant), lines(start(variant)), True, add=True)])
    assert [len(store.book(variant, fail).store) for variant in (OTHELLO, anti, TINY)] == [1, 1, 0]
    assert fold(start(OTHELLO)).text == fold(start(anti)).text
    assert fold(start(OTHELLO)).key != fold(start(anti)).key
    store.close()


def test_a_change_that_fails_leaves_nothing(path: Path) -> None:
    store = opened(path)

    def break_off(same: Store, books: BookStores) -> None:
        books.book(OTHELLO).place(start(OTHELLO))
        books.flush()
        raise KeyError("halfway")

    with pytest.raises(KeyError):
        store.change(break_off)
    assert len(store.book(OTHELLO, fail).store) == 0
    store.write([SaveAnalysis(start(OTHELLO), lines(start(OTHELLO)), True, add=True)])
    assert len(store.book(OTHELLO, fail).store) == 1
    store.close()
    with pytest.raises(StoreError):
        store.change(break_off)


def spoil(path: Path) -> None:
    """Have no node be as it was written."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE book_nodes SET node = x'ff00'")
        connection.commit()


def set_aside(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM aside")]


def test_a_node_that_went_bad_is_kept_aside(path: Path) -> None:
    store = opened(path)
    store.write([SaveAnalysis(start(OTHELLO), lines(start(OTHELLO)), True, add=True)])
    store.close()
    spoil(path)
    lost: list[str] = []
    store, warning = open_store(path, lost.append)
    assert (warning, len(lost)) == ("", 1)
    assert lost[0].startswith("the book position")
    assert len(store.book(OTHELLO, fail).store) == 0
    assert set_aside(path) == lost
    store.close()


def test_a_node_that_goes_bad_under_a_daemon_counts_as_missing_and_is_not_overwritten(path: Path) -> None:
    lost: list[str] = []
    store, _ = open_store(path, lost.append)
    store.write([SaveAnalysis(start(OTHELLO), lines(start(OTHELLO)), True, add=True)])
    spoil(path)
    assert store.book(OTHELLO, fail).store.get(fold(start(OTHELLO)).key) is None
    assert len(lost) == 1
    assert set_aside(path) == []
    store.write([SaveAnalysis(start(OTHELLO), lines(start(OTHELLO)), True, add=True)])
    assert store.book(OTHELLO, fail).store.get(fold(start(OTHELLO)).key) is not None
    assert set_aside(path) == lost[:1]
    store.close()


def test_a_book_that_cannot_be_read_is_reported_and_counts_as_empty(path: Path) -> None:
    store = opened(path)
    troubles: list[str] = []
    store.write([SaveAnalysis(start(OTHELLO), lines(start(OTHELLO)), True, add=True)])
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TABLE book_nodes")
    connection.close()
    book = store.book(OTHELLO, troubles.append)
    assert (book.store.get(1), book.store.page(None, 9), len(book.store)) == (None, [], 0)
    assert len(troubles) == 3
    assert all("cannot read the book" in trouble for trouble in troubles)
    store.close()


WRITER = """
import sys
from contextlib import closing
from pathlib import Path
from random import Random
sys.path.insert(0, sys.argv[2])
from tests.book.dict_book_store import random_game
from tests.daemon.test_book_store import TINY, open_store
store, _ = open_store(Path(sys.argv[1]))
random = Random(7)
for number in range(100000):
    game = random_game(TINY, random)
    print(number, flush=True)
    store.change(lambda s, books: s.add_game(books, game, [str(number)], "", 400))
"""


def test_kill_9_leaves_whole_games(path: Path) -> None:
    """After the kill the book is one of the first so many games, exactly, and goes on from there."""
    writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path), str(ROOT)], stdout=subprocess.PIPE)
    assert writer.stdout is not None
    for _ in range(25):
        writer.stdout.readline()
    os.kill(writer.pid, signal.SIGKILL)
    writer.wait()
    writer.stdout.close()
    store = opened(path)
    games = store.count_games()
    assert games >= 24
    random, memory = Random(7), Book(TINY, DictBookStore())
    for _ in range(games):
        memory.add_game(random_game(TINY, random))
    assert same(memory, store.book(TINY, fail))
    store.close()
