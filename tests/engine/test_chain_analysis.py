"""Chain games through the engine: every move scored, kinds honest, nothing that is known lost."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engined.engine.engine import Engine
from engined.engine.tasks import SearchTask
from engined.results import Certainty, Reason
from engined.roots.limits import Limits
from engined.rules.position import Position, start
from engined.variants.catalogue import Catalogue
from tests.engine.asking import Asked
from tests.search.test_chain_solver import plainly

VARIANT = Catalogue().get("chain-all-4x4")


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    engine = Engine(table_mib=16)
    yield engine
    engine.close()


def after(plies: int, seed: int = 1) -> Position:
    dice = random.Random(seed)
    position = start(VARIANT)
    for _ in range(plies):
        position = position.play(dice.choice(position.legal()))
    return position


def worth(position: Position, seat: int) -> float:
    return position.value(seat) if position.over else -plainly(position)


@pytest.mark.parametrize(("plies", "threads"), [(4, 1), (4, 2), (6, 1)])
def test_every_move_is_scored_exactly_and_has_a_perfect_line(engine: Engine, plies: int, threads: int) -> None:
    position = after(plies)
    result = Asked(engine, SearchTask(position=position, limits=Limits(threads=threads))).result
    assert result.reason is Reason.DONE
    assert {line.move for line in result.lines} == set(position.legal())
    assert {line.score.kind for line in result.lines} == {Certainty.EXACT}
    for line in result.lines:
        assert line.score.value == worth(position.play(line.move), position.seat)
        end = position
        for move in line.pv:
            end = end.play(move)
        assert (end.over, end.value(position.seat)) == (True, line.score.value)


def test_games_are_estimates_and_are_kept() -> None:
    engine = Engine(table_mib=16)
    try:
        position = after(1)
        limits = Limits(nodes=9000, solve_empties=0)
        first = Asked(engine, SearchTask(position=position, limits=limits)).result
        assert first.reason is Reason.LIMIT
        assert {line.score.kind for line in first.lines} == {Certainty.ESTIMATE}
        assert sum(line.nodes for line in first.lines) <= 9000
        reply = position.play(first.lines[0].move)
        longer = Asked(engine, SearchTask(position=reply, limits=Limits(nodes=5000, solve_empties=0))).result
        visits = sum(line.nodes for line in longer.lines)
        assert visits > 5000, "the games that went there before count"
    finally:
        engine.close()


def test_where_there_are_weights_every_move_is_estimated_at_a_depth_and_the_end_is_exact() -> None:
    engine = Engine(table_mib=16)
    try:
        position, dice = start(Catalogue().get("hashijime-6x6")), random.Random(2)
        for _ in range(3):
            position = position.play(dice.choice(position.legal()))
        limits = Limits(depth=2, solve_empties=0)
        result = Asked(engine, SearchTask(position=position, limits=limits)).result
        assert {line.move for line in result.lines} == set(position.legal())
        assert {(line.score.kind, line.score.depth) for line in result.lines} == {(Certainty.ESTIMATE, 2)}
        assert len({line.score.value for line in result.lines}) > 4, "weights tell moves from each other"
        while position.placements_left > 9:
            position = position.play(dice.choice(position.legal()))
        (line,) = Asked(engine, SearchTask(position=position, limits=Limits(best=1))).result.lines
        assert (line.score.kind, line.score.value) == (Certainty.EXACT, plainly(position))
    finally:
        engine.close()


def test_the_best_alone_and_whether_it_reaches_a_window(engine: Engine) -> None:
    position = start(VARIANT)
    (line,) = Asked(engine, SearchTask(position=position, limits=Limits(best=1, prove=True))).result.lines
    assert (line.score.value, line.score.kind) == (2, Certainty.EXACT)
    position = after(5, seed=3)
    truth = plainly(position)
    limits = Limits(best=1, prove=True, window=(truth - 2, truth - 1))
    (line,) = Asked(engine, SearchTask(position=position, limits=limits)).result.lines
    assert line.score.kind is Certainty.LOWER
    assert truth - 1 <= line.score.value <= truth
