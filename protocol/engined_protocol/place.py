"""The folder in which the sockets of a daemon lie: see "Where the daemon is" in SPEC.md."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

WORK, CONTROL = "work", "control"
"""Names of the two sockets."""
LONGEST_PATH = 107
"""Bytes in the path of a Unix socket."""


def runtime_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """This user's, where nothing else is said."""
    runtime = environ.get("XDG_RUNTIME_DIR")
    return Path(runtime, "engined") if runtime else Path(f"/tmp/engined-{os.getuid()}")


def has_room(folder: Path) -> bool:
    """Whether the path is short enough for sockets in it."""
    return len(os.fsencode(folder / CONTROL)) <= LONGEST_PATH
