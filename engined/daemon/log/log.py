"""The daemon's log: JSON lines in a file, or readable lines on a terminal. Never on standard output.

GUIs merge an engine's standard error into its protocol, so that is only used where it was asked for, or
where a daemon of sockets has a terminal.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, MutableMapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engined_protocol.printable import printable, printable_lines

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

LARGEST = 10 << 20
"""Bytes of a log file at which a new one is begun; one old one is kept."""
LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}


class Log:
    """A log that is opened, and structlog imported, with its first entry: first answers need not wait.

    Nothing here raises: a daemon whose disk is full still plays. Entries that cannot be written are lost; the first one
    that can says how many. Any thread may make them.
    """

    def __init__(self, path: Path | None, level: str = "info") -> None:
        """``path`` None is standard error; entries below ``level`` are not made."""
        self._path = path
        self._level = LEVELS[level]
        self._paper = Paper(path)
        self._lock = threading.Lock()

    def debug(self, event: str, **values: Any) -> None:
        """Something that only matters to who looks for a fault."""
        self._enter("debug", event, **values)

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
        if LEVELS[level] < self._level:
            return
        with self._lock:
            self._report_loss()
            getattr(self._logger, level)(event, **values)

    def _report_loss(self) -> None:
        self._paper.report_loss(lambda lost: self._logger.warning("log", lost=lost))

    @cached_property
    def _logger(self) -> FilteringBoundLogger:
        """Imported with the first entry."""
        import structlog

        if self._path is None:
            colours = sys.stderr is not None and sys.stderr.isatty()
            render: list[Any] = [
                structlog.processors.format_exc_info,
                _escape,
                structlog.dev.ConsoleRenderer(colors=colours),
            ]
        else:
            # Without the values of variables: the names of clients are among them, which are keys to their sessions.
            plain = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
            render = [structlog.processors.ExceptionRenderer(plain), structlog.processors.JSONRenderer()]
        stamp = structlog.processors.TimeStamper(fmt="iso", utc=True)
        logger: FilteringBoundLogger = structlog.wrap_logger(
            self._paper,
            processors=[structlog.processors.add_log_level, stamp, *render],
            wrapper_class=structlog.make_filtering_bound_logger(self._level),
        )
        return logger


def _escape(logger: object, method: str, entry: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """The same entry without what a terminal would obey: text of strangers may be in it."""
    for name, value in entry.items():
        if isinstance(value, str):
            entry[name] = printable_lines(value) if name == "exception" else printable(value)
    return entry


class Paper:
    """What entries are written on, each at once: nothing is left in a buffer that could fail later. Those that cannot
    be written are lost, and counted.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._descriptor: int | None = None
        self._size = 0
        """Bytes of the file."""
        self._torn = False
        """Whether only a part of the last entry could be written."""
        self._lost = 0
        """The number of entries that were lost, and not reported yet."""

    def report_loss(self, report: Callable[[int], object]) -> None:
        """Have an entry written, by what is given their number, if any were lost; else it is tried again next time."""
        if not self._lost:
            return
        lost, self._lost = self._lost, 0
        report(lost)
        if self._lost:
            self._lost = lost

    def write(self, entry: str) -> None:
        """Write an entry, or count it as lost."""
        rest = ("\n" * self._torn + entry + "\n").encode("utf-8", "backslashreplace")
        try:
            if self._size > LARGEST:
                self.close()
            if self._descriptor is None:
                self._descriptor, self._size = _open(self._path)
            self._size += len(rest)
            while rest:
                written = os.write(self._descriptor, rest)
                rest, self._torn = rest[written:], True
        except OSError:
            self._lost += 1
        else:
            self._torn = False

    debug = info = warning = error = write
    """Under the names of structlog's levels."""

    def close(self) -> None:
        """Close the file."""
        if self._descriptor is not None and self._path is not None:
            os.close(self._descriptor)
        self._descriptor, self._size = None, 0


def _open(path: Path | None) -> tuple[int, int]:
    """The log file, begun anew when it has grown large, and its size; or standard error. Raises OSError.

    It is for its owner alone: it says who asks for what.
    """
    if path is None:
        if sys.stderr is None:
            raise OSError("standard error is closed")
        return sys.stderr.fileno(), 0
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.exists() and path.stat().st_size > LARGEST:
        path.rename(path.with_name(path.name + ".1"))
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
    return descriptor, os.fstat(descriptor).st_size
