"""How long tests wait for what must come."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 60
"""Seconds, many times what anything takes: nothing fails because a machine is slow, and what never comes fails."""

LONG = 300
"""Seconds for what compiles, searches or trains before it ends."""


def until(true: Callable[[], object], what: str) -> None:
    """Wait until something becomes true; what never does is named in words."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"after {PATIENCE:g} s still not: {what}"
        time.sleep(0.01)
