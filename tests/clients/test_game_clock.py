"""Clocks of a game: what is left, and who is late."""

from __future__ import annotations

from argparse import ArgumentTypeError

import pytest

from engined_client.play.clock import GameClock, TimeControl, byoyomi, time_control
from engined_protocol.messages import Clock


@pytest.mark.parametrize(
    ("text", "control"),
    [("300", (300, 0)), ("300+5", (300, 5)), ("5:00", (300, 0)), ("5:30+2.5", (330, 2.5)), ("0:01", (1, 0))],
)
def test_time_controls_are_read(text: str, control: tuple[float, float]) -> None:
    assert time_control(text) == (*control, 0)


def test_byoyomi_is_read() -> None:
    assert (byoyomi("30"), byoyomi("0:30"), byoyomi("1:00")) == (30, 30, 60)


@pytest.mark.parametrize("text", ["", "x", "0", "-3", "30+5", "1:2:3", "nan", "inf"])
def test_what_is_no_byoyomi_is_refused(text: str) -> None:
    with pytest.raises(ArgumentTypeError):
        byoyomi(text)


@pytest.mark.parametrize("text", ["", "five", "0", "-3", "1:2:3", "300+", "300+-1", "nan", "1e9", "300+inf"])
def test_what_is_none_is_refused(text: str) -> None:
    if text == "300+":
        assert time_control(text) == (300, 0, 0)
        return
    with pytest.raises(ArgumentTypeError):
        time_control(text)


def test_a_clock_runs_for_the_mover() -> None:
    time = [0.0]
    clock = GameClock(("Black", "White"), TimeControl(60, 2), lambda: time[0])
    assert clock.turn("Black") == ""
    time[0] = 10
    assert (clock.left("Black"), clock.left("White")) == (50, 60)
    assert clock.turn("White") == ""
    assert (clock.left("Black"), clock.told("White").remaining) == (52, 60)
    time[0] = 65.5
    assert clock.line() == "clock: Black 0:52, White 0:04.5"
    time[0] = 71
    assert clock.told("White").remaining == 0
    assert clock.turn("Black") == "White"
    clock.reset()
    assert (clock.left("White"), clock.turn("Black")) == (60, "")


def test_a_seat_that_moves_again_gets_no_more() -> None:
    """As after taking a move back."""
    time = [0.0]
    clock = GameClock(("Black", "White"), TimeControl(60, 2), lambda: time[0])
    clock.turn("Black")
    time[0] = 5
    assert clock.turn("Black") == ""
    assert clock.left("Black") == 55


def test_byoyomi_raises_what_is_left_when_a_turn_begins() -> None:
    """Two minutes with half a minute of byo-yomi: then that is for each move, and who has nothing left has lost."""
    time = [0.0]
    clock = GameClock(("Black", "White"), TimeControl(120, byoyomi=30), lambda: time[0])
    clock.turn("Black")
    time[0] = 100
    assert (clock.left("Black"), clock.turn("White")) == (20, "")
    assert clock.told("White") == Clock(remaining=120, byoyomi=30, refills=True)
    time[0] = 101
    assert clock.turn("Black") == ""
    assert clock.told("Black") == Clock(remaining=30, byoyomi=30, refills=True), "20 were left"
    time[0] = 111
    assert clock.told("Black") == Clock(remaining=20, byoyomi=20, refills=True), "of this turn ten are gone"
    assert (clock.turn("White"), clock.left("Black"), clock.left("White")) == ("", 20, 119)
    time[0] = 231
    assert clock.turn("Black") == "White"


def test_byoyomi_alone_is_so_much_for_each_move() -> None:
    time = [0.0]
    clock = GameClock(("Black", "White"), TimeControl(0, byoyomi=10), lambda: time[0])
    for move, mover in enumerate(("Black", "White", "Black", "White")):
        time[0] = 9.0 * move
        assert (clock.turn(mover), clock.left(mover)) == ("", 10)
