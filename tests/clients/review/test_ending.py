"""The end of a game of Go under review."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from engined_client.client import Client
from engined_client.drawing.wording import Wording
from engined_client.review.ending import ending
from engined_client.review.table import total_lines
from engined_protocol.dead_stones import Fates
from engined_protocol.messages import Description, Position
from engined_protocol.messages.forecast import Forecast
from tests.clients.review.made import review

BOARD = ("..XO.", "..XO.", "..XO.", "..XO.", "O.XO.")
"""A white stone in Black's territory."""


def described(capture: str = "surround") -> Description:
    return cast("Description", SimpleNamespace(capture=capture, seats=(("Black", "X"), ("White", "O"))))


def reached(moves: tuple[str, ...] = ("a1",), *, phase: str = "play") -> Position:
    told = {"board": BOARD, "removed": (), "colour": "X", "session": "game", "moves": moves}
    return cast("Position", SimpleNamespace(**told, over=phase != "play", phase=phase))


class Told:
    """A daemon whose analyses all say the same."""

    def __init__(self, owners: str, life: tuple[str, ...]) -> None:
        mine = {"X": 1.0, "O": -1.0, ".": 0.0}
        self._forecast = Forecast(
            visits=100,
            win_rate=0.5,
            mean=0.0,
            spread=1.0,
            ownership=tuple(mine[owner] for owner in owners),
            life=life,
        )

    def analyse(self, **options: Any) -> Any:
        assert options["life"]
        return SimpleNamespace(result=lambda: SimpleNamespace(forecast=self._forecast))


def end(client: Told, position: Position | None = None, description: Description | None = None) -> Fates | None:
    return ending(cast("Client", client), position or reached(), description or described())


@pytest.mark.parametrize(
    ("corner", "said"),
    [
        ("d", Fates((("a5",),), (), ())),
        ("u", Fates((), (), (("a5",),))),  # by games it is dead, but that is a guess
        ("s", Fates((), (("a5",),), ())),
    ],
)
def test_it_says_what_was_read_out_and_what_was_not(corner: str, said: Fates) -> None:
    life = ("..aa.", "..aa.", "..aa.", "..aa.", f"{corner}.aa.")
    assert end(Told("XXXOO" * 5, life), reached(phase="removal")) == said


def test_nothing_is_said_of_a_game_that_is_not_finished_or_where_nothing_dies() -> None:
    finished = Told("XXXOO" * 5, ("..aa.", "..aa.", "..aa.", "..aa.", "d.aa."))
    assert end(finished) is not None
    open_game = Told("...OO" * 5, ("..aa.", "..aa.", "..aa.", "..aa.", "d.aa."))
    assert end(open_game) is None
    assert end(open_game, reached(phase="removal")) is not None, "passes have stopped it"
    assert end(finished, description=described("flip")) is None
    assert end(finished, reached(phase="ended")) is None
    assert end(finished, reached(())) is None


def test_a_review_tells_it_below_what_each_player_gave_away() -> None:
    told = Fates((("a5", "b5"), ("e1",)), (("c3",),), (("d4",),))
    lines = total_lines(replace(review(), ending=told))
    begin = lines.index("dead at the end: a5 b5; e1")
    assert lines[begin : begin + 3] == [
        "dead at the end: a5 b5; e1",
        "alive in seki: c3",
        "unsettled, who moves first decides or nobody knows: d4",
    ]
    none = replace(review(), ending=Fates((), (), ()))
    assert "no stones are dead at the end" in total_lines(none)
    assert not any("dead" in line for line in total_lines(review()))
    assert "終局時に死石はありません" in total_lines(none, Wording(language="ja"))
