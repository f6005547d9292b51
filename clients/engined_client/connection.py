"""Where daemons are: the endpoint of a running one, and private ones that live as long as their owner."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from engined_protocol import place

from .errors import NoDaemon, NoEndpoint

START_SECONDS = 15.0
"""The seconds after which it is said that a private daemon is still waited for."""
END_SECONDS = 5.0
"""The most seconds that a private daemon may take to end."""


class Endpoints(NamedTuple):
    """The addresses of a daemon's two sockets."""

    work: str
    control: str


def default_endpoint() -> str:
    """``ENGINED_ENDPOINT``, or the runtime folder of this user's daemon."""
    return os.environ.get("ENGINED_ENDPOINT") or str(place.runtime_folder(os.environ, os.getuid()))


def endpoints_of(endpoint: str) -> Endpoints:
    """The sockets of an endpoint: a folder, or ``tcp://HOST:PORT``. Raises NoEndpoint when it is neither,
    NoDaemon for a folder in which no daemon lives or could live.
    """
    if endpoint.startswith("tcp://"):
        host, _, port = endpoint.removeprefix("tcp://").rpartition(":")
        if not host or not port.isdecimal() or not 0 < int(port) < 65535:
            raise NoEndpoint(f"{endpoint}: not an endpoint; a folder or tcp://HOST:PORT would be one")
        return Endpoints(endpoint, f"tcp://{host}:{int(port) + 1}")
    try:
        folder = place.folder_of(endpoint)
    except ValueError as error:
        raise NoEndpoint(f"{endpoint}: not an endpoint: {error}") from None
    if not place.has_room(folder):
        raise NoDaemon(f"{folder}: the path is too long for a socket in it")
    if not is_there(str(folder)):
        raise NoDaemon(f"no daemon in {folder} (`engined serve` starts one)")
    if folder.stat().st_uid != os.getuid() and os.getuid() != 0:
        raise NoDaemon(f"{folder} belongs to another user: who knows what answers there")
    return Endpoints(f"ipc://{folder}/{place.WORK}", f"ipc://{folder}/{place.CONTROL}")


def is_there(folder: str) -> bool:
    """Whether a daemon has made its sockets in a folder. It may be dead all the same."""
    return all(Path(folder, name).is_socket() for name in Endpoints._fields)


class PrivateDaemon:
    """A daemon for one owner, in a folder of its own; it ends with the ``with`` block, and with the process
    that started it, even if that is killed.
    """

    def __init__(self, *settings: str, waiting: Callable[[], None] = lambda: None) -> None:
        """``settings``: further arguments of ``engined serve``. ``waiting`` is called when it takes long to start."""
        self._waiting = waiting
        self.endpoint = ""
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        """Start it and wait for its sockets while it lives. Raises NoDaemon with the last words of one that ends."""
        self.endpoint = tempfile.mkdtemp(prefix="engined-")
        try:
            self._start()
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def revive(self) -> None:
        """Start it again, where it was, if it has died. Raises NoDaemon."""
        if self._process is not None and self._process.poll() is not None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            self._start()

    def _start(self) -> None:
        if find_spec("engined") is None:
            raise NoDaemon("no daemon runs here, and there is no engine to start one: --endpoint says where one is")
        log = Path(self.endpoint, "log")
        with log.open("wb") as output:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "engined", "serve", "--private", "--endpoint", self.endpoint, *self._settings],
                stdin=subprocess.PIPE,  # its end of file tells the daemon that the owner is gone
                stdout=output,
                stderr=output,
                start_new_session=True,  # Ctrl-C is the owner's business: it stops jobs, not the daemon
            )
        begun, told = time.monotonic(), False
        while not is_there(self.endpoint):
            if self._process.poll() is not None:
                words = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
                raise NoDaemon(f"the private daemon did not start: {words[-1] if words else 'no message'}")
            if not told and time.monotonic() >= begun + START_SECONDS:
                told = True
                self._waiting()
            time.sleep(0.01)

    def kill(self) -> None:
        """End it at once; what it does is lost. Any thread may call this."""
        if self._process is not None:
            self._process.kill()
        shutil.rmtree(self.endpoint, ignore_errors=True)

    def _end(self) -> None:
        process = self._process
        if process is not None:
            assert process.stdin is not None
            process.stdin.close()
            try:
                process.wait(END_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.endpoint, ignore_errors=True)
