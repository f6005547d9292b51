"""``engined cluster`` on a real scheduler and real workers, some of which are killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from engined_client import Client
from engined_client.connection import PrivateDaemon
from tests.patience import LONG, until
from tests.process.dask_processes import DaskProcesses
from tests.process.gated_workers import Gate
from tests.process.serving import Served
from tests.tools.cluster.late_positions import late_positions

POSITIONS, EMPTIES = 12, 10


def begin(folder: Path, *words: str, gate: Gate | None = None) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    command = [sys.executable, "-m", "engined", "cluster", *words]
    environment = None if gate is None else gate.environment()
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, cwd=folder, env=environment)


def engined(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    process = begin(folder, *words)
    out, errors = process.communicate(timeout=LONG)
    return subprocess.CompletedProcess(process.args, process.returncode, out, errors)


@pytest.fixture
def gate(tmp_path: Path) -> Gate:
    return Gate(tmp_path / "gate")


@pytest.fixture
def dask(tmp_path: Path, gate: Gate) -> Iterator[DaskProcesses]:
    with DaskProcesses(tmp_path, gate.environment()) as processes:
        yield processes


@pytest.fixture
def positions(tmp_path: Path) -> Sequence[str]:
    texts = late_positions(POSITIONS, EMPTIES)
    Path(tmp_path, "late.txt").write_text("".join(f"{text}\n" for text in texts))
    return texts


def kept(folder: Path) -> list[str]:
    """The keys of the results that are on disk."""
    path = folder / "late.txt.solve.jsonl"
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    return [json.loads(line)["key"] for line in lines if line.endswith(b"\n")]


def test_nothing_is_lost_or_done_twice(
    dask: DaskProcesses, gate: Gate, positions: Sequence[str], tmp_path: Path
) -> None:
    """A worker is killed, then the command, then the scheduler; a daemon has the store open all the time."""
    store = tmp_path / "store.sqlite"
    words = ("solve", "late.txt", "--store", str(store), "--json", "--scheduler")
    with Served(store=str(store)) as served, Client(served.endpoint) as client:
        assert client.solve(start=positions[0]).result().stored  # and so is nobody's work below
        running = begin(tmp_path, *words, dask.address)
        let_some_be_answered(gate, tmp_path)
        until(lambda: gate.waits(dask.workers[0].pid), "a worker with a question")
        dask.workers[0].kill()
        let_some_be_answered(gate, tmp_path)
        until(lambda: gate.waits(dask.workers[1].pid), "the other one with a question")
        running.kill()
        running.communicate()
        until(lambda: not gate.waits(dask.workers[1].pid), "nobody waits for that any more")
        running = begin(tmp_path, *words, dask.address)
        let_some_be_answered(gate, tmp_path)
        dask.scheduler.kill()
        assert running.communicate()[1].startswith("engined: the scheduler was lost; what is done is kept in late.txt.")
        assert running.returncode == 3
        assert len(kept(tmp_path)) == 6
        dask.end()
        dask.start()
        gate.open()
        last = engined(tmp_path, *words, dask.address)
        assert (last.returncode, last.stderr) == (0, "")
        answers = {answer["line"]: answer for answer in map(json.loads, last.stdout.splitlines())}
        assert sorted(answers) == list(range(1, POSITIONS + 1))
        assert len(set(kept(tmp_path))) == len(kept(tmp_path)) == POSITIONS - 1
        for number, start in enumerate(positions, 1):
            reply = client.solve(start=start).result()
            assert (reply.nodes, reply.stored, reply.score) == (0, True, answers[number]["score"])
    assert f"{POSITIONS} exact results" in check(store)


def test_a_split_proof_is_that_of_one_solver_whoever_is_killed(gate: Gate, tmp_path: Path) -> None:
    """On a cluster of its own: one of its workers is killed, then the command; it goes on from what is kept."""
    (start,) = late_positions(1, 14, seed=5)
    Path(tmp_path, "late.txt").write_text(f"{start}\n")
    store = str(tmp_path / "store.sqlite")
    words = ("solve", "late.txt", "--store", store, "--json", "--workers", "2", "--split", "11")
    running = begin(tmp_path, *words, gate=gate)
    gate.let(3)
    until(gate.all_taken, "three questions under way")
    os.kill(one_that_waits(gate, running.pid), signal.SIGKILL)
    gate.let(3)
    until(gate.all_taken, "workers who go on")
    running.kill()
    running.communicate()
    split = engined(tmp_path, *words)
    assert (split.returncode, split.stderr) == (0, "")
    assert len(set(kept(tmp_path))) == len(kept(tmp_path)) > 6  # it was broken off
    with PrivateDaemon("--store", "") as daemon, Client(daemon.endpoint) as client:
        alone = client.solve(start=start).result()
        answer = json.loads(split.stdout)
        assert (answer["score"], answer["kind"]) == (alone.score, "exact")
        end = client.show(start=start, moves=answer["pv"])
        mover = end.seats.index(client.show(start=start).mover)
        assert end.over
        assert end.scores[mover] - end.scores[1 - mover] == alone.score


@pytest.mark.products
def test_games_are_reviewed_as_one_machine_does(dask: DaskProcesses, tmp_path: Path) -> None:
    """What a cluster has reviewed, `engined review` need not do again; a bad game is named."""
    Path(tmp_path, "games.txt").write_text("f5d6c3d3c4f4\nf5a1\nf5f6e6f4\n")
    words = ("games.txt", "--depth", "2", "--json")
    there = engined(tmp_path, "review", *words, "--out", "all.jsonl", "--scheduler", dask.address)
    fault = "engined: games.txt, line 2: move 2, a1: White may not place on a1: it captures nothing\n"
    assert (there.returncode, there.stderr) == (1, fault)
    reviews = Path(tmp_path, "all.jsonl").read_bytes()
    command = [sys.executable, "-m", "engined", "review", *words, "--all", "all.jsonl", "--private"]
    here = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (here.returncode, here.stdout, here.stderr) == (1, there.stdout, fault)
    assert Path(tmp_path, "all.jsonl").read_bytes() == reviews
    assert json.loads(there.stdout)["games"] == len(reviews.splitlines()) == 2


@pytest.mark.slow
def test_boards_are_solved_as_one_machine_does(dask: DaskProcesses, tmp_path: Path) -> None:
    which = ("--boards", "2x2,3x2", "--two-ends", "--rules", "hashijime,chain-count", "--json")
    there = engined(tmp_path, "study", "page.html", *which, "--scheduler", dask.address)
    command = [sys.executable, "-m", "engined", "study", "chains", *which, "--out", "here.html"]
    here = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    values = [
        {json.dumps(record["setting"]): (record["value"], record["first"]) for record in json.loads(run.stdout)}
        for run in (there, here)
    ]
    assert len(values[0]) == 4
    assert values[0] == values[1]
    assert "Chain games: what is known" in Path(tmp_path, "page.html").read_text()


def one_that_waits(gate: Gate, command: int) -> int:
    """The first of a command's own workers that has a question in hand, as soon as one has."""
    found: list[int] = []

    def look() -> bool:
        found[:] = [worker for worker in workers_of(command) if gate.waits(worker)]
        return bool(found)

    until(look, "a worker with a question")
    return found[0]


def workers_of(command: int) -> list[int]:
    """The processes of a command's own workers."""
    children = [task.read_text().split() for task in Path(f"/proc/{command}/task").glob("*/children")]
    pids = [int(child) for some in children for child in some]
    return [pid for pid in pids if b"spawn_main" in command_line(pid)]


def command_line(process: int) -> bytes:
    """The words that a process was started with; empty if it has ended."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def let_some_be_answered(gate: Gate, folder: Path) -> None:
    """Two more, and wait until their answers are on disk."""
    enough = len(kept(folder)) + 2
    gate.let(2)
    until(lambda: len(kept(folder)) == enough, f"{enough} results in {folder}")


def check(store: Path) -> str:
    command = [sys.executable, "-m", "engined", "store", "check", "--store", str(store)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout
