"""A crowd and endless analyses on a real daemon, for a while: everybody is served, and memory has an end."""

from __future__ import annotations

import pytest

from engined.config import Config
from tests.bench.soak import soak

ENDLESS = 4


@pytest.mark.parametrize(
    ("clients", "seconds"),
    [pytest.param(30, 10.0, id="for a while"), pytest.param(200, 300.0, id="for minutes", marks=pytest.mark.slow)],
)
def test_everybody_in_a_crowd_is_served(clients: int, seconds: float) -> None:
    measured = soak(clients, ENDLESS, seconds, 0.5)  # it asserts that no final is lost and none comes twice
    assert measured.finals >= clients
    assert len(measured.depths) == ENDLESS
    assert min(measured.depths) >= 1, "an endless analysis had no turn"
    assert measured.memory < Config().memory_in_all
