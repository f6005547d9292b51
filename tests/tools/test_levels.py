"""The table of levels: each is the sum of the steps below it."""

from __future__ import annotations

import re

import pytest

from engined.tools.levels import FULL, Step, table
from engined.tools.match.game_log import FinishedGame
from engined.tools.match.standing import stand


def games(points: str) -> list[FinishedGame]:
    """Pairs of games with these results for A: ``+``, ``=`` or ``-``."""
    winners = {"+": "A", "=": None, "-": "B"}
    return [
        FinishedGame(
            number=number, first="A" if number % 2 else "B", opening="", moves=f"a{number}", end="score", detail="",
            winner=winners[sign], discs=0.0, seconds=(), evaluations=(),  # type: ignore[arg-type]
        )
        for number, sign in enumerate(points, 1)
    ]  # fmt: skip


def test_elo_adds_up() -> None:
    """Three of four games are 191 Elo by the logistic curve, half of them 0, one of four -191."""
    steps = [Step(level, stand(games(points))) for level, points in ((2, "+++-" * 5), (3, "+-" * 10), (4, "---+" * 5))]
    rows = [re.findall(r"-?\+?\w+", line)[:3] for line in table(steps)[1:]]
    assert rows == [["1", "0"], ["2", "191", "+191"], ["3", "191", "+0"], ["4", "0", "-191"]]


def test_who_wins_everything_is_not_measured() -> None:
    lines = table([Step(FULL, stand(games("++++")))])
    assert lines[1].split() == ["15", "0"]
    assert lines[2].split()[:3] == ["full", "inf", "inf"]


@pytest.mark.parametrize("text", ["3", "3-3", "0-4", "4-17", "a-b"])
def test_levels_that_are_none(text: str) -> None:
    from argparse import ArgumentTypeError

    from engined.tools.levels import _levels

    with pytest.raises(ArgumentTypeError, match="two levels from 1 to 16"):
        _levels(text)
