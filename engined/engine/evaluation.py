"""Many positions at once: their legal moves, and what each is worth without a search."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Protocol, runtime_checkable

from engined.results import Certainty, Reason
from engined.roots.pause import Pause
from engined.rules.position import Position, TooManyMoves, move_text, parse_position
from engined_protocol.errors import Code

from .task_runner import TaskRunner
from .tasks import EngineFailure, Evaluation, EvaluationResult, EvaluationTask
from .variant_state import VariantState

ValueOf = Callable[[Position], float]
"""A function that gives the worth of a position that is not over to its mover, in discs."""


@runtime_checkable
class Evaluating(Protocol):
    """A backend whose kernels evaluate positions without a search."""

    def evaluating(self, pause: Pause) -> AbstractContextManager[ValueOf]:
        """The evaluation, for one caller; in pauses it waits."""
        ...


class EvaluationRun:
    """The work, and what has come of it."""

    def __init__(self, state: VariantState, task: EvaluationTask) -> None:
        self._state = state
        self._task = task
        self._began = time.monotonic()
        self._found: list[Evaluation] = []
        self._refusal = ""

    def work(self, running: TaskRunner[Any]) -> None:
        """One position after the other."""
        if not self._task.values:
            self._evaluate_all(running, None)
            return
        compiled = self._state.backend
        compiled.watch(running.wake)
        running.wait_for(lambda: compiled.settled)
        self._began = time.monotonic()
        backend: object = compiled.code
        if backend is None:
            self._refusal = compiled.failed
            return
        assert isinstance(backend, Evaluating), f"the family of {self._task.position.variant.name} evaluates"
        with backend.evaluating(running.pause) as value_of:
            self._evaluate_all(running, value_of)

    def _evaluate_all(self, running: TaskRunner[Any], value_of: ValueOf | None) -> None:
        for text in self._task.positions:
            running.check()
            self._found.append(self._evaluate(text, value_of))

    def _evaluate(self, text: str, value_of: ValueOf | None) -> Evaluation:
        try:
            position = parse_position(self._task.position.variant, text)
            moves = tuple(move_text(position, move) for move in position.legal()) if self._task.moves else ()
        except (ValueError, TooManyMoves) as error:
            return Evaluation(fault=str(error))
        if position.over:
            return Evaluation(position.value(position.seat), str(Certainty.EXACT), moves)
        if value_of is None:
            return Evaluation(moves=moves)
        return Evaluation(value_of(position), str(Certainty.ESTIMATE), moves)

    def final(self, reason: Reason | None, raised: Exception | None) -> EvaluationResult | EngineFailure:
        """The end."""
        if raised is not None:
            return EngineFailure(Code.INTERNAL, f"{type(raised).__name__}: {raised}")
        if self._refusal:
            return EngineFailure(Code.UNSUPPORTED, self._refusal)
        return EvaluationResult(reason or Reason.DONE, tuple(self._found), time.monotonic() - self._began)
