"""``engined bench``: how fast it is here, and the signature of its searches.

The signature is the total of nodes over fixed positions, searched on one thread from empty tables: the same
on every machine. A change of the code that keeps it changes no search.
"""

from __future__ import annotations

import math
import random
import statistics
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from engined.backends.memory import wait_until_populated
from engined.backends.two_sided import TwoSidedBackend
from engined.config import ConfigError, Count, read_config
from engined.engine import learned
from engined.engine.engine import Engine
from engined.engine.loading import load_backend
from engined.engine.tasks import End, EngineFailure, EvaluationResult, PerftResult, PerftTask, SearchTask
from engined.families import find_family
from engined.files import FileError
from engined.results import Certainty, Result, Score
from engined.roots.limits import Limits
from engined.rules.moves import parse_move
from engined.rules.position import Position, move_text, parse_position, start
from engined.variants.catalogue import Catalogue, UnknownVariant
from engined_protocol.values import reading

from .accuracy import read_known, rows
from .match.limits import MoveSeconds
from .training.selectivity.selective_scores import measured, table, too_small

SUMMARY = "measure the engine on fixed positions: nodes, speed, a signature"
EXAMPLES = (
    ("engined bench", "nodes, speed and a signature"),
    ("engined bench --endgames --threads 2", "hard endgames, exactly"),
)

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

