"""What is kept of a variant between searches."""

import threading

import pytest

from engined.engine import variant_state
from engined.engine.variant_state import Compiled, Known, VariantState
from engined.kernels.compilation.process import CompilerFailed, CompilerKilled
from engined.results import Certainty, MoveLine, Score
from engined.rules.moves import Move
from engined.variants.catalogue import Catalogue


def lines(depth: int, kind: Certainty = Certainty.ESTIMATE, count: int = 1) -> tuple[MoveLine, ...]:
    return tuple(MoveLine(Move(at), Score(1.0, kind, depth), (Move(at),), 1) for at in range(count))


@pytest.fixture
def state() -> VariantState:
    return VariantState(Catalogue().get("othello-4x4"))


def test_deeper_replaces_shallower_and_not_the_other_way(state: VariantState) -> None:
    state.remember("p", Known(5, lines(5), 1))
    state.remember("p", Known(4, lines(4), 1))
    known = state.recall("p")
    assert known is not None
    assert known.depth == 5
    state.remember("p", Known(6, lines(6), 1))
    known = state.recall("p")
    assert known is not None
    assert known.depth == 6


def test_exact_is_never_lost_to_a_deeper_estimate(state: VariantState) -> None:
    state.remember("p", Known(8, lines(8, Certainty.EXACT), 1))
    state.remember("p", Known(20, lines(20), 1))
    known = state.recall("p")
    assert known is not None
    assert known.exact


def test_what_serves_whom() -> None:
    assert Known(5, lines(5), None).serves(None)
    assert Known(5, lines(5), None).serves(3)
    assert Known(5, lines(5), 3).serves(2)
    assert not Known(5, lines(5), 2).serves(3)
    assert not Known(5, lines(5), 2).serves(None)


def test_nothing_is_remembered_of_an_empty_analysis(state: VariantState) -> None:
    state.remember("p", Known(0, (), None))
    assert state.recall("p") is None


def test_what_was_used_longest_ago_is_forgotten(state: VariantState, monkeypatch: pytest.MonkeyPatch) -> None:
    known = Known(5, lines(5, count=3), None)
    monkeypatch.setattr(variant_state, "MOST_KNOWN", 3 * known.size)
    for name in "abc":
        state.remember(name, known)
    state.remember("a", known)  # said again, it takes no more room
    assert state.recall("b") is not None
    state.remember("d", known)
    assert [name for name in "abcd" if state.recall(name) is None] == ["c"]


def test_code_is_claimed_once_and_everybody_hears_of_it() -> None:
    compiled: Compiled[int] = Compiled()
    heard: list[str] = []
    assert compiled.state == "cold"
    assert compiled.claim()
    assert not compiled.claim()
    compiled.when_settled(lambda: heard.append("before"))
    compiled.make(lambda: 7)
    compiled.when_settled(lambda: heard.append("after"))
    assert heard == ["before", "after"]
    assert (compiled.code, compiled.state, compiled.settled) == (7, "ready", True)


def test_who_watches_hears_what_the_wait_is_for_and_of_its_end() -> None:
    compiled: Compiled[int] = Compiled()
    heard: list[tuple[bool | None, bool]] = []
    ends: list[bool | None] = []
    compiled.watch(lambda: heard.append((compiled.cached, compiled.settled)))
    compiled.when_settled(lambda: ends.append(compiled.cached))
    compiled.expect(cached=False)
    assert (heard, ends) == ([(False, False)], [])
    compiled.make(lambda: 7)
    assert (heard, ends) == ([(False, False), (False, True)], [False])


def test_a_failure_is_a_state_with_its_reason() -> None:
    compiled: Compiled[int] = Compiled()
    heard = threading.Event()
    compiled.when_settled(heard.set)

    def load() -> int:
        raise ValueError("no kernel: more than two seats")

    compiled.make(load)
    assert heard.is_set()
    assert compiled.code is None
    assert compiled.state == "failed: no kernel: more than two seats"


@pytest.mark.parametrize(
    ("error", "again"),
    [(OSError("no files left"), True), (CompilerKilled("by signal 9"), True), (CompilerFailed("TypeError"), False)],
)
def test_what_failed_by_no_fault_of_its_own_is_tried_again(error: Exception, again: bool) -> None:
    compiled: Compiled[int] = Compiled()

    def fail() -> int:
        raise error

    assert compiled.claim()
    compiled.make(fail)
    assert str(error) in compiled.failed
    assert compiled.claim() is again
    assert compiled.settled is not again
    if again:
        compiled.make(lambda: 7)
        assert (compiled.code, compiled.failed, compiled.state) == (7, "", "ready")


def test_all_that_is_wrong_is_kept_and_the_state_is_one_line() -> None:
    compiled: Compiled[int] = Compiled()
    wrong = "perft.py:33: in last_ply: " + "x" * 600 + "\n  called by perft"

    def fail() -> int:
        raise CompilerFailed(wrong)

    assert compiled.claim()
    compiled.make(fail)
    assert compiled.failed == wrong
    assert compiled.state.startswith("failed: perft.py:33: in last_ply: xx")
    assert len(compiled.state.splitlines()) == 1
