"""Clocks of a game in the terminal: how they are asked for, and what they show."""

from __future__ import annotations

from argparse import ArgumentTypeError

import pytest

from engined_client.play.clock import ClockFace, byoyomi, time_control
from engined_protocol.messages import Position, SessionClock, TimeControl


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("300", (300, 0)),
        ("300+", (300, 0)),
        ("300+5", (300, 5)),
        ("5:00", (300, 0)),
        ("5:30+2.5", (330, 2.5)),
        ("0:01", (1, 0)),
        ("1:02:03", (3723, 0)),
        ("5m", (300, 0)),
        ("1h30m+5s", (5400, 5)),
    ],
)
def test_time_controls_are_read(text: str, control: tuple[float, float]) -> None:
    assert time_control(text) == TimeControl(main=control[0], increment=control[1])


def test_byoyomi_is_read() -> None:
    assert (byoyomi("30"), byoyomi("30s"), byoyomi("0:30"), byoyomi("1:00")) == (30, 30, 30, 60)


@pytest.mark.parametrize("text", ["", "x", "0", "-3", "30+5", "1:2:3:4", "nan", "inf"])
def test_what_is_no_byoyomi_is_refused(text: str) -> None:
    with pytest.raises(ArgumentTypeError):
        byoyomi(text)


@pytest.mark.parametrize("text", ["", "five", "0", "-3", "1:2:3:4", "5x", "300+-1", "nan", "1e9", "300+inf"])
def test_what_is_none_is_refused(text: str) -> None:
    with pytest.raises(ArgumentTypeError):
        time_control(text)


def test_the_running_clock_goes_on_from_what_was_told() -> None:
    time = [100.0]
    clock = SessionClock(left=(52.0, 64.5), running="White", main=60)
    face = ClockFace(shown(clock), lambda: time[0])
    assert face.line() == "clock: Black 0:52, White 1:04"
    time[0] = 160
    assert (face.left("Black"), face.left("White")) == (52, 4.5)
    assert face.line() == "clock: Black 0:52, White 0:04.5"
    time[0] = 200
    assert face.line() == "clock: Black 0:52, White 0:00.0", "what is below 0 the daemon says"


def test_clocks_that_stand_show_the_same_for_ever() -> None:
    time = [0.0]
    face = ClockFace(shown(SessionClock(left=(30.0, 20.0))), lambda: time[0])
    time[0] = 1000
    assert face.line() == "clock: Black 0:30, White 0:20"


def shown(clock: SessionClock) -> Position:
    return Position(
        id="1",
        variant="othello",
        digest="",
        board=(),
        mover="White",
        colour="O",
        legal=(),
        moves=(),
        seats=("Black", "White"),
        scores=(2, 2),
        discs=(2, 2),
        empties=60,
        over=False,
        clock=clock,
    )
