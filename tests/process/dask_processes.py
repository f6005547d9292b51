"""A Dask scheduler and its workers, each a process that can be killed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from distributed import Client

from tests.patience import until


class DaskProcesses:
    """A scheduler on this machine, with two workers of one thread, until the ``with`` block ends."""

    def __init__(self, folder: Path, environment: Mapping[str, str] | None = None) -> None:
        """``environment``: that of the workers, if it is not this process's."""
        self._folder, self._environment = folder, environment
        self.scheduler: subprocess.Popen[bytes]
        self.workers: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.end()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def start(self) -> None:
        """Start a scheduler that knows of nothing, at an address of its own, and workers."""
        place = self._folder / "address"
        place.unlink(missing_ok=True)
        self.scheduler = _begun("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(place))
        until(lambda: _address(place), "a scheduler")
        self.address = _address(place)
        words = ("worker", self.address, "--no-nanny", "--nthreads", "1", "--local-directory", str(self._folder))
        self.workers = [_begun(*words, environment=self._environment) for _ in range(2)]
        with Client(self.address) as client:
            client.wait_for_workers(len(self.workers))

    def end(self) -> None:
        """Kill what is left of them."""
        for process in (self.scheduler, *self.workers):
            process.kill()
            process.wait()


def _address(place: Path) -> str:
    """What a scheduler has written there; empty until it has written all of it."""
    try:
        return str(json.loads(place.read_text())["address"])
    except (FileNotFoundError, json.JSONDecodeError):
        return ""


def _begun(what: str, *words: str, environment: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", f"distributed.cli.dask_{what}", "--no-dashboard", *words]
    nothing = subprocess.DEVNULL
    return subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing, env=environment)
