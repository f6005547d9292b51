"""The messages that count the leaves of the tree of moves."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from .envelope import PositionRequest, Priority, Reply


class Perft(PositionRequest, frozen=True, kw_only=True, tag="perft"):
    """Count leaves at depths 1 to ``depth`` -> :class:`PerftLine` for each, :class:`PerftDone`."""

    depth: Annotated[int, Meta(ge=1, le=100)]
    """The greatest depth, in plies."""
    priority: Priority = 0
    """Higher first, among this client's own jobs."""


class PerftLine(Reply, frozen=True, kw_only=True, tag="perft-line"):
    """Leaves at one depth; not final."""

    depth: int
    leaves: int
    seconds: float


class PerftDone(Reply, frozen=True, kw_only=True, tag="perft-done"):
    """All asked depths are counted, or the job was stopped (``reason``)."""

    reason: str
    leaves: tuple[int, ...]
    seconds: float
