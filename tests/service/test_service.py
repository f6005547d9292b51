"""Any request that can be read is answered once, whatever nonsense it asks."""

from __future__ import annotations

from typing import Any, get_args

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from engined_protocol import messages as m
from tests.service.desk import ANN, BOB, Desk

SQUARES = st.sampled_from(["f5", "d6", "c3", "d3", "F5", "a1", "--", "pass", "c2", "b3"])
NAMES = st.sampled_from(["s", "t", "othello", "othello-4x4", "octagon-52", "reversi-original", "anti-othello"])
TEXTS = st.text(min_size=1, max_size=12)
MOVES = st.lists(SQUARES | TEXTS, max_size=5).map(tuple)
STARTS = st.none() | st.text(max_size=70) | st.text("XO.-", min_size=60, max_size=66)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "session": st.none() | NAMES | TEXTS,
    "variant": st.none() | NAMES | TEXTS,
    "start": STARTS,
    "moves": MOVES,
    "only": MOVES,
    "move": SQUARES | TEXTS,
    "board": st.text(max_size=70) | st.text("XO.-", min_size=64, max_size=64),
    "seat": st.none() | st.sampled_from(["Black", "white", "Red"]) | TEXTS,
    "text": st.text(max_size=80) | st.just('name = "mine"\ninherits = "othello"\n'),
    "depth": st.integers(1, 100),
    "best": st.none() | st.integers(1, 1000),
    "plies": st.integers(1, 2**53),
    "priority": st.integers(-1000, 1000),
    "threads": st.none() | st.integers(1, 256),
    "goal": st.sampled_from(["score", "wld", "window"]),
    "lower": st.none() | st.integers(-(2**63), 2**64 - 1),
    "upper": st.none() | st.integers(-(2**63), 2**64 - 1),
    "clock": st.none() | st.builds(m.Clock, remaining=st.floats(0, 1e7), byoyomi=st.floats(0, 1e7)),
    "keep": st.booleans(),
    "play": st.booleans(),
    "ponder": st.booleans(),
    "check_only": st.booleans(),
    "target": st.none() | TEXTS,
}


CONTROLS = st.builds(m.TimeControl, main=st.floats(1, 1e5), increment=st.floats(0, 1e3)) | st.builds(
    m.TimeControl, main=st.floats(0, 1e5), byoyomi=st.floats(1, 1e3)
)


def requests_of(kind: type[m.AnyRequest]) -> st.SearchStrategy[m.AnyRequest]:
    """Requests of one type; names that it cannot do without are always there."""
    fields = {}
    for field in structs.fields(kind):
        if field.name in VALUES:
            needed = field.default is not None and field.name in ("session", "variant")
            fields[field.name] = NAMES | TEXTS if needed else VALUES[field.name]
    if kind is m.Open:  # its clock is one for a whole game
        fields["clock"] = st.none() | CONTROLS
    return st.builds(kind, id=st.sampled_from("abcdef"), **fields)


REQUESTS = st.one_of([requests_of(kind) for kind in get_args(m.AnyRequest)])


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.sampled_from([ANN, BOB]), REQUESTS, st.booleans()), max_size=25))
def test_every_request_is_answered_once(steps: list[tuple[bytes, m.AnyRequest, bool]]) -> None:
    desk = Desk(threads=1)
    for client, request, finishes in steps:
        waiting = desk.service.jobs_of(client, request.id)
        before = len(desk.finals(client, request.id))
        desk.say(request, client)
        answered = len(desk.finals(client, request.id)) - before
        works = (
            isinstance(request, m.Work | m.BookWork | m.AnalyseMany)
            and desk.service.jobs_of(client, request.id) > waiting
        )
        learns = isinstance(request, m.Learn) and not answered
        if isinstance(request, m.Stop):
            assert 1 <= answered <= 1 + waiting
        else:
            assert answered == (0 if works or learns else 1)
        if finishes and desk.tasks:
            desk.finish(min(desk.tasks))
