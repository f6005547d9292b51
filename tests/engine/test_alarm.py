"""Calls at set times."""

from __future__ import annotations

import threading
import time

from engined.engine import alarm
from engined.engine.alarm import Alarm
from tests.patience import PATIENCE


class Sleeper:
    """Notes that it was called."""

    def __init__(self, name: str = "", calls: list[str] | None = None) -> None:
        self.name = name
        self.calls = calls if calls is not None else []
        self.awake = threading.Event()

    def wake_up(self) -> None:
        self.calls.append(self.name)
        self.awake.set()


def test_calls_come_in_the_order_of_their_moments() -> None:
    calls: list[str] = []
    late, early, past = (Sleeper(name, calls) for name in ("late", "early", "past"))
    first, all_set = Sleeper(), threading.Event()
    clock, now = Alarm("test"), time.monotonic()
    first.wake_up = lambda: all_set.wait(PATIENCE)  # type: ignore[method-assign, assignment]
    clock.set(now - 2.0, first)  # until all are set, however long that takes here
    clock.set(now + 0.1, late)
    clock.set(now + 0.02, early)
    clock.set(now - 1.0, past)
    all_set.set()
    assert late.awake.wait(PATIENCE)
    assert calls == ["past", "early", "late"]
    assert time.monotonic() >= now + 0.1


def test_it_can_be_set_again_when_nothing_was_left() -> None:
    clock = Alarm("test")
    for _ in range(3):
        sleeper = Sleeper()
        clock.set(time.monotonic(), sleeper)
        assert sleeper.awake.wait(PATIENCE)


def test_who_is_gone_is_not_called_and_not_kept() -> None:
    clock, far = Alarm("test"), time.monotonic() + 3600.0
    for _ in range(3 * alarm.FEW):
        clock.set(far, Sleeper())
    assert len(clock._calls) <= alarm.FEW + 1
    sleeper = Sleeper()
    clock.set(time.monotonic(), sleeper)
    assert sleeper.awake.wait(PATIENCE)
