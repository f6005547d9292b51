"""The best move of a position beside the one that was played."""

from __future__ import annotations

import pytest
from msgspec import convert

from engined_client import Client
from engined_client.review.budget import Budget
from engined_client.review.search import compare
from engined_protocol import messages as m
from tests.clients.fake_daemon import FakeDaemon


def test_however_little_time_there_is_something_is_searched(daemon: FakeDaemon) -> None:
    """Before the first ply is done all moves look the same, and none would be a mistake."""
    asked: list[tuple[float | None, int | None]] = []

    def answer(request: m.AnyRequest) -> list[m.AnyReply]:
        assert isinstance(request, m.Analyse)
        asked.append((request.seconds, request.depth))
        depth, score = (0, 0.0) if request.depth is None else (1, 4.0 if not request.only else -2.0)
        move = m.ScoredMove(move=request.only[0] if request.only else "a1", score=score, kind="estimate", depth=depth)
        return [reply(request.id, move)]

    daemon.answers[m.Analyse] = answer
    with Client(daemon.folder, coordinates="othello") as client:
        found = compare(client, position(), "b1", Budget(seconds=0.02).begin(1).next())
    assert found.loss == 6
    assert asked == [(0.02, None), (None, 1), (0.02, 1)]


START = {"board": ("....", ".OX.", ".XO.", "...."), "legal": ("b1", "a2", "d3", "c4")}
RULES = {
    "t": "description",
    "id": "1",
    "name": "othello-4x4",
    "title": "",
    "digest": "",
    "width": 4,
    "height": 4,
    "cells": 16,
    "holes": (),
    "drawing": (),
    "colours": (),
    "seats": (),
    "first": "Black",
    "capture": "flip",
}


@pytest.mark.parametrize(
    ("move", "rules", "asked", "played"),
    [
        # Openings are one, and what follows is turned with them.
        ("d3", {}, [()], ("d3", 4.0, ("d3", "d2"))),
        ("a2", {}, [()], ("a2", 4.0, ("a2", "a3"))),
        ("c4", {}, [()], ("c4", 4.0, ("c4", "b4"))),
        ("c4", {"homes": (("a1",), ("d4",))}, [(), ("c4",)], ("c4", 4.5, ("c4", "d2"))),
        ("c4", {"capture": "foreign"}, [(), ("c4",)], ("c4", 4.5, ("c4", "d2"))),
    ],
)
def test_moves_that_a_symmetry_makes_one_lose_the_same(
    daemon: FakeDaemon, move: str, rules: dict[str, object], asked: list[tuple[str, ...]], played: tuple[object, ...]
) -> None:
    """However they would be searched later, when more is known."""
    heard: list[tuple[str, ...]] = []

    def answer(request: m.AnyRequest) -> list[m.AnyReply]:
        assert isinstance(request, m.Analyse)
        heard.append(tuple(request.only))
        line = (request.only[0], "d2") if request.only else ("b1", "c1")
        score = 4.0 + 0.5 * len(request.only)
        scored = m.ScoredMove(move=line[0], score=score, kind="estimate", depth=5, pv=line)
        return [reply(request.id, scored)]

    daemon.answers[m.Analyse] = answer
    daemon.answers[m.DescribeVariant] = lambda request: [convert(RULES | rules | {"id": request.id}, m.Description)]
    with Client(daemon.folder, coordinates="othello") as client:
        found = compare(client, position(**START), move, Budget(depth=5).begin(1).next())
    assert heard == asked
    assert (found.played.move, found.played.score, found.played.line) == played
    assert found.loss == 0


def test_the_same_is_searched_whichever_of_two_such_moves_was_played(daemon: FakeDaemon) -> None:
    """Half a turn takes a1 to c3 and b1 to b3; b2 is the best."""
    heard: list[tuple[str, ...]] = []

    def answer(request: m.AnyRequest) -> list[m.AnyReply]:
        assert isinstance(request, m.Analyse)
        heard.append(tuple(request.only))
        move = request.only[0] if request.only else "b2"
        scored = m.ScoredMove(move=move, score=float(len(heard)), kind="estimate", depth=5, pv=(move, "b1"))
        return [reply(request.id, scored)]

    daemon.answers[m.Analyse] = answer
    daemon.answers[m.DescribeVariant] = lambda request: [convert(RULES | {"id": request.id}, m.Description)]
    shown = {"board": ("..X", "X.X", "X.."), "legal": ("a1", "b2", "c3", "b1", "b3")}
    with Client(daemon.folder, coordinates="othello") as client:
        for move, line in (("a1", ("a1", "b1")), ("c3", ("c3", "b3"))):
            found = compare(client, position(**shown), move, Budget(depth=5).begin(1).next())
            assert (found.played.move, found.played.line) == (move, line)
    assert heard == [(), ("a1",), (), ("a1",)]


def reply(id: str, move: m.ScoredMove) -> m.Analysis:
    return m.Analysis(
        id=id,
        reason="limit",
        best=move.move,
        score=move.score,
        kind=move.kind,
        depth=move.depth,
        moves=(move,),
        nodes=1,
        seconds=0.1,
    )


def position(**facts: object) -> m.Position:
    shown = {
        "t": "position",
        "id": "1",
        "session": "s",
        "variant": "othello-4x4",
        "digest": "",
        "board": ("....", ".OX.", ".XO.", "...."),
        "mover": "Black",
        "colour": "X",
        "legal": ("a1", "b1"),
        "moves": (),
        "seats": ("Black", "White"),
        "scores": (2.0, 2.0),
        "discs": (2, 2),
        "empties": 12,
        "over": False,
    }
    return convert(shown | facts, m.Position)
