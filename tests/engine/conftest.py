"""One engine for the tests of this folder: kernels are compiled once."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from asking import Asked

from engined.engine.engine import Engine
from engined.engine.tasks import Task


@pytest.fixture
def engine() -> Iterator[Engine]:
    """A fresh engine, with nothing known; compiled kernels are shared with all tests."""
    engine = Engine(table_mib=16)
    yield engine
    engine.close()


@pytest.fixture
def ask(engine: Engine) -> Callable[[Task], Asked]:
    """Start a task."""
    return lambda task: Asked(engine, task)
