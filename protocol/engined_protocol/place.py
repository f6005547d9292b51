"""The folder in which the sockets of a daemon lie: see "Where the daemon is" in SPEC.md."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

WORK, CONTROL = "work", "control"
"""Names of the two sockets."""
LONGEST_PATH = 107
"""Bytes in the path of a Unix socket."""


def runtime_folder(environ: Mapping[str, str], user: int) -> Path:
    """That of a user, by number, where nothing else is said."""
    runtime = environ.get("XDG_RUNTIME_DIR")
    return Path(runtime, "engined") if runtime else Path(f"/tmp/engined-{user}")


def has_room(folder: Path) -> bool:
    """Whether the path is short enough for sockets in it."""
    return len(bytes(folder / CONTROL)) <= LONGEST_PATH
