"""Go's solver against games solved by the rules alone, from positions of all kinds: after passes, with ko, with what is
dead on the board.
"""

from __future__ import annotations

import random
from functools import cache

import pytest

from engined.backends.go_prover import GoProver
from engined.roots.proof import Bounds, concedes, forcing, holds
from engined.rules.position import Position, parse_move, parse_position, start
from engined.rules.symmetry import image, symmetries
from engined.variants.catalogue import Catalogue
from tests.search.go_boards import prover_of
from tests.search.plain_go import FOREVER, PlainGo

LONG = 60
"""Plies, more than a game may have on the boards that are solved here."""


@cache
def solved(name: str) -> PlainGo:
    return PlainGo(start(Catalogue().get(name)))


def some(name: str, number: int) -> list[Position]:
    """Positions that can come up, drawn from all of them."""
    going = [position for position in solved(name).positions if not position.over]
    return random.Random(name).sample(going, min(number, len(going)))


def check_bounds(name: str, number: int, *, tight: bool) -> None:
    """Hold the solver to what the rules say; if ``tight``, what it leaves open takes more plies than a game has."""
    hanging = 0
    with prover_of(name) as prover:
        for position in some(name, number):
            bounds = Bounds(position, prover)
            bounds.settle()
            least, most = solved(name).bounds(position)
            hanging += least != most
            assert bounds.lower <= least or least <= -FOREVER / 2
            assert bounds.upper >= most or most >= FOREVER / 2
            if tight and least > -FOREVER / 2 and most < FOREVER / 2:
                met = (bounds.lower, bounds.upper) == (least, most)
                assert met or (holds(position, least, LONG, prover) and concedes(position, most, LONG, prover))
    assert hanging


@pytest.mark.parametrize(
    "name", [pytest.param("go-2x2-area-komi-0", marks=pytest.mark.products), "go-2x3-area-komi-0.5"]
)
def test_scores_of_area_are_those_of_all_games(name: str) -> None:
    check_bounds(name, 400, tight=True)


@pytest.mark.parametrize("name", [pytest.param("go-2x2", marks=pytest.mark.products), "go-2x3-komi-0"])
def test_scores_with_prisoners_hold_for_all_games(name: str) -> None:
    check_bounds(name, 150, tight=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["go-2x4-area-komi-0", "go-3x3-area-komi-0", "go-3x3-komi-0", "go-2x4-komi-0"])
def test_larger_boards_are_as_solved_by_the_rules(name: str) -> None:
    check_bounds(name, 3000, tight=True)


def test_what_is_proven_comes_about() -> None:
    """Both sides play what they can force, to the last capture: the rules count the same."""
    name, played = "go-2x3-area-komi-0", 0
    with prover_of(name) as prover:
        for position in some(name, 100):
            bounds = Bounds(position, prover)
            bounds.settle()
            if bounds.exact:
                played += 1
                assert played_out(position, bounds.lower, prover) == bounds.lower
    assert played > 20


def played_out(position: Position, score: float, prover: GoProver) -> float:
    """The score of a game in which both sides force what they can, from the view of the first to move."""
    seat = position.seat
    for _ in range(100):
        if position.over:
            return position.value(seat)
        move = forcing(position, score if position.seat == seat else -score, 40, prover)
        assert move is not None
        position = position.play(move)
    raise AssertionError("no end")


def test_images_and_exchanged_colours_are_one_position() -> None:
    name = "go-3x3-area-komi-0"
    position = parse_position(Catalogue().get(name), ".X.OX.... O")
    with prover_of(name) as prover:
        known = prover.ask(position, 0, 9, attacking=False)
        for symmetry in symmetries(position.variant):
            turned = Position(position.variant, image(position, symmetry), 1, position.placed, taken=(0, 0))
            other = tuple(content if content < 0 else 1 - content for content in turned.board)
            exchanged = Position(position.variant, other, 0, position.placed, taken=(0, 0))
            for asked in (turned, exchanged):
                before = prover.nodes
                assert prover.ask(asked, 0, 9, attacking=False) == known
                assert prover.nodes == before + 1


SEKI = (".X.XO.XO.O.", "XXXXO.XOOOO")
"""Both outer chains live; the inner ones share two liberties, and who takes one is taken by the other."""


@pytest.mark.products
@pytest.mark.parametrize("mover", "XO")
def test_seki_is_left_alone(mover: str) -> None:
    """8 points and 2 stones each, whoever moves; where a side needs a point more, it does not get it."""
    name = "go-11x2-area-komi-0"
    position = parse_position(Catalogue().get(name), f"{''.join(SEKI)} {mover}")
    with prover_of(name) as prover:
        bounds = Bounds(position, prover)
        bounds.settle()
        assert (bounds.lower, bounds.upper) == (0, 0)
        taking = position.play(parse_move(position, "f1"))
        answered = Bounds(taking, prover)
        answered.settle()
        assert answered.lower > 0


@pytest.mark.parametrize(("mover", "score"), [("X", 81), ("O", 8 - 73)])
def test_one_move_decides_on_a_large_board(mover: str, score: int) -> None:
    """White's chain in the corner has three points in a row: who plays on the middle one makes it two eyes or one."""
    rows = ("...OX", "OOOOX", *("XXXXX",) * 6, ".X.XX")
    position = parse_position(Catalogue().get("go-area-komi-0"), f"{'XXXX'.join((*rows, ''))} {mover}")
    with prover_of("go-area-komi-0") as prover:
        bounds = Bounds(position, prover)
        bounds.settle()
        assert (bounds.lower, bounds.upper) == (score, score)
        assert forcing(position, score, bounds.depth, prover) == parse_move(position, "b1")
