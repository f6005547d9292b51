"""Images of positions, and moves seen from one in another."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from engined_client.find.query import Query, Wanted
from engined_client.symmetry import images
from engined_protocol.messages import Position


def shown(board: tuple[str, ...]) -> Position:
    return Position(
        id="1",
        variant="",
        digest="",
        board=board,
        mover="Black",
        colour="X",
        legal=(),
        moves=(),
        seats=("Black", "White"),
        scores=(),
        discs=(),
        empties=0,
        over=False,
    )


BOARDS = st.tuples(st.integers(2, 5), st.integers(2, 5), st.randoms(use_true_random=False)).map(
    lambda drawn: tuple("".join(drawn[2].choice(".XO ") for _ in range(drawn[0])) for _ in range(drawn[1]))
)


@settings(deadline=None)
@given(BOARDS, st.randoms(use_true_random=False))
def test_an_image_is_the_board_with_its_cells_elsewhere(board: tuple[str, ...], dice: random.Random) -> None:
    cells = "".join(board)
    found = images(board)
    assert len(found) == (8 if len(board) == len(board[0]) else 4)
    assert len({image.origins for image in found}) == len(found)
    for image in found:
        assert sorted(image.origins) == list(range(len(cells)))
        assert image.cells == "".join(cells[origin] for origin in image.origins)
    assert images(board, symmetric=False) == found[:1]


def test_moves_that_are_the_same_by_symmetry_are_one() -> None:
    """From Othello's start there is one move, however the board is turned."""
    start = ("....", ".OX.", ".XO.", "....")
    wanted = Wanted(shown(start), ("X", "O"), symmetric=True)
    assert len(wanted.images) == 2
    assert {wanted.back(move, 0) for move in ("b1", "a2", "d3", "c4")} == {"b1"}
    assert wanted.image_of(("....", ".XO.", ".OX.", "...."), "Black") == 1
    assert {wanted.back(move, 1) for move in ("c1", "d2", "a3", "b4")} == {"b1"}
    assert wanted.image_of(start, "White") is None
    assert wanted.image_of(("....", ".OX.", ".XOX", "...."), "Black") is None


def test_choices_of_discs_are_turned_with_their_cell() -> None:
    wanted = Wanted(shown(("XO..", "....", "..O.", "...X")), ("X", "O"), symmetric=True)
    mirrored = wanted.image_of(("..OX", "....", ".O..", "X..."), "Black")
    assert mirrored is not None
    assert wanted.back("b1:c1+b3", mirrored) == "c1:b1+c3"
    assert (wanted.back("--", mirrored), wanted.back("", mirrored)) == ("--", "")


def test_players_are_found_by_parts_of_their_names() -> None:
    query = Query(player="ann")
    assert query.fits("Joanna", "Bob")
    assert query.fits("Bob", "ANN")
    assert not query.fits("Bob", "")
    assert Query(black="bob", white="ann").fits("Bob", "Ann")
    assert not Query(black="bob", white="ann").fits("Ann", "Bob")
    assert Query().anybody
