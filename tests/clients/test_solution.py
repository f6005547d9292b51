"""Proven scores held against those that a file states."""

from __future__ import annotations

import json

import pytest

from engined_client.files.positions import GivenPosition
from engined_client.solution import Solution
from engined_protocol.messages import Analysis, Position, ScoredMove


def solution(best: str, score: float, **expected: int) -> Solution:
    position = Position(
        id="1",
        variant="othello",
        digest="",
        board=("XO", ".."),
        mover="Black",
        colour="X",
        legal=(),
        moves=(),
        seats=("Black", "White"),
        scores=(),
        discs=(),
        empties=2,
        over=False,
    )
    move = ScoredMove(move=best, score=score, kind="exact", depth=2, pv=(best,))
    analysis = Analysis(
        id="1", reason="done", best=best, score=score, kind="exact", depth=2, moves=(move,), nodes=1, seconds=0.5
    )
    return Solution(7, GivenPosition("XO..X", expected=expected), position, analysis)


@pytest.mark.parametrize(
    ("found", "difference"),
    [
        (solution("a2", 4, a2=4, b2=-2), ""),
        (solution("b2", 4, a2=4, b2=4), ""),
        (solution("b2", 4, a2=4), ""),
        (solution("a2", 4), ""),
        (solution("a2", 2, a2=4, b2=-2), "the input says a2 +4; proven is a2 +2"),
        (solution("b2", 6, a2=4, b2=-2), "the input says a2 +4, and b2 -2; proven is b2 +6"),
        (solution("b2", 4, a2=4, b2=-2), "the input says a2 +4, and b2 -2; proven is b2 +4"),
        (solution("b2", -6, a2=4, c2=4), "the input says a2 +4 or c2 +4; proven is b2 -6"),
    ],
)
def test_where_an_answer_differs_is_said(found: Solution, difference: str) -> None:
    assert found.difference() == difference
    assert found.as_expected is (not difference if found.given.expected else None)
    assert difference in found.as_row()
    assert (" !" in found.as_row()) == bool(difference)
    assert json.loads(found.as_json()).get("difference", "") == difference
