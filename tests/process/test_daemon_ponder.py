"""Thinking in the opponent's time, with the engine proper: a gain for its own game, and nobody else's loss."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.patience import LONG, until
from tests.process.raw_client import Raw
from tests.process.test_daemon_engine import Served


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with Served() as daemon:
        yield daemon


@pytest.fixture
def client(served: Served) -> Iterator[Raw]:
    with served.client() as raw:
        raw.patience = 1000 * LONG  # the first search waits for the compiler
        yield raw


def pondering(client: Raw) -> int:
    return int(client.ask("status", by="control").get("pondering", 0))


def generate(client: Raw, session: str, moves: list[str], depth: int, *, ponder: bool) -> list[str]:
    """A move is generated and played in a session; the line that begins with it."""
    client.ask("open", session=session, moves=moves)
    final = client.ask("analyse", session=session, play=True, ponder=ponder, depth=depth, best=1)
    assert final["played"]
    return list(final["moves"][0]["pv"])


def test_the_expected_reply_finds_its_answer_ready(client: Raw) -> None:
    nodes = {}
    for ponder, moves in ((True, ["f5", "d6"]), (False, ["f5", "f4"])):
        session = f"ponder-{ponder}"
        line = generate(client, session, moves, 8, ponder=ponder)
        until(lambda: pondering(client) == 0, "with the same limit of depth, it comes to an end")
        client.ask("play", session=session, moves=line[1:2])
        nodes[ponder] = client.ask("analyse", session=session, depth=8, best=1)["nodes"]
    assert nodes[True] == 0 < nodes[False]


def test_others_are_served_meanwhile_and_it_goes_on_afterwards(served: Served, client: Raw) -> None:
    client.ask("open", session="s", moves=["f5", "d6", "c3"])
    client.ask("analyse", session="s", play=True, ponder=True, nodes=200_000, best=1)
    until(lambda: pondering(client) == 1, "it ponders")
    with served.client() as other:
        other.patience = 1000 * LONG
        assert other.ask("analyse", moves=["f5", "f6"], depth=8, threads=2)["reason"] == "done"
        endless = other.send("analyse", moves=["f5", "f6"])
        other.wait_for_info(endless)
        assert pondering(client) == 0
        other.ask("stop", by="control")
        other.final(endless)
    until(lambda: pondering(client) == 1, "it goes on")
    client.ask("close", session="s")
    assert pondering(client) == 0


@pytest.mark.parametrize("last", ["quit\n", ""])
def test_a_gui_that_leaves_ends_it(tmp_path: Path, last: str) -> None:
    command = [sys.executable, "-m", "engined", "gtp", "--ponder", "--store", "", "--log", str(tmp_path / "log")]
    lines = ["kata-set-param maxVisits 200000", "genmove b", "showboard", "kata-get-param ponderingEnabled", last]
    run = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, timeout=LONG)
    assert run.returncode == 0
    assert "= true" in run.stdout
    assert run.stderr == ""
