"""Ways to capture that other packages bring. Only their names are looked at here; ``rules/registry.py`` loads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

CAPTURES = "engined.captures"
"""The group of entry points whose names can be a ``capture.kind``."""


def captures() -> EntryPoints:
    """All entry points of the group, as they are installed now."""
    from importlib.metadata import entry_points  # slow to import, and needed by few

    return entry_points(group=CAPTURES)
