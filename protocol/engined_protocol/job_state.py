"""The ``state`` of a job that waits, as programs read it: ``queued``, ``loading nip``, ``compiling othello``, and with
moves meanwhile ``compiling othello: depth 3 by the rules alone``.
"""

from __future__ import annotations

from typing import NamedTuple


class Preparation(NamedTuple):
    """What a job waits for: something that is done for a variant."""

    doing: str
    """``preparing``, ``loading``, ``compiling``, or ``waiting for`` where a move on a clock is late by then."""
    variant: str


def preparation(state: str) -> Preparation | None:
    """What is done for a variant, by the state of a job; None if the job waits for nothing of the kind."""
    doing, _, variant = state.partition(":")[0].rpartition(" ")
    return Preparation(doing, variant) if doing else None
