"""Where a daemon is found: its two addresses, and the folder that is its own while it lives."""

from __future__ import annotations

import fcntl
import ipaddress
import os
import shutil
import stat
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from engined.config import ConfigError
from engined_protocol import place


class Endpoint(NamedTuple):
    """The addresses of the two sockets; ``folder`` is where they are files."""

    work: str
    control: str
    folder: Path | None = None


def read_endpoint(text: str | None, *, remote: bool = False) -> Endpoint:
    """The endpoint that a setting means; None is the default folder.

    ``remote`` says that hosts beyond loopback are wanted. Raises ConfigError.
    """
    if text is not None and text.startswith("tcp://"):
        return _tcp(text, remote)
    try:
        folder = place.folder_of(text or str(place.runtime_folder(os.environ, os.getuid())))
    except ValueError as error:
        raise ConfigError(f"endpoint {text}: {error}") from None
    if not place.has_room(folder):
        raise ConfigError(f"endpoint {folder}: the path is too long for a socket in it")
    return Endpoint(f"ipc://{folder}/{place.WORK}", f"ipc://{folder}/{place.CONTROL}", folder)


def _tcp(text: str, remote: bool) -> Endpoint:
    host, _, port = text.removeprefix("tcp://").rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or not 0 < int(port) < 65535:
        raise ConfigError(f"endpoint {text}: not tcp://HOST:PORT with a port from 1 to 65534")
    if not remote and not is_loopback(host):
        raise ConfigError(
            f"endpoint {text}: beyond loopback only with CURVE keys (curve_secret and curve_clients), or with"
            " allow_remote, which lets anyone in"
        )
    return Endpoint(f"tcp://{host}:{port}", f"tcp://{host}:{int(port) + 1}")


def is_loopback(host: str) -> bool:
    """Whether only this machine can be on the other side."""
    return host == "localhost" or (is_address(host) and ipaddress.ip_address(host.strip("[]")).is_loopback)


def is_address(host: str) -> bool:
    """Whether it is an address of the Internet protocol, not a name."""
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


class Claim:
    """A folder held by this process: nobody else serves there until :meth:`release`, or until it dies."""

    def __init__(self, folder: Path) -> None:
        """Take the folder, made if need be, and clear away what a dead daemon left in it.

        Raises ConfigError when it is somebody else's, open to others, or held by a living daemon.
        """
        self.folder = folder
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            found = folder.lstat()
        except OSError as error:
            raise ConfigError(f"endpoint {folder}: {error.strerror or error}") from error
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
            raise ConfigError(f"endpoint {folder}: not a folder of this user")
        if found.st_mode & 0o077:
            raise ConfigError(f"endpoint {folder}: others may enter; its mode must be 0700")
        self._found = found
        self._lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.read(self._lock, 32).decode("ascii", "replace").strip() or "unknown"
            os.close(self._lock)
            message = f"endpoint {folder}: a daemon serves here already (process {holder})"
            raise ConfigError(message) from None
        os.ftruncate(self._lock, 0)
        with suppress(OSError):  # on a full disk the next one is told of an unknown process
            os.write(self._lock, f"{os.getpid()}\n".encode())
        self._clear()

    def trouble(self) -> str:
        """What is wrong with the folder now; empty where nothing is."""
        try:
            found = self.folder.lstat()
        except OSError as error:
            return f"{self.folder} is gone: {error.strerror}"
        if (found.st_dev, found.st_ino) != (self._found.st_dev, self._found.st_ino):
            return f"{self.folder} is another one now: clients find nobody there, or somebody else"
        if found.st_mode & 0o077 or found.st_uid != os.getuid():
            return f"{self.folder}: others may enter; its mode must be 0700"
        return ""

    def release(self) -> None:
        """Give the folder up. The lock file stays: removing it would let two daemons hold two of them."""
        self._clear()
        os.ftruncate(self._lock, 0)
        os.close(self._lock)

    def remove(self) -> None:
        """Give the folder up, and remove it: it was made for this daemon alone."""
        self.release()
        shutil.rmtree(self.folder, ignore_errors=True)  # its owner, if that lives, removes what is left

    def _clear(self) -> None:
        for name in (place.WORK, place.CONTROL):
            (self.folder / name).unlink(missing_ok=True)
