"""Attributes worked out once, by whoever asks, without making others wait."""

from __future__ import annotations

import threading

from engined.lazy import lazy_property
from tests.patience import PATIENCE


class Slow:
    """Its number takes as long as the test says."""

    def __init__(self, may_go_on: threading.Event) -> None:
        self.may_go_on = may_go_on
        self.asked = threading.Event()
        self.times = 0

    @lazy_property
    def number(self) -> int:
        """A number."""
        self.asked.set()
        assert self.may_go_on.wait(PATIENCE)
        self.times += 1
        return 7


def test_it_is_worked_out_once() -> None:
    free = threading.Event()
    free.set()
    slow = Slow(free)
    assert (slow.number, slow.number, slow.times) == (7, 7, 1)
    assert Slow.number.__doc__ == "A number."


def test_nobody_waits_for_that_of_another_object() -> None:
    never, free = threading.Event(), threading.Event()
    free.set()
    slow = Slow(never)
    asking = threading.Thread(target=lambda: slow.number)
    asking.start()
    assert slow.asked.wait(PATIENCE)
    assert Slow(free).number == 7
    never.set()
    asking.join()
