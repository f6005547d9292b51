"""Compilers for the tests of one process: forked from one that has numba ready, which starting anew takes 0.7 s.

That a compiler starts without this is tested where daemons and commands compile, and in tests/kernels.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Lock
from types import TracebackType
from typing import Any, Self, cast

_context = get_context("forkserver")
_context.set_forkserver_preload(["tests.warm_compiler"])
_one_asks = Lock()
"""Whoever starts a process also looks which others have ended, and of two who look at one only the first is told."""


def starting(anew: Callable[[], subprocess.Popen[bytes]]) -> Callable[[], subprocess.Popen[bytes]]:
    """What starts a compiler: by forking, or anew where something is set that numba reads when it is imported."""

    def start() -> subprocess.Popen[bytes]:
        if any(name.startswith(("NUMBA_", "ENGINED_FRONT_END")) for name in os.environ):
            return anew()
        return cast("subprocess.Popen[bytes]", ForkedCompiler())

    return start


class ForkedCompiler:
    """A forked process with what is used of :class:`subprocess.Popen`."""

    def __init__(self) -> None:
        its_orders, orders = _context.Pipe(duplex=False)
        words, its_words = _context.Pipe(duplex=False)
        self._process = _context.Process(target=_compile, args=(its_orders, its_words, dict(os.environ)))
        with _one_asks:
            self._process.start()
        its_orders.close()
        its_words.close()
        self.stdin = _file(orders, "wb")
        self.stderr = _file(words, "rb")
        self.returncode: int | None = None

    def kill(self) -> None:
        self._process.kill()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stdin.close()
        self.stderr.read()  # until it has ended
        self.stderr.close()
        with _one_asks:
            self._process.join()
            self.returncode = self._process.exitcode


def _file(pipe: Connection[Any, Any], mode: str) -> Any:
    """A pipe as a file."""
    with pipe:
        return open(os.dup(pipe.fileno()), mode)


def _compile(orders: Connection[Any, Any], words: Connection[Any, Any], environment: dict[str, str]) -> None:
    """Be a compiler in this process."""
    for pipe, number in ((orders, 0), (words, 2)):
        os.dup2(pipe.fileno(), number)
        pipe.close()
    sys.stdin = open(0, closefd=False)  # noqa: SIM115
    os.environ.clear()
    os.environ.update(environment)
    from engined.kernels.compilation import compiler

    compiler._main()
