"""Compilation in a process of its own: what numba and LLVM keep for good (75 MiB for each part) goes when it ends,
and nothing here waits for Python's lock meanwhile.
"""

from __future__ import annotations

import pickle
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path

from engined import interpreter

from ..layouts.layout import Layout
from .kernel_sources import BareSource

COMPILER = "engined.kernels.compilation.compiler"
MOST_SECONDS = 900.0
"""A compiler is given up after so many seconds: whoever declares a game cannot keep one busy for ever. The slowest part
of what is shipped takes a minute."""


class CompilerFailed(Exception):
    """The compiler ended without machine code; the message is all that it said, what is wrong first."""


class CompilerKilled(CompilerFailed):
    """It was killed: another may fare better."""


@dataclass(frozen=True)
class CompileRequest:
    """What is to be compiled."""

    sources: tuple[BareSource, ...]
    layout: Layout
    trained: bool
    out: Path
    """The file that the machine code is written to."""
    bitcode: Path | None = None
    """The file with what numba would make of the sources, where there is one."""


def start() -> subprocess.Popen[bytes]:
    """A compiler that waits for its order."""
    return subprocess.Popen(
        interpreter.command(COMPILER),
        env=interpreter.environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def compile_in_process(order: CompileRequest) -> None:
    """Compile, and wait for the end. Raises CompilerFailed."""
    running = start()
    assert running.stdin is not None
    assert running.stderr is not None
    limit = threading.Timer(MOST_SECONDS, running.kill)
    limit.daemon = True
    limit.start()
    with running:
        try:
            running.stdin.write(pickle.dumps(order))
            running.stdin.flush()  # and stays open: the compiler ends when it is closed
            said = running.stderr.read().decode(errors="replace").strip()
        except BrokenPipeError:
            said = running.stderr.read().decode(errors="replace").strip()
    if limit.finished.is_set():
        raise CompilerFailed(f"the compiler was given up after {MOST_SECONDS:g} s")
    limit.cancel()
    if running.returncode < 0:
        raise CompilerKilled(f"the compiler was killed by signal {-running.returncode}")
    if running.returncode:
        raise CompilerFailed(said or f"the compiler ended with {running.returncode}")
