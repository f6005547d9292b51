"""How right searches are on positions whose scores are known: for ``engined bench --accuracy``."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from engined.backends.memory import wait_until_populated
from engined.engine.engine import Engine
from engined.engine.tasks import End, SearchTask
from engined.files import FileError, read_text
from engined.results import Result
from engined.roots.limits import Limits
from engined.rules.position import Position, move_text, parse_position, start
from engined.variants.model import Variant
from engined_protocol.records.obf import read_obf

NEAR = 3.0
"""Discs that a score may be off and still count as near."""
TABLE_MIB = 64


@dataclass(frozen=True)
class Known:
    """A position, and what its moves are worth in discs, the mover's view."""

    position: Position
    scores: dict[str, float]

    @property
    def best(self) -> float:
        """What the position is worth."""
        return max(self.scores.values())


@dataclass(frozen=True)
class Accuracy:
    """What searches of one kind found on all positions."""

    best_moves: int
    """Positions where the move that was chosen is among the best."""
    errors: tuple[float, ...]
    """The error of the score in each position, in discs."""
    nodes: int
    cpu: float
    """Seconds of processor time."""

    @property
    def row(self) -> str:
        """The figures of a table's row, under :data:`HEADING`."""
        count = len(self.errors)
        near = sum(error <= NEAR for error in self.errors) / count
        best, mean = self.best_moves / count, statistics.fmean(self.errors)
        return f"{best:>9.1%} {near:>14.1%} {mean:>11.2f} {self.nodes / 1e6:>9.1f} {self.cpu:>8.1f}"


HEADING = f"{'search':<12} {'best move':>9} {'within 3 discs':>14} {'mean error':>11} {'M nodes':>9} {'CPU s':>8}"


def read_known(path: Path, variant: Variant) -> list[Known]:
    """The positions of an OBF file that say what their moves are worth. Raises FileError."""
    lines = read_text(path).splitlines()
    try:
        found = list(read_obf(lines))
        known = [Known(parse_position(variant, start), {**scores}) for start, scores in found if scores]
    except ValueError as error:
        raise FileError(f"{path}: {error}") from error
    if not known:
        raise FileError(f"{path}: no position with known scores")
    return known


def measure(known: list[Known], limits: Limits, cache: Path, weights: Path) -> Accuracy:
    """Search each position from an empty table on one thread."""
    best_moves, errors, nodes, cpu = 0, [], 0, 0.0
    for one in known:
        engine = Engine(table_mib=TABLE_MIB, cache=cache, weights=weights)
        _searched(engine, start(one.position.variant), Limits(depth=1, best=1))  # another: nothing is to be known
        wait_until_populated()
        begun = time.process_time()
        result = _searched(engine, one.position, limits)
        cpu += time.process_time() - begun
        engine.close()
        line = result.lines[0]
        best_moves += one.scores.get(move_text(one.position, line.move)) == one.best
        errors.append(abs(line.score.value - one.best))
        nodes += result.nodes
    return Accuracy(best_moves, tuple(errors), nodes, cpu)


def rows(known: list[Known], limits: dict[str, Limits], cache: Path, weights: Path) -> Iterator[str]:
    """A table: a row for each kind of search, by its name."""
    yield HEADING
    for name, limit in limits.items():
        yield f"{name:<12} {measure(known, limit, cache, weights).row}"


def _searched(engine: Engine, position: Position, limits: Limits) -> Result:
    ends: SimpleQueue[End] = SimpleQueue()
    running = engine.start(SearchTask(position=position, limits=limits), lambda info: None, ends.put)
    try:
        end = ends.get()
    finally:
        running.stop()
    assert isinstance(end, Result), end
    return end
