"""Openings: XOT as it was published, random ones, and files."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engined.rules.position import format_position
from engined.tools.match.openings import OpeningError, default_plies, play, random_openings, read_openings, xot
from engined.variants.catalogue import Catalogue

OTHELLO = Catalogue().get("othello")


def test_xot_is_whole() -> None:
    """Its authors: 10,784 sequences of eight moves; all begin with f5."""
    lines = xot()
    assert len(lines) == len(set(lines)) == 10_784
    assert {len(line) for line in lines} == {8}
    assert {line[0] for line in lines} == {"f5"}
    assert ("f5", "d6", "c4", "d3", "c2", "b3", "b4", "b5") in lines


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10_783))
def test_xot_is_legal_and_leaves_black_to_move(number: int) -> None:
    position = play(OTHELLO, xot()[number])
    assert (position.empties, position.seat, position.over) == (52, 0, False)


@pytest.mark.slow
def test_all_of_xot_is_legal() -> None:
    ends = {format_position(play(OTHELLO, line)) for line in xot()}
    assert all(end.endswith(" X") for end in ends)


@pytest.mark.parametrize(
    "name", ["othello-6x6", "octagon-52", "handicap-1", "nip", "reversi-original", "othello-10x10"]
)
def test_random_openings_are_legal_and_distinct(name: str) -> None:
    variant = Catalogue().get(name)
    drawn = random_openings(variant, 6, 20, seed=3)
    positions = [play(variant, opening) for opening in drawn]
    assert len({position.digest for position in positions}) == len(drawn) == 20
    assert all(len(opening) == 6 for opening in drawn)
    assert not any(position.over for position in positions)


def test_a_seed_makes_the_openings() -> None:
    first = random_openings(OTHELLO, 8, 10, seed=1)
    assert random_openings(OTHELLO, 8, 10, seed=1) == first
    assert random_openings(OTHELLO, 8, 20, seed=1)[:10] == first
    assert random_openings(OTHELLO, 8, 10, seed=2) != first


def test_a_small_game_has_few_openings() -> None:
    """By symmetry of place, not of the board, 4x4 has 4 positions after the first ply and 12 after the second."""
    small = Catalogue().get("othello-4x4")
    assert len(random_openings(small, 1, 100, seed=1)) == 4
    assert len(random_openings(small, 2, 100, seed=1)) == 12
    assert random_openings(small, 0, 5, seed=1) == ((),)
    with pytest.raises(OpeningError, match="no game of othello-4x4 lasts longer than 40 plies"):
        random_openings(small, 40, 1, seed=1)


def test_openings_get_shorter_on_small_boards() -> None:
    assert default_plies(OTHELLO) == 8
    assert default_plies(Catalogue().get("othello-4x4")) == 2
    assert default_plies(Catalogue().get("othello-12x12")) == 8


def test_a_file_of_openings() -> None:
    text = "# mine\n\nf5d6c3\n 1. F5 f6 2. E6\n"
    assert read_openings(OTHELLO, text, "mine") == (("f5", "d6", "c3"), ("f5", "f6", "e6"))


def test_passes_that_a_transcript_leaves_out_are_put_in() -> None:
    """Black, who has no row that ends beyond White's three discs on the first one, must pass on 4x4 here."""
    (opening,) = read_openings(Catalogue().get("othello-4x4"), "b1c1d3a1a3\n", "mine")
    assert opening == ("b1", "c1", "d3", "a1", "--", "a3")


def test_openings_of_go_are_in_its_coordinates() -> None:
    """Row 1 is at the bottom, and the column after H is J: the ninth, which messages call i."""
    assert read_openings(Catalogue().get("go"), "j9 A1 pass\n", "mine") == (("i1", "a9", "--"),)
    with pytest.raises(OpeningError, match="mine, line 2: i3: not on a 9x9 board"):
        read_openings(Catalogue().get("go"), "e5c3\nE5 I3\n", "mine")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("f5d6\nf5a1\n", "mine, line 2: a1: "),
        ("f5 hello\n", "mine, line 1: not a move"),
        ("# nothing\n", "mine: there is no opening in it"),
    ],
)
def test_a_bad_opening_is_named(text: str, says: str) -> None:
    with pytest.raises(OpeningError, match=says):
        read_openings(OTHELLO, text, "mine")
