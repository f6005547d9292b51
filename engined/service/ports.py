"""What the service is given: limits for strangers, and what it may ask of the world around it."""

from __future__ import annotations

import random
from collections.abc import Callable

from msgspec import Struct, field

from engined.book.book import Book
from engined.variants.model import Variant
from engined_protocol.messages import MemoryUse

from .exact_results import ExactResult
from .kept_analyses import KeptAnalysis
from .tenants import TenantOf, own_tenant


class ClientLimits(Struct, frozen=True):
    """How much strangers may hold."""

    clients: int = 1024
    sessions: int = 64
    """The most sessions of one client."""
    jobs: int = 1024
    """The most jobs of one client."""
    positions: int = 10_000
    """The most positions of one client's requests for many, not answered yet."""
    searches: int = 1 << 30
    """The most searches that have begun, of all clients."""
    session_bytes: int = 1 << 40
    """The most bytes that the sessions of all clients take."""


class Report(Struct, frozen=True, kw_only=True):
    """What the world around the service has to say of itself."""

    waiting: int = 0
    """Requests that have come in and are not served yet."""
    requests: int = 0
    """Served since the start."""
    jobs_done: int = 0
    nodes: int = 0
    """Searched since the start, in jobs that have ended."""
    requests_per_second: float = 0.0
    nodes_per_second: float = 0.0
    """The nodes a second, of late."""
    refused: dict[str, int] = field(default_factory=dict)
    store: str = ""
    """The state of the store, in words; empty where there is none."""
    store_bytes: int = 0
    store_damage: tuple[str, ...] = ()
    """The parts of the store that cannot be read any more, in words."""


class Ports(Struct, frozen=True, kw_only=True):
    """What the service asks of the world; every part answers at once."""

    recall: Callable[[str], ExactResult | None] = lambda digest: None
    """The function that gives the exact result in the store for a position, by its digest."""
    recall_analysis: Callable[[str], KeptAnalysis | None] = lambda digest: None
    """The deepest analysis of it in the store."""
    book: Callable[[Variant], Book | None] = lambda variant: None
    """The book of a variant, to be looked at only; None without a store."""
    variety: float = 0.0
    """The discs that a move of the book may give away, where a request says nothing."""
    lot: Callable[[], float] = random.random
    """A number from 0 to 1, drawn by lot."""
    memory: Callable[[], tuple[MemoryUse, ...]] = tuple
    """The function that gives the memory taken by each part of the daemon that the service does not know, and by all.
    """
    tenant: TenantOf = own_tenant
    """The function that says on whose account a client acts."""
    report: Callable[[], Report] = Report
    """The function that gives the figures of the daemon's status."""
    unwritten: Callable[[], int] = lambda: 0
    """Bytes that steps of kept sessions take which have yet to be written."""
    stores: bool = False
    """Whether there is a store to write to."""
