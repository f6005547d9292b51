"""Where a kernel source is at fault: file and line, the cause, and who called it."""

from __future__ import annotations

import traceback
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from types import FunctionType, TracebackType
from typing import Any

_NOISE = ("Failed in ", "During: ", 'File "', "Overload of function", "No implementation of function")
"""The beginnings of the lines in numba's messages that say what numba was doing, not what is wrong."""


@dataclass(frozen=True)
class SourceLine:
    """A line of a file, in a function."""

    path: str
    line: int
    function: str


class KernelFault(Exception):
    """What is wrong in a kernel source, or in what it is compiled with.

    The first line of the message names the place and the cause; then come the callers, innermost first, and all that
    was said of it.
    """

    def __init__(self, cause: str, places: Sequence[SourceLine], said: str = "") -> None:
        fault, *callers = places
        lines = [f"{fault.path}:{fault.line}: in {fault.function}: {cause}"]
        lines += [f"  called by {place.function} at {place.path}:{place.line}" for place in callers]
        lines += [f"  | {line}" for line in said.splitlines() if line.strip()]
        super().__init__("\n".join(lines))
        self.cause = cause
        self.places = tuple(places)
        self.said = said

    def called_by(self, place: SourceLine) -> KernelFault:
        """The same fault with one more caller."""
        return KernelFault(self.cause, (*self.places, place), self.said)


def compiling(error: Exception, function: FunctionType) -> KernelFault:
    """The fault for which a function of a source could not be compiled."""
    said = str(error)
    return KernelFault(_cause(error), [place_in(error, function)], said if "\n" in said else "")


def running(error: Exception, sources: Collection[str]) -> KernelFault:
    """The fault of the innermost function in one of the files ``sources`` that an exception came through; if it came
    through none, of where it was raised.
    """
    frames = [SourceLine(str(f.filename), f.lineno or 0, f.name) for f in traceback.extract_tb(error.__traceback__)]
    places = [frame for frame in frames if frame.path in sources] or frames
    return KernelFault(_cause(error), places[::-1])


def place_in(error: Exception, function: FunctionType) -> SourceLine:
    """The line of a function that was being compiled when an exception was raised; its first where nobody says."""
    code = function.__code__
    where = [loc for loc in (*_locations(error.__traceback__), getattr(error, "loc", None)) if loc is not None]
    lines = [loc.line for loc in where if loc.filename == code.co_filename and loc.line >= code.co_firstlineno]
    return SourceLine(code.co_filename, lines[-1] if lines else code.co_firstlineno, function.__name__)


def _locations(trace: TracebackType | None) -> Iterator[Any]:
    """The lines of sources that numba was at, outermost first: where it types a line or makes instructions of it, it
    keeps that line in a variable.
    """
    while trace is not None:
        local = trace.tb_frame.f_locals
        for holder in (local.get("loc"), getattr(local.get("inst"), "loc", None)):
            if hasattr(holder, "filename") and hasattr(holder, "line"):
                yield holder
        trace = trace.tb_next


def _cause(error: Exception) -> str:
    """What is wrong, in a line."""
    kind = type(error)
    lines = [line.strip(" -") for line in str(error).splitlines()]
    telling = [line for line in lines if line and not line.startswith(_NOISE)]
    first = (telling or [""])[0].replace(">>> ", "there is no ")
    if first and kind.__module__.startswith("numba."):
        return first
    return f"{kind.__name__}: {first}" if first else kind.__name__
