"""What is asked of the engine, and what it says: the same within a daemon and on the way to the engine's process.

A job is a task under way, by its number. Whoever works on books is told and says the same, of other tasks.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec import Struct

from engined.results import Reason
from engined.variants.model import Variant

T_co = TypeVar("T_co", covariant=True)
"""The tasks that whoever is told of them can do."""
N_co = TypeVar("N_co", covariant=True)
"""The news that are told of these meanwhile."""
E_co = TypeVar("E_co", covariant=True)
"""The ends of these."""

# --- orders ---------------------------------------------------------------------------------------


class StartJob(Struct, Generic[T_co], frozen=True, tag=True, array_like=True):
    """Start a task."""

    job: int
    task: T_co


class StopJob(Struct, frozen=True, tag=True, array_like=True):
    """End a task early; its end is still awaited."""

    job: int
    reason: Reason


class HoldJob(Struct, frozen=True, tag=True, array_like=True):
    """Have a task give way until :class:`GoOnWithJob`."""

    job: int


class GoOnWithJob(Struct, frozen=True, tag=True, array_like=True):
    """Have a task that was held go on where it was."""

    job: int


class Prepare(Struct, frozen=True, tag=True, array_like=True):
    """Compile a variant in the background."""

    variant: Variant


# --- news -----------------------------------------------------------------------------------------


class JobInfo(Struct, Generic[N_co], frozen=True, tag=True, array_like=True):
    """There is news of a job."""

    job: int
    info: N_co


class JobFinal(Struct, Generic[E_co], frozen=True, tag=True, array_like=True):
    """A job has ended. ``now`` is in seconds, on the system's clock that never goes back."""

    job: int
    outcome: E_co
    now: float


class CompileState(Struct, frozen=True, tag=True, array_like=True):
    """The machine code of a variant is ``compiling``, ``ready``, ``failed: why``; or forgotten, which is ``cold``.
    ``now`` is as in :class:`JobFinal`.
    """

    variant: Variant
    state: str
    now: float
