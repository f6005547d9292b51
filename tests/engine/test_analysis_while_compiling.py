"""While machine code is made, a clock runs: the search by the rules alone stands in, and says so."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest

from engined.engine import analysis, loading
from engined.engine.engine import Engine
from engined.engine.tasks import EngineFailure, SearchTask
from engined.results import Certainty, Reason, Result, Snapshot
from engined.roots.limits import Limits
from engined.rules.position import Position, move_text, parse_position, start
from engined.variants.catalogue import Catalogue
from engined_protocol.errors import Code
from tests.engine.asking import Ask
from tests.patience import LONG

CATALOGUE = Catalogue()
OTHELLO = CATALOGUE.get("othello")
FAR = 600.0
"""Seconds that no test here waits for."""


class Compiler:
    """Holds machine code back until it is told to go on."""

    def __init__(self, load: Callable[..., object]) -> None:
        self._load = load
        self._released = threading.Event()
        self.failure = ""

    def __call__(self, *arguments: object) -> object:
        assert self._released.wait(LONG)
        if self.failure:
            raise OSError(self.failure)
        return self._load(*arguments)

    def release(self) -> None:
        self._released.set()


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> Iterator[Compiler]:
    compiler = Compiler(loading.load_backend)
    monkeypatch.setattr(loading, "load_backend", compiler)
    monkeypatch.setattr(loading.Needed, "is_cached", lambda part, cache: False)
    yield compiler
    compiler.release()


def late(empties: int, variant: str = "othello") -> Position:
    rng = random.Random(2)
    found = start(CATALOGUE.get(variant))
    while found.empties > empties:
        found = found.play(rng.choice(found.legal()))
    return found


CORNER = parse_position(
    OTHELLO,
    """
    . O X . . . . .
    . . O . . . . .
    . . O X . . . .
    . . O X X . . .
    . . O X X . . .
    . . O . . . . .
    . . . . . . . .
    . . . . . . . . X""",
)
"""Black can have a1."""


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize(("soft", "seconds"), [(1.0, FAR), (FAR / 2, 3.0)])
def test_on_a_clock_a_searched_move_comes_in_time(ask: Ask, soft: float, seconds: float) -> None:
    """Machine code never comes: the move does, not long after it should, and when it must."""
    result = ask(SearchTask(position=CORNER, limits=Limits(best=1, soft=soft, seconds=seconds))).result
    assert (result.reason, result.by_rules) == (Reason.LIMIT, True)
    assert result.depth >= 1
    (line,) = result.lines
    assert (move_text(CORNER, line.move), line.score.kind) == ("a1", Certainty.ESTIMATE)
    assert line.score.depth in (result.depth, result.depth + 1)
    assert result.nodes > 0


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize(
    "variant", ["othello-16x16", "hasami-choose", "rolit-4", "yonin-team", "anti-othello", "reversi-original"]
)
def test_every_family_has_a_move_in_time(ask: Ask, variant: str) -> None:
    position = start(CATALOGUE.get(variant))
    result = ask(SearchTask(position=position, limits=Limits(best=1, soft=0.01, seconds=0.02))).result
    assert result.reason is Reason.LIMIT
    (line,) = result.lines
    assert line.score.kind is Certainty.ESTIMATE
    assert line.move in position.legal()


@pytest.mark.usefixtures("compiler")
def test_a_forced_move_does_not_wait(ask: Ask) -> None:
    position = parse_position(OTHELLO, "XO" + "." * 62 + "X")
    result = ask(SearchTask(position=position, limits=Limits(best=1, soft=FAR / 2, seconds=FAR))).result
    assert [move_text(position, line.move) for line in result.lines] == ["c1"]


def test_machine_code_takes_over_within_the_task(ask: Ask, compiler: Compiler) -> None:
    asked = ask(SearchTask(position=late(14), limits=Limits(best=1, soft=FAR / 2, seconds=FAR), interval=0.0))
    assert asked.first_info.wait(LONG)
    compiler.release()
    result = asked.result
    assert (result.reason, result.by_rules) == (Reason.DONE, False)
    assert [line.score.kind for line in result.lines] == [Certainty.EXACT]
    before = [info for info in asked.infos if info.state]
    after = [info for info in asked.infos if not info.state]
    assert asked.infos == before + after
    assert {line.score.kind for info in before for line in info.lines} == {Certainty.ESTIMATE}
    assert before[-1].state == f"compiling othello: depth {before[-1].depth} by the rules alone"
    told: list[Snapshot | Result] = [*asked.infos, result]
    for earlier, later in pairwise(told):
        assert earlier.depth <= later.depth
        assert earlier.nodes <= later.nodes
        assert len(earlier.lines) <= len(later.lines)


def test_a_move_with_alternatives_waits_longer_than_it_should_for_machine_code(
    ask: Ask, compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "PATIENCE", FAR)
    asked = ask(SearchTask(position=late(14), limits=Limits(best=1, soft=0.1, seconds=FAR)))
    assert not asked.running.join(0.5)
    compiler.release()
    assert asked.result.by_rules is False


def test_a_move_waits_beyond_its_limit_while_the_compiler_is_young(ask: Ask, compiler: Compiler) -> None:
    asked = ask(SearchTask(position=late(14), limits=Limits(best=1, soft=FAR / 2, seconds=0.2, compiling=FAR)))
    assert not asked.running.join(0.5)
    compiler.release()
    assert asked.result.by_rules is False
    assert asked.result.seconds > 0.2


def test_a_late_move_says_that_it_waits_before_it_is_known_what_for(
    ask: Ask, compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes a while in itself to find out whether there is a compile to wait for."""
    found_out = threading.Event()
    monkeypatch.setattr(loading.Needed, "is_cached", lambda part, cache: not found_out.wait(LONG))
    asked = ask(SearchTask(position=late(14), limits=Limits(best=1, soft=0.01, seconds=FAR, compiling=FAR), interval=0))
    while not any(info.state.startswith("waiting for othello: depth") for info in asked.infos):
        assert not asked.running.join(0.01)
    assert all(info.state.startswith(("preparing othello", "waiting for othello")) for info in asked.infos)
    found_out.set()
    while not any(info.state.startswith("compiling othello: depth") for info in asked.infos):
        assert not asked.running.join(0.01)
    compiler.release()
    assert asked.result.by_rules is False


