"""The engine: analyses, solves and counts positions of any variant on its own threads.

Values in, callbacks out: a task names a position and limits; the engine calls back with snapshots and, once,
with the end. Machine code, tables and what is known of each position are shared by all tasks and kept
between them, so whoever asks next starts from there.

Threading: every public method may be called from any thread and returns at once. Callbacks come from engine
threads, one at a time for each task. Kernels are compiled on a thread of the engine, never on a caller's.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from engined.families import find_family
from engined.results import Snapshot
from engined.variants.model import Variant

from .analysis import Analysis
from .evaluation import EvaluationRun
from .perft_task import PerftRun
from .task_runner import TaskRunner
from .tasks import End, EvaluationTask, OnFinal, OnInfo, PerftCount, PerftTask, SearchTask, Stoppable, Task
from .variant_cache import VariantCache
from .variant_state import VariantState


class Running(Stoppable, Protocol):
    """A task under way here."""

    def join(self, timeout: float | None = None) -> bool:
        """Wait until the final has been sent; whether it has."""
        ...


class Engine:
    """See the module's docstring."""

    def __init__(
        self,
        *,
        table_mib: int = 512,
        cache: Path | None = None,
        weights: Path | None = None,
        on_state: Callable[[Variant, str], None] = lambda variant, state: None,
    ) -> None:
        """``table_mib``: memory of all transposition tables. ``cache``: folder of compiled kernels.

        ``weights``: folder of trained weights, besides those that are shipped.
        ``on_state`` is told of ``compiling``, ``ready`` and ``failed: why``; of ``cold`` when a variant is forgotten.
        """
        self._variants = VariantCache(cache, table_mib, weights, on_state)

    def prepare(self, variant: Variant) -> None:
        """Compile a variant in the background, if that has not been done and it can be searched."""
        if find_family(variant) is not None:
            self._variants.compile_backend(self._variants.get(variant))

    @property
    def processes(self) -> tuple[int, ...]:
        """The system's numbers of its own processes: it has none."""
        return ()

    def state(self, variant: Variant) -> str:
        """``cold``, ``compiling``, ``ready`` or ``failed: why``."""
        return self._variants.compile_state(variant)

    def states(self) -> tuple[tuple[str, str], ...]:
        """(name, state) of the variants that were asked for, and not forgotten since for want of room."""
        return tuple((state.variant.name, state.backend.state) for state in self._variants.states())

    def start(self, task: Task, on_info: OnInfo, on_final: OnFinal) -> Running:
        """Begin a task. ``on_final`` is called exactly once, whatever happens."""
        state = self._variants.acquire(task.position.variant)

        def end(final: End) -> None:
            self._variants.release(state)
            on_final(final)

        if isinstance(task, PerftTask):
            self._variants.compile_counter(state)
            return _start_count(state, task, on_info, end)
        if isinstance(task, EvaluationTask):
            if task.values:
                self._variants.compile_backend(state)
            return _start_evaluation(state, task, end)
        self._variants.compile_backend(state)
        return _start_analysis(state, task, on_info, end)

    def close(self) -> None:
        """Take no more variants to compile. Tasks under way go on until they end or are stopped."""
        self._variants.close()


def _start_analysis(state: VariantState, task: SearchTask, on_info: OnInfo, on_final: OnFinal) -> Running:
    analysis = Analysis(state, task)
    running = TaskRunner[Snapshot](
        analysis.work,
        on_info,
        lambda reason, raised: on_final(analysis.final(reason, raised)),
        task.interval,
    )
    running.start()
    return running


def _start_evaluation(state: VariantState, task: EvaluationTask, on_final: OnFinal) -> Running:
    run = EvaluationRun(state, task)
    running = TaskRunner[None](
        run.work, lambda news: None, lambda reason, raised: on_final(run.final(reason, raised)), 0.0
    )
    running.start()
    return running


def _start_count(state: VariantState, task: PerftTask, on_info: OnInfo, on_final: OnFinal) -> Running:
    count = PerftRun(state, task, on_info)
    running = TaskRunner[PerftCount](
        count.work, on_info, lambda reason, raised: on_final(count.final(reason, raised)), 0.0
    )
    running.start()
    return running
