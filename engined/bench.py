"""``engined bench``: how fast it is here, and the signature of its searches.

The signature is the total of nodes over fixed positions, searched on one thread from empty tables: the same
on every machine. A change of the code that keeps it changes no search.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from queue import SimpleQueue

from engined.config import read_config
from engined.engine.engine import Engine
from engined.engine.tasks import AnalyseTask, EngineFailure, PerftResult, PerftTask, SolveTask
from engined.results import Result
from engined.rules.moves import parse_move
from engined.rules.position import parse_position, start
from engined.variants.catalogue import Catalogue

SUMMARY = "measure the engine on fixed positions: nodes, speed, a signature"

TABLE_MIB = 64
"""Node counts depend on the size of the table."""

SOLVE = (
    ("othello", "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X", 18),
    ("othello", "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X", 10),
    ("othello", "----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X", 2),
    ("othello", "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O", 2),
    ("othello", "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38),
    ("othello-4x4", "-----OX--XO----- X", -10),
)
"""Endgames: variant, position, score in discs from the mover's view (Othello's are FFO 1-3, 22 and 40)."""

SEARCH = (
    ("othello", "f5d6c3d3c4f4f6f3e6e7d7c5", 12),
    ("othello", "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6", 11),
    ("octagon-52", "f5d6c3d3c4", 10),
    ("othello-10x10", "", 8),
)
"""Middle games: variant, moves from the start, plies to search."""

PERFT = (("othello", 11), ("othello-10x10", 9), ("octagon-52", 10))
"""Variants and depths in plies."""


class EngineError(Exception):
    """The engine could not do what it was asked."""


class Bench:
    """An engine with empty tables, asked one thing after another."""

    def __init__(self, cache: Path) -> None:
        self._cache = cache
        self._catalogue = Catalogue()
        self.nodes = 0
        """Of all searches so far."""

    def warm_up(self, name: str) -> None:
        """Have a variant's kernels compiled and loaded, so that no figure includes that."""
        self._ask(AnalyseTask(position=start(self._catalogue.get(name)), depth=1))

    def solve(self, name: str, text: str, score: int) -> str:
        """A row about an endgame; says so when the score is wrong."""
        position = parse_position(self._catalogue.get(name), text.replace("-", "."))
        result = self._run(SolveTask(position=position))
        right = bool(result.lines) and result.lines[0].score.value == score
        verdict = "" if right else f"  WRONG: {score:+} is right"
        return self._row(f"{name} {position.empties} empty, exact", result) + verdict

    def search(self, name: str, transcript: str, depth: int) -> str:
        """A row about a middle game."""
        position = start(self._catalogue.get(name))
        for at in range(0, len(transcript), 2):
            position = position.play(parse_move(position, transcript[at : at + 2]))
        result = self._run(AnalyseTask(position=position, depth=depth, best=1))
        return self._row(f"{name} {position.empties} empty, depth {depth}", result)

    def perft(self, name: str, depth: int) -> str:
        """A row about counting leaves."""
        outcome = self._ask(PerftTask(position=start(self._catalogue.get(name)), depth=depth))
        assert isinstance(outcome, PerftResult)
        leaves = sum(outcome.leaves)
        speed = leaves / outcome.seconds / 1e6 if outcome.seconds else 0.0
        title = f"{name} perft {depth}"
        return f"{title:<36} {leaves:>13,} leaves {outcome.seconds:>8.3f} s {speed:>8.1f} M/s"

    def _run(self, task: AnalyseTask | SolveTask) -> Result:
        outcome = self._ask(task)
        assert isinstance(outcome, Result)
        self.nodes += outcome.nodes
        return outcome

    def _ask(self, task: AnalyseTask | SolveTask | PerftTask) -> Result | PerftResult:
        """What an engine that knows nothing yet says to a task. Raises EngineError when it fails."""
        engine = Engine(table_mib=TABLE_MIB, cache=self._cache)
        outcomes: SimpleQueue[Result | PerftResult | EngineFailure] = SimpleQueue()
        running = engine.start(task, lambda info: None, outcomes.put)
        try:
            outcome = outcomes.get()
        finally:
            running.stop()
            engine.close()
        if isinstance(outcome, EngineFailure):
            raise EngineError(f"{task.position.variant.name}: {outcome.message}")
        return outcome

    @staticmethod
    def _row(title: str, result: Result) -> str:
        speed = result.nodes / result.seconds / 1e6 if result.seconds else 0.0
        return f"{title:<36} {result.nodes:>13,} nodes  {result.seconds:>8.3f} s {speed:>8.1f} M/s"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument(
        "--cache", metavar="FOLDER", type=Path, help="compiled kernels (default: ~/.cache/engined)"
    )
    parser.add_argument("--signature", action="store_true", help="the signature alone: no perft")


def run(arguments: Namespace) -> int:
    """Print a row for each position, and the signature last."""
    bench = Bench(arguments.cache or read_config({}).cache)
    try:
        _measure(bench, perft=not arguments.signature)
    except EngineError as error:
        print(f"engined: {error}", file=sys.stderr)
        return 1
    print(f"signature {bench.nodes}")
    return 0


def _measure(bench: Bench, *, perft: bool) -> None:
    for name in sorted({problem[0] for problem in (*SOLVE, *SEARCH)}):
        bench.warm_up(name)
    for endgame in SOLVE:
        print(bench.solve(*endgame), flush=True)
    for middle_game in SEARCH:
        print(bench.search(*middle_game), flush=True)
    for count in PERFT if perft else ():
        print(bench.perft(*count), flush=True)
