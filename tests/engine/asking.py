"""Asking an engine, and waiting for what it says."""

from __future__ import annotations

import threading
from collections.abc import Callable

from engined.engine.engine import Engine, Running
from engined.engine.tasks import End, PerftCount, PerftResult, Task
from engined.results import Result, Snapshot
from tests.patience import LONG


class Asked:
    """A task that was started: its infos, its counts and its finals."""

    def __init__(self, engine: Engine, task: Task) -> None:
        self.infos: list[Snapshot] = []
        self.counts: list[PerftCount] = []
        self.finals: list[End] = []
        self.first_info = threading.Event()
        """Set by the first info with lines."""
        self._ended = threading.Event()
        self.running: Running = engine.start(task, self._on_info, self._on_final)

    def _on_info(self, info: Snapshot | PerftCount) -> None:
        if isinstance(info, PerftCount):
            self.counts.append(info)
            return
        self.infos.append(info)
        if info.lines:
            self.first_info.set()

    def _on_final(self, final: End) -> None:
        self.finals.append(final)
        self._ended.set()

    @property
    def final(self) -> End:
        """The only final, once it is there."""
        assert self._ended.wait(LONG)
        assert self.running.join(LONG)
        assert len(self.finals) == 1
        return self.finals[0]

    @property
    def result(self) -> Result:
        """The final of an analysis or a solve."""
        final = self.final
        assert isinstance(final, Result), final
        return final

    @property
    def leaves(self) -> tuple[int, ...]:
        """The final of a count."""
        final = self.final
        assert isinstance(final, PerftResult), final
        return final.leaves


Ask = Callable[[Task], Asked]
"""Starts a task."""
