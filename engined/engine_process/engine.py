"""The engine, done in another process: what is asked of it and what it says are the same as of the engine proper.

When that process is lost, by a fault in machine code or because the system kills it, tasks that were not at work then
begin again in a fresh one, and say nothing until they are as far as they were. Those that were at work are suspects:
each begins again in a process of its own, where it costs nobody else anything. One that brings that down, too, is at
fault: it fails, is reported, and its position is refused from then on.

Threading: every public method may be called from any thread and returns at once. Callbacks come from threads of ours,
one at a time for each task.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct, structs

from engined.engine.messages import CompileState, GoOnWithJob, HoldJob, JobFinal, JobInfo, Prepare, StartJob, StopJob
from engined.engine.tasks import End, EngineFailure, OnFinal, OnInfo, Stoppable, Task
from engined.results import Reason, Result
from engined.rules.position import format_position
from engined.variants.model import Variant
from engined_protocol.errors import Code

from . import messages
from .condemned import Condemned
from .crash_reports import CrashReports
from .process import MODULE, Death, EngineProcess, EngineSettings
from .task_under_way import TaskUnderWay

MOST_LONE = 4
"""Processes for one suspect each. Where there is need of more, the oldest suspect goes back to the others."""
MOST_TRIALS = 3
"""A task that was at work so often when a process was lost, and was never alone then, is given up."""
MOST_STILLBORN = 3
"""Processes in a row that did not come up: then no further one is tried for their tasks."""
LONE_SHARE = 8
"""The table of a suspect's process is such a part of what all tables may take."""


class Crash(Struct, frozen=True):
    """The loss of a process, for the log."""

    how: str
    suspects: int
    """Searches that were at work."""
    others: int
    """Searches that begin again."""
    variant: str = ""
    """The variant of the search at fault, where that is known; its position and the report on it follow."""
    position: str = ""
    report: str = ""

    def entry(self) -> dict[str, object]:
        """What the log says of it."""
        return {name: value for name in self.__struct_fields__ if (value := getattr(self, name)) != ""}


