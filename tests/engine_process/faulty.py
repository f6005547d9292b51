"""An engine's process with a fault: ``python -m tests.engine_process.faulty`` takes the arguments of the usual one."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable

from engined.engine.engine import Engine, Running
from engined.engine.tasks import OnFinal, OnInfo, Task
from engined.engine_process.__main__ import main
from engined.engine_process.process import EngineSettings
from engined.variants.model import Variant

FAULTY = 'name = "faulty"\ninherits = "othello"\n[board]\nsize = "10x8"\n'
"""Whoever searches this reads at address 0 after a while."""
AFTER = 0.3
"""Seconds."""


class FaultyEngine(Engine):
    """Crashes when it has searched the declaration for a while."""

    def start(self, task: Task, on_info: OnInfo, on_final: OnFinal) -> Running:
        if task.position.variant.name == "faulty":
            threading.Timer(AFTER, ctypes.string_at, (0,)).start()
        return super().start(task, on_info, on_final)


def make(settings: EngineSettings, on_state: Callable[[Variant, str], None]) -> Engine:
    return FaultyEngine(table_mib=settings.table_mib, cache=settings.cache, weights=settings.weights, on_state=on_state)


if __name__ == "__main__":
    main(make)
