"""A family that another package brings, without flipping: searched by alpha-beta and by Monte Carlo as ours are."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

from engined.engine.engine import Engine
from engined.engine.tasks import PerftTask, SearchTask
from engined.families import find_family, kind
from engined.results import Certainty, Reason
from engined.roots.limits import Limits
from engined.rules.perft import perft
from engined.rules.position import Move, Position, start
from engined.variants.catalogue import Catalogue
from engined.variants.model import Variant
from tests.engine.asking import Asked
from tests.families.installed import KINDS, declaration, installed, values


@pytest.fixture(scope="module", autouse=True)
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with installed(tmp_path_factory.mktemp("site")):
        yield


@pytest.fixture(scope="module")
def engine(package: None) -> Iterator[Engine]:
    engine = Engine(table_mib=16)
    yield engine
    engine.close()


@cache
def board(kind: str, size: int) -> Variant:
    return Catalogue().check(declaration(kind, size))


def later(variant: Variant, plies: int, seed: int) -> Position:
    """A position that is not over, after so many moves by chance."""
    dice = random.Random(f"{plies} {seed}")
    while True:
        position = start(variant)
        while not position.over and sum(position.placed) < plies:
            position = position.play(dice.choice(position.legal()))
        if not position.over:
            return position


@pytest.mark.parametrize("name", KINDS)
def test_it_is_found_by_what_it_captures(name: str) -> None:
    assert find_family(board(name, 3)) is not None
    assert kind(board(name, 3)) == name


@pytest.mark.parametrize("size", [3, 4])
def test_leaves_are_those_of_the_rules(engine: Engine, size: int) -> None:
    position = start(board(KINDS[0], size))
    leaves = Asked(engine, PerftTask(position=position, depth=5)).leaves
    assert leaves == tuple(perft(position, depth) for depth in range(1, 6))


@pytest.mark.parametrize("name", KINDS)
def test_noughts_and_crosses_is_a_draw(engine: Engine, name: str) -> None:
    position = start(board(name, 3))
    (line,) = Asked(engine, SearchTask(position=position, limits=Limits(best=1, prove=True))).result.lines
    assert (line.score.value, line.score.kind, line.outlook) == (0, Certainty.EXACT, None)


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("seed", range(6))
def test_every_move_has_its_minimax_value(engine: Engine, name: str, seed: int) -> None:
    position = later(board(name, 3), 2 + seed % 3, seed)
    result = Asked(engine, SearchTask(position=position)).result
    assert result.reason is Reason.DONE
    assert {line.score.kind for line in result.lines} == {Certainty.EXACT}
    assert {line.move: line.score.value for line in result.lines} == values(position)
    for line in result.lines:
        end = position
        for move in line.pv:
            end = end.play(move)
        assert (end.over, end.value(position.seat)) == (True, line.score.value)


def test_games_tell_a_win_from_a_loss(engine: Engine) -> None:
    """On 4x4 whoever begins in the middle wins. Nothing is proven here: the tree finds it."""
    position = start(board(KINDS[1], 4))
    limits = Limits(nodes=20_000, solve_empties=0)
    lines = Asked(engine, SearchTask(position=position, limits=limits)).result.lines
    assert {line.score.kind for line in lines} == {Certainty.ESTIMATE}
    assert lines[0].move.square in (5, 6, 9, 10)
    assert lines[0].score.value > 0.3
    assert lines[0].score.value > lines[-1].score.value + 0.2


def test_a_search_by_depth_sees_a_win_in_three(engine: Engine) -> None:
    position = start(board(KINDS[0], 5)).play(Move(12)).play(Move(0))
    result = Asked(engine, SearchTask(position=position, limits=Limits(best=1, depth=3, solve_empties=0))).result
    assert (result.depth, result.lines[0].score.value) == (3, 1)