class SeparateEngine:
    """See the module's docstring."""

    def __init__(
        self,
        settings: EngineSettings,
        reports: Path,
        on_state: Callable[[Variant, str], None] = lambda variant, state: None,
        on_crash: Callable[[Crash], None] = lambda crash: None,
        module: str = MODULE,
    ) -> None:
        """``reports``: folder for what is to be found out about crashes. ``on_state`` as of the engine proper."""
        self._settings = settings
        self._reports = CrashReports(reports)
        self._on_state = on_state
        self._on_crash = on_crash
        self._module = module
        self._lock = threading.RLock()
        self._numbers = itertools.count(1)
        self._tasks: dict[int, TaskUnderWay] = {}
        self._shared: EngineProcess | None = None
        """Where tasks are done but for suspects."""
        self._lone: dict[EngineProcess, TaskUnderWay] = {}
        """Processes of suspects, the oldest first."""
        self._stillborn = 0
        """Processes that did not come up, since one did."""
        self._condemned = Condemned()
        self._variants: dict[str, Variant] = {}
        """The variants that the shared process has tasks of, by digest."""
        self._closed = False

    @property
    def processes(self) -> tuple[int, ...]:
        """The system's numbers of the processes, the one that is shared first."""
        with self._lock:
            shared = () if self._shared is None else (self._shared,)
            numbers = (process.number for process in (*shared, *self._lone))
            return tuple(number for number in numbers if number is not None)

    def prepare(self, variant: Variant) -> None:
        """Compile a variant in the background, if that has not been done and it can be searched."""
        with self._lock:
            self._variants[variant.digest] = variant
            self._share().order(Prepare(variant))

    def start(self, task: Task, on_info: OnInfo, on_final: OnFinal) -> Stoppable:
        """Begin a task. ``on_final`` is called exactly once, whatever happens."""
        with self._lock:
            under_way = TaskUnderWay(self, next(self._numbers), task, on_info, on_final)
            reason = self._condemned.reason(task.position)
            if not reason:
                process = self._share()
                self._tasks[under_way.number] = under_way
                self._begin(under_way, process, task)
        if reason:
            on_final(EngineFailure(Code.ENGINE_CRASHED, reason))
        return under_way

    def stop(self, under_way: TaskUnderWay, reason: Reason) -> None:
        """Have a task end early."""
        with self._lock:
            if under_way.number in self._tasks and under_way.process is not None:
                under_way.reason = under_way.reason or reason
                under_way.process.order(StopJob(under_way.number, reason))

    def turn(self, under_way: TaskUnderWay, *, held: bool) -> None:
        """Have a task give way, or work again."""
        with self._lock:
            if under_way.number in self._tasks and under_way.process is not None:
                under_way.held = time.monotonic() if held else None
                number = under_way.number
                under_way.process.order(HoldJob(number) if held else GoOnWithJob(number))

    def close(self) -> None:
        """End the processes, and all that is under way without a final."""
        with self._lock:
            self._closed = True
            processes = [*([] if self._shared is None else [self._shared]), *self._lone]
        for process in processes:
            process.close()

    # --- processes ------------------------------------------------------------------------------------

    def _share(self) -> EngineProcess:
        if self._shared is None:
            self._shared = self._make(self._settings)
        return self._shared

    def _make(self, settings: EngineSettings) -> EngineProcess:
        return EngineProcess(settings, self._hear, self._lost, self._module)

    def _begin(self, under_way: TaskUnderWay, process: EngineProcess, task: Task) -> None:
        variant = task.position.variant
        self._variants[variant.digest] = variant
        under_way.process = process
        process.order(StartJob(under_way.number, task))
        if under_way.held is not None:
            process.order(HoldJob(under_way.number))

    def _hear(self, process: EngineProcess, news: messages.News) -> None:
        """Pass on what a process says. On a thread of that process."""
        match news:
            case messages.Ready():
                pass
            case CompileState():
                self._note(process, news)
            case JobInfo():
                with self._lock:
                    under_way = self._task(process, news.job)
                    is_new = under_way is not None and under_way.hear(news.info)
                if under_way is not None and is_new:
                    under_way.on_info(news.info)
            case JobFinal():
                with self._lock:
                    under_way = self._task(process, news.job)
                    alone = self._lone.pop(process, None) is not None
                    if under_way is not None:
                        del self._tasks[under_way.number]
                if under_way is not None:
                    end = news.outcome
                    under_way.on_final(under_way.with_what_was_known(end) if isinstance(end, Result) else end)
                if alone:
                    process.close()

    def _task(self, process: EngineProcess, number: int) -> TaskUnderWay | None:
        """The task of that number, if it is done there and has not ended."""
        under_way = self._tasks.get(number)
        return under_way if under_way is not None and under_way.process is process else None

    def _note(self, process: EngineProcess, news: CompileState) -> None:
        with self._lock:
            variant = self._variants.get(news.variant.digest) if process is self._shared else None
            if variant is not None and news.state == "cold":
                del self._variants[variant.digest]
        if variant is not None:
            self._on_state(variant, news.state)

    # --- losses ---------------------------------------------------------------------------------------

    def _lost(self, process: EngineProcess, death: Death) -> None:
        """A process is gone: see to those whose tasks were in it. On its thread."""
        now, ends, forgotten = time.monotonic(), list[tuple[TaskUnderWay, End]](), list[Variant]()
        with self._lock:
            if self._closed:
                return
            alone = self._lone.pop(process, None) is not None
            self._stillborn = 0 if process.came_up else self._stillborn + 1
            if process is self._shared:
                self._shared = None
                forgotten, self._variants = list(self._variants.values()), {}
            mine = [under_way for under_way in self._tasks.values() if under_way.process is process]
            suspects = [under_way for under_way in mine if under_way.at_work(now)]
            self._on_crash(Crash(death.how, len(suspects), len(mine) - len(suspects)))
            for under_way in mine:
                end = self._end_of(under_way, process, death, now, alone=alone)
                if end is not None:
                    del self._tasks[under_way.number]
                    ends.append((under_way, end))
        for variant in forgotten:
            self._on_state(variant, "cold")
        for under_way, end in ends:
            under_way.on_final(end)

    def _end_of(
        self, under_way: TaskUnderWay, process: EngineProcess, death: Death, now: float, *, alone: bool
    ) -> End | None:
        """The end of a task whose process is gone; None where it begins again."""
        if under_way.reason is not None:
            return under_way.cut_short(under_way.reason, now)
        if self._stillborn >= MOST_STILLBORN:
            return EngineFailure(Code.INTERNAL, f"the engine did not start: its process {death.how}")
        suspect = process.came_up and under_way.at_work(now)
        if suspect and alone:
            return self._condemn(under_way, death)
        under_way.trials += suspect
        if under_way.trials > MOST_TRIALS:
            message = f"the engine {death.how}: so it did each of {under_way.trials} times that this was searched"
            return EngineFailure(Code.ENGINE_CRASHED, message)
        if suspect or alone:
            self._try_alone(under_way, now)
        else:
            self._begin(under_way, self._share(), under_way.begin_again(now))
        return None

    def _try_alone(self, under_way: TaskUnderWay, now: float) -> None:
        """Have a suspect begin again in a process of its own."""
        if len(self._lone) >= MOST_LONE:
            oldest, released = next(iter(self._lone.items()))
            del self._lone[oldest]
            self._begin(released, self._share(), released.begin_again(now))
            threading.Thread(target=oldest.close, name="engine end", daemon=True).start()
        process = self._make(structs.replace(self._settings, table_mib=self._lone_table))
        self._lone[process] = under_way
        self._begin(under_way, process, under_way.begin_again(now))

    @property
    def _lone_table(self) -> int:
        return max(1, self._settings.table_mib // LONE_SHARE)

    def _condemn(self, under_way: TaskUnderWay, death: Death) -> EngineFailure:
        """A suspect was at fault."""
        position = under_way.task.position
        self._condemned.add(position)
        report = self._reports.write(under_way.task, death)
        self._on_crash(Crash(death.how, 1, 0, position.variant.name, format_position(position), report))
        message = (
            f"the engine {death.how} when it searched this, alone, for the second time: report {report}; the position"
            " is not searched again"
        )
        return EngineFailure(Code.ENGINE_CRASHED, message)
