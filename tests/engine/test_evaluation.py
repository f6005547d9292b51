"""Many positions evaluated at once: as searches of one ply see them, and as the rules count what is over."""

from __future__ import annotations

import random

import pytest

from engined.engine.tasks import Evaluation, EvaluationResult, EvaluationTask, SearchTask
from engined.results import Certainty, Reason
from engined.roots.limits import Limits
from engined.rules.position import Position, format_position, move_text, start
from engined.variants.catalogue import Catalogue
from tests.engine.asking import Ask

CATALOGUE = Catalogue()


def some(name: str, number: int) -> list[Position]:
    """Positions of random games, not over."""
    chance, found = random.Random(name), list[Position]()
    while len(found) < number:
        position = start(CATALOGUE.get(name))
        for _ in range(chance.randrange(position.empties)):
            if not position.over:
                position = position.play(chance.choice(position.legal()))
        found += [] if position.over else [position]
    return found


def evaluated(ask: Ask, name: str, positions: list[str], **wanted: bool) -> tuple[Evaluation, ...]:
    variant = CATALOGUE.get(name)
    final = ask(EvaluationTask(position=start(variant), positions=tuple(positions), **wanted)).final
    assert isinstance(final, EvaluationResult), final
    assert final.reason is Reason.DONE
    return final.evaluations


@pytest.mark.parametrize("name", ["othello", "othello-6x6", "nip", "othello-komi", "handicap-2"])
def test_a_value_is_what_a_search_of_one_ply_sees_after_the_move(name: str, ask: Ask) -> None:
    """The search adds up what a move changes; evaluations are of positions by themselves."""
    compared = 0
    for position in some(name, 6):
        result = ask(SearchTask(position=position, limits=Limits(depth=1, solve_empties=0))).result
        after = [position.play(line.move) for line in result.lines]
        values = evaluated(ask, name, [format_position(each) for each in after])
        for line, following, value in zip(result.lines, after, values, strict=True):
            if line.score.kind is Certainty.ESTIMATE and not following.stuck:
                assert value.value == pytest.approx(-line.score.value, abs=0.011)
                assert value.kind == "estimate"
                compared += 1
    assert compared > 10


def test_moves_are_those_of_the_rules_and_games_that_are_over_are_counted(ask: Ask) -> None:
    positions = some("othello", 20)
    ended = positions[0]
    while not ended.over:
        ended = ended.play(ended.legal()[0])
    found = evaluated(ask, "othello", [format_position(position) for position in (*positions, ended)])
    for position, evaluation in zip(positions, found, strict=False):
        assert evaluation.moves == tuple(move_text(position, move) for move in position.legal())
        assert evaluation.fault == ""
    assert found[-1] == Evaluation(ended.value(ended.seat), "exact", ())


def test_what_is_no_position_has_a_fault_and_costs_nothing_else(ask: Ask) -> None:
    bad, good = evaluated(ask, "othello", ["rubbish", format_position(start(CATALOGUE.get("othello")))])
    assert "rubbish" in bad.fault
    assert bad == Evaluation(fault=bad.fault)
    assert len(good.moves) == 4


@pytest.mark.parametrize("name", ["go-5x5", "yonin", "hashijime"])
def test_moves_are_told_of_all_games(name: str, ask: Ask) -> None:
    text = format_position(start(CATALOGUE.get(name)))
    (moves,) = evaluated(ask, name, [text], values=False)
    assert moves.value is None
    assert len(moves.moves) == len(start(CATALOGUE.get(name)).legal())


def test_it_ends_early_with_those_that_are_done(ask: Ask) -> None:
    text = format_position(start(CATALOGUE.get("othello")))
    asked = ask(EvaluationTask(position=start(CATALOGUE.get("othello")), positions=(text,) * 200_000))
    asked.running.stop()
    final = asked.final
    assert isinstance(final, EvaluationResult)
    assert final.reason is Reason.STOPPED
    assert len(final.evaluations) < 200_000
