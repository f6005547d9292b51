"""What the daemon needs of an engine, and the ones that it has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from engined.config import Config
from engined.engine.tasks import OnFinal, OnInfo, Stoppable, Task
from engined.variants.model import Variant

from ..log.log import Log


class EngineLike(Protocol):
    """What the daemon needs of an engine."""

    def start(self, task: Task, on_info: OnInfo, on_final: OnFinal) -> Stoppable:
        """Begin a task; callbacks come on other threads, ``on_final`` once."""
        ...

    @property
    def processes(self) -> tuple[int, ...]:
        """The system's numbers of its own processes."""
        ...

    def prepare(self, variant: Variant) -> None:
        """Compile a variant in the background."""
        ...

    def close(self) -> None:
        """Take no more work."""
        ...


NICE = 3
"""The niceness by which the engine gives way to the loop, where many wait for that: it then has half of its weight."""

MakeEngine = Callable[[Config, Callable[[Variant, str], None], Log], EngineLike]


def make_engine(config: Config, on_state: Callable[[Variant, str], None], log: Log) -> EngineLike:
    """The engine: for many clients in a process of its own, for a GUI in this one. It loads kernels, or compiles them,
    with its first task.
    """
    if config.sockets:
        return separate_engine(config, on_state, log)
    from engined.engine.engine import Engine

    return Engine(table_mib=config.shares.tables, cache=config.cache, weights=config.weights, on_state=on_state)


def separate_engine(
    config: Config, on_state: Callable[[Variant, str], None], log: Log, module: str | None = None
) -> EngineLike:
    """The engine in a process of its own, which runs ``module`` if that is not the usual one."""
    from engined.engine_process.engine import Crash, SeparateEngine
    from engined.engine_process.process import MODULE, EngineSettings

    def report(crash: Crash) -> None:
        log.warning("engine", **crash.entry())

    nice = 0 if config.private else NICE
    settings = EngineSettings(config.shares.tables, config.cache, config.weights, nice)
    return SeparateEngine(settings, config.crashes, on_state, report, module or MODULE)