ENDGAMES = (
    ("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38),
    ("-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X", 0),
    ("--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X", 6),
    ("--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O", -12),
    ("--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O", -14),
    ("---XXXX-X-XXXO--XXOXOO--XXXOXO--XXOXXO---OXXXOO-O-OOOO------OO-- X", 6),
)
"""FFO 40-45, of the French federation's Fforum: positions of 8x8 Othello and their scores in discs."""

MIDGAMES = (
    "............OX.....XXOX...XXOOOX..OOOOXX...OOOXX.......X........ X",
    "..O.X.....XXXO....XXOO...OXXXOX..OOXOO.....X.O.....X............ X",
    "............O.....XXOO...OOOOO....OOOOO...OOXXX....XXX....X..... X",
    "...........OOX....O.OOX...XOXOX..OOOOXX...XOOOX.....O........... X",
    ".OOO......O.....XXXOOO...XXOOO...XOXXX...OOOX................... X",
    "..................OXXX....OOXXOO..OOXOO...XXXOXX....OO.....O.... X",
    "..........OX.......XXXX...OXOXO...OOXOO...OOXO.....OOO.....O.... X",
    "..........XO.....OOOOXO..OOOXXX..XOOXX....OOXX.....X............ X",
    ".....O....OOO.....OOXX....XOXXX...OXXXX..OOOOO.....O............ X",
    ".............O..X.XXXO...XXXOO...OXXOO....XXOO....X.OO......O... X",
)
"""The boards of ten tournament games with 40 empty cells."""
MIDGAME_DEPTH = 21
LARGE_TABLE_MIB = 256

PERFT = (("othello", 11), ("othello-10x10", 9), ("octagon-52", 10))
"""Variants and depths in plies."""


EFFORT_GAMES = 24
EFFORT_EMPTIES = range(16, 23)
EFFORT_VARIANT = "othello"
RANDOM_PLIES = 8
GAME_DEPTH = 6
"""The depth, in plies, of the searches that play the games whose endings ``--effort`` solves, after some random plies.
"""
CONFIDENCE_GAMES = 200
CONFIDENCE_SEED = 1_000_000
"""The seed of the games whose selective scores are looked at: others than those that `engined refit` fits to by
default.
"""
ACCURACY_DEPTHS = (1, 6, 10, 15)
FAR = 1e6
"""Seconds that no search here comes near."""


class EngineError(Exception):
    """The engine could not do what it was asked."""


@dataclass(frozen=True)
class Cost:
    """What a search took, and found."""

    nodes: int
    seconds: float
    cpu: float
    """Seconds of all threads of this process."""
    move: str
    score: Score


class Bench:
    """An engine with empty tables, asked one thing after another."""

    def __init__(self, cache: Path, table_mib: int = TABLE_MIB) -> None:
        self.cache = cache
        self._table_mib = table_mib
        self._catalogue = Catalogue()
        self.nodes = 0
        """The nodes of all searches so far."""

    def warm_up(self, name: str) -> None:
        """Have a variant's kernels compiled and loaded, so that no figure includes that."""
        self._ask(SearchTask(position=start(self._catalogue.get(name)), limits=Limits(depth=1)))

    def solve(self, name: str, text: str, score: int) -> str:
        """A row about an endgame; says so when the score is wrong."""
        position = parse_position(self._catalogue.get(name), text.replace("-", "."))
        result = self._run(SearchTask(position=position, limits=Limits(best=1, prove=True)))
        right = bool(result.lines) and result.lines[0].score.value == score
        verdict = "" if right else f"  WRONG: {score:+} is right"
        return self._row(f"{name} {position.empties} empty, exact", result) + verdict

    def search(self, name: str, transcript: str, depth: int) -> str:
        """A row about a middle game."""
        position = start(self._catalogue.get(name))
        for at in range(0, len(transcript), 2):
            position = position.play(parse_move(position, transcript[at : at + 2]))
        result = self._run(SearchTask(position=position, limits=Limits(depth=depth, best=1)))
        return self._row(f"{name} {position.empties} empty, depth {depth}", result)

    def midgame(self, text: str, threads: int) -> Cost:
        """What the ten positions ask for: the best move at a depth."""
        position = parse_position(self._catalogue.get("othello"), text)
        return self._cost(
            SearchTask(position=position, limits=Limits(depth=MIDGAME_DEPTH, best=1, threads=threads, solve_empties=0))
        )

    def endgame(self, text: str, score: int, threads: int) -> Cost:
        """The score and a move that is proven to be worth it. Raises EngineError if the score is wrong."""
        position = parse_position(self._catalogue.get("othello"), text.replace("-", "."))
        task = SearchTask(
            position=position,
            limits=Limits(best=1, solve_empties=position.empties, soft=FAR, seconds=FAR, threads=threads),
        )
        cost = self._cost(task)
        if cost.score.value != score or cost.score.kind is not Certainty.EXACT:
            raise EngineError(f"{text}: {cost.score}, but exactly {score:+} is right")
        return cost

    def _cost(self, task: SearchTask) -> Cost:
        """The cost of one search, from an empty table."""
        engine = self._engine()
        self._answer(engine, SearchTask(position=start(task.position.variant), limits=Limits(depth=1)))
        wait_until_populated()
        begun = time.process_time()
        result = self._answer(engine, task)
        assert isinstance(result, Result)
        engine.close()
        best = result.lines[0]
        return Cost(
            result.nodes, result.seconds, time.process_time() - begun, move_text(task.position, best.move), best.score
        )

    def perft(self, name: str, depth: int) -> str:
        """A row about counting leaves."""
        outcome = self._ask(PerftTask(position=start(self._catalogue.get(name)), depth=depth))
        assert isinstance(outcome, PerftResult)
        leaves = sum(outcome.leaves)
        speed = leaves / outcome.seconds / 1e6 if outcome.seconds else 0.0
        title = f"{name} perft {depth}"
        return f"{title:<36} {leaves:>13,} leaves {outcome.seconds:>8.3f} s {speed:>8.1f} M/s"

    def endings(self, seed: int, empties: range, name: str = EFFORT_VARIANT) -> Iterator[Position]:
        """The positions with so many empty cells of a game that the engine plays against itself."""
        chooser, position = random.Random(seed), start(self._catalogue.get(name))
        fullest, engine = position.empties - RANDOM_PLIES, self._engine()
        while not position.over and position.empties >= empties.start:
            if position.empties in empties and len(position.legal()) > 1:
                yield position
            if position.empties > fullest:
                position = position.play(chooser.choice(position.legal()))
            else:
                result = self._answer(engine, SearchTask(position=position, limits=Limits(depth=GAME_DEPTH, best=1)))
                assert isinstance(result, Result)
                position = position.play(result.lines[0].move)
        engine.close()

    def effort(self, position: Position) -> int:
        """Nodes to find the best move and its exact score, as on a clock: without proof of the whole line."""
        task = SearchTask(
            position=position, limits=Limits(best=1, solve_empties=position.empties, soft=FAR, seconds=FAR)
        )
        return self._run(task).nodes

    def _run(self, task: SearchTask) -> Result:
        outcome = self._ask(task)
        assert isinstance(outcome, Result)
        self.nodes += outcome.nodes
        return outcome

    def _ask(self, task: SearchTask | PerftTask) -> Result | PerftResult:
        """What an engine that knows nothing yet says to a task. Raises EngineError when it fails."""
        engine = self._engine()
        try:
            return self._answer(engine, task)
        finally:
            engine.close()

    def _engine(self) -> Engine:
        return Engine(table_mib=self._table_mib, cache=self.cache)

    @staticmethod
    def _answer(engine: Engine, task: SearchTask | PerftTask) -> Result | PerftResult:
        """What this engine says to a task. Raises EngineError when it fails."""
        outcomes: SimpleQueue[End] = SimpleQueue()
        running = engine.start(task, lambda info: None, outcomes.put)
        try:
            outcome = outcomes.get()
        finally:
            running.stop()
        if isinstance(outcome, EngineFailure):
            raise EngineError(f"{task.position.variant.name}: {outcome.message}")
        assert not isinstance(outcome, EvaluationResult)
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
        "--effort", action="store_true", help="what exact solutions cost: the constants of roots/solve_policy.py"
    )
    what.add_argument(
        "--confidence", metavar="VARIANT", help="how often selective scores are exact, beside what is said of them"
    )
    what.add_argument("--endgames", action="store_true", help="FFO 40-45: exact score and a proven move")
    what.add_argument(
        "--midgames", action="store_true", help=f"ten positions with 40 empty cells, to depth {MIDGAME_DEPTH}"
    )
    what.add_argument(
        "--accuracy",
        metavar="FILE",
        type=Path,
        help="an OBF file with known scores: how often the best move is found, and how far scores are off",
    )
    parser.add_argument(
        "--depths",
        metavar="N",
        nargs="+",
        type=reading(Count),
        help=f"for --accuracy: plies of the searches (default: {' '.join(map(str, ACCURACY_DEPTHS))})",
    )
    parser.add_argument(
        "--times",
        metavar="S",
        nargs="+",
        type=reading(MoveSeconds),
        default=(),
        help="for --accuracy: seconds of further searches",
    )
    parser.add_argument(
        "--games",
        metavar="N",
        type=reading(Count),
        default=CONFIDENCE_GAMES,
        help=f"for --confidence: whose endings are looked at (default: {CONFIDENCE_GAMES})",
    )
    parser.add_argument(
        "--threads", metavar="N", type=reading(Count), default=1, help="of each of those searches (default: 1)"
    )


