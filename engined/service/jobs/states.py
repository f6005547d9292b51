"""The states of a job, and what has become of jobs."""

from __future__ import annotations

from collections import deque
from enum import StrEnum
from typing import NamedTuple


class State(StrEnum):
    """How far a job is."""

    NEW = "new"
    """It is not among the jobs yet."""
    QUEUED = "queued"
    RUNNING = "running"
    HELD = "held"
    STOPPING = "stopping"
    GIVING_PLACE = "giving place"
    """It ends, and will begin again."""
    ENDED = "ended"
    """The job is forgotten."""


WAITING = frozenset({State.QUEUED, State.HELD})
"""The states of jobs that wait for their turn."""
BEGUN = frozenset({State.RUNNING, State.HELD, State.STOPPING, State.GIVING_PLACE})
"""The states of jobs that the engine has begun and not ended."""

LONGEST_HISTORY = 4096
"""Changes of state, of all jobs together."""


class Change(NamedTuple):
    """A job went from one state to another."""

    now: float
    job: int
    was: State
    to: State


class History:
    """The latest changes of state, for whoever wants to know how a job came to be where it is."""

    def __init__(self) -> None:
        self._changes: deque[Change] = deque(maxlen=LONGEST_HISTORY)

    def add(self, change: Change) -> None:
        """Take one down."""
        self._changes.append(change)

    def story(self, job: int) -> tuple[Change, ...]:
        """The changes of a job, the oldest first."""
        return tuple(change for change in self._changes if change.job == job)
