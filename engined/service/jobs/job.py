"""A job: one request on its way through the engine."""

from __future__ import annotations

from dataclasses import dataclass

from engined.book.tasks import BookTask
from engined.engine.tasks import SearchTask, Task
from engined.results import Reason
from engined_protocol.messages import BookWork, Work

from ..book_service import Advice
from ..events import Address
from ..game import Game
from .batches import Batch
from .states import State

SHORT = 0.2
"""Seconds that a short job runs, at most."""


@dataclass(slots=True)
class Job:
    """One request on its way through the engine. Its state is changed by :class:`.jobs.Jobs` alone."""

    number: int
    sender: Address
    request: Work | BookWork
    task: Task | BookTask
    threads: int
    """Wanted while queued, taken once it runs."""
    asked: float
    origin: Game
    """The game that the request named, before implied passes."""
    game: Game
    """The game whose position is searched."""
    state: State = State.NEW
    since: float = 0.0
    """The time at which its present slice began; of meaning only while it runs."""
    ran: float = 0.0
    """The seconds that it has run in earlier slices."""
    idle: float = 0.0
    """The seconds of all its threads that it has waited for machine code in its turns."""
    idle_from: float | None = None
    """The seconds that it had had its turn when the wait under way for machine code began."""
    advice: Advice | None = None
    """The advice of the book about the moves."""
    depth: int = 0
    """The depth that its last news told."""
    nodes: int = 0
    infos: int = 0
    batch: Batch | None = None
    """The batch of many positions, of which this is the one of ``index``."""
    index: int = 0
    unwanted: bool = False
    """Whether its client is gone, so that nobody waits for the end."""
    reason: Reason | None = None
    """The reason for which it is to end; None while it is to go on."""

    @property
    def client(self) -> bytes:
        """Whose job it is."""
        return self.sender.client

    @property
    def short(self) -> bool:
        """Whether it may be a short one, as far as can be said when it waits."""
        return self.ran < SHORT

    @property
    def takes_place(self) -> bool:
        """Whether its search holds much memory from its begin to its end."""
        return isinstance(self.task, SearchTask)

    @property
    def can_give_place(self) -> bool:
        """Whether it may end and begin again: what is known of its position by then stays, its clock would not."""
        return self.state is State.HELD and self.takes_place and self.has_no_clock

    @property
    def has_no_clock(self) -> bool:
        """Tell whether its time is not that of a clock, which goes on while it waits."""
        return getattr(self.request, "clock", None) is None

    @property
    def due(self) -> float | None:
        """When its client wants an answer, whatever is known by then."""
        within = getattr(self.request, "within", None)
        return None if within is None else self.asked + within
