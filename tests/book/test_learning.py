"""How a book learns: analyses, deviations, draws, other books, and what it refuses."""

from __future__ import annotations

import math
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engined.book.book import BadEntry, Book
from engined.book.deviation import lacking, survey
from engined.book.folding import fold
from engined.book.node import MOST_GAMES, BookNode, Leaf, Value
from engined.book.opened import Opened, open_at
from engined.results import Certainty, MoveLine, Score
from engined.rules.position import Position, parse_move, start
from engined.variants.catalogue import Catalogue
from engined_protocol import messages as m
from engined_protocol.notation import split_transcript
from tests.book.dict_book_store import DictBookStore, random_game, random_lines
from tests.texts import pv_of

OTHELLO = Catalogue().get("othello")
TINY = Catalogue().get("othello-4x4")


def after(moves: str) -> Position:
    position = start(OTHELLO)
    for move in split_transcript(moves):
        position = position.play(parse_move(position, move))
    return position


def line(moves: str, score: float, depth: int = 12, kind: Certainty = Certainty.ESTIMATE) -> MoveLine:
    pv = pv_of(start(OTHELLO), *split_transcript(moves))
    return MoveLine(pv[0], Score(score, kind, depth), pv, 1)


def book_of(*transcripts: str) -> Book:
    book = Book(OTHELLO, DictBookStore())
    for transcript in transcripts:
        moves = split_transcript(transcript)
        book.add_game([after("".join(moves[:ply])) for ply in range(len(moves) + 1)])
    return book


def opened(book: Book, moves: str) -> Opened:
    found = open_at(book, after(moves))
    assert found is not None
    return found


def value(book: Book, moves: str) -> Value:
    worth = book.value_of(fold(after(moves)).key)
    assert worth is not None
    return worth


def test_games_are_counted_as_far_as_messages_carry_the_number() -> None:
    book = Book(OTHELLO, DictBookStore())
    for more, counted in ((MOST_GAMES - 1, MOST_GAMES - 1), (0, MOST_GAMES), (0, MOST_GAMES), (1 << 60, MOST_GAMES)):
        if more:
            book.merge(fold(after("f5")).text, more, ())
        else:
            book.add_game([after("f5")])
        assert opened(book, "f5").games == counted
    msgspec.convert({"position": "...", "games": MOST_GAMES}, m.BookEntry)


def test_a_game_alone_gives_no_values() -> None:
    """A result is not an evaluation: somebody must have looked at the moves that were not played."""
    book = book_of("f5d6c3")
    assert [opened(book, moves).value for moves in ("", "f5", "f5d6", "f5d6c3")] == [None] * 4
    assert [opened(book, moves).games for moves in ("", "f5", "f5d6", "f5d6c3")] == [1] * 4


def test_moves_are_counted_before_anybody_has_analysed_them() -> None:
    book = book_of("f5d6", "f5d6c3", "f5f6", "c4e3f6", "e6f4c3", "f5f4")

    def unvalued(moves: str) -> list[tuple[str, int]]:
        return [(played.move, played.games) for played in opened(book, moves).unvalued]

    # c4 e3 and e6 f4 are f5 d6 on turned boards.
    assert unvalued("") == [(move, 6) for move in ("c4", "d3", "e6", "f5")]
    assert unvalued("f5") == [("d6", 4), ("f4", 1), ("f6", 1)]
    assert unvalued("c4") == [("e3", 4), ("c3", 1), ("c5", 1)]
    assert opened(book, "f5").moves == ()
    book.learn(after("f5d6"), [line("c3", -2)], proven=False)
    assert [(move.move, move.games) for move in opened(book, "f5").moves] == [("d6", 4)]
    assert unvalued("f5") == [("f4", 1), ("f6", 1)]
    book.learn(after("f5"), [line("d6", 2), line("f6", 1)], proven=False)
    assert [(move.move, move.linked, move.games) for move in opened(book, "f5").moves] == [
        ("d6", True, 4),
        ("f6", False, 1),
    ]
    assert [opened(book, "f5").games_of(move) for move in ("d6", "f6", "f4", "g7")] == [4, 1, 1, 0]


def test_transpositions_and_symmetries_are_counted_together() -> None:
    book = book_of("f5d6", "c4e3", "d3c5", "e6f4", "f5f6")
    assert opened(book, "f5").games == 5
    assert opened(book, "e6f4").games == 4
    assert len(book.store) == 4


def test_a_value_comes_up_from_where_it_was_found() -> None:
    book = book_of("f5d6c3")
    book.learn(after("f5d6c3"), [line("d3c4", -1.5, 14)], proven=False)
    book.learn(after("f5d6"), [line("c4e3", -4, 10)], proven=False)
    assert value(book, "f5d6").score == 1.5
    best = opened(book, "f5d6").moves[0]
    assert (best.move, best.linked, best.line) == ("c3", True, ("c3", "d3"))
    worth = best.value
    assert (worth.score, worth.kind, worth.depth, worth.plies, worth.horizon) == (1.5, Certainty.ESTIMATE, 14, 1, 15)
    # The same on a board turned by a half turn, with moves that are named as they are there.
    best = opened(book, "c4e3").moves[0]
    assert (best.move, best.line) == ("f6", ("f6", "e6"))


