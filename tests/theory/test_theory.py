"""Regions, stable discs and the like, against their definitions and against every continuation."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engined.rules.position import PASS, Position, parse_move, parse_position, start
from engined.theory.frontier import frontier
from engined.theory.regions import regions
from engined.theory.stable import corners, stable
from engined.theory.stone_groups import stone_groups
from engined.variants.model import EMPTY
from engined_protocol.notation import square_name
from tests.rules.perft_tables import chains, go
from tests.rules.random_positions import (
    FLIPPING,
    HOLED,
    INDIRECT,
    MULTIPLAYER,
    ONCE_INDIRECT,
    ONE,
    REMOVE,
    RINGED,
    SOME,
    declared,
    reached,
)

CAPTURING = (*FLIPPING, *MULTIPLAYER, HOLED, INDIRECT, ONCE_INDIRECT, ONE, SOME, REMOVE, RINGED)


def at(text: str, variant: str = "othello") -> Position:
    return parse_position(declared(variant), text)


def names(position: Position, squares: frozenset[int] | tuple[int, ...]) -> set[str]:
    return {square_name(square, position.variant.board.width) for square in squares}


# --- stable discs ---------------------------------------------------------------------------------


def changing(position: Position, known: dict[tuple[object, ...], frozenset[int]]) -> frozenset[int]:
    """Every disc that some continuation changes, by playing them all; what is found in stable ones is an error."""
    key = (position.board, position.seat, position.placed if position.variant.setup.plies else ())
    if key not in known:
        discs = {square for square, content in enumerate(position.board) if content != EMPTY}
        found: set[int] = set()
        for move in position.legal():
            following = position.play(move)
            found |= {square for square in discs if following.board[square] != position.board[square]}
            found |= changing(following, known) & discs
        known[key] = frozenset(found)
        assert not stable(position) & found
    return known[key]


@pytest.mark.parametrize("variant", ["othello-4x4", RINGED])
def test_no_stable_disc_of_a_small_board_ever_changes(variant: str) -> None:
    known: dict[tuple[object, ...], frozenset[int]] = {}
    changing(start(declared(variant)), known)
    assert len(known) > 40_000


@pytest.mark.slow
@pytest.mark.parametrize(
    "variant",
    [
        'name = "t"\ninherits = "othello-4x4"\n[capture]\nindirect = -1\n',
        "reversi-original-4x4",
        "yonin-4x4",
    ],
)
def test_nor_where_the_rules_are_others(variant: str) -> None:
    changing(start(declared(variant)), {})


@st.composite
def filled(draw: st.DrawFn) -> Position:
    """Any filling of a board, reachable or not."""
    variant = declared(draw(st.sampled_from(CAPTURING)))
    dice = random.Random(draw(st.integers(0, 2**32)))
    share = draw(st.floats(0.4, 1))
    most = draw(st.floats(0.3, 0.9))
    content = [EMPTY] * len(variant.board.start)
    for square in variant.board.cells:
        if dice.random() < share:
            content[square] = 0 if dice.random() < most else dice.randrange(len(variant.colours))
    seats = len(variant.seats)
    taken = start(variant).taken
    return Position(variant, tuple(content), dice.randrange(seats), (0,) * seats, taken=taken)


@given(filled() | reached(CAPTURING), st.randoms(use_true_random=False))
@settings(max_examples=300, deadline=None)
def test_stable_discs_survive_random_play(position: Position, dice: random.Random) -> None:
    for _ in range(80):
        if position.over:
            break
        before = stable(position)
        following = position.play(dice.choice(position.legal()))
        assert all(following.board[square] == position.board[square] for square in before)
        assert before <= stable(following)
        position = following


@given(filled())
@settings(max_examples=60, deadline=None)
def test_everything_is_stable_on_a_full_board_of_one_colour(position: Position) -> None:
    variant = position.variant
    board = tuple(0 if square in variant.board.cells else EMPTY for square in range(len(position.board)))
    full = Position(variant, board, 0, position.placed, taken=position.taken)
    if not (variant.board.rings and (variant.capture.indirect or variant.capture.kind == "remove")):
        assert stable(full) == frozenset(variant.board.cells)


def test_a_corner_and_what_it_holds() -> None:
    """By the definition: b1 has its row's stable neighbour a1, and is at the end of its other lines."""
    rows = ["XXX.....", "XXO.....", "XO......", "........", "...OX...", "...XO...", "........", "........"]
    position = at("".join(rows) + " X")
    assert names(position, stable(position)) == {"a1", "b1", "c1", "a2", "b2", "a3"}


def test_a_full_row_makes_safe_only_along_the_row() -> None:
    rows = ["........", "........", "........", "XXOXOXOX", "........", "........", "........", "........"]
    position = at("".join(rows) + " X")
    assert stable(position) == frozenset()
    rows[0] = rows[1] = rows[2] = rows[4] = rows[5] = rows[6] = rows[7] = "XOXOXOXO"
    full = at("".join(rows) + " X")
    assert len(stable(full)) == 64


def test_the_ring_of_nip_is_an_axis_without_an_end() -> None:
    """On the octagon c1 is a corner: safe along all four axes. On Nip's ring it can be bracketed."""
    text = "..X" + "." * 61 + " X"
    octagon, nip = at(text, "octagon-52"), at(text, "nip")
    assert stable(nip) == frozenset()
    assert names(octagon, stable(octagon)) == {"c1"}


