"""Jobs under way: started and stopped as the service says, on the engine or on books; their news become events."""

from __future__ import annotations

import time
from collections.abc import Callable

from engined.book.tasks import BookTask
from engined.config import Config
from engined.engine.tasks import EngineFailure, Stoppable
from engined.service.events import (
    CompileState,
    Event,
    GoOnWithJob,
    HoldJob,
    JobFinal,
    JobInfo,
    JobNews,
    JobOutcome,
    JobTask,
    StartJob,
    StopJob,
)
from engined.variants.model import Variant
from engined_protocol.errors import Code

from ..log.log import Log
from ..store.lazy import LazyStore
from .engine_port import EngineLike, MakeEngine


class JobRunner:
    """The jobs that run. The engine is made with the first of them, or to prepare a variant."""

    def __init__(
        self, config: Config, make: MakeEngine, store: LazyStore, post: Callable[[Event], None], log: Log
    ) -> None:
        """``post`` is called on other threads."""
        self._config = config
        self._make = make
        self._store = store
        self._post = post
        self._log = log
        self._engine: EngineLike | None = None
        self._running: dict[int, Stoppable] = {}

    def start(self, effect: StartJob[JobTask]) -> None:
        """Start a job. Its final is posted whatever happens."""
        job, post = effect.job, self._post
        try:
            self._running[job] = self._begin(
                effect.task,
                lambda info: post(JobInfo(job, info)),
                lambda outcome: post(JobFinal(job, outcome, time.monotonic())),
            )
        except Exception as error:  # noqa: BLE001 - the job must still have its final
            self._log.fault("engine", job=job)
            post(JobFinal(job, EngineFailure(Code.INTERNAL, f"the engine did not start: {error}"), time.monotonic()))

    def stop(self, effect: StopJob) -> None:
        """Have a job end early, if it has not ended."""
        if effect.job in self._running:
            self._running[effect.job].stop(effect.reason)

    def turn(self, effect: HoldJob | GoOnWithJob) -> None:
        """Have a job give way, or go on, if it has not ended."""
        running = self._running.get(effect.job)
        if running is None:
            return
        if isinstance(effect, HoldJob):
            running.hold()
        else:
            running.go_on()

    def ended(self, job: int) -> None:
        """A job has had its final."""
        self._running.pop(job, None)

    def prepare(self, variant: Variant) -> None:
        """Compile a variant in the background."""
        self._the_engine().prepare(variant)

    @property
    def processes(self) -> tuple[int, ...]:
        """The system's numbers of the engine's own processes."""
        return () if self._engine is None else self._engine.processes

    def close(self) -> None:
        """Take no more work."""
        if self._engine is not None:
            self._engine.close()

    def _begin(
        self,
        task: JobTask,
        on_info: Callable[[JobNews], None],
        on_final: Callable[[JobOutcome], None],
    ) -> Stoppable:
        if not isinstance(task, BookTask):
            return self._the_engine().start(task, on_info, on_final)
        from .book_worker import start_book_task

        store_writer = self._store.open()
        assert store_writer is not None  # the service has no work on books without a store
        return start_book_task(task, store_writer, self._the_engine(), on_info, on_final)

    def _the_engine(self) -> EngineLike:
        if self._engine is None:
            post = self._post
            self._engine = self._make(
                self._config, lambda variant, state: post(CompileState(variant, state, time.monotonic())), self._log
            )
        return self._engine