def test_a_move_that_got_into_the_book_lets_the_next_best_stand_for_the_others() -> None:
    book = book_of("f5")
    book.learn(after("f5"), [line("d6", -1), line("f6", -2), line("f4", -9)], proven=False)
    book.place(after("f5d6"))
    assert value(book, "f5").score == -1, "until the new position is analysed, the old analysis counts"
    book.learn(after("f5d6"), [line("c3", 5)], proven=False)
    assert value(book, "f5").score == -2
    assert [(m.move, m.linked) for m in opened(book, "f5").moves] == [("f6", False), ("d6", True), ("f4", False)]
    assert opened(book, "f5").choice(0.0) is None, "the best move is not in the book"
    assert opened(book, "f5").choice(0.0, frozenset({"d6", "f4"})) is not None


def test_an_analysis_teaches_the_positions_that_its_lines_go_through() -> None:
    book = book_of("f5d6c3")
    assert book.learn(after("f5"), [line("d6c3d3", -1, 12), line("f6", -2, 12)], proven=False)
    node = book.store.get(fold(after("f5d6c3")).key)
    assert node is not None
    (leaf,) = node.leaves
    assert (leaf.score, leaf.depth, leaf.kind) == (-1, 10, Certainty.ESTIMATE)
    assert value(book, "f5d6c3").score == -1


def test_exact_lines_are_followed_only_when_proven() -> None:
    book = book_of("f5d6c3")
    exact = [line("d6c3d3", 0, 59, Certainty.EXACT)]
    book.learn(after("f5"), exact, proven=False)
    assert opened(book, "f5d6c3").value is None
    book.learn(after("f5"), exact, proven=True)
    assert value(book, "f5d6c3").kind is Certainty.EXACT


def test_a_worse_analysis_changes_nothing() -> None:
    book = book_of("f5")
    book.learn(after("f5"), [line("d6", -1, 12)], proven=False)
    assert not book.learn(after("f5"), [line("f4", 3, 11)], proven=False)
    assert not book.learn(after("f5"), [line("d6", -1, 12, Certainty.UPPER)], proven=False)
    assert not book.learn(after("f5f6"), [line("e6", -1, 12)], proven=False), "not in the book"
    assert value(book, "f5").score == -1
    assert book.learn(after("f5"), [line("f4", 3, 13)], proven=False)
    assert value(book, "f5").score == 3
    assert book.learn(after("f5f6"), [line("e6", -1, 12)], proven=False, add=True)


def test_exact_needs_every_other_move_to_be_out_of_the_question() -> None:
    book = book_of("f5")
    book.learn(after("f5"), [line("d6", 2, 59, Certainty.EXACT), line("f6", -2, 20)], proven=False)
    worth = value(book, "f5")
    assert (worth.score, worth.kind, worth.depth) == (2, Certainty.ESTIMATE, 20)
    book.learn(after("f5"), [line("d6", 2, 59, Certainty.EXACT), line("f6", -2, 59, Certainty.EXACT)], proven=False)
    assert value(book, "f5").kind is Certainty.EXACT


# --- draws ----------------------------------------------------------------------------------------


def test_contempt_chooses_between_a_proven_draw_and_a_small_advantage() -> None:
    book = book_of("f5d6c3", "f5f6", "f5f4")
    book.learn(after("f5f6"), [line("e6", 0, 58, Certainty.EXACT)], proven=False)
    book.learn(after("f5d6"), [line("c4", -1.5)], proven=False)
    book.learn(after("f5f4"), [line("e3", 0)], proven=False)
    found = opened(book, "f5")
    assert [move.move for move in found.best_first(0.0)] == ["d6", "f6", "f4"], "White is 1.5 ahead with d6"
    assert [move.move for move in found.best_first(2.0)] == ["f6", "d6", "f4"]
    assert [move.move for move in found.best_first(-2.0)] == ["d6", "f4", "f6"], "an estimate of 0 is no draw"
    draw = next(move.value for move in found.moves if move.move == "f6")
    assert (draw.score, draw.favoured, draw.hampered) == (0, math.inf, -math.inf)


# --- where to go on looking -----------------------------------------------------------------------


def test_what_lacks_an_analysis() -> None:
    book = book_of("f5d6")
    node = book.store.get(fold(after("f5")).key)
    assert node is not None
    assert len(lacking(book, node)) == 2, "d6 is in the book; f4 and f6 are not"
    book.learn(after("f5"), [line("f6", -1, 10)], proven=False)
    node = book.store.get(fold(after("f5")).key)
    assert node is not None
    assert lacking(book, node) == ()
    assert len(lacking(book, node, 11)) == 2, "less deep than wanted"


