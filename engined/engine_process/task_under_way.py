"""A task that is done in another process, and what is known of it should that process be lost."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol

from msgspec.structs import replace

from engined.engine.tasks import (
    EvaluationResult,
    EvaluationTask,
    OnFinal,
    OnInfo,
    PerftCount,
    PerftResult,
    SearchTask,
    Task,
)
from engined.results import Reason, Result, Snapshot
from engined.roots.plain_root import unsearched

if TYPE_CHECKING:
    from .process import EngineProcess

LATELY = 1.0
"""Seconds after which a search that was told to give way has surely done so."""
SHORTEST = 0.01
"""Seconds that a search gets that begins again when its time is over."""


class Owner(Protocol):
    """Who passes on what a task is told."""

    def stop(self, under_way: TaskUnderWay, reason: Reason) -> None:
        """Have a task end early."""
        ...

    def turn(self, under_way: TaskUnderWay, *, held: bool) -> None:
        """Have a task give way, or work again."""
        ...


class TaskUnderWay:
    """A task, where it is done, and what it has said. It changes under the lock of its owner."""

    def __init__(self, owner: Owner, number: int, task: Task, on_info: OnInfo, on_final: OnFinal) -> None:
        self.number = number
        self.on_info = on_info
        self.on_final = on_final
        self.process: EngineProcess | None = None
        self.began = time.monotonic()
        self.held: float | None = None
        """Since when it has to give way, if it has to."""
        self.reason: Reason | None = None
        """Why it is to end, once it is."""
        self.trials = 0
        """The number of times that it was at work when a process was lost."""
        self._owner = owner
        self._task = task
        self._latest: Snapshot | None = None
        self._counts: list[PerftCount] = []
        self._again = False
        """Whether it had to begin again."""

    # --- for whoever began it -------------------------------------------------------------------------

    def stop(self, reason: Reason = Reason.STOPPED) -> None:
        """End early, with the final still to come. Harmless when repeated or late. From any thread."""
        self._owner.stop(self, reason)

    def hold(self) -> None:
        """Have it give way until :meth:`go_on`; its time goes on. From any thread."""
        self._owner.turn(self, held=True)

    def go_on(self) -> None:
        """Have it work again, exactly where it was."""
        self._owner.turn(self, held=False)

    # --- for its owner --------------------------------------------------------------------------------

    @property
    def task(self) -> Task:
        """What is asked for."""
        return self._task

    def at_work(self, now: float) -> bool:
        """Whether it may have been at work just now."""
        return self.held is None or now - self.held < LATELY

    def begin_again(self, now: float) -> Task:
        """The task once more, with the time that is left of it."""
        self._again = True
        task = self._task
        if isinstance(task, SearchTask) and task.limits.seconds is not None:
            left = max(task.limits.seconds - (now - self.began), SHORTEST)
            return replace(task, limits=replace(task.limits, seconds=left))
        return task

    def hear(self, news: Snapshot | PerftCount) -> bool:
        """Note what it says; whether that is new, and not only said again."""
        if isinstance(news, PerftCount):
            if news.depth <= len(self._counts):
                return False
            self._counts.append(news)
            return True
        if self._again and self._latest is not None and news.depth < self._latest.depth:
            return False
        self._latest = news
        return True

    def with_what_was_known(self, end: Result) -> Result:
        """Its end: where it had come deeper before it had to begin again, with what was found then."""
        known = self._latest
        if end.reason is Reason.DONE or known is None or known.depth <= end.depth:
            return end
        return replace(end, depth=known.depth, lines=known.lines, forecast=known.forecast)

    def cut_short(self, reason: Reason, now: float) -> Result | PerftResult | EvaluationResult:
        """Its end where it is lost as it is to be stopped, with what it has said."""
        seconds, task = now - self.began, self._task
        if isinstance(task, EvaluationTask):
            return EvaluationResult(reason, (), seconds)
        if not isinstance(task, SearchTask):
            return PerftResult(reason, tuple(count.leaves for count in self._counts), seconds)
        known = self._latest or Snapshot(0, (), 0, seconds)
        lines = known.lines
        if not lines and reason is Reason.LIMIT and not task.limits.prove:
            lines = unsearched(task.position)
        return Result(reason, known.depth, lines, known.nodes, seconds, forecast=known.forecast)
