"""A perft at work."""

from __future__ import annotations

import time
from collections.abc import Callable

from engined.results import Reason
from engined.rules.perft import perft as slow_perft
from engined_protocol.errors import Code

from .task_runner import TaskRunner
from .tasks import EngineFailure, PerftCount, PerftResult, PerftTask
from .variant_state import VariantState


class PerftRun:
    """A perft: by machine code where the variant has it, by the rules where not."""

    def __init__(self, state: VariantState, task: PerftTask, on_count: Callable[[PerftCount], None]) -> None:
        self.state = state
        self.task = task
        self.on_count = on_count
        self.leaves: tuple[int, ...] = ()
        self.began = time.monotonic()

    def work(self, running: TaskRunner[PerftCount]) -> None:
        """Count depth after depth."""
        compiled, position = self.state.counter, self.task.position
        compiled.when_settled(running.wake)
        running.wait_for(lambda: compiled.settled)
        self.began = time.monotonic()
        if compiled.failed:
            return
        if compiled.code is None:
            self._count(lambda depth: slow_perft(position, depth, running.check))
            return
        with compiled.code.counting(running.pause) as counting:
            running.arm(counting.halt, None)
            self._count(lambda depth: counting.perft(position, depth))

    def _count(self, perft: Callable[[int], int]) -> None:
        for depth in range(1, self.task.depth + 1):
            began = time.monotonic()
            leaves = perft(depth)
            self.leaves += (leaves,)
            self.on_count(PerftCount(depth, leaves, time.monotonic() - began))

    def final(self, reason: Reason | None, raised: Exception | None) -> PerftResult | EngineFailure:
        """The end."""
        if raised is not None:
            return EngineFailure(Code.INTERNAL, f"{type(raised).__name__}: {raised}")
        if self.state.counter.failed and reason is None:
            return EngineFailure(self.state.counter.failure, self.state.counter.failed)
        return PerftResult(reason or Reason.DONE, self.leaves, time.monotonic() - self.began)
