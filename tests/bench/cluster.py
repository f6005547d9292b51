"""What a cluster of this machine's processes gains, and what is lost when some of them are killed:
``python -m tests.bench.cluster --positions 200 --deep 1``.

Positions of 20 empty cells are solved by one worker and by two, in turns; then a worker is killed in the middle of the
same work; then positions of 28 empty cells are proven by one solver alone and by the proof that is split, once in one
go and once broken off and started again from what is kept. Times are printed and never asserted.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from engined.config import read_config
from engined.engine.engine import Engine
from engined.rules.position import Position, format_position, parse_move, parse_position
from engined.tools.cluster.answering import answered
from engined.tools.cluster.crew import Crew
from engined.tools.cluster.keeping import Keeping
from engined.tools.cluster.posing import Posed, posed
from engined.tools.cluster.question import Declared, ProofAnswer, ProofQuestion
from engined.tools.cluster.worker import answered as answered_by
from engined.variants.catalogue import Catalogue
from engined_client.files.games import FoundGame
from engined_client.files.positions import GivenPosition
from engined_client.terminal.kept_results import KeptResults
from engined_protocol.messages import Analyse, Solve
from tests.tools.cluster.late_positions import late_positions

EMPTIES, DEEP_EMPTIES, OPENING_EMPTIES, FRONTIER = 20, 28, 44, 25
BLOCKS = 2
"""Each is solved by one worker and by two: first by the one, then by the other first."""
SAMPLE = Path(__file__).parent.parent / "data" / "wthor.tsv.xz"
OTHELLO = Catalogue().get("othello")
DECLARED = Declared("othello", OTHELLO.digest)


def played_on(text: str, empties: int, engine: Engine) -> str | None:
    """A position after some more moves as searches of six plies choose them; None where the game is over before."""
    position: Position = parse_position(OTHELLO, text)
    while position.empties > empties and not position.over:
        start = format_position(position)
        asked = Analyse(id="", variant="othello", start=start, depth=6, best=1, book="ignore")
        analysis = answered_by(ProofQuestion(DECLARED, asked), engine).analysis
        assert analysis is not None
        position = position.play(parse_move(position, analysis.best))
    return None if position.over else format_position(position)


def positions(sources: Sequence[str], empties: int, number: int, engine: Engine) -> list[str]:
    """So many different positions."""
    found: dict[str, None] = {}
    for source in sources:
        if len(found) < number and (text := played_on(source, empties, engine)) is not None:
            found[text] = None
    return list(found)


def tournament_games() -> list[str]:
    """Positions of tournament games, with 24 empty cells."""
    with lzma.open(SAMPLE, "rt", encoding="utf-8") as file:
        return [line.split("\t")[2] for line in file if not line.startswith("#")]


def solve(name: str, found: FoundGame) -> Solve:
    return Solve(id="", variant=name, start=found.given.start)


def seconds(crew: Crew, texts: Sequence[str], folder: Path) -> float:
    """What it takes a crew to solve positions that it has not seen."""
    games = [FoundGame("", number, GivenPosition(text)) for number, text in enumerate(texts, 1)]
    out = Path(tempfile.mkdtemp(dir=folder), "out.jsonl")
    began = time.monotonic()
    with KeptResults(out, ProofAnswer) as results:
        questions = posed(games, DECLARED, solve)
        done = list(answered(crew, questions, results, Keeping(None, print)))
    took = time.monotonic() - began
    assert all(isinstance(each, tuple) and isinstance(each[0], Posed) and each[1].solved for each in done)
    return took


def speed(texts: Sequence[str], warming: Sequence[str], folder: Path) -> None:
    """Print what two workers take of one's time."""
    with Crew(None, 1) as one, Crew(None, 2) as two:
        for crew in (one, two):
            seconds(crew, warming, folder)
        size, by_one, by_two = -(-len(texts) // BLOCKS), 0.0, 0.0
        for block in range(BLOCKS):
            part = texts[block * size : (block + 1) * size]
            if block % 2 == 0:
                by_one += seconds(one, part, folder)
            by_two += seconds(two, part, folder)
            if block % 2 == 1:
                by_one += seconds(one, part, folder)
    print(f"{len(texts)} positions of {EMPTIES} empties: one worker {by_one:.2f} s, two {by_two:.2f} s,", end=" ")
    print(f"ratio {by_two / by_one:.3f} (asked: 0.56)", flush=True)


class Command:
    """``engined cluster solve`` with two workers of its own, in a folder."""

    def __init__(self, folder: Path, texts: Sequence[str], *words: str) -> None:
        self.folder = folder
        folder.mkdir()
        (folder / "p.txt").write_text("".join(f"{text}\n" for text in texts))
        command = [sys.executable, "-m", "engined", "cluster", "solve", "p.txt", "--json", "--workers", "2"]
        self._command = [*command, "--store", str(folder / "store"), *words]

    def begin(self) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        return subprocess.Popen(self._command, cwd=self.folder, stdout=pipe, stderr=pipe, text=True)

    def end(self, running: subprocess.Popen[str]) -> list[dict[str, object]]:
        out, errors = running.communicate()
        assert running.returncode == 0, errors
        return [json.loads(line) for line in out.splitlines()]

    def kept(self) -> list[str]:
        """The keys of results on disk."""
        path = self.folder / "p.txt.solve.jsonl"
        lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
        return [json.loads(line)["key"] for line in lines if line.endswith(b"\n")]

    def wait(self, running: subprocess.Popen[str], number: int) -> None:
        while len(self.kept()) < number and running.poll() is None:
            time.sleep(0.02)

    def stored(self) -> str:
        """What the store says of itself."""
        command = [sys.executable, "-m", "engined", "store", "check", "--store", str(self.folder / "store")]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.partition(": ")[2].strip()


def workers_of(command: int) -> list[int]:
    """The processes of a command's own workers."""
    children = [task.read_text().split() for task in Path(f"/proc/{command}/task").glob("*/children")]
    pids = [int(child) for some in children for child in some]
    return [pid for pid in pids if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def worker_killed(texts: Sequence[str], folder: Path) -> None:
    """Print what becomes of the work when a worker is killed in the middle."""
    command = Command(folder / "killed", texts)
    running = command.begin()
    command.wait(running, len(texts) // 3)
    os.kill(workers_of(running.pid)[0], signal.SIGKILL)
    before = len(command.kept())
    answers = command.end(running)
    keys = command.kept()
    print(f"a worker killed after {before} of {len(texts)}: answered {len(answers)}, lost {len(texts) - len(answers)},")
    print(f"    results twice {len(keys) - len(set(keys))}; the store: {command.stored()}", flush=True)


def timed(work: Callable[[], list[dict[str, object]]]) -> tuple[list[dict[str, object]], float]:
    began = time.monotonic()
    return work(), time.monotonic() - began


def deep(texts: Sequence[str], frontier: int, folder: Path) -> None:
    """Print how the split proof compares with one solver, and with itself when it is broken off."""
    command = Command(folder / "alone", texts, "--workers", "1")
    alone, seconds_alone = timed(lambda: command.end(command.begin()))
    once = Command(folder / "split", texts, "--split", str(frontier))
    split, seconds_split = timed(lambda: once.end(once.begin()))
    again = Command(folder / "broken", texts, "--split", str(frontier))
    running = again.begin()
    again.wait(running, len(once.kept()) // 3)
    running.kill()
    running.communicate()
    kept = len(again.kept())
    broken = again.end(again.begin())
    by_line = [{answer["line"]: answer for answer in answers} for answers in (alone, split, broken)]
    for line, first in sorted(by_line[0].items(), key=lambda item: str(item[0])):
        second, third = by_line[1][line], by_line[2][line]
        equal = first["score"] == second["score"] == third["score"]
        ratio = int(str(second["nodes"])) / int(str(first["nodes"]))
        print(f"{DEEP_EMPTIES} empties, line {line}: alone {first['score']} in {first['nodes']} nodes;", end=" ")
        print(f"split {second['score']} in {second['nodes']} ({ratio:.2f} times); {'equal' if equal else 'DIFFERENT'}")
    print(f"    alone {seconds_alone:.1f} s; split, two workers, {seconds_split:.1f} s, {len(once.kept())} searches;")
    keys = again.kept()
    print(f"    scheduler and all killed after {kept}, started again: {len(keys)} in all, twice", end=" ")
    print(f"{len(keys) - len(set(keys))}; the store: {again.stored()}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--deep", type=int, default=1)
    parser.add_argument("--frontier", type=int, default=FRONTIER)
    arguments = parser.parse_args()
    config = read_config({})
    engine = Engine(table_mib=64, cache=config.cache, weights=config.weights)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if arguments.positions:
            texts = positions(tournament_games(), EMPTIES, arguments.positions + 4, engine)
            speed(texts[4:], texts[:4], folder)
            worker_killed(texts[4:], folder)
        if arguments.deep:
            openings = late_positions(4 * arguments.deep, OPENING_EMPTIES, seed=5)
            deep(positions(openings, DEEP_EMPTIES, arguments.deep, engine), arguments.frontier, folder)
    engine.close()


if __name__ == "__main__":
    main()
