"""A real daemon in a process of its own, and the command line beside it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from engined_client.connection import is_there
from tests.patience import LONG, PATIENCE, until
from tests.process import commands


class Served:
    """``engined serve`` in a folder of its own, without a store unless one is named, until the ``with`` block ends."""

    def __init__(self, endpoint: str | None = None, *, store: str = "", settings: Sequence[str] = ()) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="engined-")
        self.endpoint = endpoint or self._folder.name
        command = [sys.executable, "-m", "engined", "serve", "--endpoint", self.endpoint]
        with Path(self._folder.name, "log").open("wb") as log:
            self.process = subprocess.Popen(
                [*command, "--store", store, "--log", "-", *settings],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        until(self._is_there, "the daemon answers")

    def _is_there(self) -> bool:
        assert self.process.poll() is None, Path(self._folder.name, "log").read_text()
        return is_there(self.endpoint)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)
        self._folder.cleanup()

    def environment(self) -> dict[str, str]:
        """For processes that shall find this daemon."""
        return {**os.environ, "ENGINED_ENDPOINT": self.endpoint}

    def engined(self, *words: str, stdin: str = "", timeout: float = LONG) -> subprocess.CompletedProcess[str]:
        """Run a command of the command line to its end; what it says of compiling is left out: that hangs on what was
        compiled before.
        """
        run = commands.run(words, stdin=stdin, timeout=timeout, env=self.environment())
        run.stderr = re.sub(r"^engined: compiling .*\n", "", run.stderr, flags=re.MULTILINE)
        return run

    def begin(self, *words: str) -> subprocess.Popen[bytes]:
        """Start a command with pipes."""
        pipe = subprocess.PIPE
        return subprocess.Popen(
            [sys.executable, "-m", "engined", *words],
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            env=self.environment(),
        )
