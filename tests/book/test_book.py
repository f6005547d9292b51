"""Values of the book against a plain minimax that knows no symmetries, keys or links."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engined.book.book import Book
from engined.book.folding import fold, image_of_move, inverse, unbookable
from engined.results import Certainty, MoveLine
from engined.rules.position import Position, move_text, parse_move
from engined.rules.symmetry import image, symmetries
from engined.variants.catalogue import Catalogue
from engined.variants.model import CaptureKind, Variant
from tests.book.dict_book_store import DictBookStore, random_game, random_lines

CATALOGUE = Catalogue()
SMALL = ["othello-4x4", "othello-6x4", "reversi-original-4x4", "anti-othello-4x4", "othello-6x6", "reversi-1890"]
VARIANTS = st.sampled_from(SMALL).map(CATALOGUE.get)

Plain = tuple[tuple[int, ...], int, tuple[int, ...]]


def plain(position: Position) -> Plain:
    """What tells positions apart but for symmetry: found without the book's own code."""
    left = tuple(
        seat.supply - placed if seat.supply is not None else 0
        for seat, placed in zip(position.variant.seats, position.placed, strict=True)
    )
    if position.in_setup:
        left += (sum(position.placed),)
    return min(image(position, symmetry) for symmetry in symmetries(position.variant)), position.seat, left


class Library:
    """A book, and beside it the plain facts that it was told."""

    def __init__(self, variant: Variant) -> None:
        self.book = Book(variant, DictBookStore())
        self.positions: dict[Plain, Position] = {}
        self.said: dict[Plain, list[tuple[Plain, float, Certainty]]] = {}

    def add(self, game: list[Position]) -> None:
        self.book.add_game(game)
        self.positions.update((plain(position), position) for position in game)

    def hear(self, position: Position, lines: list[MoveLine]) -> None:
        """An analysis, which the book takes only if it is the first or better: what it took is copied."""
        self.book.learn(position, lines, proven=True)
        node = self.book.store.get(fold(position).key)
        assert node is not None
        canonical = fold(position).position
        self.said[plain(position)] = [
            (plain(canonical.play(parse_move(canonical, leaf.move))), leaf.score, leaf.kind) for leaf in node.leaves
        ]

    def minimax(self, position: Position, draw: float = 0.0) -> float | None:
        """From the mover's view; ``draw`` is what a proven draw is worth to it."""
        if plain(position) not in self.positions:
            return None
        if position.over:
            score = position.value(position.seat)
            return draw if score == 0 else score
        known, missing = [], False
        said = self.said.get(plain(position), [])
        for move in position.legal():
            after = position.play(move)
            worth = self.minimax(after, -draw)
            if worth is not None:
                known.append(-worth)
                continue
            leaf = next(((score, kind) for where, score, kind in said if where == plain(after)), None)
            if leaf is None:
                missing = True
            else:
                known.append(draw if leaf == (0, Certainty.EXACT) else leaf[0])
        return max(known) if known and (said or not missing) else None


@settings(max_examples=40, deadline=None)
@given(VARIANTS, st.integers(0, 2**32), st.integers(1, 4), st.sampled_from([2, 5, 400]))
def test_values_are_those_of_a_plain_minimax(variant: Variant, seed: int, games: int, plies: int) -> None:
    random, library = Random(seed), Library(variant)
    for _ in range(games):
        game = random_game(variant, random, plies)
        library.add(game)
        for position in random.sample(game, min(len(game), 6)):
            if not position.over:
                library.hear(position, random_lines(position, random))
    for position in random.sample(list(library.positions.values()), min(len(library.positions), 12)):
        value = library.book.value_of(fold(position).key)
        expected = library.minimax(position)
        assert (None if value is None else value.score) == expected
        for draw in (-math.inf, -2.5, 0.5, 3.0, math.inf):
            if value is not None:
                assert value.worth(draw) == library.minimax(position, draw)


@settings(max_examples=25, deadline=None)
@given(VARIANTS, st.integers(0, 2**32), st.data())
def test_a_position_and_its_images_are_one(variant: Variant, seed: int, data: st.DataObject) -> None:
    game = random_game(variant, Random(seed), 30)
    position = data.draw(st.sampled_from(game))
    symmetry = data.draw(st.sampled_from(symmetries(variant)))
    turned = Position(variant, image(position, symmetry), position.seat, position.placed)
    one, other = fold(position), fold(turned)
    assert (one.text, one.key) == (other.text, other.key)
    assert image(position, one.symmetry) == one.position.board
    for move in position.legal():
        text = move_text(position, move)
        there = image_of_move(text, one.symmetry, variant.board)
        after = one.position.play(parse_move(one.position, there))
        assert fold(after).key == fold(position.play(move)).key
        assert image_of_move(there, inverse(one.symmetry), variant.board) == text


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(["othello-4x4", "othello-6x4"]).map(CATALOGUE.get), st.integers(0, 2**32))
def test_the_order_of_learning_does_not_matter(variant: Variant, seed: int) -> None:
    random = Random(seed)
    games = [random_game(variant, random) for _ in range(4)]
    books = DictBookStore(), DictBookStore()
    one, other = (Book(variant, store) for store in books)
    for game in games:
        one.add_game(game)
    for game in reversed(games):
        for position in reversed(game):
            other.place(position)
        other.add_game(game)
    assert books[0].nodes == books[1].nodes


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32))
def test_refreshing_a_sound_book_changes_nothing(seed: int) -> None:
    random, library = Random(seed), Library(CATALOGUE.get("othello-6x4"))
    game = random_game(library.book.variant, random)
    library.add(game)
    for position in game[:-1:3]:
        library.hear(position, random_lines(position, random))
    store = library.book.store
    assert isinstance(store, DictBookStore)
    before = dict(store.nodes)
    assert all(library.book.refresh(key) for key in library.book.in_order())
    assert store.nodes == before


@pytest.mark.parametrize("name", CATALOGUE.names())
def test_every_shipped_variant_of_two_seats_can_have_a_book_unless_discs_leave(name: str) -> None:
    variant = CATALOGUE.get(name)
    leave = variant.capture.kind in (CaptureKind.REMOVE, CaptureKind.SURROUND)
    assert (unbookable(variant) == "") == (len(variant.seats) == 2 and not leave)
