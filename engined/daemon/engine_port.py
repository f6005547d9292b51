"""What the daemon needs of an engine, and the one that it has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from engined.config import Config
from engined.engine.tasks import EngineFailure, PerftCount, PerftResult, Task
from engined.results import Info, Reason, Result
from engined.roots.pause import Pause
from engined.variants.model import Variant


class Stoppable(Protocol):
    """A task of the engine's under way."""

    def stop(self, reason: Reason = Reason.STOPPED) -> None:
        """End early, with the final still to come."""
        ...

    def hold(self) -> None:
        """Give way until :meth:`go_on`."""
        ...

    def go_on(self) -> None:
        """Work again, where it was."""
        ...


class EngineLike(Protocol):
    """What the daemon needs of an engine."""

    def start(
        self,
        task: Task,
        on_info: Callable[[Info | PerftCount], None],
        on_final: Callable[[Result | PerftResult | EngineFailure], None],
        pause: Pause | None = None,
    ) -> Stoppable:
        """Begin a task; callbacks come on other threads, ``on_final`` once. ``pause`` is that of a task around it."""
        ...

    def prepare(self, variant: Variant) -> None:
        """Compile a variant in the background."""
        ...

    def close(self) -> None:
        """Take no more work."""
        ...


MakeEngine = Callable[[Config, Callable[[Variant, str], None]], EngineLike]


def make_engine(config: Config, on_state: Callable[[Variant, str], None]) -> EngineLike:
    """The engine proper. It loads kernels, or compiles them, on a thread of its own, with its first task."""
    from engined.engine.engine import Engine

    return Engine(table_mib=config.table_mib, cache=config.cache, weights=config.weights, on_state=on_state)