def test_a_full_ring_is_safe() -> None:
    variant = declared("nip")
    (ring,) = variant.board.rings
    board = [EMPTY] * len(variant.board.start)
    for index, square in enumerate(ring):
        board[square] = index % 2
    position = Position(variant, tuple(board), 0, (0, 0))
    corners = {"c1", "f1", "h3", "h6", "f8", "c8", "a6", "a3"}
    assert corners <= names(position, stable(position))


def test_a_full_line_may_open_again_where_discs_leave_the_board() -> None:
    """c2 is safe on all axes but its row, which is full; but d2 can be taken, and then c2 from there."""
    position = at("XXXXXX OXXOXO ...... ...... ...... ...... X", REMOVE)
    assert names(position, stable(position)) == {"a1", "b1", "c1", "d1", "e1", "f1"}
    for text in ("d3", "d2"):
        position = position.play(parse_move(position, text))
    assert position.board[8] == EMPTY


def test_games_without_flips() -> None:
    stones = "X.... ..... ..... ..... ....O X"
    assert stable(at(stones, go(5))) == frozenset()
    chained = at(stones, chains(5, 5))
    assert names(chained, stable(chained)) == {"a1", "e5"}


# --- regions --------------------------------------------------------------------------------------


def test_regions_hang_together_by_corners() -> None:
    rows = [".XXXXXXX", "X.XXXXXX", "XXXXXXXX", "XXXXX..X", "XXXXXXXX", "XXXXXXXX", "XXXXXXXX", "X.XXXXX."]
    position = at("".join(rows) + " X")
    found = [names(position, region) for region in regions(position)]
    assert found == [{"a1", "b2"}, {"f4", "g4"}, {"b8"}, {"h8"}]


def test_a_hole_parts_what_it_stands_between() -> None:
    text = "XX.X XXXX .... XXXX X"
    declaration = 'name = "t"\ninherits = "othello"\n[board]\nsize = "4x4"\nholes = "b3"\nstart = "empty"\n'
    position = at(text, declaration)
    assert [len(region) for region in regions(position)] == [1, 1, 2]


@given(reached())
@settings(max_examples=100, deadline=None)
def test_regions_are_the_finest_partition_that_no_two_neighbours_part(position: Position) -> None:
    width = position.variant.board.width
    empty = {s for s in position.variant.board.cells if position.board[s] == EMPTY}
    label = {square: number for number, region in enumerate(regions(position)) for square in region}
    assert set(label) == empty
    near = {
        (one, other)
        for one in empty
        for other in empty
        if max(abs(one % width - other % width), abs(one // width - other // width)) == 1
    }
    assert all(label[one] == label[other] for one, other in near)
    for region in regions(position):
        group = {region[0]}
        for _ in region:
            group |= {other for one, other in near if one in group}
        assert group == set(region)


# --- mobility -------------------------------------------------------------------------------------


def test_mobility_of_a_figure() -> None:
    """At the start each has four cells; in the position where Black must pass, White has c5 and e7."""
    assert start(declared("othello")).mobility() == (4, 4)
    passes = at("..........................XXX..O...XXXOO.....X.O.....X.......... X")
    assert passes.mobility() == (0, 2)


@given(reached())
@settings(max_examples=60, deadline=None)
def test_mobility_of_the_mover_counts_its_cells(position: Position) -> None:
    cells = {move.square for move in position.legal() if move != PASS}
    assert position.mobility()[position.seat] == len(cells)


# --- frontier, corners, groups --------------------------------------------------------------------


def test_frontier_discs_are_those_beside_an_empty_cell() -> None:
    position = at("........" + ".XXX...." + ".XOX...." + ".XXX...." + "........" * 4 + " O")
    assert names(position, frontier(position)) == {"b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4"}


@pytest.mark.parametrize(
    ("variant", "expected"),
    [("othello", {"a1", "h1", "a8", "h8"}), ("nip", set()), ("hasami-one-5x4", {"a1", "e1", "a4", "e4"})],
)
def test_corners_are_where_no_line_passes(variant: str, expected: set[str]) -> None:
    """On the round board the closed rim passes through all of its cells."""
    position = start(declared(variant))
    assert names(position, corners(position)) == expected


@given(reached(CAPTURING))
@settings(max_examples=100, deadline=None)
def test_what_stands_on_a_corner_is_stable(position: Position) -> None:
    held = {square for square in corners(position) if position.board[square] != EMPTY}
    assert held <= stable(position)


def test_groups_and_liberties_of_go() -> None:
    position = at("XX..O" + ".O..O" + "....." + "....." + "..X.." + " X", "go-5x5")
    found = [(names(position, group.cells), names(position, group.liberties)) for group in stone_groups(position)]
    assert found == [
        ({"a1", "b1"}, {"c1", "a2"}),
        ({"e1", "e2"}, {"d1", "d2", "e3"}),
        ({"b2"}, {"a2", "c2", "b3"}),
        ({"c5"}, {"b5", "d5", "c4"}),
    ]
    assert stone_groups(start(declared("othello"))) == ()
    assert frontier(position) == corners(position) == frozenset()
