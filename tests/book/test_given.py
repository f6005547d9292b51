"""Books that come with engined, beneath those of users."""

from __future__ import annotations

import math
import zlib
from collections import Counter
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engined.book.book import Book, BookStore
from engined.book.folding import fold, key_of
from engined.book.given import FOLDER, BookHeader, GivenBook, LaidBookStore, given_book, pack
from engined.book.opened import Opened, open_at
from engined.results import Certainty, MoveLine, Score
from engined.rules.position import move_text, parse_position, start
from engined.variants.catalogue import Catalogue
from engined.variants.model import Variant
from tests.book.dict_book_store import DictBookStore, random_game, random_lines

SMALL = Catalogue().get("othello-6x6")
OTHELLO = Catalogue().get("othello")
FILES = sorted(FOLDER.glob("*.book"))


def learn(book: Book, random: Random, games: int) -> None:
    for _ in range(games):
        positions = random_game(SMALL, random, plies=6)
        book.add_game(positions)
        for position in positions[:-1]:
            book.learn(position, random_lines(position, random), proven=False)


def packed(store: DictBookStore) -> GivenBook:
    pairs = [msgspec.Raw(pack(key, node)) for key, node in store.nodes.items()]
    return GivenBook(zlib.compress(msgspec.msgpack.encode(pairs)))


@given(seed=st.integers(0, 2**32), before=st.integers(1, 3), after=st.integers(1, 3))
def test_what_is_learnt_over_a_given_book_is_what_one_book_would_have(seed: int, before: int, after: int) -> None:
    whole = DictBookStore()
    learn(Book(SMALL, whole), Random(seed), before)
    laid = LaidBookStore(DictBookStore(), packed(whole))
    stores: tuple[BookStore, ...] = (whole, laid)
    for store in stores:
        learn(Book(SMALL, store), Random(seed + 1), after)
    keys = whole.page(None, -1)
    assert laid.page(None, -1) == keys
    assert len(laid) == len(keys)
    assert [laid.get(key) for key in keys] == [whole.get(key) for key in keys]
    assert laid.page(keys[0], 3) == keys[1:4]
    assert all(set(laid.parents(key)) == set(whole.parents(key)) for key in keys)


def test_what_is_dropped_is_seen_again_as_it_was_given() -> None:
    whole = DictBookStore()
    learn(Book(SMALL, whole), Random(7), 2)
    laid = LaidBookStore(DictBookStore(), packed(whole))
    key = fold(start(SMALL)).key
    before = laid.get(key)
    Book(SMALL, laid).add_game([start(SMALL)])
    assert laid.get(key) != before
    laid.drop(key)
    assert laid.get(key) == before


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_shipped_book_is_sound(file: Path) -> None:
    """By the rules: keys, links and values of some of its positions."""
    header = msgspec.json.decode(file.read_bytes().partition(b"\n")[0], type=BookHeader)
    variant = Catalogue().get(header.variant)
    assert header.digest == variant.digest
    found = given_book(variant)
    assert found is not None
    assert sum(other.stat().st_size for other in FILES) <= 5_000_000
    assert fold(start(variant)).key in found
    copied = DictBookStore()
    for key in Random(1).sample(found.keys, min(60, len(found))):
        node = found.get(key)
        assert node is not None
        position = parse_position(variant, node.text)
        assert fold(position).text == node.text
        assert key_of(variant, node.text) == key
        assert {link.move for link in node.links} == {move_text(position, move) for move in position.legal()}
        assert node.value is not None
        book = Book(variant, LaidBookStore(copied, found))
        assert book.refresh(key)
        assert copied.get(key) is None, "made anew from its text it is the same"


def valued(variant: Variant, worth: tuple[float, ...], kind: Certainty) -> tuple[Opened, list[str]]:
    """The book at the second ply, whose moves are worth so much there, and these moves."""
    book = Book(variant, DictBookStore())
    first = start(variant).play(start(variant).legal()[0])
    book.add_game([first])
    for move, score in zip(first.legal(), worth, strict=True):
        following = first.play(move)
        book.place(following)
        lines = [MoveLine(reply, Score(-score, kind, 9), (reply,), 1) for reply in following.legal()]
        assert book.learn(following, lines, proven=True)
    opened = open_at(book, first)
    assert opened is not None
    assert {move.value.kind for move in opened.moves} == {kind}
    return opened, [move_text(first, move) for move in first.legal()]


def drawn(opened: Opened, variety: float) -> Counter[str]:
    chosen = [opened.choice(0.0, variety=variety, lot=number / 1000) for number in range(1000)]
    return Counter(move.move for move in chosen if move is not None)


def test_games_vary_by_the_moves_that_are_nearly_best() -> None:
    opened, (best, near, far) = valued(OTHELLO, (1.0, 0.5, -0.4), Certainty.ESTIMATE)
    assert drawn(opened, 0.0) == {best: 1000}
    assert drawn(opened, 0.2) == {best: 1000}, "0.5 is more than twice 0.2"
    half = drawn(opened, 0.5)
    assert set(half) == {best, near}
    assert half[near] / half[best] == pytest.approx(math.exp(-1), abs=0.01)
    assert set(drawn(opened, 1.0)) == {best, near, far}


def test_nothing_that_is_proven_is_given_away() -> None:
    opened, (_, best, equal) = valued(OTHELLO, (1.0, 2.0, 2.0), Certainty.EXACT)
    assert set(drawn(opened, 9.0)) == {best, equal}
