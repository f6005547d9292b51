"""Proofs of Go as clients ask for them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engined.engine.engine import Engine
from engined.engine.tasks import EngineFailure, SearchTask
from engined.results import Certainty, Reason, Result
from engined.roots.limits import Limits
from engined.rules.position import parse_position, start
from engined.variants.catalogue import Catalogue
from tests.engine.asking import Ask, Asked
from tests.search.plain_go import PlainGo

SOLVE = Limits(best=1, prove=True)


@pytest.mark.parametrize(("name", "score"), [("go-3x3-area-komi-0", 9), ("go-3x3-area-komi-9", 0)])
def test_three_by_three_is_as_published(name: str, score: int, ask: Ask) -> None:
    """E. van der Werf, H. J. van den Herik and J. Uiterwijk, "Solving Go on small boards", 2003."""
    result = ask(SearchTask(position=start(Catalogue().get(name)), limits=SOLVE)).result
    (line,) = result.lines
    assert (result.reason, line.score.value, line.score.kind) == (Reason.DONE, score, Certainty.EXACT)
    assert line.move.square == 4


def test_a_cycle_leaves_bounds_apart(ask: Ask) -> None:
    position = start(Catalogue().get("go-2x3-area-komi-0"))
    assert PlainGo(position).bounds(position) == (-6, 6)
    result = ask(SearchTask(position=position, limits=SOLVE)).result
    (line,) = result.lines
    assert (result.reason, line.score.kind, line.score.value, line.at_most) == (Reason.DONE, Certainty.LOWER, -6, 6)


@pytest.mark.parametrize(
    ("window", "kind", "values"),
    [((-4, -2), Certainty.LOWER, range(-2, 1)), ((2, 4), Certainty.UPPER, range(3)), ((-1, 1), Certainty.EXACT, [0])],
)
def test_a_window_asks_for_no_more(window: tuple[int, int], kind: Certainty, values: Sequence[int], ask: Ask) -> None:
    """Of a position that is worth nothing to anybody."""
    position = parse_position(Catalogue().get("go-2x3-area-komi-0"), "XX..OO X")
    assert PlainGo(position).bounds(position) == (0, 0)
    (line,) = ask(SearchTask(position=position, limits=Limits(best=1, prove=True, window=window))).result.lines
    assert line.score.kind in (kind, Certainty.EXACT)
    assert line.score.value in values
    assert line.at_most is None


def test_two_threads_prove_the_same(ask: Ask) -> None:
    position = start(Catalogue().get("go-3x3-area-komi-0"))
    (line,) = ask(SearchTask(position=position, limits=Limits(best=1, prove=True, threads=2))).result.lines
    assert (line.score.value, line.score.kind) == (9, Certainty.EXACT)


def test_an_analysis_proves_all_moves_where_little_is_open(ask: Ask) -> None:
    position = parse_position(Catalogue().get("go-2x3-area-komi-0"), ".XO.X. X")
    result, bounds_of = ask(SearchTask(position=position, limits=Limits())).result, PlainGo(position)
    assert {line.move for line in result.lines} == set(position.legal())
    for line in result.lines:
        after = bounds_of.bounds(position.play(line.move))
        most = line.score.value if line.at_most is None else line.at_most
        assert (line.score.value, most) == (-after[1], -after[0])
        assert line.score.kind is (Certainty.EXACT if line.at_most is None else Certainty.LOWER)


def test_an_analysis_that_must_not_solve_does_not(ask: Ask) -> None:
    position = start(Catalogue().get("go-3x3-area-komi-0"))
    for limits in (Limits(nodes=200, solve_empties=0), Limits(depth=6)):
        result = ask(SearchTask(position=position, limits=limits)).result
        assert {line.score.kind for line in result.lines} == {Certainty.ESTIMATE}


def test_limits_end_a_proof_and_keep_what_is_proven(ask: Ask) -> None:
    position = start(Catalogue().get("go-3x3-area-komi-0"))
    result = ask(SearchTask(position=position, limits=Limits(best=1, prove=True, nodes=500))).result
    assert result.reason is Reason.LIMIT
    assert result.nodes <= 501
    assert all(line.score.kind is Certainty.LOWER and line.at_most is None for line in result.lines)


@pytest.mark.parametrize("suffix", ["situational-superko", "positional-superko", "suicide"])
def test_what_cannot_be_proven_is_refused_with_the_reason(suffix: str, engine: Engine) -> None:
    variant = Catalogue().get(f"go-5x5-{suffix}")
    final = Asked(engine, SearchTask(position=start(variant), limits=SOLVE)).final
    assert isinstance(final, EngineFailure)
    assert final.code == "unsupported"
    assert variant.name in final.message
    assert suffix.rsplit("-", 1)[-1] in final.message
    assert isinstance(Asked(engine, SearchTask(position=start(variant), limits=Limits(nodes=100))).final, Result)
