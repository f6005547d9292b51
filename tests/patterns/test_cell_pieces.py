"""The pieces of lines, and the classes of cells, that follow from a board."""

from __future__ import annotations

from collections import Counter

import pytest

from engined.patterns.cell_pieces import MOST_CLASSES, CellPieces, cell_pieces_of
from engined.patterns.shapes import WINDOW
from engined.rules.symmetry import symmetries
from engined.variants.catalogue import Catalogue

NAMES = (
    *("othello", "othello-4x4", "othello-6x4", "othello-9x9", "othello-10x10", "othello-13x13", "othello-14x14"),
    *("octagon-52", "nip", "eight-stars", "annexation-48"),
)


def pieces(name: str) -> CellPieces:
    return cell_pieces_of(Catalogue().get(name))


def placed(name: str) -> list[tuple[int, tuple[int, ...], frozenset[int]]]:
    """Of each piece the shape, the squares, and the squares that it serves."""
    found = pieces(name)
    return [
        (piece.shape, piece.squares, frozenset(piece.squares[place] for place in found.served[piece.shape]))
        for piece in found.patterns.placed
    ]


def lines_of(name: str) -> list[frozenset[int]]:
    """Straight lines of at least three cells, found by walking from every cell; and rings."""
    board = Catalogue().get(name).board
    cells = {divmod(square, board.width) for square in board.cells}
    found = set()
    for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for row, column in cells:
            line = {(row, column)}
            for sign in (1, -1):
                there = row + sign * down, column + sign * across
                while there in cells:
                    line.add(there)
                    there = there[0] + sign * down, there[1] + sign * across
            if len(line) >= 3:
                found.add(frozenset(row * board.width + column for row, column in line))
    return [*found, *map(frozenset, board.rings)]


@pytest.mark.parametrize("name", NAMES)
def test_every_cell_is_served_by_each_line_through_it(name: str) -> None:
    """Once, or by two pieces where it is in the middle between them."""
    rings, found = [*map(frozenset, Catalogue().get(name).board.rings)], placed(name)
    for line in lines_of(name):
        size = min(len(line), WINDOW)
        pieces_of_it = [served for _, squares, served in found if set(squares) <= line and len(squares) == size]
        counts = Counter(cell for served in pieces_of_it for cell in served)
        assert set(counts) == line
        uneven = len(line) > WINDOW and (len(line) % 2 == 1 or line in rings)
        assert set(counts.values()) <= ({1, 2} if uneven else {1})


@pytest.mark.parametrize("name", NAMES)
def test_every_symmetry_takes_pieces_to_pieces_that_serve_the_images(name: str) -> None:
    known = {(shape, frozenset(squares), served) for shape, squares, served in placed(name)}
    assert len(known) == len(placed(name))
    for turn in symmetries(Catalogue().get(name)):
        for shape, squares, served in known:
            assert (shape, frozenset(turn[at] for at in squares), frozenset(turn[at] for at in served)) in known


def test_the_lines_of_8x8_are_whole_and_serve_all_their_cells() -> None:
    found = pieces("othello")
    assert sorted(found.patterns.sizes) == [3, 4, 5, 6, 7, 8, 8, 8, 8, 8]
    assert len(found.patterns.placed) == 8 + 8 + 11 + 11
    assert all(served == tuple(range(size)) for size, served in zip(found.patterns.sizes, found.served, strict=True))


def test_long_lines_are_served_where_cells_lie_deep() -> None:
    row = range(40, 50)
    windows = {squares: served for _, squares, served in placed("othello-10x10") if set(squares) <= set(row)}
    found = {frozenset(squares): served for squares, served in windows.items()}
    assert found == {frozenset(row[:8]): frozenset(row[:5]), frozenset(row[2:]): frozenset(row[5:])}
    middle = range(1, 100, 11)
    halves = [served for _, squares, served in placed("othello-10x10") if set(squares) <= set(middle)]
    assert sorted(map(sorted, halves)) == [list(middle[:5]), list(middle[4:])]


def test_a_ring_has_no_ends() -> None:
    board = Catalogue().get("nip").board
    ring = board.rings[0]
    windows = [(squares, served) for _, squares, served in placed("nip") if set(squares) <= set(ring)]
    around = [(squares, served) for squares, served in windows if len(squares) == WINDOW]
    assert {cell for _, served in around for cell in served} == set(ring)
    for squares, served in around:
        places = sorted(ring.index(square) for square in squares)
        start = next(at for at in places if (at - 1) % len(ring) not in places)
        assert {(ring.index(square) - start) % len(ring) for square in served} <= {2, 3, 4, 5}


@pytest.mark.parametrize("name", NAMES)
def test_each_class_goes_to_itself_by_every_symmetry(name: str) -> None:
    variant = Catalogue().get(name)
    classes = pieces(name).classes
    assert sorted(cell for some in classes for cell in some) == sorted(variant.board.cells)
    assert len(classes) <= MOST_CLASSES
    for turn in symmetries(variant):
        assert all({turn[cell] for cell in some} == set(some) for some in classes)


def test_8x8_has_ten_classes_and_large_boards_sixty_four() -> None:
    assert [some[0] for some in pieces("othello").classes] == [0, 1, 2, 3, 9, 10, 11, 18, 19, 27]
    assert len(pieces("othello-24x24").classes) == MOST_CLASSES
