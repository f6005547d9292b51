"""What goes between the processes comes out as it went in."""

from __future__ import annotations

from dataclasses import asdict, replace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engined.engine.messages import (
    CompileState,
    GoOnWithJob,
    HoldJob,
    JobFinal,
    JobInfo,
    Prepare,
    StartJob,
    StopJob,
)
from engined.engine.tasks import (
    EngineFailure,
    Evaluation,
    EvaluationResult,
    EvaluationTask,
    PerftCount,
    PerftResult,
    PerftTask,
    SearchTask,
)
from engined.engine.variant_state import Known
from engined.engine_process import messages as m
from engined.patterns.weights import kin_of
from engined.results import Certainty, Forecast, MoveLine, Outlook, Reason, Result, Score, Snapshot
from engined.roots.limits import Limits
from engined.rules.moves import PASS, Move
from engined.rules.position import Position, start
from engined.variants.catalogue import Catalogue
from engined.variants.model import Capture
from engined_protocol.errors import Code

CATALOGUE = Catalogue()

numbers = st.floats(allow_nan=False)
counts = st.integers(0, 2**62)
moves = st.one_of(st.just(PASS), st.builds(Move, st.integers(0, 575), st.frozensets(st.integers(0, 575), max_size=4)))
scores = st.builds(Score, numbers, st.sampled_from(Certainty), st.integers(0, 60), st.integers(0, 100))
outlooks = st.builds(
    Outlook,
    st.tuples(numbers, numbers, numbers),
    st.tuples(counts, counts, counts),
    paranoid=st.none() | numbers,
    ally=st.text(max_size=5),
    score_most=st.none() | numbers,
)
forecasts = st.builds(Forecast, counts, numbers, numbers, numbers, ownership=st.lists(numbers, max_size=3).map(tuple))
lines = st.builds(
    MoveLine,
    moves,
    scores,
    st.lists(moves, max_size=4).map(tuple),
    counts,
    outlook=st.none() | outlooks,
    known=st.booleans(),
    forecast=st.none() | forecasts,
    at_most=st.none() | numbers,
)
some_lines = st.lists(lines, max_size=3).map(tuple)
infos = st.builds(Snapshot, st.integers(0, 60), some_lines, counts, numbers, st.text(max_size=9), st.integers(0, 60))
results = st.builds(Result, st.sampled_from(Reason), st.integers(0, 60), some_lines, counts, numbers, st.booleans())
perfts = st.builds(PerftResult, st.sampled_from(Reason), st.lists(counts, max_size=4).map(tuple), numbers)
evaluations = st.builds(
    EvaluationResult,
    st.sampled_from(Reason),
    st.lists(
        st.builds(Evaluation, st.none() | numbers, st.text(max_size=8), st.lists(st.text(max_size=4)).map(tuple)),
        max_size=3,
    ).map(tuple),
    numbers,
)
perft_counts = st.builds(PerftCount, st.integers(1, 20), counts, numbers)
failures = st.builds(
    EngineFailure, st.sampled_from([Code.UNSUPPORTED, Code.INTERNAL, Code.ENGINE_CRASHED]), st.text(max_size=9)
)
news = st.one_of(
    st.just(m.Ready()),
    st.builds(JobInfo, counts, infos | perft_counts),
    st.builds(JobFinal, counts, results | perfts | evaluations | failures, numbers),
    st.builds(
        CompileState,
        st.sampled_from(["othello", "yonin", "chain-all"]).map(CATALOGUE.get),
        st.text(max_size=5),
        numbers,
    ),
)


@given(news)
def test_news(said: m.News) -> None:
    assert m.read_news(m.pack(said)) == said


@given(st.binary(max_size=50))
def test_what_is_no_news_is_refused(data: bytes) -> None:
    try:
        read = m.read_news(data)
    except msgspec.DecodeError:
        return
    assert m.read_news(m.pack(read)) == read


@given(st.binary(max_size=50))
def test_what_is_no_order_is_refused(data: bytes) -> None:
    try:
        read = m.read_order(data)
    except msgspec.DecodeError:
        return
    assert m.read_order(m.pack(read)) == read


def played(variant: str, plies: int) -> Position:
    """A position with a past."""
    position = start(CATALOGUE.get(variant))
    for _ in range(plies):
        position = position.play(position.legal()[0])
    return position


@pytest.mark.parametrize("variant", ["othello", "hasami-choose", "go-7x7-positional-superko", "yonin", "chain-all"])
def test_orders(variant: str) -> None:
    position = played(variant, 5)
    deep = tuple(MoveLine(move, Score(1.5, Certainty.ESTIMATE, 14), (move,), 7) for move in position.legal()[:3])
    limits = Limits(depth=3, only=frozenset(position.legal()[:2]), window=(-1, 1))
    orders: tuple[m.Order, ...] = (
        StartJob(1, SearchTask(position=position, limits=limits)),
        StartJob(2, PerftTask(position=position, depth=3)),
        StartJob(3, EvaluationTask(position=position, positions=("text",), values=False)),
        StartJob(4, SearchTask(position=position, known=Known(14, deep, 3, 2.5))),
        StopJob(1, Reason.SHUTDOWN),
        HoldJob(2),
        GoOnWithJob(2),
        Prepare(position.variant),
    )
    for order in orders:
        read = m.read_order(m.pack(order))
        assert read == order
        if isinstance(read, StartJob):
            assert read.task.position.legal() == position.legal()
            assert read.task.position.digest == position.digest


def test_every_variant_is_the_same_on_the_other_side() -> None:
    """By what machine code, weights and results are looked up by."""
    for name in CATALOGUE.names():
        variant = CATALOGUE.get(name)
        read = m.read_order(m.pack(Prepare(variant)))
        assert isinstance(read, Prepare)
        assert asdict(read.variant) == asdict(variant)
        assert read.variant.digest == variant.digest
        assert kin_of(read.variant) == kin_of(variant)


def test_a_way_to_capture_from_another_package_is_known_by_its_name() -> None:
    variant = replace(CATALOGUE.get("othello"), capture=Capture(kind="custodial"))
    read = m.read_order(m.pack(Prepare(variant)))
    assert isinstance(read, Prepare)
    assert read.variant.capture == variant.capture
    assert read.variant.digest == variant.digest


def test_what_has_been_worked_out_of_a_position_stays_here() -> None:
    asked, fresh = played("othello", 5), played("othello", 5)
    asked.legal()
    assert asked.digest
    orders = (m.pack(StartJob(1, PerftTask(position=position, depth=3))) for position in (asked, fresh))
    assert len(set(orders)) == 1
