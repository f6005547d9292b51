"""The folder in which the sockets of a daemon lie: see "Where the daemon is" in SPEC.md."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

WORK, CONTROL = "work", "control"
"""Names of the two sockets."""
LONGEST_PATH = 107
"""Bytes in the path of a Unix socket."""
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
"""How an address of some kind begins."""


def folder_of(endpoint: str) -> Path:
    """The folder that an endpoint names which is not on TCP. Raises ValueError for an address of another kind."""
    path = endpoint.removeprefix("ipc://")
    if _SCHEME.match(path):
        raise ValueError(f"neither tcp://HOST:PORT nor a folder; one with a colon in its name would be {f'./{path}'!r}")
    return Path(path).expanduser().absolute()


def runtime_folder(environ: Mapping[str, str], user: int) -> Path:
    """That of a user, by number, where nothing else is said."""
    runtime = environ.get("XDG_RUNTIME_DIR")
    return Path(runtime, "engined") if runtime else Path(f"/tmp/engined-{user}")


def has_room(folder: Path) -> bool:
    """Whether the path is short enough for sockets in it."""
    return len(bytes(folder / CONTROL)) <= LONGEST_PATH
