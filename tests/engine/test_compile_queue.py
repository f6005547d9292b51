"""Machine code in the order of need: what is there at once, then what somebody waits for."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from queue import SimpleQueue

import pytest

from engined.engine.compile_queue import COMPILERS, LOADERS, CompileQueue
from tests.patience import PATIENCE


class Part:
    """A part that is compiled as long as the test says."""

    def __init__(self, name: str, made: SimpleQueue[str], *, is_there: bool = False, needed: bool = False) -> None:
        self.name = name
        self.needed = needed
        self.begun = threading.Event()
        self.may_end = threading.Event()
        self._made = made
        self._is_there = is_there

    def look(self) -> bool:
        return self._is_there

    def make(self) -> None:
        self.begun.set()
        if not self._is_there:
            assert self.may_end.wait(PATIENCE)
        self._made.put(self.name)


@pytest.fixture
def made() -> SimpleQueue[str]:
    return SimpleQueue()


@pytest.fixture
def queue() -> Iterator[CompileQueue]:
    queue = CompileQueue()
    yield queue
    queue.close()


def busy(queue: CompileQueue, made: SimpleQueue[str]) -> list[Part]:
    """Parts that all compilers are at work on."""
    parts = [Part(f"busy{number}", made) for number in range(COMPILERS)]
    for part in parts:
        queue.add(part)
    for part in parts:
        assert part.begun.wait(PATIENCE)
    return parts


def test_what_is_there_waits_for_no_compiler(queue: CompileQueue, made: SimpleQueue[str]) -> None:
    parts = busy(queue, made)
    queue.add(Part("there", made, is_there=True))
    assert made.get(timeout=PATIENCE) == "there"
    for part in parts:
        part.may_end.set()


def test_what_somebody_waits_for_goes_first(queue: CompileQueue, made: SimpleQueue[str]) -> None:
    parts = busy(queue, made)
    names = [f"left{number}" for number in range(4)]
    left = [Part(name, made) for name in names]
    for part in left:
        part.may_end.set()
        queue.add(part)
    wanted = Part("wanted", made, needed=True)
    queue.add(wanted)
    for _ in range(2 * LOADERS):  # by the time that these are loaded, the others wait for a compiler
        queue.add(Part("there", made, is_there=True))
    assert [made.get(timeout=PATIENCE) for _ in range(2 * LOADERS)] == ["there"] * 2 * LOADERS
    parts[0].may_end.set()
    assert made.get(timeout=PATIENCE) == "busy0"
    assert wanted.begun.wait(PATIENCE)
    wanted.may_end.set()
    assert made.get(timeout=PATIENCE) == "wanted"
    parts[1].may_end.set()
