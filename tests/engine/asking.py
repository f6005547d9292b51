"""Asking an engine, and waiting for what it says."""

from __future__ import annotations

import threading
from typing import Any

from engined.engine.engine import Engine, Stoppable
from engined.engine.tasks import Task

PATIENCE = 120.0


class Asked:
    """A task that was started: its infos and its finals."""

    def __init__(self, engine: Engine, task: Task) -> None:
        self.infos: list[Any] = []
        self.finals: list[Any] = []
        self.first_info = threading.Event()
        self._ended = threading.Event()
        self.running: Stoppable = engine.start(task, self._on_info, self._on_final)

    def _on_info(self, info: Any) -> None:
        self.infos.append(info)
        if getattr(info, "lines", True):
            self.first_info.set()

    def _on_final(self, final: Any) -> None:
        self.finals.append(final)
        self._ended.set()

    @property
    def final(self) -> Any:
        assert self._ended.wait(PATIENCE)
        assert self.running.join(PATIENCE)
        assert len(self.finals) == 1
        return self.finals[0]
