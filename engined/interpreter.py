"""Processes of our own beside this one: a fresh interpreter that finds the modules that this one has found."""

from __future__ import annotations

import os
import sys

RETURNED = {"MALLOC_MMAP_THRESHOLD_": str(1 << 17)}
"""Has glibc give blocks of this size back when they are freed. If it may choose, it keeps ever larger ones, and what
many searches leave between them cannot be used: tens of mebibytes, more each minute."""


def command(module: str, *arguments: str) -> list[str]:
    """What runs a module of ours."""
    return [sys.executable, "-P", "-m", module, *arguments]


def environment() -> dict[str, str]:
    """What it is run with."""
    return {**RETURNED, **os.environ, "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)}
