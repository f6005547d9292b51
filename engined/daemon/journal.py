"""The daemon's log: JSON lines in a file, or readable lines on a terminal. Never on standard output.

GUIs merge an engine's standard error into its protocol, so that is only used where it was asked for, or
where a daemon of sockets has a terminal.
"""

from __future__ import annotations

import os
import sys
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

LARGEST = 10 << 20
"""Bytes of a log file at which the next daemon begins a new one; one old one is kept."""


class Journal:
    """A log that is opened, and structlog imported, with its first entry: first answers need not wait."""

    def __init__(self, path: Path | None) -> None:
        """``path`` None is standard error."""
        self._path = path
        self._file: TextIO | None = None

    def info(self, event: str, **values: Any) -> None:
        """Something ordinary happened."""
        self._logger.info(event, **values)

    def warning(self, event: str, **values: Any) -> None:
        """Something is wrong, and the daemon goes on without it."""
        self._logger.warning(event, **values)

    def fault(self, event: str, **values: Any) -> None:
        """Something is wrong with the program: call where the exception is being handled."""
        self._logger.error(event, exc_info=True, **values)

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    @cached_property
    def _logger(self) -> FilteringBoundLogger:
        import structlog

        if self._path is None:
            output: TextIO = sys.stderr
            render: list[Any] = [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())]
        else:
            output = self._file = _open(self._path)
            render = [structlog.processors.dict_tracebacks, structlog.processors.JSONRenderer()]
        stamp = structlog.processors.TimeStamper(fmt="iso", utc=True)
        logger: FilteringBoundLogger = structlog.wrap_logger(
            structlog.PrintLogger(output),
            processors=[structlog.processors.add_log_level, stamp, *render],
            wrapper_class=structlog.make_filtering_bound_logger(20),
        )
        return logger


def _open(path: Path) -> TextIO:
    """The log file, begun anew when it has grown large.

    Where it cannot be written, what is logged is lost: a daemon in a read-only home still plays.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size > LARGEST:
            path.rename(path.with_name(path.name + ".1"))
        return path.open("a", encoding="utf-8", buffering=1)
    except OSError:
        return open(os.devnull, "w", encoding="utf-8")