def test_an_old_compiler_is_not_waited_for(ask: Ask, compiler: Compiler, engine: Engine) -> None:
    engine.prepare(OTHELLO)
    engine._variants.get(OTHELLO).backend.claimed -= FAR
    asked = ask(SearchTask(position=late(14), limits=Limits(best=1, soft=0.1, seconds=0.2, compiling=FAR / 2)))
    assert asked.result.by_rules is True


@pytest.mark.usefixtures("compiler")
def test_what_is_proven_by_the_rules_is_exact(ask: Ask) -> None:
    result = ask(SearchTask(position=late(4), limits=Limits(best=1, soft=FAR / 2, seconds=FAR))).result
    assert (result.reason, result.depth) == (Reason.DONE, 4)
    assert [line.score.kind for line in result.lines] == [Certainty.EXACT]


def test_a_wanted_depth_waits_for_machine_code(ask: Ask, compiler: Compiler) -> None:
    asked = ask(SearchTask(position=CORNER, limits=Limits(best=1, depth=1)))
    assert not asked.running.join(0.3)
    compiler.release()
    assert (asked.result.reason, asked.result.depth, asked.result.by_rules) == (Reason.DONE, 1, False)
    assert not any(info.lines for info in asked.infos if info.state)


@pytest.mark.usefixtures("compiler")
def test_nothing_of_it_is_kept(ask: Ask, engine: Engine) -> None:
    assert ask(SearchTask(position=CORNER, limits=Limits(best=1, soft=0.5, seconds=0.5))).result.lines
    assert engine._variants.get(OTHELLO).recall(CORNER.digest) is None


@pytest.mark.usefixtures("compiler")
def test_a_stop_gives_what_is_known(ask: Ask) -> None:
    asked = ask(SearchTask(position=CORNER, limits=Limits(soft=FAR / 2, seconds=FAR)))
    assert asked.first_info.wait(LONG)
    asked.running.stop()
    assert asked.result.reason is Reason.STOPPED
    assert asked.result.lines


def test_a_compiler_that_fails_is_not_hidden(ask: Ask, compiler: Compiler) -> None:
    asked = ask(SearchTask(position=CORNER, limits=Limits(soft=FAR / 2, seconds=FAR)))
    assert asked.first_info.wait(LONG)
    compiler.failure = "no space left on the disk"
    compiler.release()
    assert asked.final == EngineFailure(Code.INTERNAL, "no space left on the disk")
