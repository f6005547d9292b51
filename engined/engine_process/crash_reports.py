"""What brought the engine down, on disk, for whoever is to find out why."""

from __future__ import annotations

import json
import os
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from engined import __version__
from engined.engine.tasks import EvaluationTask, PerftTask, SearchTask, Task
from engined.rules.position import format_position

from .process import Death

MOST_REPORTS = 32
"""The most reports that are kept: the oldest go first."""
LONGEST_PART = 64 << 10
"""Characters of a part of a report that hangs on what happened."""


class CrashReports:
    """A folder with a file for each search that was at fault."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def write(self, task: Task, death: Death) -> str:
        """Write a report; its name, or why there is none."""
        position, variant = task.position, task.position.variant
        limits = _limits(task)
        report = {
            "engined": __version__,
            "time": datetime.now(UTC).isoformat(timespec="seconds"),
            "engine": death.how,
            "variant": variant.name,
            "digest": variant.digest,
            "position": format_position(position)[:LONGEST_PART],
            "limits": limits,
            "declaration": json.loads(variant.canonical),
            "trace": death.trace[:LONGEST_PART].splitlines(),
        }
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._make_room()
            stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
            descriptor, path = tempfile.mkstemp(".json", f"{stamp}-{variant.digest[:8]}-", self._folder)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                json.dump(report, file)
        except OSError as error:
            return f"none: {error.strerror or error}"
        return Path(path).name

    def _make_room(self) -> None:
        for path in sorted(self._folder.glob("*.json"))[: -(MOST_REPORTS - 1)]:
            path.unlink()


def _limits(task: Task) -> Any:
    """What was asked of a position, or of which ones."""
    match task:
        case SearchTask():
            return msgspec.to_builtins(task.limits)
        case EvaluationTask():
            return {"positions": task.positions}
        case PerftTask():
            return {"perft": task.depth}
