"""The messages that are answered at once, whatever the engine is doing: to stop a job, and to see how the daemon is."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

from .envelope import Id, Reply, Request


class Stop(Request, frozen=True, kw_only=True, tag="stop"):
    """End a job of this client early, or all of them; each still sends its final -> :class:`Stopped`."""

    target: Id | None = None
    index: Annotated[int, Meta(ge=0)] | None = None
    """The position to stop of a job that has many; nil stops the whole job."""


class Ping(Request, frozen=True, kw_only=True, tag="ping"):
    """Are you there? -> :class:`Pong`."""


class AskStatus(Request, frozen=True, kw_only=True, tag="status"):
    """What are you doing? -> :class:`Status`."""


class Stopped(Reply, frozen=True, kw_only=True, tag="stopped"):
    """How many jobs were told to stop."""

    jobs: int


class Pong(Reply, frozen=True, kw_only=True, tag="pong"):
    """Here."""


class VariantState(Struct, frozen=True, kw_only=True):
    """How far a variant's machine code is."""

    variant: str
    state: str


class JobSummary(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A job of any client, without its content."""

    id: str
    state: str
    """``queued``, ``running``, ``held`` while others have their turn, or ``stopping``."""
    kind: str
    seconds: float
    """Since it was asked for."""
    client: str = ""
    """How its client's name begins, and the key that it has: ``5f0c...@ann``."""
    variant: str = ""
    session: str = ""
    depth: int = 0
    nodes: int = 0
    """The nodes of the search, as its last info said."""
    threads: int = 0
    searched: float = 0.0
    """Seconds that it has had of its turns."""


class MemoryUse(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How much memory something takes: ``all``, or one of those who have a share of it."""

    what: str
    bytes: int
    most: int = 0
    """Bytes that it may take; 0: it has no share of its own."""


class Status(Reply, frozen=True, kw_only=True, tag="status-report"):
    """What the daemon is doing."""

    version: str
    protocol: int
    uptime: float
    threads: int
    jobs: tuple[JobSummary, ...]
    clients: int
    sessions: int
    variants: tuple[VariantState, ...]
    dropped: int
    """Infos not sent because a reader was slow, since the start."""
    pondering: int = 0
    """Sessions for which the daemon thinks in their opponents' time."""
    memory: tuple[MemoryUse, ...] = ()
    """The memory in use: of the daemon, and of each part that has a share of it."""
    others: int = 0
    """Jobs of other keys, which are not among ``jobs``: an operator's key has them all there."""
    waiting: int = 0
    """Requests that have come in and are not served yet."""
    requests: int = 0
    """Served since the start."""
    jobs_done: int = 0
    nodes: int = 0
    """Searched since the start, in jobs that have ended."""
    requests_per_second: float = 0.0
    nodes_per_second: float = 0.0
    """The nodes a second in the last minute; nodes count when their job ends."""
    refused: dict[str, int] = field(default_factory=dict)
    """The number of refusals of each kind since the start: by error codes, and at the gate of a daemon with keys ``no
    key``, ``wrong key``, ``handshake``, ``revoked``, ``name taken``, ``short name``, ``key file``.
    """
    store: str = ""
    """``open``, or why it cannot be used; empty where there is none."""
    store_bytes: int = 0
    store_damage: tuple[str, ...] = ()
    """The parts of the store that cannot be read any more, in words: the first that were found since the start."""
    closing: bool = False
    """Whether the daemon is ending."""

    @property
    def unready(self) -> str:
        """Why the daemon is not ready for work; empty if it is: some variant can be searched, and the store is open."""
        if self.closing:
            return "it is ending"
        if self.store not in ("", "open"):
            return f"the store: {self.store}"
        return "" if any(variant.state == "ready" for variant in self.variants) else "no variant is compiled yet"
