"""The judge where stones are surrounded: occupied points, suicide, ko, stones left on the board or taken wrongly."""

from __future__ import annotations

import pytest

from engined.rules.judge import Claim, Fault, Verdict, judge
from engined.rules.position import Position, parse_board, parse_move, parse_position
from engined.variants.catalogue import Catalogue
from engined_protocol.notation import square_name

CATALOGUE = Catalogue()
KO = ".XO.. X.XO. .XO.. ..... ..... O"
"""White takes c2 from b2; then Black may not take back at once."""
TAKEN = ".XO.. XO.O. .XO.. ..... ....."


def after(text: str, *moves: str, variant: str = "go-5x5") -> Position:
    position = parse_position(CATALOGUE.get(variant), text)
    for move in moves:
        position = position.play(parse_move(position, move))
    return position


def ruled(position: Position, move: str, board: str) -> Verdict:
    return judge(position, Claim(move, parse_board(position.variant, board)))


def test_a_capture_as_it_should_be() -> None:
    assert ruled(after(KO), "b2", TAKEN).fault is None


@pytest.mark.parametrize(
    ("position", "move", "board", "says"),
    [
        (after(KO), "b1", TAKEN, "b1 is occupied"),
        (after(KO), "f1", TAKEN, "f1 is not on this board"),
        (after(".X... X.... ..... ..... ..... O"), "a1", "OX... X.... ..... ..... .....", "it is suicide"),
        (after(KO, "b2"), "c2", ".XO.. X.XO. .XO.. ..... .....", "it retakes a ko at once"),
        (
            after(KO, "b2", variant="go-5x5-positional-superko"),
            "c2",
            KO[:-1],
            "position back (superko)",
        ),
    ],
)
def test_why_a_point_is_not_playable(position: Position, move: str, board: str, says: str) -> None:
    verdict = ruled(position, move, board)
    assert verdict.fault is Fault.NOT_PLAYABLE
    assert says in verdict.message


def test_a_ko_may_be_retaken_after_an_exchange_elsewhere() -> None:
    position = after(KO, "b2", "e5", "e4")
    assert ruled(position, "c2", ".XO.. X.XO. .XO.. ....O ....X").fault is None
    assert ruled(after(KO, "b2", "e5", "e4"), "c2", ".XO.. XOXO. .XO.. ....O ....X").message == (
        "b2 should have left the board"
    )


@pytest.mark.parametrize(
    ("board", "fault", "cells"),
    [
        (".XO.. XOXO. .XO.. ..... .....", Fault.MISSING_FLIPS, ["c2"]),
        (".XO.. XO.O. .X... ..... .....", Fault.EXTRA_FLIPS, ["c3"]),
        (".XO.. XO.O. .XO.. ..... ....O", Fault.EXTRA_FLIPS, ["e5"]),
        (".XO.. XX.O. .XO.. ..... .....", Fault.WRONG_COLOUR, []),
    ],
)
def test_what_should_or_should_not_have_changed(board: str, fault: Fault, cells: list[str]) -> None:
    verdict = ruled(after(KO), "b2", board)
    assert verdict.fault is fault
    assert [square_name(square, 5) for square in (*verdict.missing, *verdict.extra)] == cells


def test_a_pass_is_always_legal() -> None:
    assert ruled(after(KO), "--", KO[:-1]).fault is None


@pytest.mark.parametrize(
    ("board", "fault"),
    [
        ("...O. OOO.. ..... ..... .....", None),
        ("XXXO. OOO.. ..... ..... .....", Fault.MISSING_FLIPS),
        ("..XO. OOO.. ..... ..... .....", Fault.MISSING_FLIPS),
        ("...O. OOO.. ..... ..... ....X", Fault.EXTRA_FLIPS),
    ],
)
def test_suicide_where_it_is_allowed_takes_the_own_stones_off(board: str, fault: Fault | None) -> None:
    position = after("XX.O. OOO.. ..... ..... ..... X", variant="go-5x5-suicide")
    assert ruled(position, "c1", board).fault is fault