def run(arguments: Namespace) -> int:
    """Print a row for each position, and the signature last; or the table of effort."""
    try:
        config = read_config({})
        bench = Bench(arguments.cache or config.cache)
    except ConfigError as error:
        print(f"engined: {error}", file=sys.stderr)
        return 2
    try:
        if arguments.effort:
            print_effort(bench)
            return 0
        if arguments.accuracy:
            print_accuracy(bench.cache, config.weights, arguments)
            return 0
        if arguments.confidence:
            print_confidence(bench.cache, config.weights, arguments.confidence, arguments.games, arguments.threads)
            return 0
        if arguments.endgames or arguments.midgames:
            large = Bench(bench.cache, LARGE_TABLE_MIB)
            threads = arguments.threads
            if arguments.endgames:
                print_costs("endgame", (large.endgame(text, score, threads) for text, score in ENDGAMES))
            else:
                print_costs("midgame", (large.midgame(text, threads) for text in MIDGAMES))
            return 0
        _measure(bench, perft=not arguments.signature)
    except (EngineError, FileError, UnknownVariant) as error:
        print(f"engined: {error.args[0]}", file=sys.stderr)
        return 1
    print(f"signature {bench.nodes}")
    return 0


def print_accuracy(cache: Path, weights: Path, arguments: Namespace) -> None:
    """A row for each depth, then for each time, of 8x8 Othello with the weights that are used here."""
    depths = arguments.depths or (() if arguments.times else ACCURACY_DEPTHS)
    limits = {f"depth {depth}": Limits(depth=depth, best=1, solve_empties=0) for depth in depths}
    limits |= {f"{seconds:g} s": Limits(seconds=seconds, best=1) for seconds in arguments.times}
    known = read_known(arguments.accuracy, Catalogue().get("othello"))
    print(f"{arguments.accuracy}: {len(known)} positions")
    for row in rows(known, limits, cache, weights):
        print(row, flush=True)


def print_costs(title: str, costs: Iterable[Cost]) -> None:
    """A row for each search, and their sums."""
    print(f"{title:<10} {'move':<5} {'score':>6} {'M nodes':>9} {'wall s':>8} {'CPU s':>8} {'M/s':>6}")
    nodes, seconds, cpu = 0, 0.0, 0.0
    for number, cost in enumerate(costs, start=1):
        nodes, seconds, cpu = nodes + cost.nodes, seconds + cost.seconds, cpu + cost.cpu
        found = f"{cost.move:<5} {cost.score.value:>+6.1f}"
        print(f"{number:<10} {found} {_figures(cost.nodes, cost.seconds, cost.cpu)}", flush=True)
    print(f"{'total':<10} {'':<12} {_figures(nodes, seconds, cpu)}")


def _figures(nodes: int, seconds: float, cpu: float) -> str:
    return f"{nodes / 1e6:>9.1f} {seconds:>8.2f} {cpu:>8.2f} {nodes / cpu / 1e6 if cpu else 0:>6.1f}"


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


def print_confidence(cache: Path, weights: Path, name: str, games: int, threads: int) -> None:
    """A row for each level of selective searches to the end: what is said of their scores, and what they are worth."""
    variant = Catalogue().get(name)
    family = find_family(variant)
    if family is None or not family.selective:
        raise EngineError(f"{name}: no search of it is selective")
    if too_small(variant):
        raise EngineError(f"{name}: its board is too small: all is searched exactly there")

    def make() -> TwoSidedBackend:
        backend = load_backend(variant, cache, TABLE_MIB, lambda: learned.load(variant, weights))
        assert isinstance(backend, TwoSidedBackend)
        return backend

    found = measured(variant, make, range(games), CONFIDENCE_SEED, threads)
    rows = [row for of_game in found for row in of_game]
    fewest, most = min(row.empties for row in rows), max(row.empties for row in rows)
    print(f"{name}: {len(rows)} positions of {games} games, {fewest} to {most} cells empty")
    for text in table(rows, make().confidence):
        print(text)
