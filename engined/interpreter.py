"""Processes of our own beside this one: a fresh interpreter that finds the modules that this one has found."""

from __future__ import annotations

import os
import sys


def command(module: str, *arguments: str) -> list[str]:
    """What runs a module of ours."""
    return [sys.executable, "-P", "-m", module, *arguments]


def environment() -> dict[str, str]:
    """What it is run with."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)}
