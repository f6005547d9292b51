"""A fake daemon for the tests of the client."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from tests.clients.fake_daemon import FakeDaemon


@pytest.fixture
def daemon() -> Iterator[FakeDaemon]:
    """A fake daemon at ``daemon.folder``."""
    fake = FakeDaemon()
    yield fake
    fake.die()
    shutil.rmtree(fake.folder)
