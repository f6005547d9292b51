"""An engine without search: it says what the test tells it to say."""

from __future__ import annotations

import threading
from collections.abc import Callable

from engined.config import Config
from engined.daemon.log.log import Log
from engined.engine.tasks import (
    End,
    Evaluation,
    EvaluationResult,
    EvaluationTask,
    PerftCount,
    PerftResult,
    PerftTask,
    Stoppable,
    Task,
)
from engined.results import Certainty, MoveLine, Reason, Result, Score, Snapshot
from engined.rules.perft import perft
from engined.rules.position import Position
from engined.variants.model import Variant

FAR = 60
"""Seconds and plies that a search here never reaches: it goes on until it is stopped."""


def lines_of(position: Position, kind: Certainty, depth: int = 1) -> tuple[MoveLine, ...]:
    """Every legal move, worth the discs that it leads by; best first."""
    lines = []
    for move in position.legal():
        value = position.play(move).value(position.seat)
        lines.append(MoveLine(move, Score(value, kind, depth), (move,), 1))
    return tuple(sorted(lines, key=lambda line: -line.score.value))


class FakeRunning:
    """A search that sees one ply, which is a proof before the last; else with a near limit it ends at once, without one
    when it is stopped.
    """

    def __init__(
        self,
        task: Task,
        on_info: Callable[[Snapshot | PerftCount], None],
        on_final: Callable[[End], None],
    ) -> None:
        self.task = task
        self.reason = Reason.DONE
        self._on_info = on_info
        self._on_final = on_final
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self, reason: Reason = Reason.STOPPED) -> None:
        if not self._stop.is_set():
            self.reason = reason
            self._stop.set()

    def hold(self) -> None:
        """Nothing to hold: it takes no time."""

    def go_on(self) -> None:
        pass

    def _run(self) -> None:
        task = self.task
        if isinstance(task, PerftTask):
            leaves = tuple(perft(task.position, depth) for depth in range(1, task.depth + 1))
            for depth, count in enumerate(leaves, 1):
                self._on_info(PerftCount(depth, count, 0.0))
            self._on_final(PerftResult(Reason.DONE, leaves, 0.0))
            return
        if isinstance(task, EvaluationTask):
            evaluations = tuple(Evaluation(0.0, "estimate", ("f5",)) for _ in task.positions)
            self._on_final(EvaluationResult(Reason.DONE, evaluations, 0.0))
            return
        if all(task.position.play(move).over for move in task.position.legal()):
            self._on_final(Result(Reason.DONE, 1, lines_of(task.position, Certainty.EXACT), 1, 0.0))
            return
        lines = lines_of(task.position, Certainty.ESTIMATE)
        depth = 0
        seconds, plies = task.limits.seconds or FAR, task.limits.depth or FAR
        while min(seconds, plies) >= FAR and not self._stop.wait(task.interval):
            depth += 1
            self._on_info(Snapshot(depth, lines, depth, 0.0))
        self._on_final(Result(self.reason, depth, lines, depth, 0.0))


class FakeEngine:
    """Its searches end at once when they have a near limit, else when they are stopped."""

    def __init__(self, on_state: Callable[[Variant, str], None]) -> None:
        self._on_state = on_state

    def start(
        self,
        task: Task,
        on_info: Callable[[Snapshot | PerftCount], None],
        on_final: Callable[[End], None],
    ) -> Stoppable:
        return FakeRunning(task, on_info, on_final)

    @property
    def processes(self) -> tuple[int, ...]:
        return ()

    def prepare(self, variant: Variant) -> None:
        self._on_state(variant, "ready")

    def close(self) -> None:
        pass


def make_fake_engine(config: Config, on_state: Callable[[Variant, str], None], log: Log) -> FakeEngine:
    return FakeEngine(on_state)
