"""The patterns that follow from a board."""

from __future__ import annotations

import pytest

from engined.patterns.shapes import LONGEST, Patterns, index_of, patterns_of
from engined.rules.symmetry import symmetries
from engined.variants.catalogue import Catalogue

NAMES = ("othello", "othello-4x4", "othello-6x6", "othello-6x4", "othello-10x10", "octagon-52", "nip", "eight-stars")


def patterns(name: str) -> Patterns:
    return patterns_of(Catalogue().get(name))


def squares_of(text: str) -> frozenset[int]:
    """Squares of the 8x8 board."""
    return frozenset(ord(name[0]) - ord("a") + 8 * (int(name[1]) - 1) for name in text.split())


@pytest.mark.parametrize("name", NAMES)
def test_every_symmetry_takes_patterns_to_patterns_of_their_shape(name: str) -> None:
    found = patterns(name)
    shape_at = {frozenset(pattern.squares): pattern.shape for pattern in found.placed}
    assert len(shape_at) == len(found.placed)
    for turn in symmetries(Catalogue().get(name)):
        for pattern in found.placed:
            assert shape_at[frozenset(turn[square] for square in pattern.squares)] == pattern.shape


@pytest.mark.parametrize("name", NAMES)
def test_every_cell_is_in_a_pattern_and_none_is_too_long(name: str) -> None:
    found = patterns(name)
    covered = {square for pattern in found.placed for square in pattern.squares}
    assert covered == set(Catalogue().get(name).board.cells)
    assert all(len(set(pattern.squares)) == found.sizes[pattern.shape] <= LONGEST for pattern in found.placed)


def test_8x8_has_the_patterns_that_the_literature_uses() -> None:
    sets = {frozenset(pattern.squares) for pattern in patterns("othello").placed}
    wanted = (
        "a1 b1 c1 a2 b2 c2 a3 b3 c3",
        "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
        "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2",
        "h1 h2 h3 h4 h5 h6 h7 h8 g2 g7",
        "a4 b4 c4 d4 e4 f4 g4 h4",
        "b1 b2 b3 b4 b5 b6 b7 b8",
        "a1 b2 c3 d4 e5 f6 g7 h8",
        "a4 b3 c2 d1",
    )
    assert all(squares_of(text) in sets for text in wanted)
    assert len(sets) == 4 + 8 + 4 + 12 + 18


def test_digits_begin_far_from_borders_and_end_at_corners() -> None:
    border = squares_of("a1 b1 c1 d1 e1 f1 g1 h1 a2 h2 a3 h3 a4 h4 a5 h5 a6 h6 a7 h7 a8 b8 c8 d8 e8 f8 g8 h8")
    corners = squares_of("a1 h1 a8 h8")
    kinds = [
        [(square in border) + (square in corners) for square in pattern.squares]
        for pattern in patterns("othello").placed
    ]
    assert kinds == [sorted(row) for row in kinds]
    assert {row[-1] for row in kinds} == {1, 2}


def test_mirrors_are_the_orders_that_leave_a_shape_as_it_is() -> None:
    found = patterns("othello")
    edge = next(pattern for pattern in found.placed if len(set(pattern.squares) & squares_of("b2 g2")) == 2)
    orders = found.mirrors(edge.shape)
    assert tuple(range(10)) in orders
    assert len(orders) == 2
    other = next(order for order in orders if order != tuple(range(10)))
    assert all(edge.squares[place] // 8 == edge.squares[order] // 8 for place, order in enumerate(other))
    block = next(
        pattern for pattern in found.placed if set(pattern.squares) == squares_of("a1 b1 c1 d1 e1 a2 b2 c2 d2 e2")
    )
    assert found.mirrors(block.shape) == (tuple(range(10)),)


def test_rings_and_long_lines_are_cut_into_pieces_that_overlap() -> None:
    board = Catalogue().get("nip").board
    sets = {frozenset(pattern.squares) for pattern in patterns("nip").placed}
    assert any(set(piece) <= set(ring) and len(piece) == 8 for ring in board.rings for piece in sets)
    row = frozenset(range(16 * 5, 16 * 5 + 8))
    assert row in {frozenset(pattern.squares) for pattern in patterns("othello-16x16").placed}


def test_an_index_is_a_number_in_base_3() -> None:
    own, opp = frozenset({7, 3}), frozenset({5})
    assert index_of((7, 5, 9, 3), own, opp) == 2 * 1 + 0 * 3 + 1 * 9 + 2 * 27
