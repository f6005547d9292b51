"""Analyses that went deep are kept, and answer whoever asks for no more."""

from __future__ import annotations

from typing import Any

import pytest

from engined.engine.variant_state import Known
from engined.results import Certainty, Reason, Result
from engined.service.kept_analyses import KEPT_DEPTH
from engined.variants.catalogue import Catalogue
from engined_protocol import messages as m
from tests.service.desk import ANN, BOB, Desk
from tests.service.fake_engine import lines_of

OTHELLO = Catalogue().get("othello")


def deep(desk: Desk, job: int, depth: int, best: int | None = None) -> Result:
    """The end of a search that went so deep."""
    lines = lines_of(desk.search(job).position, Certainty.ESTIMATE, depth)[:best]
    return Result(Reason.DONE, depth, lines, 1000, 2.5)


def analysed(depth: int, **fields: Any) -> Desk:
    """A desk at which an analysis has gone so deep."""
    desk = Desk()
    desk.say(m.Analyse(id="first", depth=depth, **fields))
    desk.finish(desk.started[0], outcome=deep(desk, desk.started[0], depth, fields.get("best")))
    return desk


def test_a_deep_analysis_is_kept_and_said_to_be() -> None:
    desk = analysed(KEPT_DEPTH)
    (final,) = desk.finals(ANN, "first")
    assert isinstance(final, m.Analysis)
    assert final.stored
    (kept,) = desk.kept_analyses.values()
    assert (kept.variant, kept.known.depth, kept.known.seconds) == ("othello", KEPT_DEPTH, 2.5)


@pytest.mark.parametrize(
    "fields",
    [{"only": ("f5",)}, {"contempt": 1.0}, {"level": 3}, {"fresh": True}, {"only": ("f5",), "best": 1}],
    ids=str,
)
def test_what_answers_this_request_alone_is_not_kept(fields: dict[str, Any]) -> None:
    assert analysed(KEPT_DEPTH, **fields).kept_analyses == {}


def test_a_shallow_analysis_is_not_kept() -> None:
    desk = analysed(KEPT_DEPTH - 1)
    assert desk.kept_analyses == {}


@pytest.mark.parametrize("depth", [1, KEPT_DEPTH, KEPT_DEPTH + 2])
def test_whoever_asks_for_no_more_gets_it_at_once(depth: int) -> None:
    desk = analysed(KEPT_DEPTH + 2)
    final = desk.ask(m.Analyse(id="again", depth=depth), m.Analysis, BOB)
    assert (final.depth, final.known_depth, final.nodes, final.reason) == (KEPT_DEPTH + 2, KEPT_DEPTH + 2, 0, "done")
    assert final.stored
    assert all(move.known and not move.nodes for move in final.moves)
    assert [move.move for move in final.moves] == ["d3", "c4", "f5", "e6"]


@pytest.mark.parametrize(
    "fields",
    [
        {"depth": KEPT_DEPTH + 1},
        {"seconds": 1.0},
        {"depth": 4, "only": ("f5",)},
        {"depth": 4, "contempt": 2.0},
        {"depth": 4, "solve_empties": 30},
        {"depth": 4, "learn": True},
        {"depth": 4, "level": 2},
        {"depth": 4, "fresh": True},
    ],
    ids=str,
)
def test_whoever_asks_for_more_or_for_something_else_is_searched_for(fields: dict[str, Any]) -> None:
    desk = analysed(KEPT_DEPTH)
    desk.say(m.Analyse(id="again", **fields), BOB)
    assert len(desk.started) == 2


def test_a_search_goes_on_from_what_was_kept() -> None:
    desk = analysed(KEPT_DEPTH)
    desk.say(m.Analyse(id="again", seconds=5.0), BOB)
    known = desk.search(desk.started[1]).known
    assert known == Known(
        KEPT_DEPTH, lines_of(desk.search(desk.started[1]).position, Certainty.ESTIMATE, KEPT_DEPTH), None, 2.5
    )


def test_one_of_the_best_move_does_not_answer_for_all() -> None:
    desk = analysed(KEPT_DEPTH, best=1)
    assert desk.ask(m.Analyse(id="one", depth=4, best=1), m.Analysis, BOB).stored
    desk.say(m.Analyse(id="all", depth=4), BOB)
    assert len(desk.started) == 2


def test_one_of_all_moves_answers_for_the_best() -> None:
    desk = analysed(KEPT_DEPTH)
    assert [move.move for move in desk.ask(m.Analyse(id="b", depth=4, best=2), m.Analysis).moves] == ["d3", "c4"]


def test_a_less_deep_one_does_not_replace_a_deeper() -> None:
    desk = analysed(KEPT_DEPTH + 4)
    desk.say(m.Analyse(id="timed", seconds=1.0))
    desk.finish(desk.started[1], outcome=deep(desk, desk.started[1], KEPT_DEPTH))
    (kept,) = desk.kept_analyses.values()
    assert kept.known.depth == KEPT_DEPTH + 4


def test_what_is_proven_is_kept_as_that_alone() -> None:
    desk = Desk()
    desk.say(m.Analyse(id="a", depth=60))
    lines = lines_of(desk.search(desk.started[0]).position, Certainty.EXACT, 60)
    desk.finish(desk.started[0], outcome=Result(Reason.DONE, 60, lines, 1000, 2.5))
    assert len(desk.stored) == 1
    assert desk.kept_analyses == {}
