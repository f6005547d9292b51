"""The engine: owns machine code, trees and threads. Values in, callbacks out.

Start reading at :mod:`engined.engine.engine`. A task (tasks) becomes work on a thread (running): an analysis
(analysis, root) or a count (count), on what is kept of its variant (tree), with kernels (searcher, memory).
"""

from .engine import Engine, Stoppable
from .tasks import (
    AnalyseTask,
    EngineFailure,
    PerftCount,
    PerftResult,
    PerftTask,
    SolveTask,
    Task,
)

__all__ = [
    "AnalyseTask",
    "Engine",
    "EngineFailure",
    "PerftCount",
    "PerftResult",
    "PerftTask",
    "SolveTask",
    "Stoppable",
    "Task",
]
