"""A crowd and endless analyses on a real daemon, for a while: every question has its final, and memory has an end."""

from __future__ import annotations

import pytest

from engined.config import Config
from tests.bench.soak import soak


@pytest.mark.parametrize(
    ("clients", "seconds"),
    [pytest.param(30, 8.0, id="briefly"), pytest.param(200, 300.0, id="for minutes", marks=pytest.mark.slow)],
)
def test_every_question_of_a_crowd_has_its_final(clients: int, seconds: float) -> None:
    measured = soak(clients, 4, seconds, 0.5)  # it asserts that none is lost and none comes twice
    assert measured.finals >= clients
    assert measured.memory < Config().memory_in_all
