"""What a task costs a cluster besides its own work, measured with thousands that do nothing:
``python -m tests.bench.cluster_overhead --tasks 5000``.

The scheduler is a process of its own, so that its CPU time can be told apart: it is what a cluster of many workers
hangs on. Bytes are those of a question about a position of Othello, of its answer, and of that on disk.
"""

from __future__ import annotations

import argparse
import os
import pickle
import tempfile
import time
from pathlib import Path

import msgspec

from engined.engine.engine import Engine
from engined.memory import resident
from engined.tools.cluster.crew import Crew
from engined.tools.cluster.question import Declared, ProofAnswer, ProofQuestion
from engined.tools.cluster.worker import answered
from engined.variants.catalogue import Catalogue
from engined_client.terminal.kept_results import KeptResults
from engined_protocol.messages import Solve
from tests.process.dask_processes import DaskProcesses
from tests.tools.cluster.late_positions import late_positions

AHEAD = 2000
TICKS = os.sysconf("SC_CLK_TCK")
WORKERS = 1000


def echo(question: ProofQuestion, answer: ProofAnswer) -> ProofAnswer:
    """A task that does nothing, with a question and an answer of the usual size."""
    return answer


def cpu(pid: int) -> float:
    """Seconds that a process has computed."""
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / TICKS


def example() -> tuple[ProofQuestion, ProofAnswer]:
    """A question and its answer."""
    (text,) = late_positions(1, 10)
    declared = Declared("othello", Catalogue().get("othello").digest)
    question = ProofQuestion(declared, Solve(id="", variant="othello", start=text))
    engine = Engine(table_mib=16)
    try:
        return question, answered(question, engine)
    finally:
        engine.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, default=5000)
    tasks: int = parser.parse_args().tasks
    question, answer = example()
    sizes = len(pickle.dumps(question)), len(pickle.dumps(answer)), len(msgspec.json.encode(answer))
    print(f"bytes: question {sizes[0]}, answer {sizes[1]}, on disk {sizes[2]}")
    with tempfile.TemporaryDirectory() as name, DaskProcesses(Path(name)) as dask:
        out = Path(name, "out.jsonl")
        with Crew(dask.address, None) as crew, KeptResults(out, ProofAnswer) as results:
            run(crew, results, question, answer, "warm", 200)
            pids = (dask.scheduler.pid, os.getpid(), *(worker.pid for worker in dask.workers))
            before, began = [cpu(pid) for pid in pids], time.monotonic()
            run(crew, results, question, answer, "task", tasks)
            took = time.monotonic() - began
            spent = [1e6 * (cpu(pid) - was) / tasks for pid, was in zip(pids, before, strict=True)]
            scheduler, client, workers = spent[0], spent[1], sum(spent[2:])
            print(f"{tasks} tasks in {took:.2f} s, {AHEAD} at a time: {tasks / took:.0f} a second")
            print(f"CPU us a task: scheduler {scheduler:.0f}, client {client:.0f}, workers {workers:.0f}")
            print(f"the scheduler has {resident(dask.scheduler.pid) / 2**20:.0f} MiB")
            print(f"so it carries {1e6 / scheduler:.0f} tasks a second: {WORKERS} workers are busy", end=" ")
            print(f"if a task takes {WORKERS * scheduler / 1e6:.2f} s or more")


def run(
    crew: Crew, results: KeptResults[ProofAnswer], question: ProofQuestion, answer: ProofAnswer, name: str, tasks: int
) -> None:
    """Have so many tasks done, each result kept, as the commands do."""
    for number in range(tasks):
        crew.ask(f"{name}{number}", echo, question, answer)
        if len(crew) >= AHEAD:
            results.put({each.key: each.result for each in crew.ended()})
    while len(crew):
        results.put({each.key: each.result for each in crew.ended()})


if __name__ == "__main__":
    main()
