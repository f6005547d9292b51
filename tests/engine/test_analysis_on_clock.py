"""Analyses on a clock, with real kernels: no longer than they should, and what was pondered is a gain."""

from __future__ import annotations

import random
import threading

from engined.engine.analysis import Analysis
from engined.engine.engine import Engine
from engined.engine.task_runner import TaskRunner
from engined.engine.tasks import SearchTask
from engined.engine.variant_state import VariantState
from engined.results import Certainty, Reason, Result, Snapshot
from engined.roots.limits import Limits
from engined.roots.time_manager import FORCED_DEPTH
from engined.rules.position import PASS, Position, parse_move, start
from engined.variants.catalogue import Catalogue
from tests.engine.asking import Ask, Asked
from tests.patience import LONG

OTHELLO = Catalogue().get("othello")
FAR = 600.0
"""Seconds that no test here waits for."""


def position(*moves: str) -> Position:
    found = start(OTHELLO)
    for move in moves:
        found = found.play(parse_move(found, move))
    return found


def forced(seed: int, empties: int = 60) -> Position:
    """A middle game with one legal move, which is no pass, and no more empty cells than these."""
    rng = random.Random(seed)
    while True:
        found = start(OTHELLO)
        while not found.over and found.empties > empties // 2:
            found = found.play(rng.choice(found.legal()))
            if len(found.legal()) == 1 and found.legal() != (PASS,) and found.empties <= empties:
                return found


def test_a_search_that_has_enough_ends_before_it_must(ask: Ask) -> None:
    result = ask(SearchTask(position=position("f5", "d6"), limits=Limits(best=1, soft=0.02, seconds=FAR))).result
    assert result.reason is Reason.LIMIT
    assert result.depth >= 1
    assert result.lines


def test_a_forced_move_is_hardly_thought_about(ask: Ask) -> None:
    found = forced(1)
    result = ask(SearchTask(position=found, limits=Limits(best=1, soft=FAR / 2, seconds=FAR))).result
    assert result.reason is Reason.LIMIT
    assert [line.move for line in result.lines] == [found.legal()[0]]
    assert result.depth <= FORCED_DEPTH


def test_a_forced_move_near_the_end_has_its_exact_score(ask: Ask) -> None:
    """Between exact scores, an estimate would look like a blunder."""
    found = forced(1, empties=14)
    assert ask(SearchTask(position=position(), limits=Limits(depth=1))).result  # the machine code is there
    result = ask(SearchTask(position=found, limits=Limits(best=1, soft=FAR / 2, seconds=FAR))).result
    assert [line.score.kind for line in result.lines] == [Certainty.EXACT]


def test_moves_that_are_worth_the_same_by_symmetry_are_hardly_thought_about(ask: Ask) -> None:
    result = ask(SearchTask(position=position(), limits=Limits(best=1, soft=FAR / 2, seconds=FAR))).result
    assert result.depth <= FORCED_DEPTH


def test_a_solution_in_reach_is_found_on_the_clock(ask: Ask) -> None:
    rng = random.Random(2)
    found = start(OTHELLO)
    while found.empties > 14:
        found = found.play(rng.choice(found.legal()))
    result = ask(SearchTask(position=found, limits=Limits(best=1, soft=1.0, seconds=FAR))).result
    assert result.reason is Reason.DONE
    assert [line.score.kind for line in result.lines] == [Certainty.EXACT]


def test_a_clock_does_not_wait_for_the_compiler() -> None:
    """The machine code never comes: some legal move does."""
    found = position("f5")
    analysis = Analysis(
        VariantState(OTHELLO), SearchTask(position=found, limits=Limits(best=1, soft=0.01, seconds=0.02))
    )
    ended = threading.Event()
    reasons: list[Reason | None] = []

    def on_end(reason: Reason | None, raised: Exception | None) -> None:
        assert raised is None
        reasons.append(reason)
        ended.set()

    TaskRunner[Snapshot](analysis.work, lambda info: None, on_end, 0.0).start()
    assert ended.wait(LONG)
    assert reasons == [Reason.LIMIT]
    result = analysis.final(reasons[0], None)
    assert isinstance(result, Result)
    (line,) = result.lines
    assert line.move in found.legal()


OPENINGS = ["f5d6c4g5c6e3f2c5", "f5d6c3f3c7e6d3d2", "f5f4e3f2g4d6c6g5", "f5f4g3c6c5e6d6c4"]


def test_the_expected_reply_finds_its_answer_half_done() -> None:
    """To the depth that was pondered it costs nothing, and the next ply less; after another reply, no more than
    without."""
    nodes = {"expected": 0, "expected cold": 0, "other": 0, "other cold": 0}
    for opening in OPENINGS:
        place = position(*(opening[at : at + 2] for at in range(0, len(opening), 2)))
        pondered, fresh = Engine(table_mib=16), Engine(table_mib=16)
        for engine in (pondered, fresh):
            line = Asked(engine, SearchTask(position=place, limits=Limits(depth=11, best=1))).result.lines[0]
        waiting = place.play(line.pv[0])
        expected = waiting.play(line.pv[1])
        other = next(waiting.play(move) for move in waiting.legal() if move != line.pv[1])
        assert Asked(pondered, SearchTask(position=expected, limits=Limits(depth=12, best=1))).result.depth == 12
        assert Asked(pondered, SearchTask(position=expected, limits=Limits(depth=12, best=1))).result.nodes == 0
        for name, after in (("expected", expected), ("other", other)):
            for engine, kind in ((pondered, name), (fresh, f"{name} cold")):
                result = Asked(engine, SearchTask(position=after, limits=Limits(depth=13, best=1))).result
                assert result.depth == 13
                nodes[kind] += result.nodes
        pondered.close()
        fresh.close()
    assert nodes["expected"] <= 0.95 * nodes["expected cold"]
    assert nodes["other"] <= 1.1 * nodes["other cold"]


def test_an_answer_that_was_pondered_long_enough_comes_at_once(ask: Ask) -> None:
    place = position("f5", "d6", "c3")
    thought = ask(SearchTask(position=place, limits=Limits(depth=10, best=1))).result
    answer = ask(SearchTask(position=place, limits=Limits(best=1, soft=0.001, seconds=FAR))).result
    assert (answer.nodes, answer.depth, answer.reason) == (0, thought.depth, Reason.LIMIT)
    assert [(x.move, x.score, x.pv) for x in answer.lines] == [(x.move, x.score, x.pv) for x in thought.lines]
