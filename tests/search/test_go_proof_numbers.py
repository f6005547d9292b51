"""Searches for the whole board of Go, and for other goals, against games solved by the rules alone."""

from __future__ import annotations

import random

import pytest

from engined.backends.memory import Context, TranspositionTable
from engined.families.go import SWEEP_PART
from engined.kernels.compilation import build
from engined.kernels.layouts.go import GoLayout
from engined.results import Interrupted
from engined.roots.proof import Attempt, concedes, sweeping
from engined.rules.position import Position, parse_move, start
from engined.variants.catalogue import Catalogue
from tests.search.go_boards import prover_of
from tests.search.plain_go import PlainGo

REACHED = 1


class Goals:
    """The kernel, with a table of its own."""

    def __init__(self, name: str) -> None:
        self.kernels = build.load(Catalogue().get(name), SWEEP_PART, None)
        self._context = Context(
            TranspositionTable(self.kernels.GO_BUCKET_BYTES, 4), self.kernels, scratch="PROOF_BYTES"
        )
        self._visits = random.Random(name)

    def reached(self, position: Position, goal: int, *, attacking: bool) -> bool:
        """Whether the mover, or else the other, is found to gain this at least."""
        layout = self.kernels.layout
        assert isinstance(layout, GoLayout)
        point = layout.ko_of(position)
        ko = layout.split(layout.mask([layout.square_at(point)]) if point else 0)
        boards, visit = layout.boards(position), self._visits.getrandbits(40)
        said = self.kernels.prove(*boards, ko, position.passes, goal, int(attacking), visit, self._context.address)
        assert said & 3
        return bool(said & 3 == REACHED)


@pytest.mark.parametrize(
    ("name", "number"),
    [pytest.param("go-2x2-area-komi-0", 200, marks=pytest.mark.products), ("go-2x3-area-komi-0", 300)],
)
def test_goals_that_are_reached_are_in_all_games(name: str, number: int) -> None:
    check_goals(name, number)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["go-2x4-area-komi-0", "go-3x3-area-komi-0"])
def test_goals_on_larger_boards(name: str) -> None:
    check_goals(name, 3000)


def check_goals(name: str, number: int) -> None:
    """What is found must be so by the rules; where it is the whole board, nothing may be missed."""
    solved, goals = PlainGo(start(Catalogue().get(name))), Goals(name)
    cells = len(Catalogue().get(name).board.cells)
    going = [position for position in solved.positions if not position.over]
    found = whole = 0
    for position in random.Random(name).sample(going, min(number, len(going))):
        least, most = solved.bounds(position)
        for goal in range(1 - cells, cells + 1):
            for attacking, forced in ((True, least), (False, -most)):
                said = goals.reached(position, goal, attacking=attacking)
                assert not said or forced >= goal, (position, goal, attacking)
                assert said or forced < cells or goal < cells, (position, attacking)
                found += said
                whole += said and goal == cells
    assert min(found, whole) > number // 4


def after(name: str, moves: str) -> Position:
    position = start(Catalogue().get(name))
    for move in moves.split():
        position = position.play(parse_move(position, move))
    return position


@pytest.mark.parametrize(
    ("moves", "nearer"),
    [("", True), ("c3", False), ("c3 a1", True), ("c3 pass b3 pass d3 pass", True), ("a1 c3", False)],
)
def test_who_is_nearer_to_the_whole_board(moves: str, nearer: bool) -> None:
    with prover_of("go-5x5-area") as prover:
        assert prover.who_may_sweep(after("go-5x5-area", moves)) is nearer


@pytest.mark.parametrize(
    ("name", "moves", "attacking"),
    [
        ("go-3x3-area", "", True),
        pytest.param("go-3x5-area", "b3", False, marks=pytest.mark.products),
        ("go-5x5-area", "c3 b1 c2 d1 b4 a1", True),
    ],
)
def test_the_whole_board_is_got_move_by_move(name: str, moves: str, attacking: bool) -> None:
    """On the line found each move of the attacker keeps what is proven, to where all is settled."""
    position = after(name, moves)
    cells = len(position.variant.board.cells)
    with prover_of(name) as prover:
        attempt = prover.sweep(position, 10**8, attacking=attacking)
        assert attempt.reached
        line = tuple(sweeping(position, attacking, prover))
        assert line[:1] == (attempt.move,)
        for move in line:
            position = position.play(move)
            attacking = not attacking
            assert prover.sweep(position, 10**8, attacking=attacking).reached
        assert prover.ask(position, cells - 1 if attacking else -cells, 0, attacking=attacking).proven


def test_a_search_that_is_broken_off_goes_on() -> None:
    position = after("go-5x5-area", "c3 b1 c2 d1 b4 a1")
    with prover_of("go-5x5-area") as prover:
        whole = prover.sweep(position, 10**8, attacking=True)
        assert whole.reached
        at_once = prover.nodes
    with prover_of("go-5x5-area") as prover:
        parts = 0
        while (attempt := prover.sweep(position, at_once // 10, attacking=True)).reached is None:
            parts += 1
            assert attempt == Attempt(None, None)
        assert attempt.reached
        assert parts > 3
        assert prover.nodes < 2 * at_once


def test_nodes_are_those_of_all_searches_and_an_end_is_an_end() -> None:
    position = after("go-5x5-area", "c3")
    with prover_of("go-5x5-area") as prover:
        prover.allow(5000)
        assert prover.sweep(position, 3000, attacking=False).reached is None
        with pytest.raises(Interrupted):
            prover.sweep(position, 3000, attacking=False)
        assert 5000 <= prover.nodes < 5200
        prover.halt()
        with pytest.raises(Interrupted):
            prover.sweep(position, 3000, attacking=False)


@pytest.mark.slow
def test_black_does_not_get_the_whole_of_4x4() -> None:
    """White holds Black to a point, or repeats."""
    with prover_of("go-4x4-area") as prover:
        position = after("go-4x4-area", "")
        assert prover.sweep(position, 10**8, attacking=True).reached is False
        assert not concedes(position, -1, 6, prover)


def test_white_gets_nothing_of_3x3() -> None:
    """White lives nowhere."""
    with prover_of("go-3x3-area") as prover:
        assert prover.sweep(after("go-3x3-area", "b2"), 10**8, attacking=True).reached is False