def test_a_survey_finds_what_is_within_the_error() -> None:
    book = book_of("f5d6")
    root = fold(after("")).key
    assert {search.plies for search in survey(book, root, 9, 60).searches} == {1, 2}
    book.learn(after("f5d6"), [line("c3", 1), line("c4", -1), line("c5", -4)], proven=False)
    book.learn(after("f5"), [line("f6", -3)], proven=False)
    found = survey(book, root, 0, 60)
    assert found.searches == ()
    assert [expansion.error for expansion in found.expansions] == [0]
    # f6 gives 2 away; c4 gives 2 away as well, c5 gives 5.
    assert sorted(expansion.error for expansion in survey(book, root, 2, 60).expansions) == [0, 2, 2]
    assert sorted(expansion.error for expansion in survey(book, root, 5, 60).expansions) == [0, 2, 2, 5]
    assert sorted(expansion.error for expansion in survey(book, root, 5, 2).expansions) == [2]
    assert survey(book, fold(after("f5f4")).key, 5, 60).seen == 0


def test_a_survey_goes_not_past_what_is_proven() -> None:
    book = book_of("f5d6")
    book.learn(after("f5"), [line("d6c3", -2, 59, Certainty.EXACT)], proven=True)
    assert survey(book, fold(after("f5")).key, 64, 60).expansions == ()


@settings(max_examples=15, deadline=None)
@given(st.randoms(use_true_random=False))
def test_every_position_of_a_finished_tiny_book_is_proven_and_right(random: Random) -> None:
    """Expand without limit from a late position, with no analysis at all: plain minimax is the judge."""
    root = random_game(TINY, random, 6)[-1]
    book = Book(TINY, DictBookStore())
    queue = [root]
    while queue:
        position = queue.pop()
        if book.place(position):
            queue += [position.play(move) for move in position.legal()]

    def minimax(position: Position) -> float:
        if position.over:
            return position.value(position.seat)
        return max(-minimax(position.play(move)) for move in position.legal())

    worth = book.value_of(fold(root).key)
    assert worth is not None
    assert (worth.score, worth.kind) == (minimax(root), Certainty.EXACT)


# --- other books ----------------------------------------------------------------------------------


def copy(book: Book, other: Book) -> list[bool]:
    entries = [node for key in other.store.page(None, -1) if (node := other.store.get(key)) is not None]
    return [book.merge(node.text, node.games, node.leaves) for node in entries]


def nodes(book: Book) -> dict[int, BookNode]:
    assert isinstance(book.store, DictBookStore)
    return dict(book.store.nodes)


@settings(max_examples=20, deadline=None)
@given(st.randoms(use_true_random=False))
def test_a_merged_copy_is_the_same_book(random: Random) -> None:
    variant = Catalogue().get("othello-6x4")
    one, other = Book(variant, DictBookStore()), Book(variant, DictBookStore())
    for _ in range(3):
        game = random_game(variant, random)
        one.add_game(game)
        for position in game[:-1:4]:
            one.learn(position, random_lines(position, random), proven=False)
    assert all(copy(other, one))
    assert nodes(other) == nodes(one)
    assert not any(copy(one, other))
    assert nodes(other) == nodes(one)


@pytest.mark.parametrize(
    ("text", "move", "says"),
    [
        ("nonsense", "d3", "64 cells"),
        ("." * 27 + "OX......XO" + "." * 27 + " Z", "d3", "mover"),
        ("." * 27 + "OX......XO" + "." * 27 + " X", "a1", "a1 is not legal"),
        ("." * 27 + "OX......XO" + "." * 27 + " X", "z99", "z99"),
        ("." * 27 + "OX......XO" + "." * 27 + " X", "d3:e5", "d3:e5 is not legal"),
    ],
)
def test_what_makes_no_sense_is_refused(text: str, move: str, says: str) -> None:
    book = book_of("f5")
    before = nodes(book)
    with pytest.raises(BadEntry, match=says):
        book.merge(text, 1, (Leaf(move, 1.0, Certainty.ESTIMATE, 5),))
    assert nodes(book) == before


def test_a_broken_node_is_taken_out_and_wrong_links_are_mended() -> None:
    book = book_of("f5d6c3")
    store = book.store
    assert isinstance(store, DictBookStore)
    whole = nodes(book)
    key = fold(after("f5")).key
    store.nodes[key] = BookNode("rubbish", whole[key].links)
    other = fold(after("f5d6")).key
    store.nodes[other] = BookNode(whole[other].text, whole[other].links[1:], games=1)
    assert [book.refresh(key) for key in (other, key)] == [True, False]
    del whole[key]
    assert nodes(book) == whole
