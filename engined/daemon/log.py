"""The daemon's log: JSON lines in a file, or readable lines on a terminal. Never on standard output.

GUIs merge an engine's standard error into its protocol, so that is only used where it was asked for, or
where a daemon of sockets has a terminal.
"""

from __future__ import annotations

import os
import sys
import threading
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

LARGEST = 10 << 20
"""Bytes of a log file at which the next daemon begins a new one; one old one is kept."""


class Log:
    """A log that is opened, and structlog imported, with its first entry: first answers need not wait.

    Nothing here raises: a daemon whose disk is full still plays. Entries that cannot be written are lost; the first one
    that can says how many. Any thread may make them.
    """

    def __init__(self, path: Path | None) -> None:
        """``path`` None is standard error."""
        self._path = path
        self._paper = Paper(path)
        self._lost = 0
        self._lock = threading.Lock()

    def info(self, event: str, **values: Any) -> None:
        """Something ordinary happened."""
        self._enter("info", event, **values)

    def warning(self, event: str, **values: Any) -> None:
        """Something is wrong, and the daemon goes on without it."""
        self._enter("warning", event, **values)

    def fault(self, event: str, **values: Any) -> None:
        """Something is wrong with the program: call where the exception is being handled."""
        self._enter("error", event, exc_info=True, **values)

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._report_loss()
            self._paper.close()

    def _enter(self, level: str, event: str, **values: Any) -> None:
        with self._lock:
            self._report_loss()
            self._lost += not getattr(self._logger, level)(event, **values)

    def _report_loss(self) -> None:
        if self._lost and self._logger.warning("log", lost=self._lost):
            self._lost = 0

    @cached_property
    def _logger(self) -> FilteringBoundLogger:
        """Its methods say whether the entry was written."""
        import structlog

        if self._path is None:
            render: list[Any] = [structlog.dev.ConsoleRenderer(colors=sys.stderr is not None and sys.stderr.isatty())]
        else:
            render = [structlog.processors.dict_tracebacks, structlog.processors.JSONRenderer()]
        stamp = structlog.processors.TimeStamper(fmt="iso", utc=True)
        logger: FilteringBoundLogger = structlog.wrap_logger(
            self._paper,
            processors=[structlog.processors.add_log_level, stamp, *render],
            wrapper_class=structlog.make_filtering_bound_logger(20),
        )
        return logger


class Paper:
    """What entries are written on, each at once: nothing is left in a buffer that could fail later."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._descriptor: int | None = None
        self._torn = False
        """Whether only a part of the last entry could be written."""

    def write(self, entry: str) -> bool:
        """Write an entry; whether all of it was written."""
        rest = ("\n" * self._torn + entry + "\n").encode("utf-8", "backslashreplace")
        try:
            if self._descriptor is None:
                self._descriptor = _open(self._path)
            while rest:
                written = os.write(self._descriptor, rest)
                rest, self._torn = rest[written:], True
        except OSError:
            return False
        self._torn = False
        return True

    info = warning = error = write
    """Under the names of structlog's levels."""

    def close(self) -> None:
        """Close the file."""
        if self._descriptor is not None and self._path is not None:
            os.close(self._descriptor)
        self._descriptor = None


def _open(path: Path | None) -> int:
    """The log file, begun anew when it has grown large; or standard error. Raises OSError."""
    if path is None:
        if sys.stderr is None:
            raise OSError("standard error is closed")
        return sys.stderr.fileno()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.exists() and path.stat().st_size > LARGEST:
        path.rename(path.with_name(path.name + ".1"))
    return os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
