"""``engined bench``: how fast it is here, and the signature of its searches.

The signature is the total of nodes over fixed positions, searched on one thread from empty tables: the same
on every machine. A change of the code that keeps it changes no search.
"""

from __future__ import annotations

import math
import random
import statistics
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

from engined.config import read_config
from engined.engine.engine import Engine
from engined.engine.tasks import AnalyseTask, EngineFailure, PerftResult, PerftTask, SolveTask
from engined.results import Result
from engined.rules.moves import parse_move
from engined.rules.position import Position, parse_position, start
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


EFFORT_GAMES = 24
EFFORT_EMPTIES = range(16, 23)
EFFORT_VARIANT = "othello"
RANDOM_PLIES = 8
GAME_DEPTH = 6
"""How the games are played whose endings ``--effort`` solves: some random plies, then searches of this depth."""
FAR = 1e6
"""Seconds that no search here comes near."""


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

    def endings(self, seed: int, empties: range) -> Iterator[Position]:
        """The positions with so many empty cells of a game that the engine plays against itself."""
        chooser, position = random.Random(seed), start(self._catalogue.get(EFFORT_VARIANT))
        fullest, engine = position.empties - RANDOM_PLIES, self._engine()
        while not position.over and position.empties >= empties.start:
            if position.empties in empties and len(position.legal()) > 1:
                yield position
            if position.empties > fullest:
                position = position.play(chooser.choice(position.legal()))
            else:
                result = self._answer(engine, AnalyseTask(position=position, depth=GAME_DEPTH, best=1))
                assert isinstance(result, Result)
                position = position.play(parse_move(position, result.lines[0].move))
        engine.close()

    def effort(self, position: Position) -> int:
        """Nodes to find the best move and its exact score, as on a clock: without proof of the whole line."""
        task = AnalyseTask(position=position, best=1, solve_empties=position.empties, soft=FAR, seconds=FAR)
        return self._run(task).nodes

    def _run(self, task: AnalyseTask | SolveTask) -> Result:
        outcome = self._ask(task)
        assert isinstance(outcome, Result)
        self.nodes += outcome.nodes
        return outcome

    def _ask(self, task: AnalyseTask | SolveTask | PerftTask) -> Result | PerftResult:
        """What an engine that knows nothing yet says to a task. Raises EngineError when it fails."""
        engine = self._engine()
        try:
            return self._answer(engine, task)
        finally:
            engine.close()

    def _engine(self) -> Engine:
        return Engine(table_mib=TABLE_MIB, cache=self._cache)

    @staticmethod
    def _answer(engine: Engine, task: AnalyseTask | SolveTask | PerftTask) -> Result | PerftResult:
        """What this engine says to a task. Raises EngineError when it fails."""
        outcomes: SimpleQueue[Result | PerftResult | EngineFailure] = SimpleQueue()
        running = engine.start(task, lambda info: None, outcomes.put)
        try:
            outcome = outcomes.get()
        finally:
            running.stop()
        if isinstance(outcome, EngineFailure):
            raise EngineError(f"{task.position.variant.name}: {outcome.message}")
        return outcome

    @staticmethod
    def _row(title: str, result: Result) -> str:
        speed = result.nodes / result.seconds / 1e6 if result.seconds else 0.0
        return f"{title:<36} {result.nodes:>13,} nodes  {result.seconds:>8.3f} s {speed:>8.1f} M/s"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument("--cache", metavar="FOLDER", type=Path, help="compiled kernels (default: ~/.cache/engined)")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--signature", action="store_true", help="the signature alone: no perft")
    what.add_argument(
        "--effort", action="store_true", help="what exact solutions cost: the constants of engine/effort.py"
    )


def run(arguments: Namespace) -> int:
    """Print a row for each position, and the signature last; or the table of effort."""
    bench = Bench(arguments.cache or read_config({}).cache)
    try:
        if arguments.effort:
            print_effort(bench)
            return 0
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


def print_effort(bench: Bench, games: int = EFFORT_GAMES, empties: range = EFFORT_EMPTIES) -> None:
    """Solve the endings of some games; print what that took, and the law that fits it best."""
    bench.warm_up(EFFORT_VARIANT)
    nodes: dict[int, list[int]] = {count: [] for count in empties}
    for seed in range(games):
        for position in bench.endings(seed, empties):
            nodes[position.empties].append(bench.effort(position))
    print("empties  positions  nodes: middle  three of four      most")
    for count, found in nodes.items():
        middle, most = statistics.median(found), max(found)
        upper = statistics.quantiles(found, n=4)[2]
        print(f"{count:>7}  {len(found):>9}  {middle:>13,.0f}  {upper:>13,.0f}  {most:>8,}", flush=True)
    print("NODES_AT_20 = {:.2g}  GROWTH = {:.3g}  CAUTION = {:.3g}".format(*fit(nodes)))


def fit(nodes: dict[int, list[int]]) -> tuple[float, float, float]:
    """Nodes at 20 empties, how many times more for one further empty cell, and how many times that three of four cost.

    Least squares through the logarithms.
    """
    points = [(empties, math.log(count)) for empties, counts in nodes.items() for count in counts]
    slope, intercept = statistics.linear_regression(*zip(*points, strict=True))
    rests = [value - slope * empties - intercept for empties, value in points]
    return math.exp(intercept + 20 * slope), math.exp(slope), math.exp(statistics.quantiles(rests, n=4)[2])
