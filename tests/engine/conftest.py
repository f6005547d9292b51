"""One engine for the tests of this folder: kernels are compiled once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engined.engine.engine import Engine
from tests.engine.asking import Ask, Asked


@pytest.fixture
def engine() -> Iterator[Engine]:
    """A fresh engine, with nothing known; compiled kernels are shared with all tests."""
    engine = Engine(table_mib=16)
    yield engine
    engine.close()


@pytest.fixture
def ask(engine: Engine) -> Ask:
    """Start a task."""
    return lambda task: Asked(engine, task)
