"""What the service is told (events) and what it wants done (effects). Values only.

What the engine is told and says is in :mod:`engined.engine.messages`.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from engined.book.tasks import BookCount, BookResult, BookTask
from engined.engine.messages import CompileState as CompileState
from engined.engine.messages import GoOnWithJob as GoOnWithJob
from engined.engine.messages import HoldJob as HoldJob
from engined.engine.messages import JobFinal as JobFinal
from engined.engine.messages import JobInfo as JobInfo
from engined.engine.messages import Prepare as Prepare
from engined.engine.messages import StartJob as StartJob
from engined.engine.messages import StopJob as StopJob
from engined.engine.tasks import End, PerftCount, Task
from engined.results import MoveLine, Snapshot
from engined.rules.position import Position
from engined_protocol.messages import AnyReply, AnyRequest

from .exact_results import ExactResult
from .kept_analyses import KeptAnalysis
from .sessions.reckoning import Reckoned, Restored
from .sessions.session import Begun, Kept, Step


class Address(NamedTuple):
    """Whom a reply goes to: the client, by the name it gave itself, and where it listens."""

    client: bytes
    channel: str


JobTask = Task | BookTask
JobNews = Snapshot | PerftCount | BookCount
JobOutcome = End | BookResult

# --- events ---------------------------------------------------------------------------------------


class Received(Struct, frozen=True):
    """The turn of a request has come. ``now`` is in seconds, on a clock that never goes back."""

    sender: Address
    request: AnyRequest
    now: float
    stopped: int = 0
    """The number of jobs that a stop has stopped; 1 for a request for a job that has been stopped already."""
    reckoned: Reckoned | Restored | None = None
    """The result that has been worked out for it."""
    arrived: float | None = None
    """The time of its arrival, if it has waited for its turn; None if it has not."""

    @property
    def came(self) -> float:
        """When it came in."""
        return self.now if self.arrived is None else self.arrived


class Gone(Struct, frozen=True):
    """A client is gone."""

    client: bytes
    now: float


class GameSaved(Struct, frozen=True):
    """The game of a ticket is on disk, as one of so many; or it is not, and why."""

    ticket: int
    games: int
    error: str = ""


class Written(Struct, frozen=True):
    """All that was to be kept before a receipt was asked for is on disk; or not all of it, and why."""

    receipt: int
    now: float
    error: str = ""


class StoreOpened(Struct, frozen=True):
    """A store that could not be opened at the start is open: these are the kept sessions in it."""

    kept: tuple[Kept, ...]


class Tick(Struct, frozen=True):
    """The time has come that the service wanted to be told of."""

    now: float


class Shutdown(Struct, frozen=True):
    """The daemon ends: no more work."""

    now: float


Event = (
    Received
    | JobInfo[JobNews]
    | JobFinal[JobOutcome]
    | Gone
    | CompileState
    | GameSaved
    | Written
    | StoreOpened
    | Tick
    | Shutdown
)


# --- effects --------------------------------------------------------------------------------------


class Send(Struct, frozen=True):
    """Send a reply. Partial ones may be dropped when the reader is slow, finals never."""

    to: Address
    reply: AnyReply


class SaveSolved(Struct, frozen=True):
    """Keep an exact result."""

    solved: ExactResult


class SaveKnown(Struct, frozen=True):
    """Keep an analysis that went deep."""

    kept: KeptAnalysis


class SaveAnalysis(Struct, frozen=True):
    """Have the book learn from an analysis, best line first."""

    position: Position
    lines: tuple[MoveLine, ...]
    proven: bool
    """Whether exact lines are proven to the end."""
    add: bool = False
    """Whether a position that is not in the book is added to it."""


class SaveGame(Struct, frozen=True):
    """Keep a game, have the book learn from it and from analyses of its positions, and report with the ticket."""

    ticket: int
    positions: tuple[Position, ...]
    moves: tuple[str, ...]
    result: str
    analyses: tuple[SaveAnalysis, ...] = ()


class SaveStep(Struct, frozen=True):
    """Append a step to the log of a kept session."""

    client: bytes
    session: str
    step: Step

    @property
    def first(self) -> bool:
        """Whether the log begins anew with this step."""
        return isinstance(self.step, Begun)


class ForgetSession(Struct, frozen=True):
    """A kept session is closed."""

    client: bytes
    session: str


class CutLog(Struct, frozen=True):
    """The steps of a kept session's log after the first so many cannot follow these: keep them aside."""

    client: bytes
    session: str
    steps: int


class Receipt(Struct, frozen=True):
    """Report :class:`Written` once all that was to be kept so far is on disk, or cannot be."""

    number: int
    sessions: tuple[tuple[bytes, str], ...] = ()
    """The kept sessions, by client and name, whose steps are among what was to be kept."""


Save = SaveSolved | SaveKnown | SaveGame | SaveAnalysis | SaveStep | ForgetSession | CutLog | Receipt
Effect = Send | StartJob[JobTask] | StopJob | HoldJob | GoOnWithJob | Prepare | Save
Served = tuple[AnyReply | None, list[Effect]]
"""The outcome of a request: its reply, or None where that comes later; and the effects that come before it is sent."""
