"""The daemon with the engine proper: exact results, control beside a search, ends in the middle."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator

import pytest

from engined.daemon.work.engine_port import NICE
from engined.rules.position import Position, move_text, parse_move, start
from engined.variants.catalogue import Catalogue
from tests.bench.soak import family
from tests.patience import LONG
from tests.process.raw_client import FakeServed, Raw


class Served(FakeServed):
    """``engined serve`` as users start it."""

    def start(self) -> None:
        words = [f"--{name}={self.settings[name]}" for name in ("endpoint", "store", "log", "threads")]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "engined", "serve", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with Served() as daemon:
        yield daemon


@pytest.fixture
def client(served: Served) -> Iterator[Raw]:
    with served.client() as raw:
        raw.patience = 1000 * LONG  # the first search waits for the compiler
        yield raw


def late_game(seed: int, empties: int) -> tuple[str, ...]:
    """Moves of a random game up to a position with so many empty cells."""
    chooser = random.Random(seed)
    position = start(Catalogue().get("othello"))
    moves = []
    while position.empties > empties and not position.over:
        move = chooser.choice(position.legal())
        moves.append(move_text(position, move))
        position = position.play(move)
    return tuple(moves)


def best_value(position: Position) -> float:
    """The exact value for the mover, by trying everything."""
    if position.over:
        return position.value(position.seat)
    return max(-best_value(position.play(move)) for move in position.legal())


@pytest.mark.parametrize("seed", range(4))
def test_solving_is_right(client: Raw, seed: int) -> None:
    moves = late_game(seed, 6)
    position = start(Catalogue().get("othello"))
    for move in moves:
        position = position.play(parse_move(position, move))
    solved = client.ask("solve", moves=moves)
    assert (solved["kind"], solved["reason"]) == ("exact", "done")
    assert solved["score"] == best_value(position)
    best = position.play(parse_move(position, solved["best"]))
    assert -best_value(best) == solved["score"]


def test_control_is_answered_during_a_search_on_all_threads(client: Raw) -> None:
    jobs = [client.send("analyse", moves=["f5"], interval=0.05) for _ in range(2)]
    client.wait_for_info(jobs[0])
    for _ in range(100):
        assert client.ask("ping", by="control")["t"] == "pong"
    assert client.ask("describe", variant="othello")["state"] == "ready"
    assert client.ask("stop", by="control")["jobs"] == 2
    finals = {client.final(job)["best"] for job in jobs}
    assert finals <= {"d6", "f4", "f6"}


def test_what_is_known_is_known_to_the_next_client(served: Served, client: Raw) -> None:
    first = client.ask("analyse", moves=["f5", "f4"], depth=9)
    with served.client() as other:
        second = other.send("analyse", moves=["f5", "f4"], depth=9)
        assert other.final(second)["nodes"] < first["nodes"]


def test_bad_requests_cost_nothing_known(client: Raw) -> None:
    first = client.ask("analyse", moves=["f5", "d6"], depth=9)
    for payload in (b"\x91" * 100_000, b"", b"\xff"):
        client.work.send_multipart([b"E1", payload])
        assert client.receive()["t"] == "error"
    assert client.ask("analyse", moves=["f5", "d6", "a1"])["code"] == "illegal-move"
    assert client.ask("analyse", moves=["f5", "d6"], depth=9)["nodes"] < first["nodes"]


def test_an_exact_result_survives_kill_9(served: Served, client: Raw) -> None:
    moves = late_game(7, 12)
    solved = client.ask("solve", moves=moves)
    assert solved["kind"] == "exact"
    client.ask("learn", moves=moves)  # comes back when it, and all before it, is on disk
    served.kill()
    served.start()
    with served.client() as after:
        again = after.ask("solve", moves=moves)
        assert (again["score"], again["best"], again["kind"]) == (solved["score"], solved["best"], "exact")
        assert (again["nodes"], again["seconds"]) == (0, 0.0)


@pytest.mark.parametrize("compiled", [True, False])
def test_sigterm_during_a_search_or_a_compilation(compiled: bool) -> None:
    with Served() as own, own.client() as client:
        client.patience = 1000 * LONG
        job = client.send("analyse")
        if compiled:
            client.wait_for_info(job)
        else:
            assert client.receive()["t"] == "info"
        assert own.end() == 0
        assert client.final(job)["reason"] == "shutdown"


def test_a_deep_analysis_outlives_the_daemon() -> None:
    """6x6 from a position of the middle game, at a depth well short of its end."""
    asked = {"variant": "othello-6x6", "moves": ["c2"], "best": 1}
    with Served(threads=1) as served:
        with served.client() as client:
            client.patience = 1000 * LONG
            deep = client.ask("analyse", depth=13, **asked)
            assert (deep["depth"], deep["stored"], deep["kind"]) == (13, True, "estimate")
        served.kill()
        served.start()
        with served.client() as client:
            client.patience = 1000 * LONG
            again = client.ask("analyse", depth=10, **asked)
            assert (again["depth"], again["known_depth"], again["nodes"], again["stored"]) == (13, 13, 0, True)
            assert (again["best"], again["score"]) == (deep["best"], deep["score"])
            further = client.ask("analyse", depth=14, **asked)
            assert (further["depth"], further["known_depth"]) == (14, 13)


def test_searches_give_way_to_the_loop(client: Raw, served: Served) -> None:
    assert client.ask("analyse", depth=1)["t"] == "analysis"
    daemon, *others = family(served.process.pid)
    assert others
    assert {os.getpriority(os.PRIO_PROCESS, process) for process in others} == {
        os.getpriority(os.PRIO_PROCESS, daemon) + NICE
    }
