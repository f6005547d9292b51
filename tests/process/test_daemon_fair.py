"""Short questions beside endless analyses, on a real daemon: everybody is served, whatever the others do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.patience import LONG
from tests.process.raw_client import Raw
from tests.process.test_daemon_engine import Served, late_game

ENDLESS = 6
CLIENTS = 6
QUESTIONS = 3


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with Served() as daemon:
        yield daemon


def begin_endless(stack: ExitStack, served: Served, number: int) -> list[tuple[Raw, str]]:
    """Clients with an analysis each that would go on for ever, all of which have begun to search."""
    endless = []
    for which in range(number):
        client = stack.enter_context(served.client())
        client.patience = 1000 * LONG  # the first search waits for the compiler
        endless.append((client, client.send("analyse", moves=late_game(which, 40))))
    for client, id in endless:
        while not client.wait_for_info(id)["nodes"]:
            pass
    return endless


def test_short_questions_are_answered_beside_endless_analyses(served: Served) -> None:
    with ExitStack() as stack:
        endless = begin_endless(stack, served, ENDLESS)
        clients = [stack.enter_context(served.client()) for _ in range(CLIENTS)]
        for client in clients:
            client.patience = 1000 * LONG
        for question in range(QUESTIONS):
            asked = [
                (
                    client.send("show", moves=late_game(question, 30)),
                    client.send("analyse", moves=late_game(10 * number + question, 30), depth=4),
                    client.send("solve", moves=late_game(10 * number + question, 8)),
                )
                for number, client in enumerate(clients)
            ]
            for client, (show, analysis, solution) in zip(clients, asked, strict=True):
                assert client.final(show)["legal"]
                assert client.final(analysis)["depth"] == 4
                assert client.final(solution)["kind"] == "exact"
        status = clients[0].ask("status", by="control")
        assert {job["state"] for job in status["jobs"]} <= {"running", "held"}
        assert sum(job["state"] == "running" for job in status["jobs"]) <= status["threads"]
        for client, id in endless:  # every one of them still goes on, and ends when it is told to
            nodes = client.wait_for_info(id)["nodes"]
            while client.wait_for_info(id)["nodes"] == nodes:
                pass
            client.ask("stop", target=id, by="control")
            final = client.final(id)
            assert (final["reason"], final["nodes"] >= nodes) == ("stopped", True)


def test_what_is_wanted_within_a_time_is_answered_by_then(served: Served) -> None:
    with ExitStack() as stack:
        begin_endless(stack, served, 4)
        client = stack.enter_context(served.client())
        client.patience = 1000 * LONG
        final = client.ask("analyse", moves=late_game(1, 50), within=0.3)
        assert final["reason"] == "limit"
        assert final["best"]


def test_a_solution_is_the_same_whoever_else_searches(served: Served) -> None:
    moves = late_game(3, 16)
    with served.client() as client:
        client.patience = 1000 * LONG
        alone = client.ask("solve", moves=moves)
    with Served() as other, ExitStack() as stack:
        begin_endless(stack, other, 5)
        client = stack.enter_context(other.client())
        client.patience = 1000 * LONG
        beside = client.ask("solve", moves=moves)
    assert (alone["score"], alone["kind"]) == (beside["score"], beside["kind"])
